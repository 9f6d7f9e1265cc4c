"""Free text: sentences become claims, with the citations that markers and quotation marks make."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched import Claim, Evidence, read

KNOWN = ("doc-1", "doc-2", "lease.txt", "Annex A", "規約")

# What stands between "Rent is due" and a full stop, and the ids that it cites.
MARKERS: dict[str, tuple[str, ...]] = {
    " [1]": ("1",),
    " [1, 2]": ("1", "2"),
    " [1,2;3]": ("1", "2", "3"),
    " [1-3]": ("1", "2", "3"),
    " [1–3]": ("1", "2", "3"),
    " [1][3]": ("1", "3"),
    " [1] [3]": ("1", "3"),
    "[1]": ("1",),
    "【2】": ("2",),
    "【4†source】": ("4",),
    "［１］": ("1",),
    "【1】【2】": ("1", "2"),
    "【4:0†lease.txt】": ("lease.txt",),
    " [doc-1]": ("doc-1",),
    " (doc-1)": ("doc-1",),
    "（doc-1）": ("doc-1",),
    " [doc-77]": ("doc-77",),
    " (doc-77)": ("doc-77",),
    " [annex.pdf]": ("annex.pdf",),
    " (other.txt)": ("other.txt",),
    " [Annex A]": ("Annex A",),
    " (Annex A)": ("Annex A",),
    "（規約）": ("規約",),
    "【規約】": ("規約",),
    " [doc-1, doc-2]": ("doc-1", "doc-2"),
    " (doc-1; doc-9)": ("doc-1", "doc-9"),
    " [lease.txt, p. 3]": ("lease.txt",),
    " [doc-1, clause 4]": ("doc-1",),
    " [doc-1 §3]": ("doc-1",),
    " [doc-1:12]": ("doc-1",),
    " [^1]": ("1",),
    " [^note]": ("note",),
    " [source: doc-1]": ("doc-1",),
    " (source: doc-1)": ("doc-1",),
    " (see doc-1)": ("doc-1",),
    "（出典：規約）": ("規約",),
    " [Source 1]": ("1",),
    " [資料2]": ("2",),
    " [x_y]": ("x_y",),
    " [a/b]": ("a/b",),
    " [1-999]": ("1-999",),
    " ([1])": ("1",),
    " (see [1])": ("1",),
    " (see also [1] and [2])": ("1", "2"),
    "（【2】）": ("2",),
    " [1 2]": ("1", "2"),
    " [1, 2 and 3]": ("1", "2", "3"),
    " [lease](lease.txt)": ("lease.txt",),
    " [1](#ref-1)": ("1",),
    " [lease.txt, Section 4]": ("lease.txt",),
    " (doc-1, the section on rent)": ("doc-1",),
    " [doc-1, §2]": ("doc-1",),
    "<sup>2</sup>": ("2",),
    "<cite>handbook</cite>": ("handbook",),
}

# Brackets of plain words, which cite by their place: at the end of what is said, or after a quote.
LOOSE_MARKERS: dict[str, tuple[str, ...]] = {
    "[handbook]": ("handbook",),
    "[House Rules]": ("House Rules",),
    "[Annex B]": ("Annex B",),
    "[Document B]": ("Document B",),
    "[Terms and Conditions]": ("Terms and Conditions",),
    "[Source: Handbook]": ("Handbook",),
    "[Ref. Handbook]": ("Handbook",),
    "[see Handbook]": ("Handbook",),
    "[Quelle: Handbuch]": ("Handbuch",),
    "[出典：手引き]": ("手引き",),
    "[来源：手册]": ("手册",),
    "【handbook】": ("handbook",),
    "[法规]": ("法规",),
    "[No. 2]": ("No. 2",),
    "[1.5]": ("1.5",),
    "[handbook, Section 4]": ("handbook",),
    "[handbook; House Rules]": ("handbook", "House Rules"),
}

EDITORIAL = (
    "[sic]",
    "[emphasis added]",
    "[...]",
    "[x]",
    "[ ]",
    "[translated]",
    "[$5]",
    "[10%]",
    "[12:30]",
    "[中略]",
    "[p. 3]",
)

NOT_MARKERS = (
    " [sic]",
    " [emphasis added]",
    " [x]",
    " [ ]",
    " [...]",
    " […]",
    " [and/or]",
    " [e.g.]",
    " [U.S.]",
    " [1.5, 2.5]",
    " [12:30]",
    " [$5]",
    " [10%]",
    " (1) or (2) later",
    " (2019)",
    " (see clause 4)",
    " (EUR)",
    " [p. 3]",
    " (Article 36)",
    "（注）",
    " [第3条]",
    " under clause 4(1)",
    " `a[1]`",
    " (other.pdf)",
    " (x_y)",
    " []",
    " [",
    " ]",
    " ][",
)

QUOTES: tuple[tuple[str, str], ...] = (
    ('"rent is due"', "rent is due"),
    ("“rent is due”", "rent is due"),
    ("„Miete ist fällig“", "Miete ist fällig"),
    ("«le loyer est dû»", "le loyer est dû"),
    ("「賃料の支払」", "賃料の支払"),
    ("『賃料の支払』", "賃料の支払"),
    ("‘rent is due’", "rent is due"),
    ("‘the tenant’s rent’", "the tenant’s rent"),
    ("“he said ‘rent is due’ twice”", "he said ‘rent is due’ twice"),
    ("「彼は『罰しない』と言う」", "彼は『罰しない』と言う"),
    ('"unbelievable"', "unbelievable"),
    ('"rent is due,"', "rent is due"),
    ("“「rent」 is due”", "「rent」 is due"),
    ('"5 percent interest"', "5 percent interest"),
    ('"net"', "net"),
    ('"90"', "90"),
    ("“Rent”", "Rent"),
    ("「賃料」", "賃料"),
    ("“三”", "三"),
    ("'rent is due'", "rent is due"),
    ("('rent is due')", "rent is due"),
    ("'the tenants' rent isn't due'", "the tenants' rent isn't due"),
    ("'rent of the tenants'", "rent of the tenants"),
    ("'90 days' notice is due'", "90 days' notice is due"),
    ("``rent is due''", "rent is due"),
    ("''rent is due''", "rent is due"),
    ("‚rent is due‘", "rent is due"),
    ("‹rent is due›", "rent is due"),
    ("»Miete ist fällig«", "Miete ist fällig"),
    ("”hyran är betald”", "hyran är betald"),
    ("＂rent is due＂", "rent is due"),
    ("〝賃料の支払〟", "賃料の支払"),
)

NOT_QUOTES = (
    'a 5" pipe and a 6" pipe',
    "“rent is due",
    "rent is due”",
    '"rent is due',
    "it's the tenants' rent that's due",
    '"N"',
    "“...”",
    "「甲」",
    "the 'net' rent",
    "'tis the tenants' rent of the '90s",
    "rock 'n' roll and the boss' desk",
    "the dogs' and cats' homes",
    "3' 4'' by 5' 6''",
    "` `` a b `` `",
    "```'a",
    "‘tis the season of rents",
    "5'10\" tall and 6'2\" tall",
    "「賃料の支払",
    "」「",
    "a ” b “ c",
)


def claims(text: str) -> tuple[Claim, ...]:
    """Return the claims of a text, read with the known ids."""
    draft = read(text, kind="text", documents=KNOWN)
    assert draft.findings == ()
    return draft.claims


def cited(claim: Claim) -> list[str | None]:
    """Return the ids that a claim cites, the alternatives of a quote's marker included."""
    return [one for citation in claim.citations for one in (citation.document, *citation.alternatives)]


