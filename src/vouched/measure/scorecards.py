"""Counts results into scorecards: one for each check, its rates by finding code, language and kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from vouched.measure.cases import MIXED
from vouched.measure.evaluating import Looked, Seen, SeenRewritten
from vouched.measure.rates import rate_of
from vouched.measure.running import Plan, Read
from vouched.ports import AnyCheck
from vouched.run.checking import check_name
from vouched.scorecard import ALL, Measured, Rewriting, Scorecard, settings_of

__all__ = ["scorecards"]

_MOST_KINDS = 60
# Doubts are counted in steps, so that any number of cases fits.
_STEPS = 200
Group = tuple[str, str, str]


def scorecards(results: Iterable[Looked], checks: Sequence[AnyCheck], plan: Plan, read: Read) -> tuple[Scorecard, ...]:
    """Return the scorecard of each check, in their order; results are looked at one at a time."""
    tallies = [_Tally() for _ in checks]
    classes: Counter[tuple[str, str]] = Counter()
    seen: set[str] = set()
    for looked in results:
        # A line that was written twice, by two runs at once, counts once.
        if looked.digest in seen:
            continue
        seen.add(looked.digest)
        classes[looked.lang, looked.label] += 1
        for place, tally in enumerate(tallies):
            tally.add(looked, place)
    empty = tuple(
        f"{language}/{label}"
        for language in sorted({language for language, _ in classes})
        for label in ("good", "bad")
        if not classes[language, label]
    )
    return tuple(
        Scorecard(
            check=check_name(check),
            version=plan.version,
            settings=settings_of(check),
            data=read.origins,
            data_hash=read.data_hash,
            cases=sum(classes.values()),
            measured=tally.measured(),
            rewritings=tally.rewritings(),
            apart=read.apart,
            empty=empty,
            milliseconds=round(tally.milliseconds / tally.cases, 3) if tally.cases else None,
            curve=tally.curve(),
        )
        for check, tally in zip(checks, tallies, strict=True)
    )


class _Tally:
    """What one check said of all cases so far."""

    def __init__(self) -> None:
        self.cases = 0
        self.milliseconds = 0.0
        # By language and kind: how many of a label there are, and of which the check said nothing, or broke.
        self._of: Counter[tuple[str, str, str, str]] = Counter()
        # By finding code, language, kind and label.
        self._found: Counter[tuple[str, str, str, str]] = Counter()
        self._rewritten: Counter[tuple[str, str, bool, str]] = Counter()
        self._bins: Counter[tuple[int, str]] = Counter()

    def add(self, looked: Looked, place: int) -> None:
        """Count what the check at a place of the results said."""
        seen = looked.seen[place]
        self.cases += 1
        self.milliseconds += seen.milliseconds
        kinds = (ALL, *looked.kinds, f"set:{looked.origin}")
        # What is in no language's rate is in no rate of all languages either.
        languages = (MIXED,) if looked.lang == MIXED else (ALL, looked.lang)
        state = seen.status if seen.status in ("silent", "broken") else "spoke"
        for language in languages:
            for kind in kinds if language != MIXED else (ALL,):
                self._of[language, kind, looked.label, state] += 1
                if seen.status == "unsupported":
                    for finding in (ALL, *seen.findings):
                        self._found[finding, language, kind, looked.label] += 1
        if seen.doubt is not None and looked.lang != MIXED:
            self._bins[round(seen.doubt * _STEPS), looked.label] += 1
        for each in looked.rewritten:
            self._add_rewritten(each, seen, each.seen[place], looked.lang)

    def _add_rewritten(self, rewritten: SeenRewritten, before: Seen, after: Seen, language: str) -> None:
        if "broken" in (before.status, after.status):
            return
        key = rewritten.name, language, rewritten.keeps
        was, is_found = before.status == "unsupported", after.status == "unsupported"
        if rewritten.keeps:
            self._rewritten[(*key, "of")] += 1
            self._rewritten[(*key, "seen")] += was != is_found
        elif not was:
            self._rewritten[(*key, "of")] += 1
            self._rewritten[(*key, "seen")] += is_found

    def measured(self) -> tuple[Measured, ...]:
        """Return the rates: all first, then by finding code, language and kind."""
        codes = [ALL, *sorted({finding for finding, *_ in self._found} - {ALL})]
        languages = [ALL, *sorted({language for language, *_ in self._of} - {ALL})]
        kinds = Counter({kind: 0 for _, kind, *_ in self._of})
        for (language, kind, *_), count in self._of.items():
            kinds[kind] += count if language == ALL else 0
        common = [kind for kind, _ in kinds.most_common(_MOST_KINDS + 1) if kind != ALL]
        groups: list[Group] = [(finding, language, ALL) for finding in codes for language in languages]
        groups += [(ALL, ALL, kind) for kind in sorted(common)]
        return tuple(self._measured(group) for group in groups)

    def _measured(self, group: Group) -> Measured:
        finding, language, kind = group

        def cases_of(label: str, *states: str) -> int:
            return sum(self._of[language, kind, label, state] for state in states)

        bad = cases_of("bad", "spoke", "silent")
        return Measured(
            finding=finding,
            language=language,
            kind=kind,
            false_alarms=rate_of(self._found[finding, language, kind, "good"], cases_of("good", "spoke")),
            misses=rate_of(bad - self._found[finding, language, kind, "bad"], bad),
            silent=cases_of("good", "silent") + cases_of("bad", "silent"),
            broken=cases_of("good", "broken") + cases_of("bad", "broken"),
        )

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return what was made of each rewrite, by language."""
        keys = sorted({key[:3] for key in self._rewritten}, key=lambda key: (not key[2], key[0], key[1]))
        return tuple(
            Rewriting(
                name=name,
                language=language,
                keeps=keeps,
                seen=rate_of(
                    self._rewritten[name, language, keeps, "seen"], self._rewritten[name, language, keeps, "of"]
                ),
            )
            for name, language, keeps in keys
        )

    def curve(self) -> tuple[tuple[float, int, int], ...]:
        """Return the doubts that were told, in steps, each with its good and bad cases."""
        steps = sorted({step for step, _ in self._bins})
        return tuple((step / _STEPS, self._bins[step, "good"], self._bins[step, "bad"]) for step in steps)
