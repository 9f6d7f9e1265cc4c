"""A text stands in a document, is contradicted by it, is reworded from it, or is absent; and which is said with why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import cases
from vouched import Document
from vouched.text.aligning import Alignment, align, align_all, classic_level
from vouched.text.bare import bare_of
from vouched.text.comparing import MOST_TOKENS, tokens_of

PAIRS = cases("alignments")
SUPPORTED = [pair for pair in PAIRS if pair["label"] == "supported"]
UNSUPPORTED = [pair for pair in PAIRS if pair["label"] == "unsupported"]
LEASE = "The tenant shall not keep animals. The rent is 500 EUR, due on 1 May 2021. Acme Corp let the flat to Beta LLC."


def aligned(source: str, *texts: str) -> tuple[Alignment, ...]:
    """Return the alignments of texts with a document of their own."""
    return align_all(Document(id="d", text=source), texts)


@pytest.mark.parametrize("pair", SUPPORTED, ids=lambda pair: f"{pair['id']} {pair['kind']}")
def test_what_stands_in_other_typography_stands(pair: dict[str, object]) -> None:
    """Each text of the pair stands, with the document's own characters, and covers the whole of itself."""
    source, texts = str(pair["source"]), pair["extractions"]
    assert isinstance(texts, list)
    for text, found in zip(texts, aligned(source, *texts), strict=True):
        assert found.stands, (text, found)
        assert found.span is not None
        assert found.span.of(source)
        assert found.coverage == 1.0
        assert (found.status == "verbatim") == (found.span.of(source) == text)


@pytest.mark.parametrize("pair", UNSUPPORTED, ids=lambda pair: f"{pair['id']} {pair['kind']}")
def test_what_does_not_stand_is_told_as_what_it_is(pair: dict[str, object]) -> None:
    """A changed fact is contradicted, other words are near, an invention is absent; a contradiction says what."""
    (found,) = aligned(str(pair["source"]), str(pair["extraction"]))
    assert found.status == pair["status"], found
    if found.status == "contradicted":
        assert found.reasons[0].kind not in ("words", "spacing")
        assert found.reasons[0].expected or found.reasons[0].seen


@pytest.mark.parametrize(
    ("text", "kind", "expected", "seen"),
    [
        ("The rent is 600 EUR", "number", "500", "600"),
        ("The tenant shall keep animals", "negation", "not", ""),
        ("Beta LLC let the flat to Acme Corp", "role", "Acme Corp", "Beta LLC"),
        ("The rent is 500 USD, due on 1 May 2021", "unit", "EUR", "USD"),
        ("Gamma Corp let the flat to Beta LLC", "name", "Acme", "Gamma"),
    ],
)
def test_the_changed_fact_is_named_in_both_forms(text: str, kind: str, expected: str, seen: str) -> None:
    """The first reason says what kind of fact, what the document has and what the text has in its place."""
    (found,) = aligned(LEASE, text)
    assert found.status == "contradicted"
    assert (found.reasons[0].kind, found.reasons[0].expected, found.reasons[0].seen) == (kind, expected, seen)


def test_the_same_text_again_takes_the_next_occurrence() -> None:
    """Successive extractions of one text get successive places; more than there are share them."""
    found = aligned("Ann met Bob. Bob met Cy. Cy left Bob.", "Bob", "Cy", "Bob", "Bob", "Bob")
    spans = [each.span for each in found]
    assert [span.start for span in spans if span] == [8, 21, 33, 13, 33]
    assert [each.occurrences for each in found] == [3, 2, 3, 3, 3]
    assert {each.status for each in found} == {"verbatim"}


def test_order_only_breaks_ties() -> None:
    """A text after the place of the one before it is preferred; one that stands only before it stands all the same."""
    found = aligned("Bob came. Ann met Bob.", "Ann", "Bob", "came")
    assert [each.span.start for each in found if each.span] == [10, 18, 4]


def test_the_tightest_occurrence_is_taken() -> None:
    """A text that stands letter for letter is not placed where it stands in other typography."""
    (found,) = aligned("the RENT is due; the rent is paid", "the rent")
    assert (found.status, found.occurrences) == ("verbatim", 1)
    assert found.span is not None
    assert found.span.start == 17


