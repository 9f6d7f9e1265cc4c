"""Cases are read one a line, and what is none, or contradicts another, is told apart."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from vouched.errors import UsageError
from vouched.measure.cases import Apart, Case, Cases, read_cases
from vouched.measure.labelled_sets import is_development, read_set, set_names

GOOD: dict[str, Any] = {
    "id": "a",
    "documents": ["The rent is 500 EUR."],
    "draft": "The rent is 500 EUR.",
    "lang": "en",
    "label": "good",
}


def written(path: Path, *rows: object) -> Path:
    """Write rows, one a line; a text stands as it is."""
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_case_is_read_whole(tmp_path: Path) -> None:
    """Every field of a case is read, documents in any of their forms."""
    more = {"question": "What?", "kinds": ["number"], "spans": [[12, 15]], "facts": {"rent": 500}}
    path = written(
        tmp_path / "cases.jsonl",
        GOOD | more,
        GOOD | {"id": "b", "documents": [{"id": "lease", "text": "T"}]},
        GOOD | {"id": "c", "documents": {"lease": "U"}, "draft": {"claims": []}, "label": "bad"},
    )
    first, second, third = (case for case in read_cases(path) if isinstance(case, Case))

    assert (first.question, first.kinds, first.facts) == ("What?", ("number",), {"rent": 500})
    assert [span.of(first.text) for span in first.spans] == ["500"]
    assert second.evidence.documents[0].id == third.documents[0].id == "lease"
    assert third.read(third.evidence).kind == "json"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("{", "unreadable"),
        ("[1]", "unreadable"),
        (json.dumps(GOOD | {"draft": "\ud800"}), "unreadable"),
        ("[" * 100_000, "unreadable"),
        (GOOD | {"label": "fine"}, "wrong_label"),
        ({key: value for key, value in GOOD.items() if key != "label"}, "wrong_label"),
        (GOOD | {"label": None}, "wrong_label"),
        (GOOD | {"id": ""}, "no_case"),
        (GOOD | {"draft": 7}, "no_case"),
        (GOOD | {"lang": "fr"}, "no_case"),
        (GOOD | {"documents": 7}, "no_case"),
        (GOOD | {"documents": [{"id": "x"}]}, "no_case"),
        (GOOD | {"spans": [["a", "b"]]}, "no_case"),
        (GOOD | {"spans": 3}, "no_case"),
        (GOOD | {"kinds": "number"}, "no_case"),
        (GOOD | {"lable": "good"}, "no_case"),
    ],
)
def test_what_is_no_case_is_told_apart(tmp_path: Path, row: object, why: str) -> None:
    """A line that is no case says where it stands and why, and the others are read."""
    path = written(tmp_path / "cases.jsonl", row, GOOD)
    apart, case = read_cases(path)

    assert isinstance(apart, Apart)
    assert (apart.where, apart.why) == ("cases.jsonl:1", why)
    assert isinstance(case, Case)


def test_an_id_counts_once(tmp_path: Path) -> None:
    """The first case of an id counts, across files too."""
    path = written(tmp_path / "cases.jsonl", GOOD, GOOD)
    known = Cases()
    found = [*read_cases(path, known=known), *read_cases(path, known=known)]

    assert [each.why if isinstance(each, Apart) else each.id for each in found] == ["a", *["duplicate_id"] * 3]


def test_labels_that_contradict_are_told(tmp_path: Path) -> None:
    """The same draft of the same documents cannot be good and bad."""
    path = written(tmp_path / "cases.jsonl", GOOD, GOOD | {"id": "b", "label": "bad"}, GOOD | {"id": "c"})
    found = [each.why if isinstance(each, Apart) else each.id for each in read_cases(path)]

    assert found == ["a", "contradicting_label", "c"]


@pytest.mark.parametrize(
    ("lang", "draft", "counted"),
    [
        ("en", "家賃は500ユーロです。", "mixed"),
        ("en", "The word 家賃 means rent in Japanese.", "en"),
        ("ja", "The rent is 500 EUR.", "mixed"),
        ("ja", "家賃五百円。", "ja"),
        ("ja", "家賃はABC社が払います。", "ja"),
        ("zh", "家賃は500ユーロです。", "mixed"),
        ("zh", "租金是500欧元。", "zh"),
        ("zh", "500", "zh"),
    ],
)
def test_languages_are_not_mixed(tmp_path: Path, lang: str, draft: str, counted: str) -> None:
    """A draft in another language than its case says is of no language's rate."""
    (case,) = read_cases(written(tmp_path / "cases.jsonl", GOOD | {"lang": lang, "draft": draft}))

    assert isinstance(case, Case)
    assert case.lang == counted


def test_files_are_packed_or_not_and_may_be_cut_short(tmp_path: Path) -> None:
    """An xz file is read as any other; one that ends too early says so after what could be read."""
    text = "".join(json.dumps(GOOD | {"id": str(number)}) + "\n" for number in range(200))
    packed = tmp_path / "cases.jsonl.xz"
    packed.write_bytes(lzma.compress(text.encode()))

    assert sum(isinstance(case, Case) for case in read_cases(packed)) == 200

    packed.write_bytes(lzma.compress(text.encode())[:-20])
    *_, last = read_cases(packed)

    assert isinstance(last, Apart)
    assert last.why == "unreadable"


def test_a_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    """A missing file of cases is told with its name."""
    with pytest.raises(UsageError, match=r"none\.jsonl: expected a file of cases"):
        list(read_cases(tmp_path / "none.jsonl"))


def test_labelled_sets_are_cases(tmp_path: Path) -> None:
    """A public set gives its claims, answers and quotes as cases, those of one half of its sources."""
    sources = [f"Source number {number}." for number in range(20)]
    rows = [
        {"id": str(number), "source": source, "claim": f"Claim {number}.", "y": number % 2, "label": "x", "lang": "en"}
        for number, source in enumerate(sources)
    ]
    quotes = [{"id": "q", "doc_id": "d", "quote": "stands here", "y": 0, "kind": "exact", "lang": "en"}]
    held = [{"id": "d", "source": "It stands here."}]
    sets: dict[str, list[dict[str, Any]]] = {"made": rows, "quotes": quotes, "quote_docs": held}
    for name, lines in sets.items():
        packed = "\n".join(json.dumps(line) for line in lines).encode()
        (tmp_path / f"{name}.jsonl.xz").write_bytes(lzma.compress(packed))
    reported = [case for case in read_set(tmp_path, "made") if isinstance(case, Case)]
    (quote,) = read_set(tmp_path, "quotes", half="both")

    assert set_names(tmp_path) == ["made", "quotes"]
    assert [case.documents[0].text for case in reported] == [each for each in sources if not is_development(each)]
    assert {case.label for case in reported} == {"good", "bad"}
    assert isinstance(quote, Case)
    assert quote.read(quote.evidence).claims[0].citations[0].document == "d"

    with pytest.raises(UsageError, match="expected one of made, quotes"):
        list(read_set(tmp_path, "other"))
