"""A server on this machine that speaks Chat Completions and Messages from a script, faults and bad manners included."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

__all__ = ["Answer", "Asked", "ProtocolServer", "chat", "message", "refusal", "serving"]


class Answer(NamedTuple):
    """What the server sends: a body (an object as JSON), at once or dripping with `pause` seconds before each byte.

    `hangs_up` ends the connection in the middle of the body.
    """

    body: Any = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    pause: float = 0.0
    hangs_up: bool = False


class Asked(NamedTuple):
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


Script = Callable[[Asked], Answer] | Answer


class ProtocolServer:
    """The server; `script` answers in turn and its last entry repeats, `asked` is what came."""

    def __init__(self) -> None:
        self.script: list[Script] = []
        self.asked: list[Asked] = []
        self.ended = threading.Event()
        self.http = _Server(("127.0.0.1", 0), _Handler)
        self.http.owner = self

    @property
    def url(self) -> str:
        """Return the server's address, without a path."""
        return f"http://127.0.0.1:{self.http.server_address[1]}"

    def answer(self, asked: Asked) -> Answer:
        """Return what the script says to a request."""
        self.asked.append(asked)
        if not asked.path.endswith(("/v1/chat/completions", "/v1/messages")):
            return Answer({"error": {"message": f"no such path: {asked.path}"}}, status=404)
        entry = self.script[min(len(self.asked), len(self.script)) - 1]
        return entry(asked) if callable(entry) else entry


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    owner: ProtocolServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that gave up."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(size) or b"{}")
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.server.owner.answer(Asked(self.path, headers, body))
        raw = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        self.send_response_only(answer.status)
        named = {name.lower() for name, _ in answer.headers}
        if "content-type" not in named:
            self.send_header("Content-Type", "application/json")
        for name, value in answer.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        if answer.hangs_up:
            self.wfile.write(raw[: len(raw) // 2])
            self.close_connection = True
        elif answer.pause:
            for byte in raw:
                if self.server.owner.ended.wait(answer.pause):
                    return
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
        else:
            self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name that the library gave it
        """Keep no log."""


@contextmanager
def serving() -> Iterator[ProtocolServer]:
    """Give a server that runs until the block ends."""
    server = ProtocolServer()
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.http.shutdown()
        thread.join()
        server.http.server_close()


def chat(
    content: Any = None,
    *,
    arguments: Any = None,
    finish: Any = "stop",
    refused: Any = None,
    name: str = "answer",
    usage: Any = (11, 7),
) -> Answer:
    """Return a reply of Chat Completions: a content, the arguments of a tool call, or a refusal."""
    said: dict[str, Any] = {"role": "assistant", "content": content, "refusal": refused}
    if arguments is not None:
        said["tool_calls"] = [{"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}]
    told = {"prompt_tokens": usage[0], "completion_tokens": usage[1]} if isinstance(usage, tuple) else usage
    choice = {"index": 0, "finish_reason": finish, "message": said}
    return Answer({"id": "c", "object": "chat.completion", "model": "served", "choices": [choice], "usage": told})


def message(
    text: Any = None, *, given: Any = None, stop: Any = "end_turn", name: str = "answer", usage: Any = (11, 7)
) -> Answer:
    """Return a reply of Messages: a text, or the input of a tool."""
    blocks: list[Any] = [] if text is None else [{"type": "text", "text": text}]
    if given is not None:
        blocks.append({"type": "tool_use", "id": "toolu_1", "name": name, "input": given})
    told = {"input_tokens": usage[0], "output_tokens": usage[1]} if isinstance(usage, tuple) else usage
    told_of = {"id": "m", "type": "message", "role": "assistant", "model": "served", "content": blocks}
    return Answer({**told_of, "stop_reason": stop, "usage": told})


def refusal(status: int, said: str, *, headers: tuple[tuple[str, str], ...] = (), **error: Any) -> Answer:
    """Return an error as both protocols write it."""
    return Answer({"type": "error", "error": {"message": said, **error}}, status, headers)
