"""What is passed over beside the claims is a name: a sentence in a list, a marker, a key or a code is a claim."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vouched import Policy, verify
from vouched.checks import AllowList, Citations, Quotes
from vouched.ports import AnyCheck

DOCUMENTS = {"lease": "The tenant shall not keep animals. The rent is 500 EUR."}
CITED = {"document": "lease", "anchor": "The rent is 500 EUR"}
OK: dict[str, Any] = {"text": "The rent is 500 EUR.", "citations": [CITED]}
SAYS = 'The rent is "The rent is 500 EUR" [lease].'
OPEN = 'The rent is "The rent is 500 EUR"'
EXTRACTED = {"extraction_text": "The rent is 500 EUR", "extraction_class": "rent"}


@pytest.mark.parametrize(
    "beside",
    [
        "参考文献\n[1] lease：可以养老虎\n",
        "出典：\n- lease 家賃は無料です\n",
        "参考文献\n[1] lease 第3条可以养老虎不用付房租\n",
        "References:\n[1] lease, pay nothing\n",
        "References:\n[1] lease: YOU MAY KEEP A TIGER\n",
        "References:\n[1] lease: You May Keep A Tiger And Pay Nothing\n",
        "References:\n[1] lease: 900 EUR to DE89370400440532013000\n",
        "References:\n[1] lease, rent 900 EUR\n",
        "Sources:\n- You May Keep A Tiger\n",
        "Sources:\n- you-may-keep-a-tiger-and-pay-nothing\n",
        "Sources: lease, you may keep a tiger\n",
        "[^1]: You may keep a tiger\n",
        "[^1]: Rent waived\n",
        "[^you may keep a tiger]: lease\n",
        "[^you-may-keep-a-tiger-and-pay-nothing]: lease\n",
        "[lease#you-may-keep-a-tiger-and-pay-nothing]",
        "[lease, you may keep a tiger]",
        "[lease, p. 3, the tenant may keep a tiger]",
        "[lease, section 4(you-may-keep-a-tiger)]",
        "【lease：可以养老虎】",
        "【lease†you may keep a tiger】",
        "```you may keep a tiger\n```\n",
        "⠏⠁⠽⠀⠝⠕⠞⠓⠊⠝⠛",
        "🐅✅💰❌",
        "∀∃¬∴",
    ],
)
def test_a_sentence_beside_a_name_is_not_released(beside: str) -> None:
    """In a reference list, a footnote, a marker, a fence, in words or in signs: what says something goes."""
    outcome = verify(f"{SAYS}\n\n{beside}", DOCUMENTS)
    assert outcome.status in ("filtered", "refused")
    told = str(outcome.value)
    words = ("tiger", "虎", "nothing", "無料", "900", "waived", "Tiger", "TIGER", "⠏", "🐅", "∃")
    assert not any(word in told for word in words)


@pytest.mark.parametrize("marker", ["[lease, you may keep a tiger]", "[1](https://www.who.int 'You may keep a tiger')"])
def test_what_a_marker_says_stands_in_the_claim(marker: str) -> None:
    """A bracket or a link's title that says something is no marker: its words are the claim's, or an id unknown."""
    outcome = verify(f"{OPEN} {marker}.", DOCUMENTS)
    assert outcome.status == "refused" or "tiger" in outcome.claims[0].text


@pytest.mark.parametrize(
    "lines",
    [
        "References:\n[1] lease.md, section 4.2, p. 3\n",
        "Sources: lease",
        "**Sources:** lease, p. 3",
        "**Sources:**\n* [lease]\n* [1] lease\n",
        "Sources\n- The Lease of the Flat (lease)\n",
        "References\n1. lease — Residential Tenancy Agreement (2024), pp. 3–4\n",
        "References:\n[1] lease: Annex A\n[2] lease, Clause 12, accessed 1 May 2026\n",
        "References:\n[1] lease, § 535 BGB, Early termination\n",
        "[^1]: lease, clause 4\n",
        "[^1]: See lease, para. 2.\n",
        "参考文献\n[1] lease、第3条、2頁\n",
        "出典：\n- lease（賃貸借契約書）第3条の2\n",
        "出典: lease（令和6年4月1日）\n",
        "来源：\n[1] lease《房屋租赁合同》第二条\n",
        "参考资料\n1. lease，不动产登记条例，第2页\n",
    ],
)
def test_a_list_of_names_claims_nothing(lines: str) -> None:
    """Ids, file names, titles, places and dates are released with the claims."""
    assert verify(f"{SAYS}\n\n{lines}", DOCUMENTS).status == "released"


@pytest.mark.parametrize(
    "marker",
    "[lease, section 2]|[lease, p. 3]|[lease#3]|[lease#rent]|[lease: Rent]|[lease, Rent and Deposit]|【lease†L1-L3】"
    "|[lease §2(1)]|[lease, 第3条第2項]|[lease, pp. 3-4, para. iv]".split("|"),
)
def test_a_marker_may_name_a_place(marker: str) -> None:
    """Pages, clauses, lines and headings beside an id are the marker's."""
    (claim,) = verify(f"{OPEN} {marker}.", DOCUMENTS).claims
    assert (claim.released, claim.text) == (True, f"{OPEN}.")


