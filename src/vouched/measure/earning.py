"""Proposes what each finding should set in motion, and from which doubt on, by what errors cost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from vouched.errors import UsageError
from vouched.measure.cases import MIXED
from vouched.measure.evaluating import Looked
from vouched.record import Record
from vouched.scorecard import ALL, Scorecard
from vouched.text.clip import clip

__all__ = ["Costs", "Proposal", "Threshold", "policy_text", "proposals", "threshold"]

Act = Literal["reask", "filter", "fallback", "stop"]
_STEPS = 200


class Costs(Record, frozen=True, kw_only=True):
    """What errors cost, in any unit: a good draft that is acted on, a bad one that is let pass, a person who looks.

    `bad_share` is the share of drafts that are bad where the policy will be used. Raises UsageError for what is none.
    """

    false_alarm: float = 1.0
    miss: float = 50.0
    hold: float = 5.0
    bad_share: float = 0.1

    def __post_init__(self) -> None:
        for name in ("false_alarm", "miss", "hold"):
            if not 0 < getattr(self, name) < math.inf:
                raise UsageError(f"Costs.{name}: expected a number above 0, saw {getattr(self, name)!r:.40}")
        if not 0 < self.bad_share < 1:
            raise UsageError(f"Costs.bad_share: expected a share between 0 and 1, saw {self.bad_share!r:.40}")


class Proposal(Record, frozen=True, kw_only=True):
    """What a finding should set in motion, and the cost of a draft by each way: told only, held, acted on.

    The worst that the measured intervals allow is reckoned with: most false alarms, fewest bad drafts caught.
    """

    check: str
    finding: str
    authority: str
    alarms: float
    caught: float
    costs: tuple[tuple[str, float], ...]

    @property
    def reason(self) -> str:
        """The reckoning in one line."""
        told = ", ".join(f"{name} {cost:.3f}" for name, cost in self.costs)
        rates = f"at most {100 * self.alarms:.1f} % false alarms, at least {100 * self.caught:.1f} % caught"
        return f"{rates}: a draft costs {told}"


class Threshold(Record, frozen=True, kw_only=True):
    """The doubt from which on a check should act, chosen on one half of the cases, and its cost on the other half.

    `shipped` is that other half's cost by the findings that the check has as it is.
    """

    check: str
    doubt: float
    cost: float
    shipped: float
    cases: int


def proposals(cards: Iterable[Scorecard], costs: Costs, *, act: Act = "reask") -> Iterator[Proposal]:
    """Yield, for each finding code of each scorecard, the authority that costs least.

    Of several languages the worst counts. What does not pay for certain is only told.
    """
    for card in cards:
        findings = sorted({each.finding for each in card.measured if each.kind == ALL} - {ALL})
        for finding in findings:
            seen = [
                each
                for each in card.measured
                if each.finding == finding and each.kind == ALL and each.language not in (ALL, MIXED)
            ]
            if not seen:
                continue
            alarms = max(each.false_alarms.upper for each in seen)
            caught = min(1 - each.misses.upper for each in seen)
            good, bad = (1 - costs.bad_share) * alarms, costs.bad_share * caught
            ways = (
                ("audit", bad * costs.miss),
                ("hold", (good + bad) * costs.hold),
                (act, good * costs.false_alarm),
            )
            authority = min(ways, key=lambda way: way[1])[0] if bad else "audit"
            yield Proposal(
                check=card.check, finding=finding, authority=authority, alarms=alarms, caught=caught, costs=ways
            )


def threshold(results: Iterable[Looked], place: int, check: str, costs: Costs) -> Threshold | None:
    """Return the doubt from which on the check at a place of the results should act; None where it tells none.

    Chosen on the cases whose digest is even, reckoned on the others, so that what is told was not chosen by.
    """
    bins: Counter[tuple[int, int, str]] = Counter()
    flagged: Counter[tuple[str, bool]] = Counter()
    for looked in results:
        seen = looked.seen[place]
        if looked.lang == MIXED or seen.status == "broken":
            continue
        half = int(looked.digest[-1], 16) % 2
        step = -1 if seen.doubt is None else round(seen.doubt * _STEPS)
        bins[half, step, looked.label] += 1
        if half:
            flagged[looked.label, seen.status == "unsupported"] += 1
    steps = sorted({step for half, step, _ in bins if half == 0 and step >= 0})
    if not steps:
        return None
    best = min([*steps, _STEPS + 1], key=lambda step: (_cost(bins, 0, step, costs), -step))
    shipped = _reckoned(
        flagged["good", True], flagged["good", False], flagged["bad", True], flagged["bad", False], costs
    )
    return Threshold(
        check=check,
        doubt=min(1.0, best / _STEPS),
        cost=_cost(bins, 1, best, costs),
        shipped=shipped,
        cases=sum(count for (half, _, _), count in bins.items() if half),
    )


def _cost(bins: Counter[tuple[int, int, str]], half: int, least: int, costs: Costs) -> float:
    def cases(label: str, *, acted: bool) -> int:
        return sum(
            count
            for (part, step, named), count in bins.items()
            if part == half and named == label and (step >= least) is acted
        )

    return _reckoned(
        cases("good", acted=True),
        cases("good", acted=False),
        cases("bad", acted=True),
        cases("bad", acted=False),
        costs,
    )


def _reckoned(acted_good: int, passed_good: int, acted_bad: int, passed_bad: int, costs: Costs) -> float:
    """Return what a draft costs where as many are bad as `bad_share` says."""
    alarms = acted_good / max(1, acted_good + passed_good)
    misses = passed_bad / max(1, acted_bad + passed_bad)
    return (1 - costs.bad_share) * alarms * costs.false_alarm + costs.bad_share * misses * costs.miss


def policy_text(found: Sequence[Proposal], files: Sequence[str], costs: Costs) -> str:
    """Return a policy file with what was proposed, the reason of each as a comment, and the limits that it needs."""
    told = f"a false alarm {costs.false_alarm:g}, a miss {costs.miss:g} and a person who looks {costs.hold:g}"
    lines = [
        f"# By the costs of {told}, where {100 * costs.bad_share:g} % of drafts are bad.",
        f"scorecards = [{', '.join(_quoted(each) for each in files)}]",
        "",
        "[limits]",
    ]
    for authority in dict.fromkeys(each.authority for each in found if each.authority != "audit"):
        worst = max(each.alarms for each in found if each.authority == authority)
        lines.append(f"{authority} = {math.ceil(worst * 1000) / 1000:g}")
    lines += ["", "[authority]", '"*" = "reask"']
    for each in found:
        lines += [f"# {each.reason}", f"{_quoted(f'{each.check}/{each.finding}')} = {_quoted(each.authority)}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a text as TOML writes it."""
    shown = clip(text, 300).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{shown}"'
