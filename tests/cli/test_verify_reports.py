"""Promises about `vouched verify`: what it prints, to whom, and with which exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PROGRAM = "import sys; from vouched.cli.main import main; sys.exit(main())"


def vouched(
    *arguments: object, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Return the finished run of the program, in an environment without settings of colour and language."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "SYSTEMROOT")}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env={**kept, **(environment or {})},
    )


def verify(set_name: str, answer: str, *more: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Return the finished run of `verify` on a bundled answer."""
    folder = EXAMPLES / set_name
    answers = folder / "answers" / answer
    return vouched("verify", answers, "--documents", folder / "documents", *more, environment=environment)


@pytest.mark.parametrize("set_name", ["tenancy-en", "bylaw-ja", "notice-zh"])
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("stands.json", 0),
        ("stands.md", 0),
        ("altered-quote.md", 1),
        ("ambiguous-anchor.json", 1),
        ("fabricated-citation.json", 1),
    ],
)
def test_the_exit_code_tells_what_was_released(set_name: str, answer: str, code: int) -> None:
    """An answer that is released ends with 0, one that is not with 1, and nothing is said on standard error."""
    done = verify(set_name, answer)

    assert done.returncode == code
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("altered-quote.md", ["✗ 2  Does not stand", "“ten”", "“five”", "lease.md:58:1", "→ Use the document's own"]),
        (
            "fabricated-citation.json",
            ["✗ 3  Does not stand", "pet-policy", "house-rules, lease", "→ Do not rely on it"],
        ),
        ("ambiguous-anchor.json", ["✗ 3  Does not stand", "lease.md:130:1", "lease.md:134:71", "→ Choose the place"]),
        ("stands.json", ["✓ 1  Stands", "lease.md:130:1", "Released: of 6 claims 6 stand, 0 do not stand, 0 not"]),
    ],
)
def test_the_report_says_what_fails_and_why(answer: str, shown: list[str]) -> None:
    """The report names the claim that fails, what was expected and seen, the place, and what to do."""
    text = " ".join(verify("tenancy-en", answer).stdout.decode("utf-8").split())

    assert [each for each in shown if " ".join(each.split()) not in text] == []


def test_a_plain_stream_gets_no_colour() -> None:
    """Colours are left out where no terminal reads, forced by FORCE_COLOR, and forbidden by NO_COLOR before that."""
    plain = verify("bylaw-ja", "altered-quote.md").stdout
    forced = verify("bylaw-ja", "altered-quote.md", FORCE_COLOR="1").stdout
    forbidden = verify("bylaw-ja", "altered-quote.md", FORCE_COLOR="1", NO_COLOR="1").stdout

    assert b"\x1b" not in plain
    assert b"\x1b[1;31;4m" in forced
    assert forbidden == plain


