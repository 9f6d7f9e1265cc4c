"""Measurement notices when any safeguard of any built-in check is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import vouched.checks
from vouched import Draft, Finding, make_manifest
from vouched.documents import Document, Evidence
from vouched.measure.cases import Case
from vouched.measure.drift import drifts
from vouched.measure.evaluating import evaluated
from vouched.measure.running import Plan, Read
from vouched.measure.scorecards import scorecards
from vouched.ports import AnyCheck
from vouched.scorecard import Scorecard

LEASE = "The rent is 500 EUR a month. Pets are not allowed in the flat. Ms Jane Miller signed it on 5 March 2024."
TIMES = 12
PLAN, READ = Plan(checks=("quotes",)), Read(cases=0, data_hash="", apart={})


def cited(text: str, *, document: str = "lease", quote: str | None = None, **more: Any) -> dict[str, Any]:
    """Return a draft of one claim that quotes a document."""
    citation = {"document": document, "quote": text if quote is None else quote}
    return {"claims": [{"text": text, "citations": [citation], **more}]}


def extracted(text: str) -> dict[str, Any]:
    """Return a draft of one extraction."""
    return {"extractions": [{"extraction_class": "rule", "extraction_text": text}]}


def _adds_up(item: Any) -> bool:
    return bool(item.get("net", 0) + item.get("tax", 0) == item.get("gross", 0))


GOOD = cited("The rent is 500 EUR a month.")
# Of each check, what it finds nothing in, and what has one fault each, by the code that tells it.
FAULTS: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "allowlist": (
        vouched.checks.AllowList(hosts=("who.int",)),
        cited("The rent is 500 EUR a month.", sources=["https://who.int/a"]),
        {"host_not_allowed": cited("The rent is 500 EUR a month.", sources=["https://evil.test/a"])},
    ),
    "citations": (
        vouched.checks.Citations(at_least=1),
        GOOD,
        {
            "unknown_document": cited("The rent is 500 EUR a month.", document="ghost"),
            "too_few_citations": {"claims": [{"text": "The rent is 500 EUR a month."}]},
        },
    ),
    "completeness": (
        vouched.checks.Completeness(required=("/party",)),
        [{"party": "Jane"}],
        {"missing_field": [{"name": "x"}], "blank_field": [{"party": " "}], "placeholder_field": [{"party": "N/A"}]},
    ),
    "confidence": (
        vouched.checks.Confidence(required=True),
        cited("The rent is 500 EUR a month.", confidence=0.9),
        {"low_confidence": cited("The rent is 500 EUR a month.", confidence=0.1), "no_confidence": GOOD},
    ),
    "consistency": (
        vouched.checks.Consistency((_adds_up,)),
        [{"net": 1, "tax": 2, "gross": 3}],
        {"inconsistent": [{"net": 1, "tax": 2, "gross": 4}]},
    ),
    "figures": (
        vouched.checks.Figures(),
        "The rent is 500 EUR a month.",
        {"figure_changed": "The rent is 700 EUR a month."},
    ),
    "grounding": (
        vouched.checks.Grounding(),
        extracted("Pets are not allowed in the flat"),
        {
            "contradicted": extracted("The rent is 700 EUR a month"),
            "not_grounded": extracted("Whales feed on plankton near Alaska"),
        },
    ),
    "manifest": (
        vouched.checks.Manifest.from_text(make_manifest([Document(id="lease", text=LEASE + " Locked.")])),
        None,
        {"hash_mismatch": GOOD},
    ),
    "names": (
        vouched.checks.Names(),
        "It was signed by Ms Jane Miller.",
        {"name_not_found": "It was painted green by Mr Robert Carter."},
    ),
    "negation": (
        vouched.checks.Negation(),
        "Pets are not allowed in the flat.",
        {"negated": "Pets are allowed in the flat."},
    ),
    "pattern": (
        vouched.checks.Pattern(forbidden="secret", required="[ -~]*", at="/claims/*/text"),
        GOOD,
        {"pattern_present": cited("The rent is secret."), "pattern_missing": cited("Die Miete beträgt 500.")},
    ),
    "quotes": (
        vouched.checks.Quotes(),
        GOOD,
        {
            "altered_quote": cited("The rent is 700 EUR a month."),
            "quote_not_found": cited("Whales feed on plankton near Alaska in winter."),
        },
    ),
    "relations": (
        vouched.checks.Relations(kind="is", facts={"rent": "500 EUR"}, values=("700 EUR",)),
        "The rent is 500 EUR a month.",
        {"relation_changed": "The rent is 700 EUR a month."},
    ),
    "schema": (
        vouched.checks.Schema({"properties": {"claims": {"maxItems": 1}}}),
        GOOD,
        {"does_not_fit_schema": {"claims": GOOD["claims"] * 2}},
    ),
    "support": (
        vouched.checks.Supported(),
        "The rent is 500 EUR a month.",
        {"not_supported": "Whales feed on plankton near the coast of Alaska."},
    ),
}
ASKING = {"critic", "source_fetch", "source_content"}


class Lacking:
    """A check without one of its safeguards: what it would find by one code goes unsaid."""

    def __init__(self, check: Any, finding: str) -> None:
        self.check, self.finding = check, finding
        self.name, self.decidable = check.name, check.decidable

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterator[Any]:
        """Yield what the check says but for that code."""
        for said in self.check(draft, evidence):
            if not (isinstance(said, Finding) and said.code == self.finding):
                yield said


def measured(check: AnyCheck, good: Any, bad: Any) -> Scorecard:
    """Return the scorecard of a check on copies of a good and a bad draft."""
    drafts = [(label, draft) for label, draft in (("good", good), ("bad", bad)) if draft is not None]
    looked = []
    for number in range(TIMES):
        for label, draft in drafts:
            made: Any = {"id": f"{label}{number}", "draft": draft, "lang": "en", "label": label}
            case = Case(documents=(Document(id="lease", text=f"{LEASE} Copy {number}."),), **made)
            looked.append(evaluated(case, (check,), rewrites=False))
    (card,) = scorecards(looked, (check,), PLAN, READ)
    return card


def test_every_built_in_check_is_here() -> None:
    """A check that is added to the room is tried here too."""
    names = {getattr(vouched.checks, each).name for each in vouched.checks.__all__}

    assert set(FAULTS) | ASKING == names


@pytest.mark.parametrize(
    ("name", "finding"), [(name, code) for name, (_, _, faults) in FAULTS.items() for code in faults]
)
def test_a_missing_safeguard_raises_the_misses(name: str, finding: str) -> None:
    """Where one safeguard is gone, misses leave their interval for the worse."""
    check, good, faults = FAULTS[name]
    whole = measured(check, good, faults[finding])
    lacking = measured(Lacking(check, finding), good, faults[finding])
    rates = whole.of(finding)

    assert rates is not None
    assert rates.misses.count == 0
    assert rates.false_alarms.count == 0
    assert [
        each
        for each in drifts((whole,), (lacking,))
        if each.figure == "misses" and each.place == finding and each.worse
    ]


@pytest.mark.parametrize("name", sorted(ASKING))
def test_a_check_that_asks_nobody_has_no_rates(name: str) -> None:
    """A check that has nobody to ask is counted as broken, and is in neither rate."""
    kinds = {getattr(vouched.checks, each).name: getattr(vouched.checks, each) for each in vouched.checks.__all__}
    sources = ["https://who.int/a"]
    card = measured(kinds[name](), cited(LEASE[:28], sources=sources), cited("The rent is 7 EUR.", sources=sources))
    whole = card.of()

    assert whole is not None
    assert whole.broken + whole.silent >= TIMES
    assert whole.false_alarms.of == 0
