"""Policy says what follows: findings carry no authority, and nobody in favour means no."""

from pathlib import Path
from typing import Any

import pytest

from vouched import Claim, Draft, Finding, Policy, Support, Verdict, decide, load_policy, on_fail_policy
from vouched.errors import PolicyError

DRAFT = Draft(raw="", kind="json", claims=(Claim(text="a"), Claim(text="b")))


def verdict(
    check: str = "quotes", *, codes: dict[int | None, str] | None = None, ok: tuple[int, ...] = (), **kw: Any
) -> Verdict:
    """Return a verdict with a finding of a code for each claim in `codes` and a support for each in `ok`."""
    findings = tuple(Finding(check=check, code=code, claim=claim) for claim, code in (codes or {}).items())
    supports = tuple(Support(check=check, claim=claim) for claim in ok)
    status = kw.pop("status", "unsupported" if findings else "supported" if supports else "silent")
    decidable = kw.pop("decidable", True)
    return Verdict(check=check, status=status, decidable=decidable, findings=findings, supports=supports, **kw)


def test_all_vouched_for_is_released() -> None:
    """Every claim with a support and none with a finding: release."""
    decision = decide(DRAFT, (verdict(ok=(0, 1)),), Policy())
    assert (decision.action, decision.kept) == ("release", (0, 1))


def test_silence_is_not_approval() -> None:
    """What no check vouched for is left out; a draft of which nothing is vouched for is stopped."""
    assert decide(DRAFT, (verdict(ok=(0,)),), Policy()).kept == (0,)
    assert decide(DRAFT, (verdict(),), Policy()).action == "stop"
    assert decide(Draft(raw="", kind="json"), (), Policy()).action == "stop"
    assert decide(DRAFT, (verdict(),), Policy(silent="audit")).action == "release"


def test_a_finding_that_is_only_told_is_no_voucher() -> None:
    """A claim of which an audited finding speaks, and nothing else, is one that no check vouched for."""
    told = verdict("critic", codes={0: "rejected_claim"}, decidable=False)
    assert decide(DRAFT, (told,), Policy()).action == "stop"
    assert decide(DRAFT, (told, verdict(ok=(1,))), Policy()).kept == (1,)
    assert decide(DRAFT, (told, verdict(ok=(0, 1))), Policy()).kept == (0, 1)
    weak = verdict(codes={0: "weak_quote"}, ok=(1,))
    assert decide(DRAFT, (weak,), Policy(authority={"*": "audit"})).kept == (1,)
    assert decide(DRAFT, (weak,), Policy(authority={"*": "audit"}, silent="audit")).kept == (0, 1)


def test_a_broken_check_is_not_approval() -> None:
    """A check that failed holds the draft, whatever the others say and whatever it said before."""
    broken = verdict("mine", ok=(0, 1), status="broken", fault="ValueError: x")
    assert decide(DRAFT, (verdict(ok=(0, 1)), broken), Policy()).action == "hold"
    assert decide(DRAFT, (broken,), Policy(broken="audit")).action == "stop"


def test_what_only_surrounds_a_claim_does_not_vouch_for_it() -> None:
    """An unaltered document or an admitted host is no reason to release what was said of it."""
    beside = tuple(Support(check="manifest", claim=claim, vouches=False) for claim in (0, 1))
    surrounding = Verdict(check="manifest", status="supported", decidable=True, supports=beside)
    assert decide(DRAFT, (surrounding,), Policy()).action == "stop"
    assert decide(DRAFT, (surrounding, verdict(ok=(1,))), Policy()).kept == (1,)


def test_an_altered_document_that_nobody_cites_is_only_told() -> None:
    """By default what is wrong with an uncited document stops no claim."""
    uncited = verdict("manifest", codes={None: "uncited_hash_mismatch"})
    assert decide(DRAFT, (verdict(ok=(0, 1)), uncited), Policy()).action == "release"


@pytest.mark.parametrize(
    ("authorities", "wanted"),
    [
        ({"a": "audit", "b": "filter"}, "filter"),
        ({"a": "filter", "b": "fallback"}, "fallback"),
        ({"a": "fallback", "b": "reask"}, "reask"),
        ({"a": "reask", "b": "hold"}, "hold"),
        ({"a": "hold", "b": "stop"}, "stop"),
        ({"a": "audit", "b": "audit"}, "release"),
    ],
)
def test_the_stronger_authority_wins(authorities: dict[str, Any], wanted: str) -> None:
    """Inside one decision: stop > hold > reask > fallback > filter > audit."""
    verdicts = (verdict(ok=(0, 1)), verdict("a", codes={0: "x"}), verdict("b", codes={0: "y"}))
    decision = decide(DRAFT, verdicts, Policy(authority=authorities), retries_left=1, has_fallback=True)
    assert decision.action == wanted


def test_without_retries_a_reask_becomes_what_follows_exhaustion() -> None:
    """`exhausted` decides; a fallback that nobody gave is a stop."""
    verdicts = (verdict(codes={0: "x"}, ok=(1,)),)
    for exhausted, action in [("stop", "stop"), ("hold", "hold"), ("fallback", "fallback")]:
        assert decide(DRAFT, verdicts, Policy(exhausted=exhausted), has_fallback=True).action == action  # type: ignore[arg-type]
    assert decide(DRAFT, verdicts, Policy(exhausted="fallback")).action == "stop"