@pytest.mark.parametrize(("marker", "ids"), MARKERS.items())
@pytest.mark.parametrize(
    "text", ["Rent is due{}.", "Rent is due.{}", "Rent is due.\n{}", "Rent is due{}", "賃料は月末{}。"]
)
def test_markers_are_citations_of_the_sentence_before_them(text: str, marker: str, ids: tuple[str, ...]) -> None:
    """A marker before or after a sentence's final mark is that sentence's, and leaves no trace in its text."""
    written = text.format(marker)
    (claim,) = claims(written)

    assert cited(claim) == list(ids)
    assert claim.text == text.format("").strip()
    assert claim.span is not None
    assert claim.span.of(written).strip() == written
    assert all(one.where == f"/claims/0/citations/{number}" for number, one in enumerate(claim.citations))
    assert all(one.span is not None and one.span.of(written).strip() for one in claim.citations)


@pytest.mark.parametrize(("marker", "ids"), LOOSE_MARKERS.items())
@pytest.mark.parametrize(
    "text",
    [
        "Rent is due {}.",
        "Rent is due {}",
        "Rent is due {}, or not.",
        "Rent is due {} (still).",
        'The "rent is due" {} there.',
        'The "rent is due", {} there.',
    ],
)
def test_plain_words_in_closing_brackets_are_citations(text: str, marker: str, ids: tuple[str, ...]) -> None:
    """What closes a sentence, a part of it or a quote names a document, whether it was given or not."""
    (claim,) = claims(text.format(marker))

    assert cited(claim) == list(ids)


