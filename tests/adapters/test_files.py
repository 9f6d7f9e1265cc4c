"""Documents and answers come from files as they are, and what cannot be read is named with its place."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from vouched import load_documents
from vouched.adapters.files import load_answer, load_answers
from vouched.documents import Document
from vouched.errors import DocumentError, UsageError


def fill(folder: Path, **files: str | bytes) -> Path:
    """Write files below `folder`; `__` in a name is a dot, `___` a slash. Returns the folder."""
    for name, content in files.items():
        path = folder / name.replace("___", "/").replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def ids_of(documents: list[Document]) -> list[str]:
    """Return the documents' ids."""
    return [document.id for document in documents]


def test_a_text_is_not_altered(tmp_path: Path) -> None:
    """Every character stands as in the file, mixed line ends and an unusual encoding included."""
    text = "第一条\r\n目的は、これである。\n\r二\u2028三　\t"
    fill(
        tmp_path, a__txt=text, b__txt=text.replace("\u2028", "").encode("cp932"), c__txt=b"\xef\xbb\xbf" + text.encode()
    )

    first, second, third = load_documents(tmp_path)

    assert (first.text, first.encoding, first.path) == (text, "utf-8", str(tmp_path / "a.txt"))
    assert (second.text, second.encoding) == (text.replace("\u2028", ""), "cp932")
    assert (third.text, third.encoding) == (text, "utf-8-sig")


def test_a_folder_is_read_with_all_below_it_sorted(tmp_path: Path) -> None:
    """A folder's texts come sorted, named by their path; other and hidden files are passed over."""
    fill(
        tmp_path, b__md="b", a___z__txt="z", a___y__TXT="y", c__png=b"\x89PNG", Makefile="x", __hidden__txt="h",
        __git___x__txt="g", e__jsonl="",
    )  # fmt: skip

    assert ids_of(load_documents(tmp_path)) == ["a/y", "a/z", "b"]


def test_the_extension_stays_where_it_tells_files_apart(tmp_path: Path) -> None:
    """Two files of one stem keep their extensions; `ids="path"` keeps all of them."""
    fill(tmp_path, a__txt="1", a__md="2", b__txt="3")

    assert ids_of(load_documents(tmp_path)) == ["a.md", "a.txt", "b"]
    assert ids_of(load_documents(tmp_path, ids="path")) == ["a.md", "a.txt", "b.txt"]
    with pytest.raises(UsageError, match="'stem' or 'path'"):
        load_documents(tmp_path, ids="name")  # type: ignore[arg-type]


def test_a_file_named_directly_is_read_whatever_its_name(tmp_path: Path) -> None:
    """A file that is named is a text with any extension or none, in the order given."""
    fill(tmp_path, b__log="b", a="a", empty__txt="")

    documents = load_documents(tmp_path / "b.log", str(tmp_path / "a"), tmp_path / "empty.txt")

    assert [(document.id, document.text) for document in documents] == [("b", "b"), ("a", "a"), ("empty", "")]


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ({"a": "1", "b": "2"}, "a b"),
        ({"a": {"text": "1"}, "b": {"content": "2"}}, "a b"),
        ([{"id": "a", "text": "1"}, {"id": 7, "content": "2"}], "a 7"),
        ([{"_id": "a", "page_content": "1"}, {"doc_id": "b", "body": "2"}, {"chunk_id": "c", "document": ""}], "a b c"),
        (["1", {"text": "2"}], "docs:1 docs:2"),
        ({"documents": [{"id": "a", "text": "1"}], "version": 2}, "a"),
        ({"documents": {"a": "1"}}, "a"),
        ({"id": "a", "text": "1"}, "a"),
        ([], ""),
        ({}, ""),
    ],
    ids=str,
)
def test_json_comes_in_every_documented_shape(tmp_path: Path, value: object, ids: str) -> None:
    """A JSON file is a mapping, a list, an object with documents or one document."""
    fill(tmp_path, docs__json=json.dumps(value))

    assert ids_of(load_documents(tmp_path / "docs.json")) == ids.split()


