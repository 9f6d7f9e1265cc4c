"""Promises about `vouched ask`: what stands is printed with its quotes, nothing else, whatever the model does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.protocol_server import Answer, Asked, ProtocolServer, chat, refusal, serving
from vouched import load_documents
from vouched.adapters.extractive import Extractive
from vouched.cli.asking import LANGUAGES, language_for
from vouched.cli.main import main
from vouched.cli.terminal import width_of
from vouched.ports import Generate, Message
from vouched.run import prompts

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SETS = ("tenancy-en", "bylaw-ja", "notice-zh")
LANGUAGE = {"tenancy-en": "en", "bylaw-ja": "ja", "notice-zh": "zh"}
PROGRAM = "import sys; from vouched.cli.main import main; sys.exit(main())"


@pytest.fixture
def server() -> Iterator[ProtocolServer]:
    """Give a server that speaks Chat Completions."""
    with serving() as running:
        yield running


def arguments(name: str, *more: str) -> list[str]:
    """Return the arguments that ask the question of an example set."""
    question = (EXAMPLES / name / "question.txt").read_text(encoding="utf-8")
    return ["ask", question, "--documents", str(EXAMPLES / name / "documents"), *more]


def printed_json(given: list[str], capfd: pytest.CaptureFixture[str], *, code: int = 0) -> dict[str, Any]:
    """Return what `--json` prints, the exit code being `code`."""
    assert main([*given, "--json"]) == code
    shape: dict[str, Any] = json.loads(capfd.readouterr().out)
    return shape


def extractive(asked: Asked) -> Answer:
    """Answer a request of Chat Completions with what the embedded model says to its messages."""
    messages = tuple(Message(one["role"], one["content"]) for one in asked.body["messages"])
    return chat(Extractive().generate(Generate(model="m", messages=messages)).text)


def openai(server: ProtocolServer) -> list[str]:
    """Return the options that ask the server through the SDK of OpenAI."""
    return ["--model", "openai:local", "--base-url", f"{server.url}/v1"]


def refuse_other_quotes(shape: dict[str, Any], name: str) -> None:
    """Fail unless each claim was released with quotes that are slices of the set's documents."""
    texts = {document.id: document.text for document in load_documents(EXAMPLES / name / "documents")}
    assert shape["claims"]
    for claim in shape["claims"]:
        assert claim["released"]
        assert claim["quotes"]
        for quote in claim["quotes"]:
            assert quote["text"] == texts[quote["document"]][quote["start"] : quote["end"]]