@pytest.mark.parametrize("text", EDITORIAL)
def test_editorial_brackets_cite_nothing_wherever_they_stand(text: str) -> None:
    """Remarks and amounts name no document, nor does a bracket inside a quote, a link or at a line's start."""
    for written in (f"Rent is due {text}.", f'It says "rent is due" {text}', f"Rent {text}, due."):
        assert [one for one in cited(claims(written)[0]) if one is not None] == []
    assert [one.typed for one in claims('It says "the Landlord [or agent]".')[0].citations] == [
        "the Landlord [or agent]"
    ]
    assert claims("See [the rules](rules.html).")[0].citations == ()
    assert claims("【概要】賃料は月末。")[0].citations == ()
    assert claims("x<sup>2</sup> and 10<sup>3</sup>")[0].citations == ()


@pytest.mark.parametrize("text", NOT_MARKERS)
def test_other_brackets_are_not_citations(text: str) -> None:
    """Remarks, amounts, intervals, items and clauses in brackets cite nothing and stay in the text."""
    (claim,) = claims(f"Rent is due{text} each month.")

    assert claim.citations == ()
    assert claim.text == f"Rent is due{text} each month."


@pytest.mark.parametrize(("quote", "typed"), QUOTES)
def test_typed_quotes_are_found_exactly(quote: str, typed: str) -> None:
    """What stands in quotation marks is a typed quote, with its place without the marks."""
    text = f"It says {quote} there [2][3]. 甲は{quote}という。"
    found = [one for claim in claims(text) for one in claim.citations]

    assert [(one.document, one.alternatives, one.typed) for one in found] == [("2", ("3",), typed), (None, (), typed)]
    assert all(one.typed_span is not None and one.typed_span.of(text) == typed for one in found)
    assert all(one.span is not None and one.span.of(text) == quote.strip("()") for one in found)


@pytest.mark.parametrize("text", NOT_QUOTES)
def test_terms_inches_and_apostrophes_are_not_quotes(text: str) -> None:
    """A short term, a mark without its partner, an inch or an apostrophe quotes nothing."""
    assert all(one.typed is None for claim in claims(f"{text} [1].") for one in claim.citations)


def test_a_quote_is_cited_from_the_marker_that_follows_it() -> None:
    """Each quote takes the next marker, else the last one before it, else any document."""
    (claim,) = claims('It says "rent is due monthly" [1] and "no pets at all" [2].')
    assert [(one.document, one.typed) for one in claim.citations] == [
        ("1", "rent is due monthly"),
        ("2", "no pets at all"),
    ]

    (claim,) = claims('According to [1], "rent is due monthly".')
    assert [(one.document, one.typed) for one in claim.citations] == [("1", "rent is due monthly")]

    (claim,) = claims('It says "rent is due monthly [1]".')
    assert [(one.document, one.typed) for one in claim.citations] == [("1", "rent is due monthly")]


