"""The check `allowlist` judges each cited URL, says where it stands, and is silent where none is cited."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.checks import AllowList
from vouched.documents import Evidence, Span
from vouched.drafts import Claim, Draft
from vouched.errors import UsageError
from vouched.ports import Check
from vouched.verdicts import Finding, Support

EVIDENCE = Evidence()


def draft_of(*sources: tuple[str, ...]) -> Draft:
    """Return a JSON draft with one claim for each tuple of URLs."""
    value = {"claims": [{"text": "x", "sources": list(urls)} for urls in sources]}
    claims = [Claim(text="x", where=f"/claims/{place}", sources=urls) for place, urls in enumerate(sources)]
    return Draft(raw=json.dumps(value, ensure_ascii=False), kind="json", value=value, claims=tuple(claims))


def test_each_url_gets_its_answer_and_its_place() -> None:
    """A good URL is supported, a bad one found, each with its claim, its pointer and its characters."""
    draft = draft_of(("https://who.int/", "https://evil.example/"), ("http://who.int/",))

    said = list(AllowList(hosts=("who.int",))(draft, EVIDENCE))

    assert said[0] == Support(check="allowlist", claim=0, where="/claims/0/sources/0", vouches=False)
    first, second = (item for item in said if isinstance(item, Finding))
    assert (first.code, first.claim, first.where) == ("host_not_allowed", 0, "/claims/0/sources/1")
    assert (second.code, second.claim, second.where) == ("scheme_not_allowed", 1, "/claims/1/sources/0")
    assert [item.span.of(draft.raw) for item in (first, second) if item.span] == [
        "https://evil.example/",
        "http://who.int/",
    ]
    assert first.message.startswith("/claims/0/sources/1: URL refused (host_not_allowed): expected")


def test_a_draft_without_urls_is_met_with_silence() -> None:
    """Where no claim cites a URL the check yields nothing."""
    assert list(AllowList()(draft_of((), ()), EVIDENCE)) == []


def test_the_same_url_twice_is_found_twice() -> None:
    """Equal URLs have places of their own."""
    draft = draft_of(("http://a.example/",), ("http://a.example/",))

    spans = [item.span for item in AllowList()(draft, EVIDENCE) if isinstance(item, Finding)]

    assert None not in spans
    assert spans[0] != spans[1]


def test_in_free_text_a_url_is_looked_for_in_its_claim() -> None:
    """The span of a URL in free text lies in its claim's span, and a URL that is not there has none."""
    raw = "See http://a.example/ for one. And http://a.example/ for two."
    claims = (
        Claim(text=raw[30:], where="/claims/0", span=Span(31, len(raw)), sources=("http://a.example/",)),
        Claim(text=raw[30:], where="/claims/1", span=Span(31, len(raw)), sources=("http://b.example/",)),
    )

    found = [
        item
        for item in AllowList()(Draft(raw=raw, kind="text", value=raw, claims=claims), EVIDENCE)
        if isinstance(item, Finding)
    ]

    assert [item.span for item in found] == [Span(35, 52), None]


def test_it_is_a_decidable_check() -> None:
    """The check has the shape of a check and names itself."""
    check = AllowList()

    assert isinstance(check, Check)
    assert (check.name, check.decidable) == ("allowlist", True)
    assert hash(check) == hash(AllowList())
    assert check == AllowList()


@pytest.mark.parametrize(
    "settings", [{"hosts": ("https://who.int",)}, {"hosts": "who.int"}, {"schemes": ("file",)}, {"allow_private": "no"}]
)
def test_wrong_settings_fail_at_construction(settings: dict[str, object]) -> None:
    """A setting that means nothing raises where it is written."""
    with pytest.raises(UsageError):
        AllowList(**settings)  # type: ignore[arg-type]


@given(st.lists(st.lists(st.text() | st.integers() | st.none(), max_size=3), max_size=4))
def test_any_sources_are_answered_one_by_one(sources: list[list[object]]) -> None:
    """Whatever stands as a source gets exactly one answer, in order, and nothing raises."""
    claims = tuple(
        Claim(text="", where=f"/claims/{place}", sources=tuple(urls))  # type: ignore[arg-type]
        for place, urls in enumerate(sources)
    )

    said = list(AllowList()(Draft(raw="", kind="json", claims=claims), EVIDENCE))

    assert [item.where for item in said] == [
        f"/claims/{place}/sources/{number}" for place, urls in enumerate(sources) for number in range(len(urls))
    ]


def test_many_urls_that_stand_nowhere_are_judged() -> None:
    """Ten thousand URLs that a long draft does not hold are judged without a search of all of it for each."""
    claims = tuple(Claim(text="", sources=(f"http://h{number}.example/",)) for number in range(10_000))
    draft = Draft(raw="x" * 50_000_000, kind="json", claims=claims)

    assert len(list(AllowList()(draft, EVIDENCE))) == 10_000
