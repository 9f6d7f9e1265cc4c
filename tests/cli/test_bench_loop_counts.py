"""Promises about `vouched bench-loop`: it counts what the loop did, case by case, and the same however it is driven."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.protocol_server import ProtocolServer, chat, serving
from vouched.adapters.json_shapes import schema_of
from vouched.adapters.simulated_model import TAGS
from vouched.cli.main import main

LOOP = Path(__file__).resolve().parents[2] / "examples" / "loop"
SETS = ("general", "medical")
# The data set of an older benchmark: tags in the text, no documents.
OLD = [
    "[EASY] What is the capital of Japan?",
    "[EASY] What is 2 + 2?",
    "[LOW_CONF] Who will win?",
    "[LOW_CONF] What will the weather be?",
    "[BAD_SOURCE] What does the blog say?",
    "[CRITIC_FAIL] Is it contradictory?",
    "[RECOVERS] What comes second?",
]
LEASE = {"lease": "The rent is 500 EUR. The tenant shall not keep animals in the flat."}


@pytest.fixture
def server() -> Iterator[ProtocolServer]:
    """Give a server that speaks Chat Completions."""
    with serving() as running:
        yield running


def written(folder: Path, cases: Any, **more: Any) -> str:
    """Return the path of a data set with these cases; a text is a question."""
    path = folder / "set.json"
    listed = [{"query": case} if isinstance(case, str) else case for case in cases]
    path.write_text(json.dumps({"cases": listed, **more}, ensure_ascii=False), encoding="utf-8")
    return str(path)


def counted(capfd: pytest.CaptureFixture[str], *given: str) -> dict[str, Any]:
    """Return what `bench-loop --json` prints."""
    assert main(["bench-loop", *given, "--json"]) == 0, capfd.readouterr().err
    shape: dict[str, Any] = json.loads(capfd.readouterr().out)
    return shape


def without_times(shape: dict[str, Any]) -> dict[str, Any]:
    """Return a shape without what a clock said."""
    runs = [{key: value for key, value in run.items() if key != "seconds"} for run in shape["runs"]]
    return {**{key: value for key, value in shape.items() if not key.startswith("seconds")}, "runs": runs}


def test_an_old_data_set_gives_its_numbers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Three of the seven old kinds of case succeed, one of them after a retry; a judge's no is held at once."""
    shape = counted(capfd, written(tmp_path, OLD))

    assert (shape["cases"], shape["released"]) == (7, 3)
    assert [run["retries"] for run in shape["runs"]] == [0, 0, 3, 3, 3, 0, 1]
    assert shape["retries"] == pytest.approx(10 / 7)
    assert shape["retries_released"] == pytest.approx(1 / 3)
    assert shape["statuses"] == [
        {"name": "refused", "count": 3},
        {"name": "released", "count": 3},
        {"name": "held", "count": 1},
    ]
    assert {each["name"]: each["count"] for each in shape["failures"]} == {
        "confidence/low_confidence": 2,
        "allowlist/scheme_not_allowed": 1,
        "critic/rejected_claim": 1,
    }


def test_without_retries_nothing_recovers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With no retries the case that recovers fails too, and nothing is asked again."""
    shape = counted(capfd, written(tmp_path, OLD), "--max-retries", "0")

    assert (shape["released"], shape["retries"]) == (2, 0)


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("concurrency", ["1", "3", "50"])
def test_several_at_once_count_the_same(name: str, concurrency: str, capfd: pytest.CaptureFixture[str]) -> None:
    """`--async` gives the totals and the runs, in order, that one after the other gives."""
    path = str(LOOP / f"{name}.json")
    one = counted(capfd, path)
    many = counted(capfd, path, "--async", "--concurrency", concurrency)

    assert without_times(many) == without_times(one)


@pytest.mark.parametrize("name", SETS)
def test_a_bundled_set_is_released_where_its_tags_say(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Of the bundled sets exactly the cases whose tag succeeds are released, each with what is expected."""
    shape = counted(capfd, str(LOOP / f"{name}.json"))

    for run in shape["runs"]:
        assert (run["status"] == "released") == (run["tag"] in ("easy", "recovers", "slow_transport")), run
        assert run["held"] is (True if run["status"] == "released" else None)
    assert shape["held"] == shape["expected"] == shape["released"] > 0
    assert shape["suggested_profile"] == name