def test_a_filter_drops_the_smallest_unit_and_never_all() -> None:
    """The claim with the finding goes; if nothing would be left, or the whole draft is at fault, it stops."""
    policy = Policy(authority={"*": "filter"})
    assert decide(DRAFT, (verdict(codes={0: "x"}, ok=(1,)),), policy).kept == (1,)
    assert decide(DRAFT, (verdict(codes={0: "x", 1: "x"}),), policy).action == "stop"
    assert decide(DRAFT, (verdict(codes={None: "x"}, ok=(0, 1)),), policy).action == "stop"


def test_the_most_specific_rule_wins_and_without_a_rule_it_stops() -> None:
    """check/code beats check/*, which beats *; a finding that no rule covers may stop."""
    policy = Policy(authority={"*": "stop", "quotes": "hold", "quotes/weak_*": "filter", "quotes/weak_quote": "audit"})
    assert policy.of("quotes", "weak_quote")[0] == "audit"
    assert policy.of("quotes", "weak_anchor")[0] == "filter"
    assert policy.of("quotes", "altered_quote")[0] == "hold"
    assert policy.of("citations", "unknown_document")[0] == "stop"
    assert Policy(authority={"quotes": "audit"}).of("citations", "x")[0] == "stop"


def test_an_estimate_without_a_scorecard_may_only_audit_or_hold() -> None:
    """A check that does not say that it is decidable is lowered, and the decision says so."""
    verdicts = (verdict(ok=(0, 1)), verdict("guess", codes={0: "x"}, decidable=False))
    decision = decide(DRAFT, verdicts, Policy(authority={"*": "stop"}))
    assert decision.action == "release"
    assert "not earned" in decision.reasons[0].rule
    assert decide(DRAFT, verdicts, Policy(authority={"*": "stop"}, unearned="hold")).action == "hold"


def test_required_checks_must_each_vouch() -> None:
    """With `require`, a claim that only another check vouched for is left out."""
    verdicts = (verdict("citations", ok=(0, 1)), verdict("quotes", ok=(1,)))
    assert decide(DRAFT, verdicts, Policy(require=("quotes",))).kept == (1,)


def test_a_policy_file_is_read(tmp_path: Path) -> None:
    """Every setting has its key in TOML."""
    path = tmp_path / "policy.toml"
    path.write_text('exhausted = "hold"\nsilent = "stop"\nrequire = ["quotes"]\n[authority]\n"*" = "filter"\n')
    assert load_policy(path) == Policy(exhausted="hold", silent="stop", require=("quotes",), authority={"*": "filter"})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('exhausted = "never"', "exhausted"),
        ('\nexausted = "stop"', ":2"),
        ('[authority]\n"quotes" = "kill"', "quotes"),
        ("authority = 5", "authority"),
        ('require = "quotes"', "require"),
        ("a = [", "TOML"),
    ],
)
def test_a_wrong_policy_file_is_named_with_the_place(tmp_path: Path, text: str, names: str) -> None:
    """A misspelt key or an authority that does not exist is an error that names it, never a default."""
    path = tmp_path / "policy.toml"
    path.write_text(text)
    with pytest.raises(PolicyError, match=names):
        load_policy(path)
    with pytest.raises(PolicyError, match="missing"):
        load_policy(tmp_path / "missing.toml")


def test_what_could_not_be_read_is_never_released() -> None:
    """A draft of which nothing was read goes back, or ends as `exhausted` says, though all its findings are audited."""
    unread, policy = Draft(raw="?", kind="json"), Policy(authority={"*": "audit"}, silent="audit")
    verdicts = (verdict("read", codes={None: "not_json"}),)
    assert decide(unread, verdicts, policy, retries_left=1).action == "reask"
    assert decide(unread, verdicts, policy).action == "stop"
    assert decide(unread.but(value=[]), verdicts, policy).action == "release"


def test_an_empty_list_says_nothing_that_could_want_a_voucher() -> None:
    """Where policy only audits that a list is empty, it is an answer; what holds something without claims is not."""
    empty, policy = Draft(raw="[]", kind="extractions", value={"extractions": []}), Policy(authority={"*": "audit"})
    assert decide(empty, (verdict("read", codes={None: "empty"}),), policy).action == "release"
    assert decide(empty, (verdict("read", codes={None: "empty"}),), Policy()).action == "stop"
    assert decide(empty, (verdict("read", codes={None: "other"}),), policy).action == "stop"
    assert decide(empty.but(value=" "), (verdict("read", codes={None: "empty"}),), policy).action == "stop"


def test_words_of_on_fail_are_a_policy() -> None:
    """What other packages say on each check becomes its authority; another word is refused."""
    policy = on_fail_policy({"schema": "exception", "quotes": "filter", "confidence": "noop", "a/b": "refrain"})
    wanted = {"*": "reask", "schema": "stop", "quotes": "filter", "confidence": "audit", "a/b": "stop"}
    assert dict(policy.authority) == wanted
    assert on_fail_policy("fix").authority["*"] == "filter"
    for wrong in ("explode", {"quotes": "custom"}, {"quotes": None}, 5):
        with pytest.raises(PolicyError, match="on_fail"):
            on_fail_policy(wrong)  # type: ignore[arg-type]