def test_json_lines_are_one_document_a_line(tmp_path: Path) -> None:
    """Blank lines are passed over, CR LF ends a line, and U+2028 inside a text does not."""
    fill(tmp_path, d__jsonl='{"id":"a","text":"x\u2028y"}\r\n\n{"text":"z\\r\\n"}\n')

    assert [(document.id, document.text) for document in load_documents(tmp_path)] == [
        ("a", "x\u2028y"),
        ("d:3", "z\r\n"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("d.jsonl", '{"id":"a","text":"1"}\n{"id":"b"', r"d\.jsonl:2: expected JSON"),
        ("d.jsonl", '{"id":"a","text":"1"}\n[1]', r"d\.jsonl:2: expected an object, saw an array"),
        ("d.jsonl", '{"id":"a","text":5}', r"d\.jsonl:1: expected a string under 'text', saw a number"),
        ("d.jsonl", '{"id":"a"}', r"d\.jsonl:1: expected a text under text, .*saw 'id'"),
        ("d.jsonl", '{"id":"a","text":""}\n{"id":"a","text":""}', r"'a' in \S+d\.jsonl:1 and in \S+d\.jsonl:2"),
        ("d.json", "", r"d\.json:1: expected JSON"),
        ("d.json", '{"a":"1",\n"a":"2"}', r"d\.json: expected JSON, saw the key 'a' twice"),
        ("d.json", '{"a":\n"1"', r"d\.json:2: expected JSON"),
        ("d.json", '{"a":true}', r"d\.json: 'a': .*saw a boolean"),
        ("d.json", '[{"id":"a"}]', r"d\.json: \[0\]: expected a text"),
        ("d.json", "[" * 100_000, r"d\.json: expected JSON, saw too many nested levels"),
        ("d.json", "[" + "1" * 5000 + "]", r"d\.json: expected JSON"),
        ("d.json", "5", r"d\.json: expected an object or an array of documents, saw a number"),
        ("d.json", '{"":"x"}', r"expected an id"),
        ("d.json", '{"\\ud800":"x"}', r"expected an id"),
        ("d.txt", b"\x89PNG\r\n", r"d\.txt: expected text, saw a PNG image"),
        ("d.txt", b"a\0b", r"d\.txt: expected text, saw a NUL byte"),
        ("d.txt", "x" * 1001, r"d\.txt: expected at most 1,000 bytes"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_fault_names_file_and_line(tmp_path: Path, name: str, content: str | bytes, said: str) -> None:
    """What cannot be a document raises DocumentError with the file, the line where there is one, and what was seen."""
    fill(tmp_path, **{name.replace(".", "__"): content})

    limit = 1000 if name.endswith(".txt") else 1_000_000
    with pytest.raises(DocumentError, match=said) as caught:
        load_documents(tmp_path, max_bytes=limit)
    assert len(str(caught.value)) < 1000


def test_two_files_with_one_id_are_both_named(tmp_path: Path) -> None:
    """Documents that share an id are refused, and the error names both places."""
    fill(tmp_path, one___a__txt="1", two___a__txt="2")

    with pytest.raises(DocumentError, match=r"'a\.txt' in \S+one/a\.txt and in \S+two/a\.txt"):
        load_documents(tmp_path / "one", tmp_path / "two")


def test_missing_and_empty_places_are_named(tmp_path: Path) -> None:
    """A missing path, a folder without texts, a broken link and a path with NUL are DocumentErrors."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "x.txt").symlink_to(tmp_path / "nowhere")

    for path, said in (
        (tmp_path / "none.txt", "none.txt: cannot be read: No such file"),
        (tmp_path / "empty", "expected a folder with .txt"),
        (tmp_path / "links", "x.txt: cannot be read"),
        ("a\0b", "cannot be read"),
    ):
        with pytest.raises(DocumentError, match=said):
            load_documents(path)
    with pytest.raises(UsageError, match="expected a path, saw int"):
        load_documents(5)  # type: ignore[arg-type]


def test_links_that_lead_back_are_walked_once(tmp_path: Path) -> None:
    """A link to a folder above and two links to one folder end, and no pipe is waited for."""
    fill(tmp_path, a___x__txt="1")
    (tmp_path / "a" / "back").symlink_to(tmp_path)
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / "self.txt").symlink_to(tmp_path / "self.txt")
    os.mkfifo(tmp_path / "pipe.txt")

    with pytest.raises(DocumentError, match=r"self\.txt: cannot be read: Too many levels"):
        load_documents(tmp_path)
    (tmp_path / "self.txt").unlink()
    assert ids_of(load_documents(tmp_path)) == ["a/x"]


def test_a_file_name_that_is_no_text_can_be_reported(tmp_path: Path) -> None:
    """A file name with bytes that are not UTF-8 becomes an id that UTF-8 can write."""
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt")).write_bytes(b"x")
    except OSError:
        return  # a file system that admits only UTF-8 names has no such file

    documents = load_documents(tmp_path)

    assert ids_of(documents) == ["\\udcff"]
    assert (documents[0].path or "").encode()


def test_an_answer_is_read_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    """An answer is the file's text, in any known encoding, and "-" is standard input."""
    fill(tmp_path, a__json='{"claims": []}', b__txt="第三条の規定は、これを適用する。".encode("cp932"))
    code = "from vouched.adapters.files import load_answer; print(ascii(load_answer('-')))"
    piped = subprocess.run([sys.executable, "-c", code], input="京\r\n".encode(), capture_output=True, check=True)

    assert load_answer(tmp_path / "a.json") == '{"claims": []}'
    assert load_answer(tmp_path / "b.txt") == "第三条の規定は、これを適用する。"
    assert piped.stdout.decode().strip() == ascii("京\r\n")


def test_an_answer_with_damage_is_a_text(tmp_path: Path) -> None:
    """Bytes that are text in no encoding become lone surrogates, for reading to report; too many are refused."""
    fill(tmp_path, a__txt="“ok”, ".encode() + b"\xff.", b__txt=b"x" * 11)

    assert load_answer(tmp_path / "a.txt") == "“ok”, \udcff."
    with pytest.raises(DocumentError, match="at most 10 bytes"):
        load_answer(tmp_path / "b.txt", max_bytes=10)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG image"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF file"),
        (b"PK\x03\x04...", "a zip archive or office document"),
        (b"It is so.\0", "a NUL byte at 9"),
        ("It is so.".encode("utf-16-le"), "UTF-16 without a byte order mark"),
        (bytes(range(254, 0, -1)), "binary data"),
    ],
)
def test_an_answer_that_is_no_text_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    """An image, a PDF, bytes at random are no answer: the error says what was seen."""
    fill(tmp_path, a__md=data)

    with pytest.raises(DocumentError, match=f"expected text, saw .*{said}"):
        load_answers(tmp_path / "a.md")


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    """A pipe, a socket and a device are refused as documents and as answers, directly and behind a link."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link.txt").symlink_to(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(tmp_path / "socket"))

    for path, seen in (
        (tmp_path / "pipe", "a named pipe"),
        (tmp_path / "socket", "a socket"),
        (Path(os.devnull), "a device"),
        (tmp_path / "folder", "a named pipe"),
    ):
        for load in (load_documents, load_answers):
            with pytest.raises(DocumentError, match=f"not a regular file: expected a file, saw {seen}"):
                load(path)


def test_a_pipe_of_this_process_holds_an_answer() -> None:
    """What a shell's process substitution hands over is read as an answer, bounded, and is no document."""
    reading, writing = os.pipe()
    os.write(writing, b"It is so.")
    os.close(writing)
    try:
        with pytest.raises(DocumentError, match="a named pipe"):
            load_documents(f"/dev/fd/{reading}")

        assert load_answers(f"/dev/fd/{reading}") == [(str(reading), "It is so.")]
    finally:
        os.close(reading)


