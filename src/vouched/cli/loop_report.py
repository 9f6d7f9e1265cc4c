"""Words what a run over a data set of questions came to."""

from __future__ import annotations

from collections.abc import Iterator

from vouched.adapters.loop_rates import LoopRates, LoopRun
from vouched.cli.terminal import Terminal, visible, width_of
from vouched.text.clip import clip

__all__ = ["case_line", "rates_lines"]

_LABEL = 22


def case_line(run: LoopRun, *, terminal: Terminal) -> str:
    """Return the line about one case: whether it was released, how often was asked again, why not, and its question."""
    passed = run.outcome.status == "released"
    told = [f"retries={run.retries}", f"status={run.outcome.status}"]
    told += [f"reason={','.join(run.kinds)}"] if run.kinds else []
    told += [f"expected={'held' if run.holds else 'missed'}"] if passed and run.holds is not None else []
    told += [f"tag={run.tag}"] if run.tag else []
    mark = terminal.paint("[PASS]" if passed else "[FAIL]", "good" if passed else "bad")
    return f"{mark} {terminal.paint(visible(' '.join(told)), 'dim')}  {visible(clip(run.case.question, 120))}"


def rates_lines(rates: LoopRates, *, title: str, terminal: Terminal) -> Iterator[str]:
    """Yield the lines of the table: successes, retries, kinds of failure, tokens and seconds."""
    yield from terminal.wrap([(visible(title), "strong")])
    if not rates.cases:
        yield "(no cases)"
        return
    failed = rates.cases - rates.released
    yield from _row("successes", _share(rates.released, rates.cases), terminal)
    yield from _row("errors", _share(failed, rates.cases), terminal)
    yield from _row("avg retries", _average(rates.retries), terminal)
    yield from _row("avg retries on success", _average(rates.retries_released), terminal)
    if rates.expected:
        yield from _row("hold what is expected", f"{_share(rates.held, rates.expected)} of those released", terminal)
    each = rates.usage.tokens / rates.cases
    yield from _row(
        "tokens", f"{rates.usage.tokens:,} in {rates.usage.calls:,} calls, {each:,.1f} a question", terminal
    )
    yield from _row(
        "seconds a question", f"{rates.seconds_median:.3f} median, {rates.seconds_worst:.3f} worst", terminal
    )
    yield from _counts("statuses", rates.statuses, terminal)
    yield from _counts("failures", rates.kinds, terminal)
    if rates.tags:
        yield from _row("tags", "", terminal)
        for tag, cases, released in rates.tags:
            yield from _row(f"  {tag}", f"{released} of {cases} released", terminal)


def _counts(label: str, counted: tuple[tuple[str, int], ...], terminal: Terminal) -> Iterator[str]:
    if counted:
        yield from _row(label, "", terminal)
        widest = max(width_of(name) for name, _ in counted)
        for name, count in counted:
            yield from terminal.wrap([(f"{visible(name).ljust(widest)}  {count}", "")], first="    ", rest="      ")


def _row(label: str, told: str, terminal: Terminal) -> list[str]:
    lead = f"  {visible(label).ljust(_LABEL)} : " if told else f"  {visible(label)}"
    return terminal.wrap([(told, "")], first=lead, rest="    ") if told else [lead]


def _share(part: int, whole: int) -> str:
    return f"{part} / {whole} ({100 * part / whole:.1f}%)"


def _average(number: float | None) -> str:
    return "none" if number is None else f"{number:.2f}"