@pytest.mark.parametrize("name", SETS)
def test_the_examples_are_answered_offline(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Without a model named, no network and no key, each example set is answered with slices of its documents."""
    shape = printed_json(arguments(name), capfd)

    assert (shape["format"], shape["status"], shape["model"]) == ("vouched.ask/1", "released", "extractive")
    assert [attempt["action"] for attempt in shape["attempts"]] == ["release"]
    refuse_other_quotes(shape, name)


@pytest.mark.parametrize("name", SETS)
def test_the_examples_are_answered_through_a_server(
    name: str, server: ProtocolServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """The same answer comes back through the SDK of OpenAI and a server of the same protocol, tokens counted."""
    server.script = [extractive]
    offline = printed_json(arguments(name), capfd)
    shape = printed_json([*arguments(name), *openai(server)], capfd)

    refuse_other_quotes(shape, name)
    assert [claim["quotes"] for claim in shape["claims"]] == [claim["quotes"] for claim in offline["claims"]]
    assert shape["usage"] == {"input_tokens": 11, "output_tokens": 7, "calls": 1}
    assert len(server.asked) == 1


@pytest.mark.parametrize("name", SETS)
def test_the_model_is_instructed_in_the_language_of_the_question(name: str, server: ProtocolServer) -> None:
    """The language of the instructions is told from the question's script, unless it is given."""
    server.script = [extractive]
    main([*arguments(name), *openai(server), "--json"])
    main([*arguments(name), *openai(server), "--json", "--language", LANGUAGE[name]])
    main([*arguments(name), *openai(server), "--json", "--language", "en"])
    told, given, english = (asked.body["messages"][0]["content"] for asked in server.asked)

    assert told == given
    assert (told == english) == (name == "tenancy-en")


def test_every_language_may_be_chosen() -> None:
    """`--language` takes the languages that instructions are worded in."""
    assert LANGUAGES == prompts.LANGUAGES


@pytest.mark.parametrize(
    ("question", "documents", "language"),
    [
        ("犬は飼えますか", "", "ja"),
        ("可以养狗吗", "", "zh"),
        ("遮音等級", "床の遮音等級は", "ja"),
        ("遮音等級", "", "zh"),
        ("May I keep a dog?", "犬は", "en"),
        ("개를 키울 수 있나요", "", "en"),
    ],
)
def test_the_script_tells_the_language(question: str, documents: str, language: str) -> None:
    """Kana are Japanese, Han alone Chinese but for documents with kana, all else is English."""
    assert language_for(question, documents) == language


@pytest.mark.parametrize("columns", ["40", "80", "100"])
@pytest.mark.parametrize("name", SETS)
def test_the_report_shows_quotes_and_places(name: str, columns: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The report has each quote's file, line and column, says what it cost, and no line is wider than the terminal."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = columns
    try:
        assert main(arguments(name)) == 0
    finally:
        os.environ.pop("COLUMNS") if before is None else os.environ.update(COLUMNS=before)
    shown = capfd.readouterr().out

    assert "Released: of" in shown
    assert str(EXAMPLES / name / "documents").replace("/", "")[:20] in shown.replace("\n", "").replace("/", "")
    assert "extractive, 1 attempt, 0 tokens" in " ".join(shown.split())
    assert max(map(width_of, shown.splitlines())) <= int(columns)


def test_what_does_not_stand_is_not_printed_as_a_value(
    server: ProtocolServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """An answer whose quote stands nowhere is asked for again, then refused: exit code 1, and no value."""
    anchors = iter(f"every tenant shall be given a pony number {number}" for number in range(9))
    server.script = [
        lambda _: chat(
            json.dumps({"claims": [{"text": "Ponies!", "citations": [{"document": "lease", "anchor": next(anchors)}]}]})
        )
    ]
    shape = printed_json([*arguments("tenancy-en"), *openai(server), "--max-retries", "2"], capfd, code=1)

    assert (shape["status"], shape["value"]) == ("refused", None)
    assert [attempt["action"] for attempt in shape["attempts"]] == ["reask", "reask", "stop"]
    assert {code for attempt in shape["attempts"] for code in attempt["findings"]} == {"quotes/anchor_not_found"}
    assert shape["usage"]["calls"] == 3


def test_the_report_says_why_nothing_was_released(server: ProtocolServer, capfd: pytest.CaptureFixture[str]) -> None:
    """The report of a refused answer names the fault, each attempt, and what it cost."""
    wrong = {"claims": [{"text": "Ponies!", "citations": [{"document": "stable", "anchor": "a pony for everyone"}]}]}
    server.script = [chat(json.dumps(wrong)), chat("no claims at all")]
    code = main([*arguments("tenancy-en"), *openai(server), "--max-retries", "1"])
    shown = " ".join(capfd.readouterr().out.split())

    assert code == 1
    assert "Not released" in shown
    assert "2 attempts, 36 tokens" in shown
    assert "1 asked again since it cites a document that was not given, 18 tokens" in shown


def test_a_stream_tells_steps_and_no_text(server: ProtocolServer, capfd: pytest.CaptureFixture[str]) -> None:
    """`--stream` tells each step of each attempt on standard error, and never a word of a draft."""
    wrong = {"claims": [{"text": "Ponies!", "citations": [{"document": "stable", "anchor": "a pony for everyone"}]}]}
    server.script = [chat(json.dumps(wrong)), extractive]
    code = main([*arguments("tenancy-en"), *openai(server), "--stream", "--json"])
    told = capfd.readouterr().err

    assert code == 0
    steps = [line.split(": ")[:2] for line in told.splitlines()]
    each = ["asked", "drafted", "checked", "decided"]
    assert steps == [[f"attempt {number}", step] for number in (1, 2) for step in each]
    assert "action reask" in told
    assert "pon" not in told.lower()
    assert "stable" not in told


def test_a_question_comes_from_standard_input() -> None:
    """`-` reads the question from standard input."""
    command = [sys.executable, "-c", PROGRAM, "ask", "-", "--json", "--documents"]
    done = subprocess.run(
        [*command, str(EXAMPLES / "tenancy-en" / "documents")],
        input=b"How much is a wash in the cellar?\n",
        capture_output=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["question"] == "How much is a wash in the cellar?"


def test_what_the_documents_do_not_say_is_not_answered(capfd: pytest.CaptureFixture[str]) -> None:
    """A question that the documents say nothing of has exit code 1 and no claims."""
    given = ["ask", "Who won the chess olympiad?", "--documents", str(EXAMPLES / "notice-zh" / "documents")]
    shape = printed_json(given, capfd, code=1)

    assert (shape["status"], shape["claims"], shape["value"]) == ("refused", [], None)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (refusal(401, "bad key"), "model/bad_request"),
        (Answer(b"<html>", 200), "model/bad_reply"),
        (chat("I will not.", finish="content_filter"), "model/refused"),
        (Answer(b"", 501), "model/server"),
    ],
)
def test_a_fault_of_the_server_is_told(
    answer: Answer, code: str, server: ProtocolServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """What a server does wrong is a finding of the answer, with exit code 1 and no traceback."""
    server.script = [answer]
    given = [*arguments("tenancy-en"), *openai(server), "--max-retries", "0"]
    shape = printed_json(given, capfd, code=1)
    shown_code = main(given)
    shown = capfd.readouterr()

    assert code in shape["attempts"][0]["findings"]
    assert shown_code == 1
    assert "Traceback" not in shown.out + shown.err
    assert f"model: {code.partition('/')[2]}" not in shown.out
    assert "server" in shown.out or "model" in shown.out


def test_a_file_of_no_documents_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Where the files hold no document, nothing is asked."""
    (tmp_path / "none.json").write_text("[]", encoding="utf-8")
    code = main(["ask", "Why?", "--documents", str(tmp_path / "none.json")])

    assert code == 2
    assert "--documents: expected at least one document, saw none" in capfd.readouterr().err


def test_a_page_is_written_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """`--html` writes the page of the answer, named by its question."""
    page = tmp_path / "answer.html"

    assert main([*arguments("bylaw-ja"), "--html", str(page), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["status"] == "released"
    assert "来月、成犬で８キロほどになる犬を迎え" in page.read_text(encoding="utf-8")


def test_a_policy_decides(tmp_path: Path, server: ProtocolServer, capfd: pytest.CaptureFixture[str]) -> None:
    """`--policy` decides what follows: with a hold, a wrong answer is held at once."""
    policy = tmp_path / "policy.toml"
    policy.write_text('authority = {"*" = "hold"}\n', encoding="utf-8")
    wrong = {"claims": [{"text": "Ponies!", "citations": [{"document": "stable", "anchor": "a pony for everyone"}]}]}
    server.script = [chat(json.dumps(wrong))]
    given = [*arguments("tenancy-en"), *openai(server), "--policy", str(policy)]
    shape = printed_json(given, capfd, code=1)

    assert (shape["status"], len(shape["attempts"])) == ("held", 1)


def test_a_held_answer_waits_in_the_store(
    tmp_path: Path, server: ProtocolServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """With `--store` a held answer waits there for a person, under the name that the report and the JSON tell."""
    policy, store = tmp_path / "policy.toml", tmp_path / "runs.db"
    policy.write_text('authority = {"*" = "hold"}\n', encoding="utf-8")
    wrong = {"claims": [{"text": "Ponies!", "citations": [{"document": "stable", "anchor": "a pony for everyone"}]}]}
    server.script = [chat(json.dumps(wrong))]
    given = [*arguments("tenancy-en"), *openai(server), "--policy", str(policy), "--store", str(store)]
    shape = printed_json(given, capfd, code=1)
    assert main(given) == 1
    shown = "".join(capfd.readouterr().out.split())
    assert main(["review", "list", "--store", str(store), "--json"]) == 0
    waiting = [json.loads(line)["run_id"] for line in capfd.readouterr().out.splitlines()]

    assert len(waiting) == 2
    assert waiting[0] == shape["run_id"]
    assert f"vouchedreviewshow{waiting[1]}--store" in shown


def test_a_file_that_is_no_store_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A file that is something else is no store: nothing is asked, and nothing of it is changed."""
    path = tmp_path / "notes.txt"
    path.write_text("not a database " * 100, encoding="utf-8")
    code = main([*arguments("tenancy-en"), "--store", str(path)])
    told = capfd.readouterr()

    assert (code, told.out) == (2, "")
    assert str(path) in told.err
    assert path.read_text(encoding="utf-8").startswith("not a database")


def test_budgets_end_a_run(server: ProtocolServer, capfd: pytest.CaptureFixture[str]) -> None:
    """`--tokens` and `--seconds` bound the whole run, and the report names what was spent."""
    cited = iter(f"stable-{number}" for number in range(9))
    server.script = [lambda _: chat(json.dumps({"claims": [{"text": "Ponies!", "citations": [next(cited)]}]}))]
    assert main([*arguments("tenancy-en"), *openai(server), "--tokens", "20"]) == 1
    spent = " ".join(capfd.readouterr().out.split())
    server.script = [Answer(b"{}" * 500, pause=0.2)]
    shape = printed_json([*arguments("tenancy-en"), *openai(server), "--seconds", "0.5"], capfd, code=1)

    assert "2 attempts, 36 tokens" in spent
    assert shape["status"] == "refused"


def test_an_interrupt_ends_it_without_a_traceback(server: ProtocolServer) -> None:
    """Ctrl-C while a model is waited for ends with 130 and without a traceback."""
    server.script = [Answer(b"{" * 500, pause=0.5)]
    # A shell that runs the tests in its background has its children ignore interrupts.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    command = [sys.executable, "-c", heard + PROGRAM, *arguments("tenancy-en"), *openai(server)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not server.asked and running.poll() is None:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    printed, told = running.communicate()

    assert running.returncode == 130
    assert (printed, told) == (b"", b"")


def test_a_profile_judges(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The checks of a profile decide; a critic wants a judge, and a file that is no profile is told with its line."""
    asked = ["ask", "How high is the deposit?", "--documents", str(EXAMPLES / "tenancy-en" / "documents")]
    assert main([*asked, "--profile", "finance"]) == 0
    assert main([*asked, "--profile", "medical"]) == 2
    assert "judge" in capsys.readouterr().err
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\n[checks.quotes]\n[checks.confidence]\nat_least = 1.0\n', encoding="utf-8")
    assert main([*asked, "--profile", str(own)]) == 1
    own.write_text('name = "own"\n[checks.nothing]\n', encoding="utf-8")
    assert main([*asked, "--profile", str(own)]) == 2
    assert "own.toml:2" in capsys.readouterr().err


def test_a_kept_run_is_shown_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run's name gives its outcome again, as it ended or as a person decided; another question of it is refused."""
    store, documents = str(tmp_path / "runs.db"), str(EXAMPLES / "tenancy-en" / "documents")
    hold = tmp_path / "hold.toml"
    hold.write_text('[authority]\n"*" = "hold"\n', encoding="utf-8")
    asked = ["ask", "How high is the deposit?", "--documents", documents, "--store", store, "--json"]
    assert main([*asked, "--run-id", "one"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["run_id"] == "one"
    assert main([*asked, "--run-id", "one"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert main(["ask", "How long?", "--documents", documents, "--store", store, "--run-id", "one"]) == 2
    assert "expected the question" in capsys.readouterr().err
    assert main(["ask", "How high?", "--documents", documents, "--run-id", "one"]) == 2


def test_a_report_that_cannot_be_written_is_told_before_anything_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that is not there costs no call."""
    documents = str(EXAMPLES / "tenancy-en" / "documents")
    page = str(tmp_path / "nowhere" / "page.html")
    arguments = ["ask", "How high is the deposit?", "--documents", documents, "--stream", "--html", page]
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert "--html" in printed.err
    assert "asked" not in printed.err