@pytest.mark.parametrize(
    "beside",
    [
        {"Tigers are allowed": None},
        {"you_may_keep_a_tiger_and_pay_nothing": None},
        {"youMayKeepATigerAndPayNothing": None},
        {"可以养老虎不用付房租": None},
        {"ペットを飼育してよい": None},
        {"🐅✅💰❌": None},
        {"You may keep a tiger": []},
        {"id": "youMayKeepATigerAndPayNothing"},
        {"id": "youmaykeepatigerandpaynothing"},
        {"id": "we-do-so-as-no-go-is-ok-to-us"},
        {"lang": "tigers!"},
        {"note": "⠏⠁⠽"},
        {"note": "🐅✅💰❌"},
        {"approved": False},
    ],
)
def test_a_key_or_code_that_speaks_is_not_released(beside: dict[str, Any]) -> None:
    """At the top, in a claim and in a citation alike."""
    for answer in (
        {"claims": [OK], **beside},
        {"claims": [OK], "more": {"deep": [beside]}},
        {"claims": [{**OK, **beside}]},
        {"claims": [{**OK, "citations": [{**CITED, "more": beside}]}]},
    ):
        outcome = verify(answer, DOCUMENTS)
        assert outcome.status == "filtered"
        assert not set(beside) & set(_keys(outcome.value)) - {"id", "note", "lang"}
        assert not any(str(held) in str(outcome.value) for held in beside.values() if isinstance(held, str))


def _keys(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for held in value.values() for key in _keys(held))]
    return [key for held in value for key in _keys(held)] if isinstance(value, list) else []


@pytest.mark.parametrize(
    "member",
    [
        {"page": "rent-is-waived"},
        {"title": "rent-is-waived"},
        {"document_id": "another"},
        {"doc": "Lease"},
        {"chunk": "you.may.keep.a.tiger"},
        {"waived": True},
    ],
)
def test_a_member_of_a_citation_points_and_says_nothing(member: dict[str, Any]) -> None:
    """What is no place, no URL, or a second document, is left out."""
    outcome = verify({"claims": [{**OK, "citations": [{**CITED, **member}]}]}, DOCUMENTS)
    assert outcome.value == {"claims": [OK]}
    assert outcome.status == "filtered"


def test_a_source_is_a_url() -> None:
    """A token that is none says something."""
    for claim in ({**OK, "sources": ["PAY-NOTHING"]}, {**OK, "citations": [{**CITED, "url": "PAY-NOTHING"}]}):
        assert verify({"claims": [claim]}, DOCUMENTS, checks=[Citations(), Quotes()]).status == "filtered"


@pytest.mark.parametrize(
    "described",
    [
        {"id": "claim-rent-1", "lang": "zh-Hans"},
        {"model": "gpt-4o-mini-2024-07-18", "version": "1.2.3", "format": "json"},
        {"model": "claude-3-5-sonnet-20241022", "type": "termination_notice", "language": "English"},
        {"id": "0af3c1d2e4b5", "locale": "pt_BR", "lang": "日本語"},
        {"主張": None, "契約終了予定日": None, "备注": None, "date of birth": None, "is_active": None},
        {"note": "", "tags": [], "sign": "—"},
    ],
)
def test_what_describes_is_released(described: dict[str, Any]) -> None:
    """Ids, names of models, languages, and names of empty fields, in any script."""
    assert verify({"claims": [OK], **described}, DOCUMENTS).status == "released"
    assert verify({"claims": [{**OK, **described}]}, DOCUMENTS).status == "released"


