"""Runs a check on a draft; the one place where foreign code is called and may fail."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from typing import Any, Self, TypeVar, cast

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.ports import AnyCheck, Fault, Fetch, Generate, Request, Together, Work
from vouched.run.transport import fault_of, said
from vouched.run.values import copied
from vouched.run.waiting import settled
from vouched.text.clip import clip
from vouched.verdicts import Finding, Status, Support, Verdict

__all__ = ["alone", "check_name", "inspected", "is_decidable", "is_own", "run_check", "told"]

T = TypeVar("T")

# A check of another package may never end; those of this one say a bounded number of things of each claim.
MAX_SAID = 10_000
MAX_ASKED = 1000
_ALONE = Fault(code="error", message="nothing outside can be asked while a draft is only verified")


def check_name(check: AnyCheck) -> str:
    """Return the name by which policy addresses a check: its `name`, or the function's own."""
    name = getattr(check, "name", None) or getattr(check, "__name__", None)
    if not callable(check) or not isinstance(name, str):
        raise UsageError(f"checks: expected a check or a generator function, saw {type(check).__name__}")
    return name


def is_decidable(check: AnyCheck) -> bool:
    """Return whether the check says that its findings are facts; one that does not say so estimates."""
    return getattr(check, "decidable", False) is True


def is_own(check: AnyCheck) -> bool:
    """Return whether a check is one of this package, which blocks nobody and changes nothing."""
    return type(check).__module__.startswith("vouched.checks.")


def run_check(check: AnyCheck, draft: Draft, evidence: Evidence) -> Verdict:
    """Return the verdict of one check, with nothing outside to ask. Whatever it does, a fault is a `broken` verdict."""
    return alone(inspected(check, draft, evidence))


def alone(steps: Generator[Request, Any, T]) -> T:
    """Return what a generator of requests comes to with nothing outside to ask: only foreign code is called."""
    reply: Any = None
    while True:
        try:
            request = steps.send(reply)
        except StopIteration as done:
            return cast("T", done.value)
        reply = _worked(request) if isinstance(request, Work) else _unasked(request)


def _worked(request: Work) -> Any:
    try:
        return settled(request.call())
    except Exception as error:  # noqa: BLE001  foreign code: its fault is a value
        return fault_of(error)


def _unasked(request: Request) -> Any:
    return tuple(_ALONE for _ in request.requests) if isinstance(request, Together) else _ALONE


def inspected(check: AnyCheck, draft: Draft, evidence: Evidence) -> Generator[Request, Any, Verdict]:
    """Return the verdict of one check, yielding what it asks and sending it the replies.

    A check of another package is called through `Work`, so that a driver may run it where it blocks nobody.
    """
    foreign = not is_own(check)
    # A foreign check gets a value of its own: what it changes there must not be what is released.
    given = draft.but(value=copied(draft.value)) if foreign else draft
    inspection = _Inspection(check, given, evidence, foreign=foreign)
    reply: Any = None
    while True:
        if foreign:
            request = yield Work(inspection.stepping(reply))
        else:
            request = inspection.step(reply)
        if isinstance(request, Fault):
            inspection.fault = f"{request.code}: {request.message}"
            request = None
        if request is None or inspection.asks_too_much(request):
            return inspection.verdict()
        reply = yield request


def told(check: AnyCheck, draft: Draft, evidence: Evidence) -> Verdict | Generator[Request, Any, Verdict]:
    """Return the verdict of a check of this package that asks nothing, or how one that asks goes on.

    It does what `inspected` does, without a generator for the checks that need none.
    """
    findings: list[Finding] = []
    supports: list[Support] = []
    said: Any = None
    fault: str | None = None
    try:
        said = check(draft, evidence)
        for word in said:
            kind = type(word)
            if kind is Support:
                supports.append(word)
            elif kind is Finding:
                findings.append(word)
            else:
                return _asking(word, _Inspection(check, draft, evidence, foreign=False).begun(said, findings, supports))
    except Exception as error:  # noqa: BLE001  its fault is a value
        fault = _fault_in(error)
    return _verdict(check, findings, supports, fault)


def _asking(request: Request, inspection: _Inspection) -> Generator[Request, Any, Verdict]:
    """Return the verdict of a check that has asked its first request."""
    going: Any = request
    while going is not None and not inspection.asks_too_much(going):
        going = inspection.step((yield going))
    return inspection.verdict()


def _verdict(check: AnyCheck, findings: list[Finding], supports: list[Support], fault: str | None) -> Verdict:
    status: Status = "broken" if fault else "unsupported" if findings else "supported" if supports else "silent"
    return Verdict(
        check=check_name(check),
        status=status,
        decidable=is_decidable(check),
        findings=tuple(findings),
        supports=tuple(supports),
        fault=fault,
    )


