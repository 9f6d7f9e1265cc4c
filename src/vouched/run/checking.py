"""Runs a check on a draft; the one place where foreign code is called and may fail."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from typing import Any, TypeGuard, TypeVar, cast

from vouched.documents import Evidence
from vouched.drafts import Draft
from vouched.errors import UsageError
from vouched.ports import AnyCheck, Check, Fault, Fetch, Generate, Request, Together, Work
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
_TOO_MUCH = f"asked more than {MAX_ASKED} times"
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


def is_own(check: AnyCheck) -> TypeGuard[Check]:
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
    """Return the verdict of one check, yielding what it asks and sending it the replies."""
    found = told(check, draft, evidence)
    return found if isinstance(found, Verdict) else (yield from found)


def told(check: AnyCheck, draft: Draft, evidence: Evidence) -> Verdict | Generator[Request, Any, Verdict]:
    """Return the verdict of one check, or, of one that asks or is of another package, the generator that comes to it.

    Most checks ask nothing, and a generator costs what looking at a claim costs.
    """
    if not is_own(check):
        return _foreign(check, draft, evidence)
    findings: list[Finding] = []
    supports: list[Support] = []
    said: Any = None
    try:
        said = check(draft, evidence)
        for word in said:
            kind = type(word)
            if kind is Support:
                supports.append(word)
            elif kind is Finding:
                findings.append(word)
            else:
                return _asking(check, said, word, findings, supports)
    except Exception as error:  # noqa: BLE001  its fault is a value
        return _verdict(check.name, findings, supports, _fault_in(error), decidable=check.decidable)
    return _verdict(check.name, findings, supports, decidable=check.decidable)


def _asking(
    check: Check, said: Generator[Any, Any, None], word: Any, findings: list[Finding], supports: list[Support]
) -> Generator[Request, Any, Verdict]:
    """Return the verdict of a check of this package that has asked its first request, `word`."""
    asked = 0
    fault: str | None = None
    try:
        while True:
            kind = type(word)
            if kind is Support:
                supports.append(word)
                word = next(said)
            elif kind is Finding:
                findings.append(word)
                word = next(said)
            elif asked < MAX_ASKED or kind is Work:
                asked += kind is not Work
                word = said.send((yield word))
            else:
                fault = _TOO_MUCH
                break
    except StopIteration:
        pass
    except Exception as error:  # noqa: BLE001  its fault is a value
        fault = _fault_in(error)
    return _verdict(check.name, findings, supports, fault, decidable=check.decidable)


def _foreign(check: AnyCheck, draft: Draft, evidence: Evidence) -> Generator[Request, Any, Verdict]:
    """Return the verdict of a check of another package.

    It is called through `Work`, so that a driver may run it where it blocks nobody.
    """
    # It gets a value of its own: what it changes there must not be what is released.
    inspection = _Inspection(check, draft.but(value=copied(draft.value)), evidence)
    reply: Any = None
    while True:
        request = yield Work(inspection.stepping(reply))
        if isinstance(request, Fault):
            inspection.fault = f"{request.code}: {request.message}"
            request = None
        if request is None or inspection.asks_too_much(request):
            return inspection.verdict()
        reply = yield request


def _verdict(
    name: str, findings: list[Finding], supports: list[Support], fault: str | None = None, *, decidable: bool
) -> Verdict:
    status: Status = "broken" if fault else "unsupported" if findings else "supported" if supports else "silent"
    return Verdict(
        check=name,
        status=status,
        decidable=decidable,
        findings=tuple(findings),
        supports=tuple(supports),
        fault=fault,
    )


def _fault_in(error: Exception) -> str:
    return clip(f"{type(error).__name__}: {said(error)}", 300)


class _Inspection:
    """A check of another package under way: what it has said so far, and how it goes on."""

    def __init__(self, check: AnyCheck, draft: Draft, evidence: Evidence) -> None:
        self.check, self.draft, self.evidence = check, draft, evidence
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
            self.fault = _TOO_MUCH
        return self.asked > MAX_ASKED

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
        if len(self.findings) + len(self.supports) >= MAX_SAID:
            self.fault = f"yielded more than {MAX_SAID} findings and supports"
            return False
        return True

    def _failed(self, error: Exception) -> None:
        self.fault = _fault_in(error)

    def verdict(self) -> Verdict:
        """Return what it came to."""
        return _verdict(
            check_name(self.check), self.findings, self.supports, self.fault, decidable=is_decidable(self.check)
        )


def _listened(said: object) -> Iterator[Any]:
    if not isinstance(said, Iterable) or isinstance(said, (str, bytes)):
        raise TypeError(f"returned {type(said).__name__}, expected findings and supports")
    return iter(said)
