"""Promises about the models of the providers: whatever goes wrong is a typed, bounded fault, and none shows the key."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from adapters.protocol_server import Answer, ProtocolServer, chat, message, refusal, serving
from adapters.provider_cases import KEY, MODELS, SCHEMA, asked, is_openai, opened, request, text
from vouched.ports import Fault, Usage

every_model = pytest.mark.parametrize("kind", MODELS)
NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


@pytest.fixture
def server() -> Iterator[ProtocolServer]:
    """Give a server for one test."""
    with serving() as running:
        yield running


def failed(kind: Any, server: ProtocolServer, *, schema: Any = None, seconds: float | None = None) -> Fault:
    """Return the fault that a model answers."""
    fault = asked(opened(kind, server), request(schema=schema, seconds=seconds))
    assert isinstance(fault, Fault), fault
    return fault


STATUSES = [
    (400, "bad_request", False),
    (401, "bad_request", False),
    (403, "bad_request", False),
    (404, "bad_request", False),
    (408, "timeout", True),
    (413, "bad_request", False),
    (422, "bad_request", False),
    (429, "rate_limited", True),
    (500, "server", True),
    (502, "server", True),
    (503, "server", True),
    (504, "server", True),
    (529, "server", True),
]


@every_model
@pytest.mark.parametrize(("status", "code", "retryable"), STATUSES)
def test_a_status_is_a_fault_of_its_kind(
    kind: Any, status: int, code: str, retryable: bool, server: ProtocolServer
) -> None:
    """What a server refuses is told by kind, with its own words; only what may pass is worth another try."""
    server.script = [refusal(status, "not like this")]

    fault = failed(kind, server)

    assert (fault.code, fault.retryable, fault.usage) == (code, retryable, Usage(calls=1))
    assert fault.message == f"HTTP {status}: not like this"
    assert len(server.asked) == 1


WAITS: list[tuple[tuple[tuple[str, str], ...], float | None]] = [
    ((("Retry-After", "7"),), 7.0),
    ((("Retry-After", "1.5"),), 1.5),
    ((("Retry-After-Ms", "250"),), 0.25),
    (
        (
            ("Date", format_datetime(NOW, usegmt=True)),
            ("Retry-After", format_datetime(NOW + timedelta(seconds=90), usegmt=True)),
        ),
        90.0,
    ),
    (
        (
            ("Date", format_datetime(NOW, usegmt=True)),
            ("Retry-After", format_datetime(NOW - timedelta(days=1), usegmt=True)),
        ),
        0.0,
    ),
    ((("Retry-After", "soon"),), None),
    ((("Retry-After", "-3"),), None),
    ((("Retry-After", "nan"),), None),
    ((("Retry-After", "9" * 400),), None),
    ((("Retry-After", "Mon, 99 Foo 2026 99:99:99 GMT"),), None),
    ((), None),
]


@every_model
@pytest.mark.parametrize(("headers", "seconds"), WAITS)
def test_retry_after_is_read(
    kind: Any, headers: tuple[tuple[str, str], ...], seconds: float | None, server: ProtocolServer
) -> None:
    """A server's wish to wait is read as seconds or as a date by its own clock; what is neither is no wish."""
    server.script = [refusal(429, "slow down", headers=headers)]

    assert failed(kind, server).retry_after == seconds


def test_a_quota_that_is_spent_is_not_asked_again(server: ProtocolServer) -> None:
    """A 429 that says that there is no money left does not pass by waiting."""
    server.script = [refusal(429, "You exceeded your current quota", code="insufficient_quota")]

    assert failed(MODELS[0], server).retryable is False


BODIES: list[Any] = [
    b"",
    b"<html>gateway</html>",
    b'{"choices": [{"mess',
    b'{"choices": "\xff\xfe"}',
    b"[" * 100_000,
    b"1" * 5000,
    [],
    "ok",
    None,
    {},
    {"choices": None, "content": None},
    {"choices": [], "content": {}},
    {"choices": {"0": 1}, "content": "text"},
    {"choices": [None], "content": [None]},
    {"choices": [{}], "content": [{"type": "text"}]},
    {"choices": [{"message": "hi"}], "content": [{"type": "text", "text": 5}]},
    {"choices": [{"message": {"content": 5}}], "content": [{"type": "tool_use", "name": 3, "input": {}}]},
    {"choices": [{"message": {"content": [{"type": "text"}]}}], "content": [{"type": "tool_use", "name": "a"}]},
    {"choices": [{"message": {"tool_calls": "x"}}], "content": [{"type": "tool_use", "name": "a", "input": "{}"}]},
    {"choices": [{"message": {"tool_calls": [{"function": {"name": "a"}}]}}], "content": 7},
    {"error": "out of memory"},
    {"error": {"message": "upstream"}},
]


