"""Runs checks over many cases on all cores, keeps each result as it comes, and goes on where it was cut short."""

from __future__ import annotations

import hashlib
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from vouched.errors import UsageError
from vouched.measure.cases import Apart, Case
from vouched.measure.check_specs import check_of
from vouched.measure.evaluating import Looked, digest_of, evaluated
from vouched.ports import AnyCheck
from vouched.record import Record, from_json, made_by, to_json
from vouched.run.checking import check_name
from vouched.scorecard import version_now
from vouched.text.sentences import sentences

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

__all__ = ["Plan", "Read", "cores", "results", "run_cases"]

RESULTS = "results.jsonl"
_ROOMS, _CODE = ("checks", "measure", "run", "text"), (".json", ".py", ".toml", ".txt")
_CHUNK, _AHEAD = 16, 4
_LENT = 3
_MOST_TOLD = 20
_LONGEST_LENT = 300
Task = tuple[Case, tuple[str, ...]]
_checks: dict[str, AnyCheck] = {}


class Plan(Record, frozen=True, kw_only=True):
    """What is measured: the checks as they were named, the seed of the rewrites, and whether there are any.

    `version` is that of vouched; results of another plan are none of this one.
    """

    checks: tuple[str, ...]
    seed: int = 0
    rewrites: bool = True
    version: str = made_by(version_now)

    def made(self) -> tuple[AnyCheck, ...]:
        """Return the checks. Raises UsageError where one does not exist or two have one name."""
        made = tuple(check_of(spec) for spec in self.checks)
        names = [check_name(check) for check in made]
        if not made or len(set(names)) < len(names):
            raise UsageError(f"--checks: expected checks with distinct names, saw {', '.join(names) or 'none'}")
        return made


class Read(Record, frozen=True, kw_only=True):
    """What was read: how many cases, their hash, and what was told apart, counted and the first of them shown."""

    cases: int
    data_hash: str
    apart: dict[str, int]
    shown: tuple[Apart, ...] = ()
    origins: tuple[str, ...] = ()
    reused: int = 0


def run_cases(
    cases: Iterable[Case | Apart],
    plan: Plan,
    out: Path,
    *,
    jobs: int = 1,
    done: Callable[[str], None] = lambda _: None,
) -> Read:
    """Return what was read, and keep what the checks say of each case in `out/results.jsonl`.

    `jobs` processes share the work; no more than a few chunks wait. `done` is told the id of each case. What is in the
    file already is not done again, and what is there of cases that are none of these is taken out. Raises UsageError
    where the folder holds results of another plan or code, and where a check ends its process.
    """
    kept = _kept(out, plan)
    apart: Counter[str] = Counter()
    shown: list[Apart] = []
    origins: dict[str, None] = {}
    counts: Counter[str] = Counter()
    hashed = hashlib.sha256()
    present: set[str] = set()

    def wanted() -> Iterator[Task]:
        for case, lent in _lending(cases, apart, shown):
            others = lent if plan.rewrites else ()
            counts["cases"] += 1
            origins[case.origin] = None
            hashed.update(digest_of(case, ()).encode())
            digest = digest_of(case, others)
            present.add(digest)
            if digest in kept:
                counts["reused"] += 1
                done(case.id)
            else:
                yield case, others

    with (out / RESULTS).open("ab") as file:
        for looked in _worked(wanted(), plan, jobs):
            _write(file, looked)
            done(looked.id)
    if not kept <= present:
        _without_others(out / RESULTS, present)
    return Read(
        cases=counts["cases"],
        data_hash=hashed.hexdigest(),
        apart=dict(sorted(apart.items())),
        shown=tuple(shown),
        origins=tuple(sorted(origins)),
        reused=counts["reused"],
    )


def results(out: Path) -> Iterator[Looked]:
    """Yield the results that are kept in a folder, one at a time."""
    with (out / RESULTS).open("rb") as file:
        file.readline()
        for line in file:
            yield from_json(line, kind=Looked)


