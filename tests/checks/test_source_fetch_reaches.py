"""A source counts only if one and the same URL may be cited, leads where it may, and answers."""

from __future__ import annotations

from typing import Any

import pytest

from vouched import Draft, Verdict, read
from vouched.checks import SourceContent, SourceFetch
from vouched.documents import Evidence
from vouched.errors import UsageError
from vouched.ports import Fault, Fetch, Page, Together
from vouched.run import drivers
from vouched.run.answers import Answers
from vouched.run.checking import inspected, run_check
from vouched.testing import ScriptedFetcher, fixed_page

WHO, CDC, ROGUE = "https://www.who.int/a", "https://www.cdc.gov/b", "https://rogue.example.com/"
DEAD = fixed_page("", url=CDC, status=404)


def draft_of(*sources: list[Any]) -> Draft:
    """Return a draft with a claim for each list of sources."""
    return read({"claims": [{"text": f"Claim {n}.", "sources": urls} for n, urls in enumerate(sources)]})


def judged(check: Any, draft: Draft, pages: dict[str, Page | Fault | str]) -> tuple[Verdict, list[str]]:
    """Return the verdict of a check whose pages come from a table, and the URLs that were asked for."""
    fetcher = ScriptedFetcher(pages)
    flow: Any = inspected(check, draft, Evidence())
    verdict: Any = drivers.run(flow, Answers({}, fetch=fetcher.fetch))
    return verdict, sorted(fetcher.requests)


def codes(verdict: Verdict) -> list[tuple[int | None, str, str]]:
    """Return claim, code and place of each finding."""
    return [(finding.claim, finding.code, finding.where) for finding in verdict.findings]


def test_a_page_that_answers_stands_and_vouches_for_nothing() -> None:
    """A support says that the page is there, not that it says anything."""
    verdict, _ = judged(SourceFetch(), draft_of([WHO]), {WHO: "any text"})
    assert verdict.status == "supported"
    assert [(support.claim, support.vouches) for support in verdict.supports] == [(0, False)]


@pytest.mark.parametrize(
    ("reply", "seen"),
    [
        (DEAD, "status 404"),
        (fixed_page("", url=WHO, status=302), "status 302"),
        (fixed_page("moved", url=WHO, status=199), "status 199"),
        (Fault(code="timeout", message="no answer in time", retryable=True), "timeout: no answer in time"),
        (Fault(code="rate_limited", message="status 429", retryable=True), "rate_limited: status 429"),
        (Fault(code="bad_reply", message="redirects in a circle"), "bad_reply: redirects in a circle"),
    ],
)
def test_what_does_not_answer_is_not_reached(reply: Page | Fault, seen: str) -> None:
    """A status outside 200 to 299 and every fault are findings that say what was seen."""
    verdict, _ = judged(SourceFetch(), draft_of([WHO]), {WHO: reply})
    assert codes(verdict) == [(0, "source_unreachable", "/claims/0/sources/0")]
    assert verdict.findings[0].seen == seen


def test_one_and_the_same_source_must_pass() -> None:
    """A host that is admitted but dead and one that is alive but not admitted are no source together."""
    check = SourceFetch(hosts=("www.who.int", "www.cdc.gov"))
    verdict, asked = judged(check, draft_of([CDC, ROGUE]), {CDC: DEAD, ROGUE: "alive"})
    assert codes(verdict) == [
        (0, "source_unreachable", "/claims/0/sources/0"),
        (0, "bad_source", "/claims/0/sources/1"),
    ]
    assert asked == [CDC]


@pytest.mark.parametrize(
    "bad", ["javascript:alert(1)", "http://www.who.int/", "https://127.0.0.1/", "https://a b/", ""]
)
def test_a_bad_source_is_found_beside_a_good_one(bad: str) -> None:
    """What may not be cited would be released with the claim, so it is found however good the others are."""
    verdict, asked = judged(SourceFetch(), draft_of([WHO, bad]), {WHO: "x"})
    assert codes(verdict) == [(0, "bad_source", "/claims/0/sources/1")]
    assert asked == [WHO]


