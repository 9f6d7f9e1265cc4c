"""Free text as it is laid out: block quotes, definitions and lists of names, JSON in a fence, answers without end."""

from __future__ import annotations

import pytest

from vouched import Claim, read

KNOWN = ("doc-1", "doc-2", "lease.txt", "Annex A", "規約")


def claims(text: str) -> tuple[Claim, ...]:
    """Return the claims of a text, read with the known ids."""
    draft = read(text, kind="text", documents=KNOWN)
    assert draft.findings == ()
    return draft.claims


def cited(claim: Claim) -> list[str | None]:
    """Return the ids that a claim cites, the alternatives of a quote's marker included."""
    return [one for citation in claim.citations for one in (citation.document, *citation.alternatives)]


# Block quotes with what stands around them, and of each claim its text, and its documents and typed quotes.
BLOCK_QUOTES: tuple[tuple[str, list[tuple[str, list[tuple[str | None, str | None]]]]], ...] = (
    (
        "It says [doc-1]:\n\n> Pets are banned. Rent is due.\n\nSo there.",
        [
            ("It says:", [("doc-1", None)]),
            ("Pets are banned.", [("doc-1", "Pets are banned")]),
            ("Rent is due.", [("doc-1", "Rent is due")]),
            ("So there.", []),
        ],
    ),
    ("> Rent\n> is due.\n> — Section 2 [doc-1]\n", [("Rent is due.", [("doc-1", "Rent is due")])]),
    ("> Rent is due.\n> — doc-1, clause 4\n", [("Rent is due.", [("doc-1", "Rent is due")])]),
    ("> Rent is due.\n\n[doc-1]\n", [("Rent is due.", [("doc-1", "Rent is due")])]),
    (
        "> Rent is due.\n> — The tenant may paint [doc-1]\n",
        [("Rent is due.", [("doc-1", "Rent is due")]), ("— The tenant may paint", [("doc-1", None)])],
    ),
    (
        '> "Rent is due." [doc-1]\n>\n> *The "Tenant" pays*\nOn [doc-2].',
        [
            ('"Rent is due."', [("doc-1", "Rent is due")]),
            ('*The "Tenant" pays*', [("doc-1", 'The "Tenant" pays')]),
            ("On.", [("doc-2", None)]),
        ],
    ),
    ("Said.\n> 賃料は月末に支払う。\n", [("Said.", []), ("賃料は月末に支払う。", [(None, "賃料は月末に支払う")])]),
)


@pytest.mark.parametrize(("text", "wanted"), BLOCK_QUOTES)
def test_the_sentences_of_a_block_quote_are_typed_quotes(
    text: str, wanted: list[tuple[str, list[tuple[str | None, str | None]]]]
) -> None:
    """They are cited from a marker in or after the block, else from the one before it; a line with a dash is none."""
    found = claims(text)

    assert [(claim.text, [(one.document, one.typed) for one in claim.citations]) for claim in found] == wanted


def test_a_definitions_quote_belongs_to_the_sentence_that_cites_it() -> None:
    """The quote of a footnote is the sentence's too; the line claims its quote, and more where it says more."""
    text = 'Over [^1].\n\n[^1]: doc-1, clause 4: "ends on 28 February 2026"\n'
    sentence, line = claims(text)

    assert [(one.document, one.typed) for one in sentence.citations] == [("doc-1", "ends on 28 February 2026")]
    assert line.text == '"ends on 28 February 2026"'
    assert line.citations[0].typed_span == sentence.citations[0].typed_span
    assert claims(text.rstrip() + " and the tenant may go\n")[1].text.endswith("the tenant may go")


@pytest.mark.parametrize(
    "text",
    [
        "References\n1. lease.md",
        "## Sources\n- handbook.pdf\n- House Rules\n",
        "Documents:\nlease.md\nannex-b\n",
        "参考文献\n1. 規約\n",
    ],
)
def test_a_reference_list_of_names_claims_nothing(text: str) -> None:
    """A heading and names under it assert nothing; a sentence there does, also directly after a paragraph."""
    assert claims(text) == ()
    assert [claim.text for claim in claims(f"Rent is due.\n\n{text}\n- the tenant may sublet freely\n")] == [
        "Rent is due.",
        "the tenant may sublet freely",
    ]