def _kept(out: Path, plan: Plan) -> set[str]:
    """Return the digests of the results that are there; a line that was cut short is taken away."""
    path = out / RESULTS
    out.mkdir(parents=True, exist_ok=True)
    head = (to_json({"plan": plan, "code": _code_of(plan)}) + "\n").encode()
    if not path.exists() or path.stat().st_size < len(head):
        path.write_bytes(head)
        return set()
    found = set()
    with path.open("rb+") as file:
        if file.readline() != head:
            raise UsageError(f"--out {out}: expected an empty folder, or results of the same checks, settings and code")
        good = file.tell()
        for line in file:
            if not line.endswith(b"\n"):
                break
            good += len(line)
            found.add(from_json(line, kind=_Digest).digest)
        file.truncate(good)
    return found


def _without_others(path: Path, present: set[str]) -> None:
    """Leave in a file of results only those whose digests are present."""
    beside = path.with_suffix(".part")
    with path.open("rb") as file, beside.open("wb") as left:
        left.write(file.readline())
        left.writelines(line for line in file if from_json(line, kind=_Digest).digest in present)
    beside.replace(path)


def _code_of(plan: Plan) -> str:
    """Return the SHA-256 of what results depend on besides the cases: the code of the checks, ours and theirs."""
    hashed = hashlib.sha256()
    package = Path(__file__).parent.parent
    ours = (path for room in _ROOMS for path in sorted((package / room).rglob("*")) if path.suffix in _CODE)
    theirs = [Path(spec.partition("{")[0].rpartition(":")[0]) for spec in plan.checks]
    for path in (*ours, *(each for each in theirs if each.suffix == ".py" and each.is_file())):
        hashed.update(path.name.encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()


class _Digest(Record, frozen=True):
    digest: str


def _lending(cases: Iterable[Case | Apart], apart: Counter[str], shown: list[Apart]) -> Iterator[Task]:
    """Yield each case with sentences of the one before it that has other documents."""
    lent: tuple[str, ...] = ()
    lender: Case | None = None
    before: dict[str, tuple[str, ...]] = {}
    for case in cases:
        if isinstance(case, Apart):
            apart[case.why] += 1
            if len(shown) < _MOST_TOLD:
                shown.append(case)
            continue
        if lender is not None and lender.documents != case.documents:
            before[lender.lang] = lent
        yield case, before.get(case.lang, ())
        lent, lender = _sentences(case), case


def _sentences(case: Case) -> tuple[str, ...]:
    text = case.draft if isinstance(case.draft, str) else ""
    found = (span.of(text) for span in islice(sentences(text[:20_000]), 20))
    return tuple(islice((each for each in found if len(each) <= _LONGEST_LENT), _LENT))


def _worked(tasks: Iterator[Task], plan: Plan, jobs: int) -> Iterator[Looked]:
    if jobs <= 1:
        _prepare(plan)
        for task in tasks:
            yield from _evaluate(plan, [task])
        return
    import multiprocessing
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(plan,)) as pool:
        try:
            yield from _ahead(tasks, plan, pool, jobs * _AHEAD)
        except BrokenExecutor:
            raise UsageError("--checks: expected checks that end no process, saw one that ended") from None
        finally:
            pool.shutdown(cancel_futures=True)


def _ahead(tasks: Iterator[Task], plan: Plan, pool: ProcessPoolExecutor, most: int) -> Iterator[Looked]:
    waiting: deque[Future[list[Looked]]] = deque()
    while True:
        while len(waiting) < most and (chunk := list(islice(tasks, _CHUNK))):
            waiting.append(pool.submit(_evaluate, plan, chunk))
        if not waiting:
            return
        yield from waiting.popleft().result()


def _begin(plan: Plan) -> None:
    """Make ready a process that shares the work; who is interrupted is the one that gave it out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepare(plan)


def _prepare(plan: Plan) -> None:
    """Make the checks of a plan."""
    _checks.clear()
    _checks.update(zip(plan.checks, plan.made(), strict=True))


def _evaluate(plan: Plan, tasks: Sequence[Task]) -> list[Looked]:
    checks = tuple(_checks.values())
    return [evaluated(case, checks, seed=plan.seed, others=others, rewrites=plan.rewrites) for case, others in tasks]


def _write(file: BinaryIO, looked: Looked) -> None:
    file.write(to_json(looked).encode() + b"\n")
    file.flush()


def cores() -> int:
    """Return how many cores this process may use."""
    available: Any = getattr(os, "sched_getaffinity", None)
    return len(available(0)) if available is not None else os.cpu_count() or 1