def test_output_is_utf_8_in_every_locale() -> None:
    """A locale that knows only ASCII changes nothing of the output."""
    plain = verify("notice-zh", "altered-quote.md", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")

    assert plain.returncode == 1
    assert "员工在试用期内不得申请远程办公" in plain.stdout.decode("utf-8")


def test_one_answer_is_one_object() -> None:
    """`--json` prints one object for one answer."""
    done = verify("tenancy-en", "altered-quote.md", "--json")
    shape = json.loads(done.stdout)

    assert (shape["format"], shape["status"], shape["value"]) == ("vouched.verify/1", "refused", None)
    assert [claim["verdict"] for claim in shape["claims"]].count("unsupported") == 1


def test_several_answers_are_one_object_a_line() -> None:
    """`--json` with several answers prints one object a line, led by the answer's name, in their order."""
    done = verify("tenancy-en", "", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]

    assert done.returncode == 1
    assert [next(iter(line)) for line in lines] == ["answer"] * 5
    assert [line["answer"] for line in lines] == sorted(line["answer"] for line in lines)


def test_several_answers_end_with_a_table() -> None:
    """Several answers are reported one by one and summed up in a table."""
    text = verify("bylaw-ja", "").stdout.decode("utf-8")
    rows = text.partition("Summary")[2]

    assert "2 of 5 answers released" in rows
    assert [rows.count(name) for name in ("stands.md", "stands.json", "altered-quote.md")] == [1, 1, 1]


def test_answers_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    """Two answers of one name in two folders are named by what was given."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text("Nothing is quoted here at all.", encoding="utf-8")
    paths = [tmp_path / "one" / "a.txt", tmp_path / "two"]
    done = vouched("verify", *paths, "--json", "--documents", EXAMPLES / "tenancy-en" / "documents")
    names = [json.loads(line)["answer"] for line in done.stdout.splitlines()]

    assert len(set(names)) == 2


def test_an_answer_comes_from_standard_input() -> None:
    """`-` reads the answer from standard input, damaged or not; /dev/stdin is another name of it."""
    documents = EXAMPLES / "tenancy-en" / "documents"
    good = "“Dogs must be kept on a lead on the stairs” [house-rules].".encode()

    assert vouched("verify", "-", "--documents", documents, stdin=good).returncode == 0
    assert vouched("verify", "/dev/stdin", "--documents", documents, stdin=good).returncode == 0
    for broken in (b"", b"\xff\xfe\x00\xd8", b"{" * 5000, b"\x1b[2J", b'{"claims": NaN}'):
        done = vouched("verify", "-", "--json", "--documents", documents, stdin=broken)

        assert (done.returncode, done.stderr) == (1, b"")
        assert json.loads(done.stdout)["value"] is None


def test_control_characters_never_reach_the_terminal() -> None:
    """What an answer holds to move the cursor or turn the text around is shown as numbers."""
    raw = "It says “the tenant \x1b[2J pays nothing \u202e at all” [lease].".encode()
    done = vouched("verify", "-", "--documents", EXAMPLES / "tenancy-en" / "documents", stdin=raw)

    assert done.returncode == 1
    assert b"\x1b" not in done.stdout
    assert "\u202e" not in done.stdout.decode("utf-8")


def test_the_html_report_is_written(tmp_path: Path) -> None:
    """`--html` writes the page and says where, on standard error."""
    page = tmp_path / "report.html"
    done = verify("bylaw-ja", "altered-quote.md", "--json", "--html", page)

    assert str(page).encode() in done.stderr
    assert "以上" in page.read_text(encoding="utf-8")
    assert json.loads(done.stdout)["status"] == "refused"


def test_a_manifest_is_compared(tmp_path: Path) -> None:
    """A document that is not the one that was locked makes the claims that cite it fail."""
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "rules.txt").write_text("Bicycles belong in the cellar.\n", encoding="utf-8")
    answer = tmp_path / "answer.md"
    answer.write_text("“Bicycles belong in the cellar” [rules].", encoding="utf-8")
    lock = tmp_path / "lock.json"
    arguments = ("verify", answer, "--documents", documents, "--manifest", lock)

    assert vouched("manifest", "--documents", documents, "--output", lock).returncode == 0
    assert vouched(*arguments).returncode == 0
    (documents / "rules.txt").write_text("Bicycles belong in the cellar. \n", encoding="utf-8")
    done = vouched(*arguments)

    assert done.returncode == 1
    assert "is not the one that was locked" in done.stdout.decode("utf-8")


def test_a_policy_decides(tmp_path: Path) -> None:
    """Under a policy that filters, what stands is released and the rest left out, which is not `released`."""
    policy = tmp_path / "policy.toml"
    policy.write_text('[authority]\n"*" = "filter"\n', encoding="utf-8")
    done = verify("tenancy-en", "altered-quote.md", "--json", "--policy", policy)
    shape = json.loads(done.stdout)

    assert (done.returncode, shape["status"]) == (1, "filtered")
    assert "five working days" not in shape["value"]
    assert "two months" in shape["value"]


def test_urls_are_checked_where_there_are_any() -> None:
    """A cited URL is judged by the rule for https even if no host was named, and by the hosts where they were."""
    claim = {
        "text": "Dogs need a lead.",
        "citations": [{"document": "house-rules", "anchor": "Dogs must be kept on a lead"}],
    }
    answers = {
        url: json.dumps({"claims": [{**claim, "sources": [url]}]}).encode()
        for url in ("http://a.example/", "https://a.example/")
    }
    arguments = ("verify", "-", "--documents", EXAMPLES / "tenancy-en" / "documents")

    assert vouched(*arguments, stdin=answers["http://a.example/"]).returncode == 1
    assert vouched(*arguments, stdin=answers["https://a.example/"]).returncode == 0
    assert vouched(*arguments, "--open-https", stdin=answers["https://a.example/"]).returncode == 0
    assert vouched(*arguments, "--hosts", "b.example", stdin=answers["https://a.example/"]).returncode == 1
    assert vouched(*arguments, "--hosts", "a.example", stdin=answers["https://a.example/"]).returncode == 0


def test_enough_documents_have_to_be_cited() -> None:
    """`--at-least 2` refuses claims that cite one document."""
    done = verify("tenancy-en", "altered-quote.md", "--json", "--at-least", "2")
    codes = {finding["code"] for finding in json.loads(done.stdout)["findings"]}

    assert "too_few_citations" in codes


def test_a_completed_quote_is_told_at_its_claim(tmp_path: Path) -> None:
    """Both reports show what the quote had left out at the claim itself, which does not simply stand."""
    (tmp_path / "rules.txt").write_text("The tenant shall not keep animals in the flat.", encoding="utf-8")
    answer = "“The tenant shall […] in the flat” [rules].".encode()
    page = tmp_path / "r.html"
    done = vouched("verify", "-", "--documents", tmp_path / "rules.txt", "--html", page, stdin=answer)
    text = done.stdout.decode("utf-8")

    assert done.returncode == 0
    for report in (text, page.read_text(encoding="utf-8")):
        assert "✓! " in report
        assert "Stands, but its quote was completed" in report
        assert "The quote left out words of the document" in " ".join(report.split())
    assert "a quote was completed with words of the document that had been left out (claim 1)" in " ".join(text.split())


def test_ids_suffice_where_that_is_asked_for() -> None:
    """A claim that only cites a given document stands with `--ids-suffice`, and not without."""
    arguments = ("verify", "-", "--json", "--documents", EXAMPLES / "tenancy-en" / "documents")
    answer = b"The tenant may not keep a dog [lease]."

    assert vouched(*arguments, stdin=answer).returncode == 1
    assert vouched(*arguments, "--ids-suffice", stdin=answer).returncode == 0
    assert vouched(*arguments, "--ids-suffice", "--require", "quotes", stdin=answer).returncode == 1


def test_what_the_policy_and_the_option_require_is_added_up(tmp_path: Path) -> None:
    """A check that the policy requires is required still when `--require` names another."""
    policy = tmp_path / "policy.toml"
    policy.write_text('require = ["quotes"]\n', encoding="utf-8")
    arguments = ("verify", "-", "--documents", EXAMPLES / "tenancy-en" / "documents", "--ids-suffice")
    more = ("--policy", policy, "--require", "citations")
    quoting = "“Dogs must be kept on a lead on the stairs” [house-rules].".encode()

    assert vouched(*arguments, *more, stdin=quoting).returncode == 0
    assert vouched(*arguments, *more, stdin=b"Dogs need a lead [house-rules].").returncode == 1


def test_a_schema_judges_the_form(tmp_path: Path) -> None:
    """`--schema` alone judges whether answers fit, at every place; with documents fitting is not enough."""
    schema, answer, lease = tmp_path / "schema.json", tmp_path / "out.json", tmp_path / "lease.txt"
    schema.write_text('{"properties": {"rent": {"type": "number"}}, "required": ["rent"]}', encoding="utf-8")
    lease.write_text("The rent is 500 EUR.", encoding="utf-8")
    answer.write_text('{"rent": 500, "more": 1}', encoding="utf-8")
    assert vouched("verify", answer, "--schema", schema).returncode == 0
    strict = vouched("verify", answer, "--schema", schema, "--strict")
    assert strict.returncode == 1
    assert b"no member more" in b" ".join(strict.stdout.split())
    assert vouched("verify", answer, "--schema", schema, "--documents", lease).returncode == 1
    answer.write_text('{"rent": "much"}', encoding="utf-8")
    shown = vouched("verify", answer, "--schema", schema)
    assert shown.returncode == 1
    assert b"/rent" in shown.stdout
    assert b"number" in shown.stdout


@pytest.mark.parametrize("text", ["{", '{"type": 5}', '"text"', '{"$ref": "https://example.com/"}', "[" * 100_000])
def test_a_schema_that_is_none_is_misuse(text: str, tmp_path: Path) -> None:
    """A file that is no schema is named with what is wrong; --strict wants one, and something has to be given."""
    schema, answer = tmp_path / "schema.json", tmp_path / "out.json"
    schema.write_text(text, encoding="utf-8")
    answer.write_text("{}", encoding="utf-8")
    told = vouched("verify", answer, "--schema", schema)
    assert told.returncode == 2
    assert b"schema.json" in told.stderr
    assert vouched("verify", answer, "--strict", "--documents", answer).returncode == 2
    assert vouched("verify", answer).returncode == 2
