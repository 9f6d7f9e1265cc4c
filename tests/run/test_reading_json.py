"""JSON answers: claims, citations, confidence and sources are found where they stand, whatever else is malformed."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from vouched import Draft, Span, read
from vouched.errors import UsageError
from vouched.record import to_json

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=10,
)
KEYS = st.sampled_from(
    "text claim citations citation document anchor quote confidence confidence_score sources claims extractions "
    "extraction_text extraction_class attributes id a a_attributes".split()
)
SHAPED = st.recursive(
    JSON, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
NOT_TEXT = [None, True, 5, 1.5, [], ["c1"], {}, {"x": 1}, "", " "]


def codes(draft: Draft) -> list[tuple[str, str, int | None]]:
    """Return each finding's code, pointer and claim."""
    return [(finding.code, finding.where, finding.claim) for finding in draft.findings]


def one_claim(**fields: Any) -> Draft:
    """Return the reading of an answer of two claims, of which the second is in order."""
    return read({"claims": [fields, {"text": "b", "citations": [{"document": "d", "anchor": "x"}]}]})


def spans(draft: Draft) -> list[Span]:
    """Return every place that a draft names."""
    citations = [one for claim in draft.claims for one in claim.citations]
    found = [one.span for one in draft.claims] + [one.span for one in draft.findings] + [one.span for one in citations]
    return [span for span in found if span is not None]


@pytest.mark.parametrize("case", cases("json_outputs"), ids=lambda case: case["id"])
def test_the_shared_cases_are_read_as_wanted(case: dict[str, Any]) -> None:
    """Each shared case is rejected, accepted, or leaves a stated confidence to be judged, as its row says."""
    draft = read(case["input"], kind="json")

    if case["expected"].startswith("accept"):
        assert (draft.findings, draft.value) == ((), {"a": 1})
    elif case["id"] == "J31":
        assert [claim.confidence for claim in draft.claims] == [0.01]
    else:
        assert [finding.check for finding in draft.findings][:1] == ["read"]
    if case["id"] in ("J33", "J34", "J35"):
        assert "invalid_confidence" in [finding.code for finding in draft.findings]
    if case["id"] == "J24":
        assert read(case["input"], allow_empty=True).findings == ()


def test_a_full_answer_is_read() -> None:
    """Text, confidence, citations and sources of a claim arrive with their pointers and places."""
    raw = (
        '{"claims": [{"text": "Rent is due.", "confidence": 0.9, "sources": ["https://a.example/"], "citations": '
        '[{"document": "lease", "anchor": "due on"}, {"chunk_id": 7, "quote": "is due"}, "annex"]}]}'
    )
    draft = read(raw)
    (claim,) = draft.claims

    assert draft.findings == ()
    assert draft.value == json.loads(raw)
    assert (claim.text, claim.where, claim.confidence, claim.sources) == (
        "Rent is due.",
        "/claims/0",
        0.9,
        ("https://a.example/",),
    )
    assert [(one.document, one.anchor, one.typed, one.where) for one in claim.citations] == [
        ("lease", "due on", None, "/claims/0/citations/0"),
        ("7", None, "is due", "/claims/0/citations/1"),
        ("annex", None, None, "/claims/0/citations/2"),
    ]
    assert claim.citations[1].typed_where == "/claims/0/citations/1/quote"
    assert claim.span is not None
    assert json.loads(claim.span.of(raw))["text"] == "Rent is due."
    assert [one.span.of(raw) for one in claim.citations if one.span][-1] == '"annex"'


@pytest.mark.parametrize("key", ["document", "doc", "doc_id", "document_id", "chunk_id", "source_id", "id"])
@pytest.mark.parametrize("value", [value for value in NOT_TEXT if value != 5])
def test_a_document_of_any_other_type_is_told_and_harms_nothing_else(key: str, value: Any) -> None:
    """A citation whose document is no id is a finding at its place; the other citations and claims are read."""
    draft = one_claim(text="a", citations=[{key: value}, {key: 5}, {key: "d"}])

    assert codes(draft) == [("malformed_citation", f"/claims/0/citations/0/{key}", 0)]
    assert [citation.document for citation in draft.claims[0].citations] == ["5", "d"]
    assert [citation.anchor for citation in draft.claims[1].citations] == ["x"]