def test_a_quote_of_several_sentences_is_one_claim() -> None:
    """Sentences that one quote runs through are not parted."""
    (claim,) = claims('It says "Rent is due. Pets are banned." [1]')

    assert [one.typed for one in claim.citations] == ["Rent is due. Pets are banned"]


def test_headings_and_code_are_claims_and_rules_are_not() -> None:
    """All that says something is a claim, and the marks of headings and lists are no part of it."""
    text = (
        "# Rent [1]\n\n- Rent is due [1]\n* Pets\n  are banned [2].\n1. First.\n（２）次。\n---\n"
        "```\nx = a[1]\n```\n> Quoted\n> text [3].\n"
    )

    assert [(claim.text, cited(claim)) for claim in claims(text)] == [
        ("Rent", ["1"]),
        ("Rent is due", ["1"]),
        ("Pets are banned.", ["2"]),
        ("First.", []),
        ("次。", []),
        ("x = a", ["1"]),
        ("Quoted text.", ["3"]),
    ]


def test_urls_are_sources() -> None:
    """Links and bare URLs are sources of their sentence; brackets in them cite nothing."""
    (claim,) = claims(
        "See [the law](https://law.example/a_(b)) and <https://x.example/y>, or (http://z.example/?q=[1])."
    )

    assert set(claim.sources) == {"https://law.example/a_(b)", "https://x.example/y", "http://z.example/?q="}
    assert claim.text.startswith("See the law and <https://x.example/y>")
    assert claims("See [this](javascript:alert(1)).")[0].sources == ("javascript:alert(1)",)


@pytest.mark.parametrize("raw", ["", " \n\t", "\ufeff", b""])
def test_blank_text_is_a_finding(raw: str | bytes) -> None:
    """An empty answer approves nothing."""
    assert [finding.code for finding in read(raw).findings] == ["empty"]


def test_wrappings_are_taken_off_and_places_stay_those_of_the_raw_text() -> None:
    """A byte order mark, a think block and a prose fence are repairs; the value is what is left."""
    raw = "\ufeff<think>secret [9]</think>\n```markdown\nRent is due [1].\n```"
    draft = read(raw)

    assert [repair.code for repair in draft.repairs] == ["byte_order_mark", "think_block", "code_fence"]
    assert draft.value == "Rent is due [1]."
    assert draft.body is not None
    assert draft.body.of(raw) == draft.value
    assert [claim.span.of(raw) for claim in draft.claims if claim.span] == ["Rent is due [1]."]


@pytest.mark.parametrize("raw", ["<think>Rent is due [1].", "Rent? </think> Rent is due [1]."])
def test_half_a_think_block_is_a_finding(raw: str) -> None:
    """Thinking that was not closed, or that has no beginning, is not released as an answer."""
    assert read(raw).findings[0].code in ("unclosed_think_block", "stray_think_tag")


def test_known_ids_come_from_any_form_of_documents() -> None:
    """Evidence, documents, a mapping and a list of ids all tell what is an id."""
    for documents in (Evidence.of({"fo": "x"}), {"fo": "x"}, ["fo"], Evidence.of({"fo": "x"}).documents, "fo"):
        assert [cited(claim) for claim in read("Rent (fo).", documents=documents).claims] == [["fo"]]


PIECES = (
    "Rent is due. ",
    "賃料。",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "# ",
    *MARKERS,
    *(quote for quote, _ in QUOTES),
    *NOT_QUOTES,
)


@given(st.lists(st.sampled_from(PIECES)))
def test_claims_are_ordered_and_disjoint(pieces: list[str]) -> None:
    """Claims come in the order of the text, never overlap, and hold their citations."""
    text = "".join(pieces)
    draft = read(text, kind="text", documents=KNOWN)
    spans = [claim.span for claim in draft.claims if claim.span is not None]

    assert len(spans) == len(draft.claims)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert draft.value == text
    typed = [one for claim in draft.claims for one in claim.citations if one.typed is not None]
    assert all(one.typed_span is not None and one.typed for one in typed)