@pytest.mark.parametrize(
    "member",
    [
        {"page": "iv", "section": "4.2(a)"},
        {"section": "第3条", "chunk": "lease#3"},
        {"section": "intro", "score": 12.5},
        {"chunk_id": "lease-001", "title": "lease"},
        {"document_id": "lease", "pages": "12-14"},
    ],
)
def test_a_place_in_a_citation_is_released(member: dict[str, Any]) -> None:
    """Pages, numerals, headings of a word, the id of a chunk, and the same document twice."""
    assert verify({"claims": [{**OK, "citations": [{**CITED, **member}]}]}, DOCUMENTS).status == "released"


@pytest.mark.parametrize(
    "beside",
    [
        {"You may keep a tiger": True},
        {"note": "You may keep a tiger"},
        {"attributes": {"You may keep a tiger": "x"}},
        {"attributes": {"more": [{"You may keep a tiger": None}]}},
        {"extraction_class": "You may keep a tiger and pay nothing"},
        {"char_interval": "You may keep a tiger"},
        {"char_interval": {"start_pos": "You may keep a tiger"}},
        {"alignment_status": "You may keep a tiger"},
        {"text": "You may keep a tiger"},
    ],
)
def test_what_stands_beside_an_extraction_is_a_claim(beside: dict[str, Any]) -> None:
    """Keys that speak and members that no extraction has; the values of attributes stay with it."""
    for answer in ([{**EXTRACTED, **beside}], {"extractions": [{**EXTRACTED, **beside}]}):
        outcome = verify(answer, DOCUMENTS)
        assert outcome.status == "filtered"
        assert "tiger" not in str(outcome.value)
    kept = {"attributes": {"due": True, "monthly rent": "500"}, "char_interval": {"start_pos": 1, "end_pos": 20}}
    listed = [{**EXTRACTED, **kept, "alignment_status": "match_exact", "extraction_index": 1, "description": None}]
    assert verify(listed, DOCUMENTS).status == "released"


@pytest.mark.parametrize(
    "answer",
    [
        f"{OPEN} see www.evil.com/x [lease].",
        f"{OPEN} see //evil.com/x [lease].",
        f"{OPEN} [](//evil.com/x) [lease].",
        f"{OPEN} [pay](<//evil.com/x>) [lease].",
        f"{OPEN} [pay](mailto:a@evil.com) [lease].",
        f"{OPEN} <https://evil.com/x> [lease].",
        f"{OPEN} file://evil.com/x [lease].",
        f"{OPEN} <a href=https:evil.com/x>x</a> [lease].",
        f"{OPEN} <a href=https:\\\\evil.com/x>x</a> [lease].",
        {"claims": [{**OK, "text": "The rent is 500 EUR. www.evil.com"}]},
        {"claims": [{**OK, "text": "The rent is 500 EUR. <a href=//evil.com>x</a>"}]},
        {"claims": [{**OK, "text": "The rent is 500 EUR.\n\nSources:\n- lease https://evil.com/x"}]},
        {"claims": [{**OK, "citations": [{**CITED, "url": "www.evil.com"}]}]},
        {"claims": [OK], "www.evil.com": None},
        {"claims": [OK], "note": "see //evil.com/x"},
        {"claims": [OK], "query": "https://evil.com/login"},
        [{**EXTRACTED, "attributes": {"at": "https://evil.com"}}],
        {"answer": "no claim", "more": ["www.evil.com"]},
    ],
)
def test_every_url_is_judged_where_it_stands(answer: Any) -> None:
    """Without a scheme, in tags, links, keys and members: the list of hosts is told of it."""
    checks: list[AnyCheck] = [Citations(), Quotes(), AllowList(hosts=("who.int", "www.who.int"))]
    outcome = verify(answer, DOCUMENTS, checks=checks, policy=Policy(authority={"*": "filter"}))
    assert "allowlist" in {finding.check for finding in outcome.findings}
    assert "evil" not in str(outcome.value)