@pytest.mark.parametrize("key", ["anchor", "quote"])
@pytest.mark.parametrize("value", [True, 5, 1.5, [], ["c1"], {}])
def test_an_anchor_or_quote_of_any_other_type_is_told(key: str, value: Any) -> None:
    """The citation still names its document, so that all its faults are told at once."""
    draft = one_claim(text="a", citations=[{"document": "d", key: value}])

    assert codes(draft) == [("malformed_citation", f"/claims/0/citations/0/{key}", 0)]
    assert [citation.document for citation in draft.claims[0].citations] == ["d"]


@pytest.mark.parametrize("value", [True, 5, 1.5])
def test_citations_that_are_no_list_are_told(value: Any) -> None:
    """One object or text is one citation, anything else a finding."""
    assert codes(one_claim(text="a", citations=value)) == [("malformed_citation", "/claims/0/citations", 0)]
    assert [one.document for one in one_claim(text="a", citations={"doc": "d"}).claims[0].citations] == ["d"]
    assert [one.where for one in one_claim(text="a", citation="d").claims[0].citations] == ["/claims/0/citation"]


@pytest.mark.parametrize("value", NOT_TEXT)
def test_a_claim_without_a_text_is_told(value: Any) -> None:
    """A claim whose text is none keeps its number, and its finding names it."""
    draft = one_claim(text=value)

    assert codes(draft) == [("malformed_claim", "/claims/0/text", 0)]
    assert [claim.where for claim in draft.claims] == ["/claims/0", "/claims/1"]


@pytest.mark.parametrize("value", [95, -0.1, 1.1, "0.9", True, False, [], {}, [0.9], 10**30])
def test_a_confidence_that_is_none_is_told(value: Any) -> None:
    """Only a number from 0 to 1 is a confidence, and neither true nor a text is a number."""
    for key in ("confidence", "confidence_score"):
        draft = one_claim(text="a", **{key: value})

        assert codes(draft) == [("invalid_confidence", f"/claims/0/{key}", 0)]
        assert draft.claims[0].confidence is None


def test_an_answers_confidence_holds_for_its_claims() -> None:
    """A claim that states no confidence has its answer's; of two statements the lower one counts."""
    draft = read(
        {"confidence": 0.5, "claims": [{"text": "a"}, {"text": "b", "confidence": 0.9, "confidence_score": 0.2}]}
    )

    assert [claim.confidence for claim in draft.claims] == [0.5, 0.2]


def test_objects_with_citations_are_claims_wherever_they_stand() -> None:
    """An answer of the caller's own shape is read by what it cites, in the order of its text."""
    draft = read(
        {"answer": "A", "citations": ["d"], "parts": [{"note": "B", "citations": [{"doc": "e"}]}, {"note": "C"}]}
    )

    assert [(claim.where, claim.text) for claim in draft.claims] == [
        ("", "A"),
        ("/parts/0", "B"),
        ("/parts/1/note", "C"),
    ]
    assert draft.claims[1].citations[0].where == "/parts/0/citations/0"


def test_an_answer_that_cites_nothing_is_one_claim() -> None:
    """The whole value is the claim, its text bounded."""
    draft = read({"name": "x" * 1000})

    assert [(claim.where, claim.citations, len(claim.text)) for claim in draft.claims] == [("", (), 300)]


@pytest.mark.parametrize("value", [[], {}, {"claims": []}, {"claims": {}}, {"extractions": []}])
def test_an_empty_answer_is_a_finding_unless_allowed(value: Any) -> None:
    """Nothing to check is never approved by default."""
    assert [finding.code for finding in read(value).findings] == ["empty"]
    assert read(value, allow_empty=True).findings == ()
    assert read(value, allow_empty=True).value == value


@pytest.mark.parametrize("raw", [None, 5, 1.5, True, object(), {1}, (1,), b"\xff\xfe{", iter([])])
def test_what_is_no_text_is_a_finding(raw: object) -> None:
    """Whatever is handed in as an answer, the fault is a value."""
    draft = read(raw)

    assert ([finding.code for finding in draft.findings], draft.value) == (["not_text"], None)


def test_a_parsed_answer_is_held_to_the_same_rules() -> None:
    """NaN, foreign keys and types, cycles and sharing without end are findings in a parsed answer too."""
    cycle: list[Any] = []
    cycle.append(cycle)
    shared: list[Any] = [1]
    for _ in range(60):
        shared = [shared, shared]
    values: list[tuple[Any, str]] = [
        ({"a": math.nan}, "not_a_number"),
        ({1: 2}, "not_json"),
        ({"a": {1}}, "not_json"),
        ({"a": "\ud800"}, "lone_surrogate"),
        (cycle, "too_deep"),
        (shared, "too_large"),
        ([10**5000], "number_overflow"),
        ({None: 1}, "not_json"),
    ]

    assert [read(value).findings[0].code for value, _ in values] == [code for _, code in values]


