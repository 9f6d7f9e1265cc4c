"""Every built-in check keeps the contract: it yields findings and supports, changes nothing, and never raises."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vouched.checks
from vouched import Check, Evidence, Finding, Support, make_manifest, read
from vouched.documents import Document
from vouched.run.checking import run_check
from vouched.run.snapping import snapped

DOCUMENTS = (Document(id="lease", text="The rent is 500 EUR. Pets are not allowed."), Document(id="b", text=""))


def _has_a_text(item: Any) -> bool:
    return isinstance(item, dict) and bool(item.get("text"))


CHECKS: list[Any] = [
    vouched.checks.Citations(at_least=1),
    vouched.checks.Quotes(),
    vouched.checks.Confidence(required=True),
    vouched.checks.AllowList(),
    vouched.checks.Schema({"properties": {"claims": {"type": "array", "maxItems": 1}}}),
    vouched.checks.Completeness(required=("/text", "/citations/*/anchor")),
    vouched.checks.Consistency((_has_a_text,)),
    vouched.checks.Pattern(forbidden="[xy]{2}", at="/claims/*/text"),
    vouched.checks.Grounding(fields=("/**",)),
    vouched.checks.Names(),
    vouched.checks.Relations(facts={"rent": "500 EUR"}, kind="is"),
    vouched.checks.Negation(),
    vouched.checks.Figures(),
    vouched.checks.Supported(),
    vouched.checks.Manifest.from_text(make_manifest(DOCUMENTS)),
]
# A check that asks is broken where nothing answers.
ASKING: list[Any] = [vouched.checks.Critic(), vouched.checks.SourceFetch(), vouched.checks.SourceContent()]
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)
citations = st.fixed_dictionaries(
    {"document": st.one_of(st.sampled_from(["lease", "b", "ghost", "1"]), json_values)},
    optional={
        "anchor": st.one_of(st.just("rent is 500"), json_values),
        "quote": st.one_of(st.just("Pets"), json_values),
    },
)
claims = st.fixed_dictionaries(
    {"text": st.text(max_size=20), "citations": st.lists(citations, max_size=3)},
    optional={"confidence": json_values, "sources": st.lists(st.one_of(st.just("https://who.int/x"), json_values))},
)


def test_every_built_in_check_is_here() -> None:
    """A check that is added to the room is held to the contract too."""
    assert sorted(type(check).__name__ for check in CHECKS + ASKING) == sorted(vouched.checks.__all__)


@pytest.mark.parametrize("check", CHECKS + ASKING, ids=lambda check: check.name)
def test_a_check_is_a_frozen_value_with_a_name(check: Any) -> None:
    """It can be printed and compared, its settings do not change, and it says whether it decides or estimates."""
    typed: object = check
    assert isinstance(typed, Check)
    assert check.name == check.name.lower()
    assert check.decidable is (check.name not in ("critic", "figures", "names", "negation", "relations", "support"))
    assert check == type(check)(**{name: getattr(check, name) for name in check.__struct_fields__})
    with pytest.raises(AttributeError):
        check.name = "other"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
@given(answer=st.lists(claims, max_size=3))
def test_a_check_judges_any_draft_and_changes_nothing(check: Any, answer: list[Any]) -> None:
    """Any draft gets the same verdict twice, never a broken one; places and texts are bounded."""
    evidence = Evidence.of(DOCUMENTS)
    draft = snapped(read({"claims": answer}, allow_empty=True), evidence)
    before = repr(draft)
    verdict = run_check(check, draft, evidence)
    assert verdict.status != "broken", verdict.fault
    assert verdict == run_check(check, draft, evidence)
    assert repr(draft) == before
    for said in (*verdict.findings, *verdict.supports):
        assert isinstance(said, (Finding, Support))
        assert said.check == check.name
        assert said.claim is None or 0 <= said.claim < len(draft.claims)
    for finding in verdict.findings:
        assert finding.code
        assert finding.message
        assert len(finding.message) + len(finding.expected) + len(finding.seen) < 3000


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_a_check_with_nothing_to_look_at_is_silent(check: Any) -> None:
    """A claim that cites nothing, states nothing and names no source is vouched for by nothing."""
    verdict = run_check(check, read({"claims": [{"text": "x"}]}), Evidence())
    assert not any(support.vouches for support in verdict.supports)
    assert run_check(check, read("x", kind="text"), Evidence()).status in ("silent", "unsupported")
