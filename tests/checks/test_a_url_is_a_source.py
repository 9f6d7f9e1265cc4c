"""Promises about URLs that an answer cites in a document's place: sources, judged as such, vouching for nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import vouched
from vouched import Guard
from vouched.checks import AllowList, Citations, Quotes, SourceContent
from vouched.checks.url_rules import sources_of
from vouched.cli.main import main
from vouched.ports import Page
from vouched.run.reading import read
from vouched.testing import ScriptedFetcher, ScriptedModel

LEASE = {"lease": "The tenant shall not keep animals. The rent is 500 EUR."}
STANDS = {"document": "lease", "anchor": "shall not keep animals"}
URL = "https://law.example.org/pets"
CHECKS = (Citations(), Quotes(), AllowList())


def answer(*citations: Any) -> dict[str, Any]:
    """Return an answer of one claim with these citations."""
    return {"claims": [{"text": "No pets.", "citations": list(citations)}]}


def codes(outcome: vouched.Outcome) -> list[str]:
    """Return the checks and codes of an outcome's findings."""
    return [f"{finding.check}/{finding.code}" for finding in outcome.findings]


@pytest.mark.parametrize("cited", [URL, {"document": URL}, {"id": URL}, {"document": URL, "page": 3}])
def test_a_cited_url_is_a_source(cited: Any) -> None:
    """A URL in the place of a document's id is read as a source, and is no unknown document."""
    evidence = vouched.Evidence.of(LEASE)
    draft = read(answer(cited, STANDS), documents=evidence)
    outcome = vouched.verify(draft, LEASE, checks=CHECKS)

    assert [source.url for source in sources_of(draft.claims[0], evidence)] == [URL]
    assert (outcome.status, codes(outcome)) == ("released", [])


def test_a_cited_url_is_judged() -> None:
    """A URL that may not be cited is a finding of the allow-list wherever it stands."""
    outcome = vouched.verify(answer("http://127.0.0.1/x", STANDS), LEASE, checks=CHECKS)

    assert codes(outcome) == ["allowlist/scheme_not_allowed"]
    assert outcome.status == "refused"


def test_a_url_alone_vouches_for_nothing() -> None:
    """A claim that cites only a URL is not released by the checks that look at documents, and counts as no document."""
    outcome = vouched.verify(answer(URL), LEASE, checks=CHECKS)
    counted = vouched.verify(answer(URL), LEASE, checks=(Citations(at_least=1), Quotes(), AllowList()))

    assert (outcome.status, outcome.value) == ("refused", None)
    assert codes(counted) == ["citations/too_few_citations"]


@pytest.mark.parametrize("words", [{"quote": "Pets are welcome everywhere."}, {"anchor": "Pets are welcome"}])
def test_words_of_a_page_need_a_check_that_reads_it(words: dict[str, str]) -> None:
    """A quote of a page is refused where nothing reads the page, also beside a citation that stands."""
    outcome = vouched.verify(answer({"document": URL, **words}, STANDS), LEASE, checks=CHECKS)

    assert codes(outcome) == ["citations/unknown_document"]
    assert outcome.value is None


@pytest.mark.parametrize(
    ("quote", "status"), [("No tenant may keep a dog.", "released"), ("Every tenant may keep a dog.", "refused")]
)
def test_with_pages_the_words_are_for_source_content(quote: str, status: str) -> None:
    """With `pages`, a quote of a page is left to `source_content`, which finds the one that does not stand there."""
    page = Page(url=URL, status=200, text="No tenant may keep a dog. This holds in all houses.")
    guard = Guard(
        ScriptedModel([answer({"document": URL, "quote": quote})]),
        checks=(Citations(pages=True), Quotes(), AllowList(), SourceContent()),
        fetch=ScriptedFetcher({URL: page}),
        max_retries=0,
    )

    assert guard.run("May I keep a dog?", LEASE).status == status


def test_verify_judges_urls_in_place_of_documents(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """`vouched verify` judges a URL that an answer cites in a document's place, as it does sources."""
    (tmp_path / "lease.txt").write_text(LEASE["lease"], encoding="utf-8")
    (tmp_path / "answer.json").write_text(json.dumps(answer("http://127.0.0.1/x", STANDS)), encoding="utf-8")
    code = main(["verify", str(tmp_path / "answer.json"), "--json", "--documents", str(tmp_path / "lease.txt")])
    shape = json.loads(capfd.readouterr().out)

    assert code == 1
    assert [finding["code"] for finding in shape["findings"]] == ["scheme_not_allowed"]


@pytest.mark.parametrize(
    "name", ["https://a b", "//x.example", "www.example.org", "mailto:a@example.org", "://x", "x://"]
)
def test_what_is_no_url_is_an_unknown_document(name: str) -> None:
    """Only a scheme, `://` and no white space is meant as a URL; anything else is an id that was not given."""
    outcome = vouched.verify(answer(name, STANDS), LEASE, checks=CHECKS)

    assert "citations/unknown_document" in codes(outcome)


def test_a_document_may_be_called_by_its_url() -> None:
    """A URL that is a given document's id is that document."""
    outcome = vouched.verify(answer({**STANDS, "document": URL}), {URL: LEASE["lease"]}, checks=CHECKS)

    assert (outcome.status, outcome.claims[0].quotes[0].document) == ("released", URL)