def _fault_in(error: Exception) -> str:
    return clip(f"{type(error).__name__}: {said(error)}", 300)


class _Inspection:
    """A check under way: what it has said so far, and how it goes on."""

    def __init__(self, check: AnyCheck, draft: Draft, evidence: Evidence, *, foreign: bool) -> None:
        self.check, self.draft, self.evidence, self.foreign = check, draft, evidence, foreign
        self.findings: list[Finding] = []
        self.supports: list[Support] = []
        self.fault: str | None = None
        self.said: Iterator[Any] | None = None
        self.said_later: AsyncIterator[Any] | None = None
        self.asked = 0

    def asks_too_much(self, request: Request) -> bool:
        """Count one more request of something outside; say whether it is one too many, which breaks the check."""
        self.asked += not isinstance(request, Work)
        if self.asked > MAX_ASKED:
            self.fault = f"asked more than {MAX_ASKED} times"
        return self.asked > MAX_ASKED

    def begun(self, said: Iterator[Any], findings: list[Finding], supports: list[Support]) -> Self:
        """Return itself, with what the check has said already."""
        self.said, self.findings, self.supports = said, findings, supports
        return self

    def stepping(self, reply: Any) -> Any:
        """Return a call that goes one step further: its result is a request, None at the end, or awaits one."""
        return lambda: self.step(reply)

    def step(self, reply: Any) -> Any:
        """Go on until the check asks something, and return that; None when it has ended, well or not."""
        try:
            if self.said_later is not None:
                return self._step_later(reply)
            if self.said is None:
                said: Any = self.check(self.draft, self.evidence)
                if hasattr(said, "__aiter__"):
                    self.said_later = said.__aiter__()
                    return self._begun_later()
                if hasattr(said, "__await__"):
                    return self._awaited(said)
                self.said = _listened(said)
            return self._heard(self.said, reply)
        except Exception as error:  # noqa: BLE001  foreign code: its fault is a value
            return self._failed(error)

    def _begun_later(self) -> Any:
        """Return the first step of an asynchronous check, not bound to the event loop that it happens to be taken on.

        A driver that waits takes each step on a loop of its own, and a loop that ends would close the check half-way.
        """
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(None, None)
        try:
            first = anext(cast("AsyncIterator[Any]", self.said_later))
        finally:
            sys.set_asyncgen_hooks(*hooks)
        return self._step_later(None, first)

    def _heard(self, said: Iterator[Any], reply: Any) -> Any:
        while True:
            try:
                word = said.send(reply) if reply is not None and hasattr(said, "send") else next(said)
            except StopIteration:
                return None
            reply = None
            if isinstance(word, (Generate, Fetch, Together, Work)):
                return word
            if not self._noted(word):
                return None

    async def _awaited(self, said: Any) -> Any:
        try:
            self.said = _listened(await said)
            return self._heard(self.said, None)
        except Exception as error:  # noqa: BLE001  as in `step`
            return self._failed(error)

    async def _step_later(self, reply: Any, coming: Any = None) -> Any:
        said = cast("Any", self.said_later)
        try:
            while True:
                if coming is None:
                    coming = said.asend(reply) if reply is not None and hasattr(said, "asend") else anext(said)
                word = await coming
                reply = coming = None
                if isinstance(word, (Generate, Fetch, Together, Work)):
                    return word
                if not self._noted(word):
                    return None
        except StopAsyncIteration:
            return None
        except Exception as error:  # noqa: BLE001  as in `step`
            return self._failed(error)

    def _noted(self, word: object) -> bool:
        """Keep a finding or support; say whether the check may go on."""
        if isinstance(word, (Finding, Support)):
            if word.claim is not None and not 0 <= word.claim < len(self.draft.claims):
                self.fault = f"spoke of claim {word.claim}, expected one of {len(self.draft.claims)}, counted from 0"
                return False
            (self.findings if isinstance(word, Finding) else self.supports).append(word)  # type: ignore[arg-type]
        else:
            self.fault = f"yielded {type(word).__name__}, expected Finding or Support"
            if hasattr(word, "__await__"):
                getattr(word, "close", lambda: None)()
            return False
        if self.foreign and len(self.findings) + len(self.supports) >= MAX_SAID:
            self.fault = f"yielded more than {MAX_SAID} findings and supports"
            return False
        return True

    def _failed(self, error: Exception) -> None:
        self.fault = _fault_in(error)

    def verdict(self) -> Verdict:
        """Return what it came to."""
        return _verdict(self.check, self.findings, self.supports, self.fault)


def _listened(said: object) -> Iterator[Any]:
    if not isinstance(said, Iterable) or isinstance(said, (str, bytes)):
        raise TypeError(f"returned {type(said).__name__}, expected findings and supports")
    return iter(said)
