"""Words what a run came to: its model, its attempts, and what they cost."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator

from vouched.adapters.report_words import title_of
from vouched.cli.terminal import Terminal, visible
from vouched.outcomes import Attempt, Outcome, Usage

__all__ = ["cost_in_words", "run_lines"]

_ACTIONS = {
    "release": "released",
    "filter": "released in part",
    "fallback": "replaced",
    "reask": "asked again",
    "hold": "held",
    "stop": "nothing released",
}
_MOST_ATTEMPTS = 20


def run_lines(outcome: Outcome, *, model: str, terminal: Terminal, store: str | None = None) -> Iterator[str]:
    """Yield a line on the whole run, one on each attempt where there were several, and where it is kept."""
    count = len(outcome.attempts)
    told = f"{visible(model)}, {count} attempt{'' if count == 1 else 's'}, "
    told += cost_in_words(outcome.usage, outcome.seconds)
    yield from _led("run", told, terminal)
    if count > 1:
        for attempt in outcome.attempts[:_MOST_ATTEMPTS]:
            yield from _led(f"  {attempt.number}", _attempt(attempt), terminal)
        if count > _MOST_ATTEMPTS:
            yield from _led("", f"and {count - _MOST_ATTEMPTS} more", terminal)
    if store is not None and outcome.run_id is not None:
        yield from _led("kept", f"{visible(store)}, as {visible(outcome.run_id)}", terminal)
        if outcome.status == "held":
            shown = shlex.join(["vouched", "review", "show", outcome.run_id, "--store", store])
            yield from _led("", visible(shown), terminal)
    yield ""


def cost_in_words(usage: Usage, seconds: float) -> str:
    """Return tokens and seconds in words."""
    return f"{usage.tokens:,} token{'' if usage.tokens == 1 else 's'}, {seconds:.2f} seconds"


def _attempt(attempt: Attempt) -> str:
    titles = Counter(title_of(finding) for verdict in attempt.verdicts for finding in verdict.findings)
    lowered = (
        f"{title[0].lower()}{title[1:]}" + (f" ({times} times)" if times > 1 else "") for title, times in titles.items()
    )
    why = "; ".join(lowered)
    action = _ACTIONS[attempt.decision.action]
    return f"{action}{f' since {why}' if why else ''}, {cost_in_words(attempt.usage, attempt.seconds)}"


def _led(label: str, told: str, terminal: Terminal) -> list[str]:
    lead = f"  {label:<9}"
    return terminal.wrap([(told, "dim")], first=terminal.paint(lead, "dim"), rest=" " * len(lead))
