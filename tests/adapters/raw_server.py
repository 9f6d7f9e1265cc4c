"""A server on this machine that sends exactly the bytes it is told, and remembers what it was asked."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Iterator

Answer = bytes | list[bytes | float]

__all__ = ["Answer", "RawServer", "page", "redirect", "served"]


class RawServer:
    """Answers each path with its bytes; a number in a list is a pause in seconds before the next bytes."""

    def __init__(self, answers: dict[str, Answer], tls: ssl.SSLContext | None) -> None:
        self.asked: list[str] = []
        self.heads: list[str] = []
        self.names: list[str | None] = []
        self._answers = answers
        self._tls = tls
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        self.connections = 0
        self._ended = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no more."""
        self._ended.set()
        with contextlib.suppress(OSError):
            # Wakes the thread that waits for a connection.
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                plug, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(plug,), daemon=True).start()

    def _serve(self, plug: socket.socket) -> None:
        with contextlib.suppress(OSError), plug:
            plug.settimeout(10)
            secured = self._tls.wrap_socket(plug, server_side=True) if self._tls else plug
            with secured:
                head = b""
                while b"\r\n\r\n" not in head:
                    part = secured.recv(65536)
                    if not part:
                        return
                    head += part
                self.heads.append(head.decode())
                path = head.split(b" ", 2)[1].decode()
                self.asked.append(path)
                self._send(secured, self._answers.get(path, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))

    def _send(self, plug: socket.socket, answer: Answer) -> None:
        for part in [answer] if isinstance(answer, bytes) else answer:
            if isinstance(part, float):
                # In short steps, so that no server outlives its test.
                until = time.monotonic() + part
                while time.monotonic() < until and not self._ended.is_set():
                    time.sleep(0.01)
            else:
                plug.sendall(part)
            if self._ended.is_set():
                return


@contextlib.contextmanager
def served(answers: dict[str, Answer], *, tls: ssl.SSLContext | None = None) -> Iterator[RawServer]:
    """Yield a server that gives these answers."""
    server = RawServer(answers, tls)
    try:
        yield server
    finally:
        server.close()


def page(body: bytes | str, content_type: str = "text/html; charset=utf-8", *headers: str, status: int = 200) -> bytes:
    """Return a whole answer with a body."""
    data = body.encode() if isinstance(body, str) else body
    kind = [f"Content-Type: {content_type}"] if content_type else []
    head = "\r\n".join([f"HTTP/1.1 {status} Said", *kind, f"Content-Length: {len(data)}", *headers])
    return head.encode() + b"\r\n\r\n" + data


def redirect(to: str, status: int = 302) -> bytes:
    """Return an answer that leads elsewhere."""
    return f"HTTP/1.1 {status} Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode()
