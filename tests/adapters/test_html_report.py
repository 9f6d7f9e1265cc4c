"""Promises about the HTML report: complete, self-contained, harmless, and true to the documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vouched
from vouched.adapters.html_report import Entry, html_report
from vouched.adapters.html_text import language_of, shown

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ANSWERS = sorted(EXAMPLES.glob("*/answers/*"))
VOID = {"meta", "br"}


class Page(HTMLParser):
    """A parsed page: its ids, links, languages, texts by class, and the marks of the documents with their text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, dict[str, str]]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.tags: list[str] = []
        self.languages: set[str] = set()
        self.texts: list[tuple[tuple[str, ...], str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if tag == "a" else []
        self.languages |= {given["lang"]} if "lang" in given else set()
        self.loads += [f"{tag} {name}" for name in given if name in ("src", "srcset", "action", "style", "onclick")]
        self.loads += [tag] if tag in ("link", "img", "iframe", "object", "embed", "base", "form") else []
        if tag not in VOID:
            self.open.append((tag, given))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        self.texts.append((tuple(f"{tag}.{given.get('class', '')}" for tag, given in self.open), data))

    def of(self, element: str, *, within: str = "") -> list[str]:
        """Return the text of each stretch in an element `tag.class`, hidden characters given back."""
        return [
            text
            for path, text in self.texts
            if any(re.fullmatch(element, each) for each in path) and any(each.startswith(within) for each in path)
        ]


def made(name: str, raw: str, documents: Iterable[vouched.Document]) -> tuple[str, vouched.Outcome]:
    """Return the page about one answer, and its outcome."""
    listed = list(documents)
    outcome = vouched.verify(raw, listed)
    return html_report([Entry(name=name, draft=raw, outcome=outcome)], listed), outcome


def example(answer: Path) -> tuple[str, vouched.Outcome, list[vouched.Document]]:
    """Return the page about a bundled answer, its outcome and its documents."""
    documents = vouched.load_documents(answer.parents[1] / "documents")
    page, outcome = made(answer.name, answer.read_text(encoding="utf-8"), documents)
    return page, outcome, documents


def flat(text: str) -> str:
    """Return a text without its white space."""
    return "".join(text.split())


@pytest.mark.parametrize("answer", ANSWERS, ids=[f"{each.parts[-3]}/{each.name}" for each in ANSWERS])
def test_every_link_leads_to_a_place_of_the_page(answer: Path) -> None:
    """Each claim has a link, every link has its target in the page, and no id stands twice."""
    page, outcome, _ = example(answer)
    parsed = Page(page)

    assert len(parsed.ids) == len(set(parsed.ids))
    assert [link for link in parsed.links if link.removeprefix("#") not in parsed.ids] == []
    assert all(link.startswith("#") for link in parsed.links)
    assert {f"a0c{index}" for index in range(len(outcome.claims))} <= set(parsed.ids)


@pytest.mark.parametrize("answer", ANSWERS, ids=[f"{each.parts[-3]}/{each.name}" for each in ANSWERS])
def test_what_is_highlighted_is_the_evidence(answer: Path) -> None:
    """The highlighted stretches of the documents are the slices of the quotes, whole and nothing else."""
    page, outcome, documents = example(answer)
    parsed = Page(page)
    quotes = [quote for claim in outcome.claims for quote in claim.quotes]
    quotes += [quote for finding in outcome.findings for quote in finding.evidence]
    covered = {
        document.id: {
            place for quote in quotes if quote.document == document.id for place in range(quote.start, quote.end)
        }
        for document in documents
    }
    wanted = "".join(document.text[place] for document in documents for place in sorted(covered[document.id]))
    texts = {document.id: document.text for document in documents}

    assert all(quote.text == texts[quote.document][quote.start : quote.end] for quote in quotes)
    assert flat("".join(parsed.of("mark.*", within="div.paper"))) == flat(wanted)


@pytest.mark.parametrize("answer", ANSWERS, ids=[f"{each.parts[-3]}/{each.name}" for each in ANSWERS])
def test_the_documents_stand_in_the_page_unchanged(answer: Path) -> None:
    """A short document stands in the page character for character, white space aside."""
    page, _, documents = example(answer)
    parsed = Page(page)
    paper = [text for path, text in parsed.texts if "div.paper" in path and not any("a.ref" in each for each in path)]

    assert sorted(flat("".join(paper))) == sorted(flat("".join(document.text for document in documents)))


@pytest.mark.parametrize("set_name", ["tenancy-en", "bylaw-ja", "notice-zh"])
def test_an_altered_quote_shows_both_words(set_name: str) -> None:
    """The altered word is marked in the claim and in the comparison, the document's own in both places too."""
    words = {"tenancy-en": ("ten", "five"), "bylaw-ja": ("以下", "以上"), "notice-zh": ("不得", "可以")}
    expected, seen = words[set_name]
    page, _, _ = example(EXAMPLES / set_name / "answers" / "altered-quote.md")
    parsed = Page(page)

    assert any(expected in text for text in parsed.of("ins.changed-expected"))
    assert any(seen in text for text in parsed.of("del.changed-seen"))
    assert any(seen in text for text in parsed.of("mark.altered"))
    assert any(expected in text for text in parsed.of("mark.*altered.*", within="div.paper"))


def test_a_document_that_was_not_given_is_named() -> None:
    """A fabricated citation shows at once which document is missing."""
    page, _, _ = example(EXAMPLES / "tenancy-en" / "answers" / "fabricated-citation.json")

    assert Page(page).of("span.missing") == ["pet-policy: not given"]


def test_the_page_asks_nothing_of_any_other_place() -> None:
    """The page loads nothing, and its policy forbids what it does not hold."""
    page, _, _ = example(ANSWERS[0])
    parsed = Page(page)

    assert parsed.loads == []
    assert "default-src 'none'" in page
    assert "unsafe" not in page
    assert re.findall(r"https?://|url\(|@import", page) == []


@pytest.mark.parametrize(("set_name", "language"), [("tenancy-en", "en"), ("bylaw-ja", "ja"), ("notice-zh", "zh")])
def test_texts_say_their_language(set_name: str, language: str) -> None:
    """Japanese and Chinese texts are marked as such, so that they are drawn and read in their own way."""
    page, _, _ = example(EXAMPLES / set_name / "answers" / "stands.json")

    assert Page(page).languages == {"en", language}


def test_hostile_text_stays_text() -> None:
    """Markup in names, claims and documents is shown and never acts; what hides is made visible."""
    evil = "</script><script>alert(1)</script></style><img src=x onerror=alert(2)>\u202e\x00 the tenant pays nothing."
    document = vouched.Document(id="<b>d", text=evil, path="<i>p\u202e")
    raw = f'{{"claims":[{{"text":{evil[:30]!r}, "citations":[]}}]}}'.replace("'", '"')
    page, _ = made("<u>name\u202e", raw + "“the tenant pays nothing” [<b>d]", [document])
    parsed = Page(page)

    assert parsed.tags.count("script") == 1
    assert {"img", "b", "u"} & set(parsed.tags) <= {"b"}
    assert not re.search("[\u202e\x00]", page)
    assert "U+202E" in parsed.of("span.hidden")


@given(st.text(st.characters(), max_size=60), st.text(st.characters(), max_size=60))
def test_any_text_makes_a_page(raw: str, text: str) -> None:
    """Whatever answer and document hold, a page is made that UTF-8 can write and whose elements close."""
    page, _ = made("any", f"{raw} “{text}” [1]", [vouched.Document(id="1", text=f"{raw} {text}")])
    page.encode("utf-8")

    assert "</html>" in page
    assert Page(page).open == []


def test_a_large_document_is_shown_around_its_evidence() -> None:
    """Of a document of millions of characters the page shows what surrounds the evidence, and says so."""
    lines = "".join(f"Clause {number}: the tenant pays {number * 7} pounds.\n" for number in range(100_000))
    document = vouched.Document(id="big", text=lines)
    page, outcome = made("a", "“the tenant pays 349993 pounds” [big]", [document])

    assert outcome.status == "released"
    assert len(page) < 60_000
    assert "characters not shown" in page
    assert "the tenant pays 349993 pounds" in page


def test_many_documents_stay_a_short_page() -> None:
    """Of thousands of documents the page shows those that are pointed to, and how many others there are."""
    documents = [
        vouched.Document(id=f"d{number}", text=f"Fact number {number} is true today.") for number in range(5000)
    ]
    page, _ = made("a", "“Fact number 4321 is true today” [d4321]", documents)

    assert len(page) < 60_000
    assert "and 4,979 more documents to which no claim points" in page


def test_several_answers_have_an_index() -> None:
    """A page about several answers begins with a table of them, each linked, and no id stands twice."""
    folder = EXAMPLES / "bylaw-ja"
    documents = vouched.load_documents(folder / "documents")
    entries = []
    for answer in sorted((folder / "answers").iterdir()):
        raw = answer.read_text(encoding="utf-8")
        entries.append(Entry(name=answer.name, draft=raw, outcome=vouched.verify(raw, documents)))
    parsed = Page(html_report(entries, documents))

    assert "2 of 5 answers released" in parsed.of("h1.*")
    assert len(parsed.ids) == len(set(parsed.ids))
    assert [link for link in parsed.links if link.removeprefix("#") not in parsed.ids] == []


def test_no_answer_makes_a_page() -> None:
    """A report about nothing is a page that says so."""
    assert "0 of 0 answers released" in html_report([], [])


@pytest.mark.parametrize(
    ("text", "around", "language"),
    [
        ("規約の目的", "", "ja"),
        ("二年以上", "ja", "ja"),
        ("二年以上", "", "zh"),
        ("단어", "", "ko"),
        ("rent", "ja", ""),
    ],
)
def test_the_script_tells_the_language(text: str, around: str, language: str) -> None:
    """Kana mean Japanese, Han alone what the text around them is, Latin letters tell nothing."""
    assert language_of(text, otherwise=around) == language


def test_line_ends_are_line_feeds() -> None:
    """All line ends are shown as line feeds, as a browser would read them."""
    assert shown("a\r\nb\rc\nd") == "a\nb\nc\nd"