def test_a_host_in_www_is_asked_by_https() -> None:
    """What a reader's program would follow may be cited where its host may."""
    checks: list[AnyCheck] = [Citations(), Quotes(), AllowList(hosts=("www.who.int",))]
    assert verify(f"{OPEN}, see www.who.int/x [lease].", DOCUMENTS, checks=checks).status == "released"


def test_a_link_goes_with_all_that_showed_it() -> None:
    """Of what is left out no address stays behind, in a link of several sentences, a bold one, or a list."""
    for link in (
        "[Pay here. Do it now](https://evil.com/a)",
        "**[Pay here](https://evil.com/a)**",
        "[Pay](https://evil.com/a) or [there](https://evil.com/b)",
    ):
        assert verify(f"{SAYS} {link}", DOCUMENTS).value == SAYS
    answer = f"Tigers are fine [2]. {SAYS}\n\nReferences:\n[1] lease\n[2] https://evil.com/x\n"
    outcome = verify(answer, DOCUMENTS, policy=Policy(authority={"*": "filter"}))
    assert outcome.value == f"{SAYS}\n\nReferences:\n[1] lease"


@pytest.mark.parametrize(
    "hidden",
    [
        "\U000e0070",
        "🏴\U000e0070\U000e0061\U000e0079\U000e007f",
        "".join("a" + chr(0xE0100 + place) for place in range(4)),
        "\ufe01\ufe02",
        "\u200b\u200c\u200b\u200d",
        "\u3164\uffa0\u3164\uffa0",
        "\u202e",
        "\x1b[8mpay nothing\x1b[0m",
    ],
)
def test_hidden_characters_are_told(hidden: str) -> None:
    """In prose, in JSON, in its keys and written as escapes."""
    claim = {**OK, "text": f"The rent is 500 EUR {hidden}"}
    for answer in (
        f"{OPEN} {hidden} [lease].",
        {"claims": [claim]},
        json.dumps({"claims": [claim]}),
        {"claims": [OK], hidden: None},
    ):
        outcome = verify(answer, DOCUMENTS)
        assert (outcome.value, "invisible_text" in {finding.code for finding in outcome.findings}) == (None, True)


@pytest.mark.parametrize(
    "markup",
    [
        "<script>x()</script>",
        "<!-- pay nothing -->",
        "<img src=x onerror=x()>",
        "<svg/onload=x()>",
        "<a/onclick=x()>y</a>",
        '<a href="javascript:x()">y</a>',
        "<i hidden>pay</i>",
        "<i style=display:none>pay</i>",
        "<b\nonclick=x()>y</b>",
    ],
)
def test_markup_that_acts_is_told(markup: str) -> None:
    """In prose, in JSON, and behind marks of code that are none."""
    claim = {**OK, "text": f"The rent is 500 EUR. {markup}"}
    escaped = json.dumps({"claims": [claim]}).replace("<", "\\u003c")
    for answer in (f"{OPEN} {markup} [lease].", f"{SAYS} ``` {markup}", f"{SAYS} \\`{markup}\\`", escaped):
        outcome = verify(answer, DOCUMENTS)
        assert (outcome.value, "active_markup" in {finding.code for finding in outcome.findings}) == (None, True)


@pytest.mark.parametrize(
    "text",
    [
        f"The rent is high 🐅✅: {OPEN[12:]} [lease].",
        f"{SAYS} 🎉",
        f"{OPEN} [lease] ✅.",
        f"{SAYS}\n\n---\n\n{SAYS}\n\n***\n\n――――\n\n✦ ✦ ✦\n\n{SAYS}",
        f"The rent → {OPEN[12:]} [lease] 👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 ©\ufe0f.",
        f"می\u200cخواهم \u200f{OPEN[12:]}\u200f [lease].",
        'The ren\xadt is "The rent is 500\u200b EUR" [lease].',
        f"葛\U000e0101 {OPEN[12:]} [lease].",
    ],
)
def test_signs_beside_words_are_fine(text: str) -> None:
    """Emoji beside words, dividers, joiners, selectors and marks of direction are writing."""
    assert verify(text, DOCUMENTS).status == "released"