@pytest.mark.parametrize(
    ("source", "text", "level"),
    [
        ("Acme paid.", "Acme", "MATCH_EXACT"),
        ("Acme paid.", "ＡＣＭＥ paid", "MATCH_EXACT"),
        ("Acme **paid** [3] Beta.", "Acme paid Beta", "MATCH_GREATER"),
        ("The rent is due each month.", "so the rent is due each month", "MATCH_LESSER"),
        ("The tenant pays the monthly rent on time.", "The tenant pays the rent promptly on time", "MATCH_FUZZY"),
        ("The rent is 5 EUR a month.", "The rent is 6 EUR a month", None),
        ("The rent is due.", "Whales sing in winter", None),
    ],
)
def test_the_classic_levels_are_derived_by_one_rule(source: str, text: str, level: str | None) -> None:
    """Who knows exact, greater, lesser and fuzzy gets them; what is contradicted has none."""
    document = Document(id="d", text=source)
    assert classic_level(document, text, align(document, text)) == level


def test_footnotes_links_and_tags_part_no_sentence() -> None:
    """The slice of a text with marks between its words is the document's, marks and all."""
    source = "The <b>rate</b> [3] of the [annual report](https://example.com/r) was\n> raised¹ twice [4, 5]."
    (found,) = aligned(source, "The rate of the annual report was raised twice.")
    assert found.status == "artifact"
    assert found.span is not None
    assert found.span.of(source) == source
    assert bare_of(Document(id="d", text="plain")) is None


def test_a_text_across_a_border_of_pieces_is_found() -> None:
    """The document is searched as a whole, so that no piece of it ends in the middle of a name."""
    source = "word " * 5000 + "Acme Corp International Holdings " + "word " * 5000
    (found,) = aligned(source, "Acme Corp International Holdings")
    assert found.status == "verbatim"


@pytest.mark.parametrize(
    "text", ["", " \n\u3000", "\u200b", "。", "—", "\ud800", "a\ud800b", "\u241f", "a\u241fb", "💥", "\0"]
)
@pytest.mark.parametrize("source", ["", " ", "\ud800 a\ud800b", "a\u241fb \u241f", LEASE, "。—💥\0"])
def test_no_text_and_no_document_raises(source: str, text: str) -> None:
    """Blank texts, separators, halves of surrogate pairs and marks are aligned like any other text."""
    (found,) = aligned(source, text)
    assert found.stands is (found.span is not None and found.status in ("verbatim", "folded", "artifact"))
    assert not (found.stands and not text.strip())


def test_hostile_sizes_end() -> None:
    """A text of a million characters, a word without end and a million marks are bounded."""
    for text in ("a" * 1_000_000, "ab " * 300_000, "猫" * 300_000, "[1] " * 200_000, "1 " * 400_000, "x\u0301" * 4000):
        (found, other) = aligned(LEASE + text[:200_000], text, text[:4000] + " not so")
        assert found.status
        assert other.status
    assert len(tokens_of("word " * 10_000)) == MOST_TOKENS


@given(
    st.lists(
        st.sampled_from(["rent", "5", "not", ".", "-", "Ｒ", "賃料", "\n", "[1]", "’s", "é", "e\u0301", "カ", "ド"]),
        max_size=14,
    ),
    st.text(max_size=12),
    st.data(),
)
def test_what_is_found_is_a_span_of_the_document(words: list[str], other: str, data: st.DataObject) -> None:
    """Coverage and span are within bounds whatever is aligned, and the whole of a document stands in it verbatim."""
    source = " ".join(words)
    start = data.draw(st.integers(0, len(source)))
    text = source[start : start + data.draw(st.integers(0, 30))]
    for found in aligned(source, text, other):
        assert 0.0 <= found.coverage <= 1.0
        if found.span is not None:
            assert 0 <= found.span.start < found.span.end <= len(source)
        assert found.stands or found.status in ("near", "contradicted", "absent")
    (found,) = aligned(source, source)
    assert found.status == "verbatim" or not source.strip()
