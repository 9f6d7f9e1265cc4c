"""Says what may follow: which check's findings have which authority, and what that makes of a draft."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, cast, get_args

from vouched.drafts import Draft
from vouched.errors import PolicyError
from vouched.outcomes import Action, Decision, Reason
from vouched.record import Record, Table, force_field, made_by
from vouched.scorecard import ALL, Scorecard, Standing, load_scorecard, shipped_scorecards, standing_of
from vouched.text.languages import written_in
from vouched.verdicts import Verdict

__all__ = [
    "AUTHORITIES",
    "LIMITS",
    "SETTINGS",
    "SHIPPED",
    "Authority",
    "Policy",
    "decide",
    "decided_by",
    "load_policy",
    "on_fail_policy",
    "placed",
]

Authority = Literal["audit", "filter", "reask", "fallback", "hold", "stop"]
AUTHORITIES: tuple[Authority, ...] = get_args(Authority)
_PRECEDENCE: tuple[Authority, ...] = ("stop", "hold", "reask", "fallback", "filter", "audit")
SHIPPED = "shipped"
# The upper bound of the false alarms that an estimate may have to set something in motion.
LIMITS: Mapping[Authority, float] = Table({"filter": 0.05, "reask": 0.05, "fallback": 0.05, "hold": 0.1, "stop": 0.01})
# What guardrails-ai and langcore-guardrails call what follows from a failure. What can be mended without judging is
# mended when an answer is read; of the rest, `fix` keeps what stands.
_ON_FAIL: dict[str, Authority] = {
    "reask": "reask",
    "filter": "filter",
    "fix": "filter",
    "noop": "audit",
    "exception": "stop",
    "refrain": "stop",
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "exhausted": ("stop", "hold", "fallback"),
    "silent": ("audit", "filter", "hold", "stop"),
    "broken": ("audit", "filter", "hold", "stop"),
    "unearned": ("audit", "hold"),
}


class Policy(Record, frozen=True, kw_only=True):
    """Which check has which authority, and what happens when retries end.

    `authority` maps patterns "check" or "check/code" (with * and ?) to an authority; of those that fit, the one with
    most literal characters wins. `exhausted`: what follows a finding worth a reask when no retry is left. `silent`:
    what follows for a claim that no check vouched for. `broken`: what a check that failed sets in motion.
    `unearned`: what is left of an estimate's authority that no scorecard has earned. `require`: checks of which each
    must vouch for a claim; without any, one check is enough.

    `scorecards` are files of scorecards, "shipped" for those of the package; `limits` the upper bounds on false alarms
    that an estimate needs for each authority, where not `LIMITS`; `misses` maps patterns as of `authority` to the upper
    bound on misses of findings that are meant to protect. `standing` is what `measured` makes of them. Raises
    PolicyError for anything that does not exist.
    """

    authority: Mapping[str, Authority] = made_by(lambda: {"*": "reask", "manifest/uncited_*": "audit"})
    exhausted: Literal["stop", "hold", "fallback"] = "stop"
    silent: Literal["audit", "filter", "hold", "stop"] = "filter"
    broken: Literal["audit", "filter", "hold", "stop"] = "hold"
    unearned: Literal["audit", "hold"] = "audit"
    require: tuple[str, ...] = ()
    scorecards: tuple[str | Scorecard, ...] = (SHIPPED,)
    limits: Mapping[str, float] = {}
    misses: Mapping[str, float] = {}
    standing: Mapping[str, Standing] = {}

    def __post_init__(self) -> None:
        for key, choices in _CHOICES.items():
            _expect(key, getattr(self, key), choices)
        if not isinstance(self.authority, Mapping):
            raise PolicyError(f"authority: expected a table of patterns, saw {type(self.authority).__name__}")
        force_field(self, "authority", Table(self.authority))
        for pattern, authority in self.authority.items():
            _expect(f"authority.{pattern!r}", authority, AUTHORITIES)
        if isinstance(self.require, str) or not all(isinstance(name, str) for name in self.require):
            raise PolicyError(f"require: expected a list of check names, saw {self.require!r:.80}")
        if isinstance(self.scorecards, str) or not all(isinstance(each, (str, Scorecard)) for each in self.scorecards):
            raise PolicyError(f"scorecards: expected a list of files, saw {self.scorecards!r:.80}")
        for key in ("limits", "misses"):
            _expect_shares(key, getattr(self, key))
        for name in self.limits:
            _expect(f"limits.{name!r}", name, tuple(LIMITS))

    def measured(self, checks: Mapping[str, object]) -> Policy:
        """Return the policy with how each of these checks, by its name, stands by the scorecards.

        Only checks that estimate need any. Raises ScorecardError for a file that is no scorecard.
        """
        if not checks:
            return self
        cards: list[Scorecard] = []
        for each in self.scorecards:
            if isinstance(each, Scorecard):
                cards.append(each)
            else:
                cards += shipped_scorecards() if each == SHIPPED else (load_scorecard(each),)
        standing = {name: standing_of(check, name, cards) for name, check in checks.items()}
        return self.but(standing={**self.standing, **standing})

    def of(
        self, check: str, code: str, *, decidable: bool = True, text: str = "", language: str | None = None
    ) -> tuple[Authority, str]:
        """Return the authority of a check's finding, and the rule that gave it. Without a rule it may stop.

        An estimate's is what it has earned in `language`, else in that of `text`, in all where that is not known.
        """
        place = f"{check}/{code}"
        fitting = [
            pattern for pattern in self.authority if fnmatchcase(place, pattern) or fnmatchcase(place, f"{pattern}/*")
        ]
        if not fitting:
            return "stop", "no rule"
        rule = max(fitting, key=lambda pattern: (len(pattern.replace("*", "").replace("?", "")), pattern))
        authority = self.authority[rule]
        if not decidable and AUTHORITIES.index(authority) > AUTHORITIES.index("audit"):
            return self._earned(check, code, authority, rule, language or written_in(text) or ALL)
        return authority, f"{rule} = {authority}"

    def _earned(
        self, check: str, finding: str, authority: Authority, rule: str, language: str
    ) -> tuple[Authority, str]:
        standing = self.standing.get(check)
        if standing is None:
            return self.unearned, f"{rule} = {authority}, not earned by a scorecard"
        place = f"{check}/{finding}"
        wanted = [
            limit
            for pattern, limit in self.misses.items()
            if fnmatchcase(place, pattern) or fnmatchcase(place, f"{pattern}/*")
        ]
        most = self.limits.get(authority, LIMITS[authority])
        has_earned, why = standing.earns(
            finding, language=language, most=most, most_missed=min(wanted) if wanted else None
        )
        if has_earned:
            return authority, f"{rule} = {authority}, earned: {why}"
        return self.unearned, f"{rule} = {authority}, not earned by a scorecard: {why}"


# What a file may set; `standing` is worked out.
SETTINGS: tuple[str, ...] = tuple(name for name in Policy.__struct_fields__ if name != "standing")


def on_fail_policy(on_fail: str | Mapping[str, str]) -> Policy:
    """Return the policy that the `on_fail` of other packages stands for: one word, or one for each check or pattern.

    reask asks again, filter and fix leave the claim out, noop only tells, exception and refrain release nothing. A
    check that has no word of its own is asked again. Raises PolicyError for any other word.
    """
    table = {"*": on_fail} if isinstance(on_fail, str) else on_fail
    if not isinstance(table, Mapping):
        raise PolicyError(f"on_fail: expected a word or a table of checks, saw {type(on_fail).__name__}")
    for pattern, word in table.items():
        _expect(f"on_fail.{pattern!r}", word, tuple(_ON_FAIL))
    return Policy(authority={"*": "reask", **{pattern: _ON_FAIL[word] for pattern, word in table.items()}})


def _expect(key: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise PolicyError(f"{key}: expected one of {', '.join(choices)}, saw {value!r:.60}")


def _expect_shares(key: str, table: object) -> None:
    if not isinstance(table, Mapping):
        raise PolicyError(f"{key}: expected a table of shares, saw {type(table).__name__}")
    for name, share in table.items():
        is_number = isinstance(share, (int, float)) and not isinstance(share, bool)
        if not (is_number and 0 < share <= 1):
            raise PolicyError(f"{key}.{name!r:.60}: expected a share above 0, up to 1, saw {share!r:.60}")


def placed(table: Mapping[str, object], folder: Path | None) -> dict[str, object]:
    """Return the settings of a policy's table with lists as tuples, and files of scorecards beside its own file."""
    made = {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
    cards = made.get("scorecards")
    if folder is not None and isinstance(cards, tuple):
        beside = (each == SHIPPED or not isinstance(each, str) for each in cards)
        made["scorecards"] = tuple(
            each if stays else str(folder / each) for each, stays in zip(cards, beside, strict=True)
        )
    return made


def load_policy(path: str | Path) -> Policy:
    """Return the policy of a TOML file. Raises PolicyError that names the file, the key and what it may be."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"{path}: expected a readable UTF-8 file, saw {type(error).__name__}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"{path}: expected TOML, saw {error}") from error
    known = SETTINGS
    for key in table:
        if key not in known:
            line = next(
                (n for n, row in enumerate(text.splitlines(), 1) if row.strip().startswith((key, f"[{key}"))), 1
            )
            raise PolicyError(f"{path}:{line}: expected one of {', '.join(known)}, saw {key!r:.60}")
    try:
        return Policy(**placed(table, Path(path).parent))  # type: ignore[arg-type]
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from None


def decide(
    draft: Draft,
    verdicts: tuple[Verdict, ...],
    policy: Policy,
    *,
    retries_left: int = 0,
    has_fallback: bool = False,
) -> Decision:
    """Return what follows from the verdicts on a draft: stop > hold > reask > fallback > filter > audit.

    A reask without `retries_left` becomes what `policy.exhausted` says; a fallback that nobody gave becomes a stop.
    A filter drops the claims that carry the findings; when it would drop all, or the finding is of the whole
    draft, it stops; but while retries are left and a claim that nothing vouched for is why, it asks again. A draft of
    which nothing could be read is worth a reask at least, whatever audits its findings.
    """
    if not policy.require and _stands(draft, verdicts):
        return Decision(action="release", kept=tuple(range(len(draft.claims))))
    reasons = [*_of_findings(draft, verdicts, policy), *_of_broken(verdicts, policy)]
    # A finding that is only told says nothing for its claim: whether any check vouched for that is asked all the same.
    judged = {reason.claim for reason in reasons if reason.authority != "audit"}
    reasons += _of_silence(draft, verdicts, policy, judged=judged)
    if draft.value is None and not draft.claims and all(reason.authority == "audit" for reason in reasons):
        reasons.append(Reason("reask", "nothing was read", "there is no answer that could be released"))
    resolved = [_resolved(reason, policy, retries_left, has_fallback=has_fallback) for reason in reasons]
    action: str = next((authority for authority in _PRECEDENCE if authority in resolved), "audit")
    dropped = {reason.claim for reason in reasons if reason.authority == "filter"}
    kept = tuple(index for index in range(len(draft.claims)) if index not in dropped)
    if action == "filter" and not kept:
        # A model that cited nothing, or nothing that stands, may do so when it is asked again.
        again = retries_left > 0 and any(reason.rule == _silence(policy) for reason in reasons)
        action = "reask" if again else "stop"
        reasons.append(Reason(action, "filter", "nothing would be left"))
    if action == "audit":
        action = "release"
    kept = kept if action in ("release", "filter") else ()
    return Decision(action=cast("Action", action), kept=kept, reasons=tuple(reasons))


def decided_by(
    decision: Decision, why: list[Reason], policy: Policy, *, retries_left: int = 0, has_fallback: bool = False
) -> Decision:
    """Return a filter's decision as it stands once more reasons, of what it would leave, are known.

    A filter has nothing more to leave out of what it leaves: it asks again while retries are left, and stops.
    """
    if not why:
        return decision
    again = retries_left > 0
    resolved = [
        ("reask" if again else "stop")
        if reason.authority == "filter"
        else _resolved(reason, policy, retries_left, has_fallback=has_fallback)
        for reason in why
    ]
    action = next((authority for authority in _PRECEDENCE if authority in resolved), "stop")
    return Decision(action=cast("Action", action), reasons=(*decision.reasons, *why))


def _stands(draft: Draft, verdicts: tuple[Verdict, ...]) -> bool:
    """Whether no check found anything or broke, and a check vouched for each claim: nothing is left to decide then."""
    vouched: set[int | None] = set()
    for verdict in verdicts:
        if verdict.findings or verdict.status == "broken":
            return False
        for support in verdict.supports:
            if support.vouches:
                vouched.add(support.claim)
    return vouched.issuperset(range(len(draft.claims))) if draft.claims else None in vouched


def _resolved(reason: Reason, policy: Policy, retries_left: int, *, has_fallback: bool) -> str:
    """Return what a reason's authority comes to, now that retries, fallbacks and what can be left out are known."""
    authority = reason.authority
    if authority == "reask" and retries_left <= 0:
        authority = policy.exhausted
    if authority == "fallback" and not has_fallback:
        return "stop"
    is_silence = reason.rule == _silence(policy)
    return "stop" if authority == "filter" and reason.claim is None and not is_silence else authority


def _of_findings(draft: Draft, verdicts: tuple[Verdict, ...], policy: Policy) -> list[Reason]:
    reasons = []
    for verdict in verdicts:
        for finding in verdict.findings:
            authority, rule = policy.of(verdict.check, finding.code, decidable=verdict.decidable, text=draft.raw)
            reasons.append(Reason(authority, rule, f"{verdict.check}/{finding.code}", finding.claim))
    return reasons


def _of_broken(verdicts: tuple[Verdict, ...], policy: Policy) -> list[Reason]:
    return [
        Reason(policy.broken, f"broken = {policy.broken}", f"{verdict.check} is broken: {verdict.fault}")
        for verdict in verdicts
        if verdict.status == "broken"
    ]


def _silence(policy: Policy) -> str:
    return f"silent = {policy.silent}"


def _is_empty(draft: Draft, verdicts: tuple[Verdict, ...]) -> bool:
    """Whether a draft is an empty list or object; that says nothing, so that only its finding is decided on."""
    found = ((finding.check, finding.code) for verdict in verdicts for finding in verdict.findings)
    return isinstance(draft.value, (dict, list)) and ("read", "empty") in found


def _of_silence(
    draft: Draft, verdicts: tuple[Verdict, ...], policy: Policy, *, judged: set[int | None]
) -> list[Reason]:
    """Return a reason for each claim, not yet `judged`, that too few checks vouched for, and for a claimless draft."""
    vouched: dict[int | None, set[str]] = {}
    for verdict in verdicts:
        if verdict.status != "broken":
            for support in verdict.supports:
                if support.vouches:
                    vouched.setdefault(support.claim, set()).add(verdict.check)
    rule = _silence(policy)
    if not draft.claims and None not in vouched and not judged and not _is_empty(draft, verdicts):
        return [Reason(policy.silent, rule, "no check had anything to look at")]
    reasons = []
    for index in range(len(draft.claims)):
        missing = [name for name in policy.require if name not in vouched.get(index, set())]
        if index not in judged and (missing or index not in vouched):
            wanting = f"{', '.join(missing)} did not vouch" if missing else "no check vouched"
            reasons.append(Reason(policy.silent, rule, f"{wanting} for it", index))
    return reasons
