"""Promises about an audit's file: lines are only added, each seals the one before, and processes may share it."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from vouched.errors import StoreError
from vouched.stores.audit import JsonLinesAudit, LoggingAudit, read_chain

WRITER = """
import sys
from vouched.stores.audit import JsonLinesAudit
sink = JsonLinesAudit(sys.argv[1])
for number in range(100):
    sink.write({"by": sys.argv[2], "n": number, "text": "x" * (number % 7) * 1000})
"""


def written(path: Path, number: int = 5) -> Path:
    """Return the path, with so many events in the file."""
    sink = JsonLinesAudit(path)
    for each in range(number):
        sink.write({"event": "told", "n": each})
    return path


def test_each_line_seals_the_one_before(tmp_path: Path) -> None:
    """Every line is an event with the hash of the line before it, and the whole is a chain."""
    path = written(tmp_path / "audit.jsonl")
    chain = read_chain(path)

    assert [json.loads(line)["n"] for line in path.read_text().splitlines()] == [0, 1, 2, 3, 4]
    assert (chain.lines, chain.broken) == (5, None)


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (lambda lines: [*lines[:2], lines[2].replace('"n":2', '"n":7'), *lines[3:]], 4),
        (lambda lines: [*lines[:2], *lines[3:]], 3),
        (lambda lines: lines[1:], 1),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], 2),
        (lambda lines: [*lines[:2], '{"n":9}', *lines[2:]], 3),
        (lambda lines: ["no json", *lines], 1),
        (lambda lines: ["[" * 5000, *lines], 1),
    ],
)
def test_a_change_breaks_the_chain(tmp_path: Path, change: object, broken: int) -> None:
    """A line that is changed, removed, moved or put in is told by the first line that does not follow."""
    path = written(tmp_path / "audit.jsonl")
    assert callable(change)
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n")

    assert read_chain(path).broken == broken


def test_lines_cut_off_are_told_by_a_noted_head(tmp_path: Path) -> None:
    """A head that was noted elsewhere is in the chain, and is missed when the end was cut off."""
    path = written(tmp_path / "audit.jsonl")
    noted = read_chain(path).head
    written(path, 2)
    assert read_chain(path, noted=noted).holds_noted is True
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:3]))

    assert (read_chain(path).broken, read_chain(path, noted=noted).holds_noted) == (None, False)


def test_a_line_that_a_crash_cut_short_is_kept(tmp_path: Path) -> None:
    """After half a line the next event begins on its own line and seals that half; nothing is written over."""
    path = written(tmp_path / "audit.jsonl", 2)
    with path.open("a") as file:
        file.write('{"previous":"ab')
    written(path, 1)
    lines = path.read_text().splitlines()

    assert (len(lines), lines[2], json.loads(lines[3])["n"]) == (4, '{"previous":"ab', 0)
    assert read_chain(path).broken == 3


@pytest.mark.parametrize("text", ["\ud800", "\udcff\udc80", "契約", "a\nb\r\n", "\x00", "x" * 200_000])
def test_any_text_is_one_line(tmp_path: Path, text: str) -> None:
    """Lone surrogates, line breaks and long texts come back as they were, and are one line of ASCII each."""
    path = tmp_path / "audit.jsonl"
    sink = JsonLinesAudit(path, durable=True)
    sink.write({"text": text})
    sink.write({"text": "after"})
    lines = path.read_text("ascii").splitlines()

    assert [json.loads(line)["text"] for line in lines] == [text, "after"]
    assert read_chain(path).broken is None


def test_threads_share_a_file(tmp_path: Path) -> None:
    """Threads that write at once, by one sink or by two, lose no line and break no chain."""
    path = tmp_path / "audit.jsonl"
    sinks = [JsonLinesAudit(path), JsonLinesAudit(path)]
    threads = [
        threading.Thread(target=lambda sink=sinks[place % 2]: [sink.write({"n": number}) for number in range(50)])
        for place in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (read_chain(path).lines, read_chain(path).broken) == (300, None)


def test_processes_share_a_file(tmp_path: Path) -> None:
    """Processes that write at once lose no line and break no chain."""
    path = tmp_path / "audit.jsonl"
    running = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in "abc"]

    assert [each.wait() for each in running] == [0, 0, 0]
    assert (read_chain(path).lines, read_chain(path).broken) == (300, None)


def test_what_cannot_be_written_raises_to_the_audit(tmp_path: Path) -> None:
    """A sink says that it could not write; the audit around it counts that."""
    with pytest.raises(OSError, match="audit"):
        JsonLinesAudit(tmp_path / "none" / "audit.jsonl").write({})
    with pytest.raises(TypeError):
        JsonLinesAudit(tmp_path / "audit.jsonl").write({"value": object()})


def test_a_file_that_is_not_there_is_a_store_error(tmp_path: Path) -> None:
    """Reading the chain of no file raises StoreError."""
    with pytest.raises(StoreError, match="none"):
        read_chain(tmp_path / "none.jsonl")


def test_events_go_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """The logging sink writes one record an event, as JSON, under its name and level."""
    with caplog.at_level(logging.INFO, logger="my.audit"):
        LoggingAudit("my.audit").write({"event": "begun", "text": "\ud800"})
        LoggingAudit("my.audit", level=logging.DEBUG).write({"event": "quiet"})

    (record,) = caplog.records
    assert json.loads(record.getMessage()) == {"event": "begun", "text": "\ud800"}