def test_the_value_is_a_copy() -> None:
    """Changing what was handed in does not change what was judged."""
    handed = {"a": [1]}
    draft = read(handed)
    handed["a"].append(2)

    assert draft.value == {"a": [1]}


def test_prose_is_no_answer_where_json_is_wanted() -> None:
    """With kind json or extractions, or a model, prose is a finding; without, it is free text."""
    for prose in ("I refuse {to answer}", "Rent is due [1].", "[1] Rent is due."):
        assert read(prose, kind="json").findings[0].code in ("not_json", "text_around_json", "several_values")
        assert read(prose, kind="extractions").value is None
        assert (read(prose).kind, read(prose).findings) == ("text", ())


def test_a_programmers_mistake_raises() -> None:
    """An unknown kind or a model that cannot validate is refused at once."""
    with pytest.raises(UsageError, match="kind"):
        read("x", kind="yaml")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="model"):
        read("x", model=dict)


@given(JSON)
def test_what_was_written_is_what_is_judged(value: Any) -> None:
    """The value of a draft equals the JSON that was written, for every object and list."""
    for raw in (json.dumps(value), value):
        if isinstance(value, (dict, list)):
            assert read(raw, kind="json", allow_empty=True).value == value
            assert read(raw, allow_empty=True).value == value


@given(SHAPED)
def test_no_shape_raises_and_every_place_is_in_the_answer(value: Any) -> None:
    """Answers that put any value anywhere are read; findings point to claims, places lie in the raw text."""
    raw = json.dumps(value)
    draft = read(raw, kind="json")

    held = [finding.claim for finding in draft.findings if finding.claim is not None]
    assert all(0 <= number < len(draft.claims) for number in held)
    assert all(0 <= span.start <= span.end <= len(raw) for span in spans(draft))
    assert all(len(finding.message) <= 400 for finding in draft.findings)
    assert read(raw, kind="json") == draft
    assert to_json(draft)


@given(st.binary() | st.text() | st.text(alphabet='{}[]",:\\ud8 \n1e-.`<think>「」“”"[]()1doc-x。. >#|'))
def test_no_bytes_raise(raw: bytes | str) -> None:
    """Whatever bytes or characters a model sends, reading returns a draft that can be recorded."""
    for kind in ("auto", "json", "text", "extractions"):
        draft = read(raw, kind=kind, documents=["doc-1", "1"])

        assert all(0 <= span.start <= span.end <= len(draft.raw) for span in spans(draft))
        assert to_json(draft)


def test_findings_are_bounded() -> None:
    """An answer with faults without end yields a bounded list, whose last entry says so."""
    draft = read({"claims": [{"text": "a", "citations": [None] * 5000}]})

    assert len(draft.findings) == 1001
    assert (draft.findings[-1].code, draft.findings[-1].claim) == ("too_many_findings", None)


def test_the_place_of_what_is_too_deep_is_short() -> None:
    """A pointer of hundreds of parts is shortened to its first three and its last one."""
    (finding,) = read("[" * 200 + "]" * 200, kind="json").findings

    assert (finding.code, finding.where) == ("too_deep", "/0/0/0/…/0")


QUOTED = [
    ('It says "b c".', ("d", ("e",), "b c")),
    ("It says 'b c' [f].", ("f", (), "b c")),
    ("It says ‹b c› there.", ("d", ("e",), "b c")),
    ("> b c", ("d", ("e",), "b c")),
]


@pytest.mark.parametrize(("text", "wanted"), QUOTED)
def test_the_quotes_in_a_claims_text_are_typed_quotes(text: str, wanted: tuple[str, tuple[str, ...], str]) -> None:
    """They are cited from the marker that follows, else from what the claim cites; their place is the text's."""
    (claim,) = read({"claims": [{"text": text, "citations": ["d", "e"]}]}).claims
    found = [one for one in claim.citations if one.typed is not None]

    assert [(one.document, one.alternatives, one.typed) for one in found] == [wanted]
    assert (found[0].where, found[0].typed_where, found[0].typed_span) == ("/claims/0/text", "/claims/0/text", None)