def test_a_reference_list_may_follow_a_paragraph_directly() -> None:
    """Names that were never given are cited by their numbers, so that they are told."""
    assert [cited(claim) for claim in claims("Rent is due [1][2].\nReferences\n1. lease.md\n2. House Rules\n")] == [
        ["lease.md", "House Rules"]
    ]


@pytest.mark.parametrize("text", ["Rent is due. ", "Rent is due.\n\n", "> Rent is due. [1]\n"])
def test_more_claims_than_are_read_are_a_finding(text: str) -> None:
    """Reading stops at 20,000 claims and says so of the whole draft."""
    draft = read(text * 20_001, kind="text")

    assert [(one.code, one.claim) for one in draft.findings] == [("too_many_claims", None)]
    assert len(draft.claims) == 20_000


FENCED = '```json\n{"claims": [{"text": "a", "citations": ["d"]}]}\n```'


@pytest.mark.parametrize(
    ("raw", "around"),
    [
        (f"Here is the JSON:\n{FENCED}\n", "Here is the JSON:"),
        (f"{FENCED}\nHope this helps.\n", "Hope this helps."),
        (f"Here:\n\n{FENCED}\n\nHope this helps.", "Here:"),
        (f"<think>x</think>Here:\n{FENCED.replace('json', '')}", "Here:"),
        ('Sure!\n{"claims": []}', "Sure!"),
    ],
)
def test_prose_around_json_in_a_fence_is_told_at_the_prose(raw: str, around: str) -> None:
    """An answer in JSON with talk around it is no free text, and no claims are made of its braces."""
    for kind in ("auto", "json"):
        (finding,) = read(raw, kind=kind).findings

        assert (finding.code, read(raw).kind, read(raw).claims) == ("text_around_json", "json", ())
        assert finding.span is not None
        assert kind == "json" or finding.span.of(raw) == around


def test_prose_that_shows_code_stays_prose() -> None:
    """A fence that holds no answer is code in free text."""
    assert read('Write:\n```python\nx = {"a": 1}\n```\n').kind == "text"


def test_footnotes_and_reference_lists_say_what_numbers_mean() -> None:
    """A number or label that is defined stands for the id or the URL that its definition names."""
    text = (
        "Rent is due [1]. Pets are banned[^2]. Keys [3]. Heating [4].\n\n[^2]: doc-2, clause 4\n\n"
        "References:\n[1] lease.txt\n2. Annex A: keys\n3. Annex A\n[4]: https://law.example/4\n"
    )
    found = claims(text)

    assert [cited(claim) for claim in found] == [["lease.txt"], ["doc-2"], ["Annex A"], []]
    assert [claim.sources for claim in found] == [(), (), (), ("https://law.example/4",)]
    assert [cited(claim) for claim in claims("賃料は月末【1】。\n\n参考文献\n1. 規約\n")] == [["規約"]]


def test_what_a_definition_quotes_is_a_claim() -> None:
    """A footnote cannot carry a quote past the checks."""
    found = claims('Rent is due [^1].\n\n[^1]: doc-1 says "rent is 9999 euros".\n')

    assert [(one.document, one.typed) for claim in found for one in claim.citations] == [
        ("doc-1", "rent is 9999 euros"),
        ("doc-1", "rent is 9999 euros"),
    ]


def test_a_list_of_lines_that_begin_with_markers_is_read_forwards() -> None:
    """Where a paragraph begins with a marker, markers at the start of its lines belong to what follows them."""
    assert [(claim.text, cited(claim)) for claim in claims("[1] Rent is due.\n[2] Pets are banned.\n")] == [
        ("Rent is due.", ["1"]),
        ("Pets are banned.", ["2"]),
    ]


def test_bytes_that_were_carried_along_are_told_as_bytes() -> None:
    """Text read with surrogateescape is no UTF-8; half a pair of UTF-16 is told as such."""
    (finding,) = read(b"a\xffb".decode("utf-8", "surrogateescape")).findings
    assert (finding.code, finding.expected, finding.seen) == ("not_text", "text in UTF-8", "byte 0xFF at character 1")
    assert read("a\ud83d\udc80").findings[0].code == "lone_surrogate"