def test_a_dead_source_beside_a_good_one_is_passed_over_unless_every_one_counts() -> None:
    """`every` asks for all sources of a claim."""
    pages: dict[str, Page | Fault | str] = {WHO: "x", CDC: DEAD}
    assert codes(judged(SourceFetch(), draft_of([CDC, WHO]), pages)[0]) == []
    every = judged(SourceFetch(every=True), draft_of([CDC, WHO]), pages)[0]
    assert codes(every) == [(0, "source_unreachable", "/claims/0/sources/0")]


def test_the_address_that_answers_last_is_judged_too() -> None:
    """A redirect off the list, or into a private network, makes a bad source."""
    check = SourceFetch(hosts=("www.who.int", "www.cdc.gov"))
    pages: dict[str, Page | Fault | str] = {
        WHO: fixed_page("x", url=ROGUE),
        CDC: Fault(code="refused_address", message="redirected to http://10.0.0.1/: URL refused"),
    }
    verdict, _ = judged(check, draft_of([WHO], [CDC]), pages)
    assert [code for _, code, _ in codes(verdict)] == ["bad_source", "bad_source"]
    assert ROGUE in verdict.findings[0].message
    assert "10.0.0.1" in verdict.findings[1].message


def test_each_url_is_asked_for_once_and_all_together() -> None:
    """Claims that share a URL share its request, and their verdicts are their own."""
    draft = draft_of([WHO], [WHO, CDC], [WHO])
    verdict, asked = judged(SourceFetch(), draft, {WHO: "x", CDC: "y"})
    assert asked == sorted([WHO, CDC])
    assert [support.claim for support in verdict.supports] == [0, 1, 1, 2]
    request = next(inspected(SourceFetch(), draft, Evidence()))
    assert request == Together((Fetch(WHO), Fetch(CDC)))


def test_a_claim_without_sources_is_silent_unless_they_are_required() -> None:
    """Nothing to look at approves nothing; `required` makes it a finding."""
    draft = draft_of([])
    assert judged(SourceFetch(), draft, {})[0].status == "silent"
    assert codes(judged(SourceFetch(required=True), draft, {})[0]) == [(0, "no_source", "/claims/0")]


def test_a_url_that_stands_for_a_document_is_a_source() -> None:
    """A citation of a URL is looked at, and one of a given document is not, whatever its id looks like."""
    draft = read({"claims": [{"text": "x", "citations": [{"document": WHO, "quote": "anything at all"}]}]})
    assert judged(SourceFetch(), draft, {WHO: "x"})[1] == [WHO]
    asked = list(inspected(SourceFetch(), draft, Evidence.of({WHO: "given"})))
    assert asked == []


def test_a_flood_of_urls_is_bounded() -> None:
    """No draft makes more than a hundred requests; the rest is not reached."""
    urls = [f"https://www.who.int/{number}" for number in range(300)]
    verdict, asked = judged(SourceFetch(every=True), draft_of(urls), dict.fromkeys(urls, "x"))
    assert len(asked) == 100
    assert len(verdict.findings) == 200


@pytest.mark.parametrize("reply", [None, (), "page", (None,), (True,), [fixed_page("x", url=WHO)]])
@pytest.mark.parametrize("check", [SourceFetch(), SourceContent(judge="judge")])
def test_what_is_no_reply_breaks_the_check(check: Any, reply: Any) -> None:
    """A driver or fetcher that answers anything else approves nothing."""
    flow = inspected(check, draft_of([WHO]), Evidence())
    next(flow)
    with pytest.raises(StopIteration) as done:
        flow.send(reply)
    assert done.value.value.status == "broken"


@pytest.mark.parametrize("check", [SourceFetch(), SourceContent(judge="judge")])
def test_without_a_fetcher_the_check_is_broken(check: Any) -> None:
    """Where nothing can be asked, nothing is approved, and a draft without URLs is not concerned."""
    assert run_check(check, draft_of([WHO]), Evidence()).status == "broken"
    assert run_check(check, draft_of([]), Evidence()).status == "silent"


@pytest.mark.parametrize("check", [SourceFetch, SourceContent])
@pytest.mark.parametrize(
    "settings",
    [{"hosts": ()}, {"hosts": "who.int"}, {"schemes": ("gopher",)}, {"allow_private": 1}, {"required": "yes"}],
)
def test_settings_that_mean_nothing_fail_at_construction(check: Any, settings: dict[str, Any]) -> None:
    """A wrong setting fails where it is written."""
    with pytest.raises(UsageError):
        check(**settings)