def test_the_markers_and_urls_in_a_claims_text_are_read() -> None:
    """A marker adds a citation where the claim has none of its id, with the ids that were given; a URL is a source."""
    item = {"text": "A [d] (odd id) https://a.example/x", "citations": ["d"], "sources": ["https://b.example/"]}
    (claim,) = read({"claims": [item]}, documents=["odd id"]).claims

    assert [one.document for one in claim.citations] == ["d", "odd id"]
    assert claim.sources == ("https://b.example/", "https://a.example/x")
    (whole,) = read({"answer": 'It says "b c" [d].'}).claims
    assert [(one.document, one.typed, one.typed_where) for one in whole.citations] == [("d", "b c", "/answer")]


CITED = {"document": "d", "anchor": "b c"}
# What stands beside a claim's own, and where it is a claim of its own; None where it only describes or points.
BESIDE: tuple[tuple[dict[str, Any], str | None], ...] = (
    ({"text": "A", "citations": [CITED], "note": "he can go"}, "/note"),
    ({"text": "A", "citations": [CITED], "months": 12}, "/months"),
    ({"text": "A", "citations": [CITED], "content": "he can go"}, "/content"),
    ({"text": "A", "citations": [CITED], "more": {"deep": ["he can go"]}}, "/more/deep/0"),
    ({"text": "A", "citations": [CITED], "type": "he can go"}, "/type"),
    ({"text": "A", "citations": [CITED], "type": "可以转租"}, "/type"),
    ({"text": "A", "citations": [CITED], "kind": {"x": "he can go"}}, "/kind/x"),
    ({"text": "A", "citations": [CITED], "sources": ["he can go"]}, "/sources/0"),
    (
        {"text": "A", "citations": [CITED], "sources": [{"url": "https://a.b", "title": "he can go"}]},
        "/sources/0/title",
    ),
    ({"text": "A", "citations": [{**CITED, "comment": "he can go"}]}, "/citations/0/comment"),
    ({"text": "A", "citations": {**CITED, "comment": "he can go"}}, "/citations/comment"),
    ({"text": "A", "citations": [{**CITED, "section": "he can go"}]}, "/citations/0/section"),
    ({"text": "A", "citations": [{**CITED, "title": "he can go"}]}, "/citations/0/title"),
    ({"text": "A", "citations": [{**CITED, "quote": "x y", "text": "he can go"}]}, "/citations/0/text"),
    ({"text": "A", "citations": [{**CITED, "page": 3, "section": "Section 4", "lines": [1, 2], "title": "d"}]}, None),
    ({"text": "A", "citations": [{**CITED, "pages": "12-14", "id": "c1", "score": 0.5, "url": "https://a.b"}]}, None),
    ({"text": "A", "citations": [CITED], "id": 1, "lang": "日本語", "kind": "fact", "version": "1 May 2026"}, None),
    ({"text": "A", "citations": [CITED], "question": "May he go?", "confidence": 0.5}, "/question"),
)


@pytest.mark.parametrize(("item", "where"), BESIDE)
def test_what_stands_beside_a_claim_is_a_claim_of_its_own(item: dict[str, Any], where: str | None) -> None:
    """In claims and citations too, only what describes or points is released without being judged."""
    for value, base in (({"claims": [item]}, "/claims/0"), ({"x": [item]}, "/x/0"), (item, "")):
        found = read(value).claims

        assert [claim.where for claim in found[1:]] == ([] if where is None else [base + where])
        assert all(claim.citations == () for claim in found[1:])


def test_a_quote_does_not_vouch_for_the_rest_of_an_answer() -> None:
    """Where the one text of an answer cites, its other members are claims of their own."""
    draft = read({"answer": 'It says "b c" [d].', "note": "he can go"})

    assert [claim.where for claim in draft.claims] == ["", "/note"]


@pytest.mark.parametrize("key", ["claims", "other"])
def test_more_claims_in_json_than_are_read_are_a_finding(key: str) -> None:
    """Reading stops at 20,000 claims, those beside the claims counted."""
    draft = read({"claims": [{"text": "a", "citations": ["d"]}], key: [{"text": "a", "citations": ["d"]}] * 20_001})

    assert ([one.code for one in draft.findings], len(draft.claims)) == (["too_many_claims"], 20_000)


def test_an_instance_of_a_model_is_read_as_its_dump() -> None:
    """What has `model_dump` is an answer; one whose dump fails is a finding."""

    class Answer:
        def model_dump(self, mode: str) -> object:
            return {"answer": mode, "citations": ["d"]}

    class Broken:
        def model_dump(self, mode: str) -> object:
            raise ValueError(mode)

    assert read(Answer()).value == {"answer": "json", "citations": ["d"]}
    assert [finding.code for finding in read(Broken()).findings] == ["not_text"]