FAILURES = {
    "low_confidence": ("refused", 3, {"confidence/low_confidence"}),
    "altered_quote": ("refused", 3, {"quotes/altered_anchor"}),
    "unknown_document": ("refused", 3, {"citations/unknown_document"}),
    "bad_source": ("refused", 3, {"allowlist/scheme_not_allowed"}),
    "critic_fail": ("held", 0, {"critic/rejected_claim"}),
    "critic_breaks": ("held", 0, {"critic/broken"}),
    "not_json": ("refused", 3, {"read/not_json"}),
    "cut_off": ("refused", 3, {"model/cut_off", "read/truncated"}),
    "no_claims": ("refused", 1, {"read/empty"}),
    "same_answer": ("refused", 1, {"citations/unknown_document"}),
    "refuses": ("refused", 3, {"model/refused", "read/empty"}),
    "down": ("refused", 3, {"model/server"}),
}
SUCCESSES = {"easy": (0, 1), "recovers": (1, 2), "slow_transport": (0, 3)}


def test_every_tag_is_tried() -> None:
    """Each tag either fails in its own way or succeeds."""
    assert {*FAILURES, *SUCCESSES} == {*TAGS}


@pytest.mark.parametrize("tag", FAILURES)
def test_a_tag_fails_in_its_own_way(tag: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The tag of a case decides how it fails, how often it is asked again, and is followed whatever its text says."""
    case = {"question": "May the tenant keep animals?", "tag": tag, "documents": LEASE}
    (run,) = counted(capfd, written(tmp_path, [case]))["runs"]

    assert (run["status"], run["retries"], set(run["failures"])) == FAILURES[tag]


@pytest.mark.parametrize("tag", SUCCESSES)
def test_a_tag_succeeds_in_its_own_way(tag: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A case that succeeds has its retries and its calls; faults of the transport are no retries."""
    case = {"question": "May the tenant keep animals?", "tag": tag, "documents": LEASE}
    (run,) = counted(capfd, written(tmp_path, [case]))["runs"]
    retries, calls = SUCCESSES[tag]

    assert (run["status"], run["retries"]) == ("released", retries)
    # Whether the calls of the judge count is not what this is about.
    assert calls <= run["usage"]["calls"] <= calls + retries + 1


def test_two_cases_that_ask_the_same_share_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A case that recovers does so after its own retry, however often the question was asked before."""
    shape = counted(capfd, written(tmp_path, ["[RECOVERS] Again?"] * 3), "--async")

    assert [run["retries"] for run in shape["runs"]] == [1, 1, 1]


@pytest.mark.parametrize("tag", ["[LOW_CONF]", "LOW_CONF", "low_confidence", "Low-Confidence", " [low_conf] "])
def test_a_tag_is_read_in_every_form(tag: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The field counts, in brackets or without, in capitals or not; the text's own tag gives way to it."""
    shape = counted(capfd, written(tmp_path, [{"query": "[EASY] plain", "tag": tag}]))

    assert [run["tag"] for run in shape["runs"]] == ["low_confidence"]
    assert shape["released"] == 0


def test_brackets_that_are_no_tag_stay_in_the_question(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What stands in brackets inside a question and is no tag is part of the question."""
    shape = counted(capfd, written(tmp_path, ["What does clause [A1] of the [NHS] say?"]))

    assert (shape["released"], shape["runs"][0]["tag"]) == (1, "easy")


def test_a_wrong_answer_is_counted_as_one(
    tmp_path: Path, server: ProtocolServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """A released answer beside the question does not hold what is expected, and is counted apart from those that do."""
    rent = {"claims": [{"text": "The rent is 500 EUR.", "citations": [{"document": "lease", "anchor": "rent is 500"}]}]}
    server.script = [chat(json.dumps(rent))]
    asked = [
        {"question": "What is the rent?", "documents": LEASE, "expected": ["５００ eur", "rent"], "tag": "money"},
        {"question": "Animals?", "documents": LEASE, "expected": ["500 EUR", "animals"]},
        {"question": "What else?", "documents": LEASE},
    ]
    options = ["--model", "openai:local", "--base-url", f"{server.url}/v1"]
    one = counted(capfd, written(tmp_path, asked), *options)
    many = counted(capfd, written(tmp_path, asked), *options, "--async")

    assert [run["held"] for run in one["runs"]] == [True, False, None]
    assert (one["released"], one["expected"], one["held"]) == (3, 2, 1)
    assert one["usage"] == {"input_tokens": 33, "output_tokens": 21, "calls": 3}
    assert without_times(one) == without_times(many)


@pytest.mark.parametrize(
    ("expected", "held"),
    [("500 eur", True), ("５００　EUR", True), ("00 EUR", False), ("50", False), ("rent is", True), ("ent is", False)],
)
def test_what_is_expected_is_no_piece_of_a_word(
    expected: str,
    held: bool,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """An expected text is held where it stands by itself, in any width and case, and not inside a number or a word."""
    case = {"question": "What is the rent?", "documents": LEASE, "expected": expected}
    (run,) = counted(capfd, written(tmp_path, [case]))["runs"]

    assert run["held"] is held


def test_the_table_tells_all_of_it(capfd: pytest.CaptureFixture[str]) -> None:
    """The table has successes, retries, what was expected, tokens, seconds, failures; `--verbose` a line a case."""
    assert main(["bench-loop", str(LOOP / "general.json"), "--verbose"]) == 0
    shown = capfd.readouterr().out

    assert "successes              : 6 / 14 (42.9%)" in shown
    assert "avg retries            : 1.43" in shown
    assert "avg retries on success : 0.17" in shown
    assert "hold what is expected  : 6 / 6 (100.0%)" in shown
    assert "citations/unknown_document    2" in shown
    assert len([line for line in shown.splitlines() if line.startswith(("[PASS] ", "[FAIL] "))]) == 14


@pytest.mark.parametrize("name", ["set.json", "set.jsonl"])
def test_a_set_without_cases_is_none(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A data set without cases prints so, and is no fault."""
    path = tmp_path / name
    path.write_text('{"cases": []}' if name.endswith(".json") else "\n", encoding="utf-8")

    assert main(["bench-loop", str(path)]) == 0
    assert "(no cases)" in capfd.readouterr().out
    assert counted(capfd, str(path))["success_rate"] is None


def test_lines_of_cases_are_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A `.jsonl` file has a case a line, and `--documents` are what those without documents are asked about."""
    path, lease = tmp_path / "set.jsonl", tmp_path / "lease.txt"
    path.write_text('{"question": "What is the rent?", "expected": "500"}\n\n{"query": "Pets?"}\n', encoding="utf-8")
    lease.write_text(LEASE["lease"], encoding="utf-8")
    shape = counted(capfd, str(path), "--documents", str(lease), "--model", "extractive")

    assert (shape["cases"], shape["expected"], shape["held"]) == (2, 1, 1)


@pytest.mark.parametrize("options", [[], ["--async"]])
def test_what_is_printed_fits_the_published_schema(options: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    """The JSON has every field of the published schema and no other."""
    shape = counted(capfd, str(LOOP / "medical.json"), *options)
    schema = schema_of("bench-loop")

    assert list(shape) == list(schema["properties"])
    assert all(list(run) == list(schema["$defs"]["LoopRun"]["properties"]) for run in shape["runs"])


WRONG = {
    "no JSON": ("{", "set.json:1: expected JSON"),
    "a list": ("[]", "expected an object with the list `cases`, saw an array"),
    "no cases": ("{}", "expected an object with the list `cases`, saw the keys none"),
    "cases that are none": ('{"cases": {}}', "cases: expected a list, saw an object"),
    "another key": ('{"cases": [], "sugested_domain": "x"}', "expected the keys cases, suggested_domain"),
    "a domain that is none": (
        '{"cases": [], "suggested_domain": 5}',
        "suggested_domain: expected a text, saw a number",
    ),
    "a case that is none": ('{"cases": ["?"]}', "cases[0]: expected an object, saw a string"),
    "no question": ('{"cases": [{"tag": "easy"}]}', "cases[0]: expected one of question and query, saw the keys tag"),
    "two questions": ('{"cases": [{"query": "a", "question": "b"}]}', "saw question and query"),
    "a blank question": ('{"cases": [{"query": "a"}, {"query": " "}]}', "cases[1].query: expected a text, saw a blank"),
    "a question that is none": ('{"cases": [{"query": 5}]}', "cases[0].query: expected a text, saw a number"),
    "half a character": ('{"cases": [{"query": "\\ud800"}]}', "half a surrogate pair"),
    "a tag that is none": ('{"cases": [{"query": "a", "tag": []}]}', "cases[0].tag: expected a text, saw an array"),
    "an unknown tag": ('{"cases": [{"query": "a", "tag": "esay"}]}', "cases[0].tag: expected one of the tags easy,"),
    "an unknown tag in the text": ('{"cases": [{"query": "[ESAY] a"}]}', "cases[0]: expected one of the tags easy,"),
    "two tags": ('{"cases": [{"query": "[EASY] a [LOW_CONF]"}]}', "expected one tag, saw easy and low_confidence"),
    "documents that are none": ('{"cases": [{"query": "a", "documents": ["b"]}]}', "an object of id to text"),
    "no documents": ('{"cases": [{"query": "a", "documents": {}}]}', "saw an empty object"),
    "a document that is none": ('{"cases": [{"query": "a", "documents": {"b": 1}}]}', "documents.b: expected a text"),
    "nothing expected": ('{"cases": [{"query": "a", "expected": []}]}', "expected: expected a text or a list"),
    "a wrong expectation": ('{"cases": [{"query": "a", "expected": ["b", 1]}]}', "expected[1]: expected a text"),
    "a misspelt key": ('{"cases": [{"query": "a", "expect": "b"}]}', "expected the keys question, query, tag"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_fault_of_the_set_is_told(case: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A fault of the file names its place, what was expected and what was seen, before anything is asked."""
    text, told = WRONG[case]
    path = tmp_path / "set.json"
    path.write_text(text, encoding="utf-8")
    code = main(["bench-loop", str(path)])
    printed = capfd.readouterr()

    assert code == 2
    assert told in printed.err
    assert printed.err.startswith(f"vouched: {path}")
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_wrong_use_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A missing file, a line that is no JSON, no documents for a real model and senseless options end with 2."""
    lines = tmp_path / "set.jsonl"
    lines.write_text('{"query": "a"}\n{"query": }\n', encoding="utf-8")
    bare = written(tmp_path, ["What?"])
    told = {}
    for given in (
        ["nowhere.json"],
        [str(lines)],
        [bare, "--model", "extractive"],
        [bare, "--concurrency", "0"],
        [bare, "--base-url", "http://localhost:1"],
        [],
    ):
        code = main(["bench-loop", *given])
        told[" ".join(given[-2:])] = (code, capfd.readouterr().err.splitlines()[-1])

    assert {code for code, _ in told.values()} == {2}
    assert "nowhere.json" in told["nowhere.json"][1]
    assert f"{lines}:2: expected JSON" in told[str(lines)][1]
    assert "cases[0]: expected documents in the case or by --documents" in told["--model extractive"][1]
    assert "a whole number from 1" in told["--concurrency 0"][1]
    assert "it calls nobody" in told["--base-url http://localhost:1"][1]
    assert "expected DATASET, saw none" in told[""][1]


def test_a_profile_that_the_data_set_suggests_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Another profile than the suggested one is a warning, with --strict-profile a mistake of use."""
    medical = str(LOOP / "medical.json")
    assert main(["bench-loop", medical]) == 0
    assert "expected to be run with --profile medical, saw general" in capsys.readouterr().err
    assert main(["bench-loop", medical, "--strict-profile"]) == 2
    assert capsys.readouterr().out == ""
    assert main(["bench-loop", medical, "--strict-profile", "--profile", "medical", "--json"]) == 0
    printed = capsys.readouterr()
    assert "warning" not in printed.err
    assert json.loads(printed.out)["released"] == 4