def test_an_empty_path_is_no_folder() -> None:
    """An empty text does not stand for the current folder."""
    for load in (load_documents, load_answers):
        with pytest.raises(UsageError, match="expected a path, saw an empty text"):
            load("")


@pytest.mark.parametrize(
    "names",
    [
        ["doc1", "doc2", "doc10"],
        ["a/z", "a2/b", "a10/b"],
        ["page 9", "page 10", "page 10b"],
        ["9", "010", "11"],
        ["doc", "doc-2", "doc2"],
    ],
    ids=" ".join,
)
def test_numbers_in_names_sort_by_value(tmp_path: Path, names: list[str]) -> None:
    """A folder's documents stand in the order in which a person counts them."""
    for name in reversed(names):
        fill(tmp_path, **{f"{name}.txt".replace("/", "___"): name})

    assert ids_of(load_documents(tmp_path)) == names


def test_many_answers_keep_their_names(tmp_path: Path) -> None:
    """A folder gives an answer a file, a .jsonl one a line, and a line that is not JSON is an answer too."""
    lines = (
        '{"id": "q1", "answer": "A [1]."}',
        '{"claims": [{"text": "x"}]}',
        '"B."',
        "{broken",
        '{"output": {"claims": []}}',
    )
    fill(tmp_path, one__txt="C.", many__jsonl="\n".join(lines))

    assert load_answers(tmp_path) == [
        ("q1", "A [1]."),
        ("many.jsonl:2", lines[1]),
        ("many.jsonl:3", "B."),
        ("many.jsonl:4", lines[3]),
        ("many.jsonl:5", '{"claims": []}'),
        ("one.txt", "C."),
    ]
    assert load_answers(tmp_path / "one.txt") == [("one.txt", "C.")]