@every_model
@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_a_body_of_another_shape_is_a_bad_reply(kind: Any, body: Any, server: ProtocolServer) -> None:
    """Broken JSON, a page of HTML, empty choices, wrong types: a bad reply that cost one call, and no exception."""
    server.script = [Answer(body if isinstance(body, bytes) else json.dumps(body).encode())]

    fault = failed(kind, server)

    assert (fault.code, fault.retryable, fault.usage) == ("bad_reply", False, Usage(calls=1))
    assert len(fault.message) <= 300


@every_model
@pytest.mark.parametrize("said", [None, "", " \n"])
def test_a_finished_answer_without_a_word_is_a_bad_reply(kind: Any, said: Any, server: ProtocolServer) -> None:
    """No content, or nothing but white space, is no answer."""
    server.script = [text(kind, said)]

    assert failed(kind, server).code == "bad_reply"


def test_an_error_in_a_body_of_200_keeps_its_status(server: ProtocolServer) -> None:
    """A gateway that wraps a 429 into a 200 is understood."""
    server.script = [Answer({"error": {"code": 429, "message": "busy"}})]

    fault = failed(MODELS[0], server)

    assert (fault.code, fault.retryable) == ("rate_limited", True)


@every_model
def test_an_answer_that_does_not_end_is_given_up(kind: Any, server: ProtocolServer) -> None:
    """An answer of more than 32 MiB is a bad reply."""
    server.script = [Answer(b'"' + b"a" * (33 * 1024 * 1024) + b'"')]

    assert failed(kind, server).code == "bad_reply"


@every_model
def test_slow_bytes_do_not_outlast_the_budget(kind: Any, server: ProtocolServer) -> None:
    """An answer that drips is given up when the request's seconds are spent."""
    server.script = [text(kind, "yes")._replace(pause=0.05)]

    fault = failed(kind, server, seconds=0.4)

    assert (fault.code, fault.retryable) == ("timeout", True)


@every_model
def test_without_time_nothing_is_asked(kind: Any, server: ProtocolServer) -> None:
    """A request with no seconds left is a timeout and reaches nobody."""
    server.script = [text(kind, "yes")]

    assert failed(kind, server, seconds=0.0).code == "timeout"
    assert server.asked == []


@every_model
def test_a_lost_connection_is_a_fault(kind: Any, server: ProtocolServer) -> None:
    """A server that hangs up in the middle, or is not there, is a fault of the connection that may pass."""
    server.script = [text(kind, "yes")._replace(hangs_up=True)]
    hung_up = failed(kind, server)
    with serving() as gone:
        pass
    away = failed(kind, gone)

    assert [(fault.code, fault.retryable) for fault in (hung_up, away)] == [("connection", True)] * 2


@every_model
@pytest.mark.parametrize("status", [302, 307, 308])
def test_no_redirect_is_followed(kind: Any, status: int, server: ProtocolServer) -> None:
    """A redirect takes neither key nor documents to another address."""
    with serving() as other:
        path = "/v1/chat/completions" if is_openai(kind) else "/v1/messages"
        server.script = [Answer({}, status=status, headers=(("Location", other.url + path),))]
        other.script = [text(kind, "yes")]

        fault = failed(kind, server)

        assert (fault.code, fault.retryable) == ("bad_request", False)
        assert other.asked == []


@every_model
@pytest.mark.parametrize("status", [401, 500])
def test_no_message_shows_the_key(kind: Any, status: int, server: ProtocolServer) -> None:
    """A server that echoes the key does not bring it into a message, and a long message is cut."""
    server.script = [refusal(status, f"Incorrect API key provided: {KEY}, or sk-another-99887766.\n" + "x" * 10_000)]

    message = failed(kind, server).message

    assert KEY not in message
    assert "sk-" not in message
    assert "\n" not in message
    assert len(message) <= 300


@pytest.mark.parametrize("kind", [MODELS[1], MODELS[3]])
def test_a_cancelled_call_is_cancelled(kind: Any, server: ProtocolServer) -> None:
    """Cancelling the task of an awaiting model cancels the call and is no fault."""
    server.script = [text(kind, "yes")._replace(pause=0.05)]

    async def cancelled() -> bool:
        task: asyncio.Task[object] = asyncio.ensure_future(opened(kind, server).generate(request()))
        await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(cancelled())


@every_model
def test_broken_json_in_shape_is_handed_on(kind: Any, server: ProtocolServer) -> None:
    """JSON that the model itself broke is its text, for the reading to judge."""
    server.script = [chat('{"claims": [') if is_openai(kind) else message('{"claims": [')]

    reply = asked(opened(kind, server), request(schema=SCHEMA))

    assert not isinstance(reply, Fault)
    assert reply.text == '{"claims": ['
