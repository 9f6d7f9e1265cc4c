"""Carries out one HTTP exchange, blocking or awaited; the one file that imports httpcore2.

httpcore2 is the engine of httpx2. It is used directly because it lets the connection be made to an address that was
judged before, and every read be bounded by one deadline; httpx2's own transports let in neither.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any

import httpcore2

from vouched.adapters.fetch_flow import Exchange, Head
from vouched.ports import Fault
from vouched.text.clip import clip

__all__ = ["AsyncLine", "Line", "default_tls"]

_MIN_WAIT = 0.001


def default_tls() -> ssl.SSLContext:
    """Return a TLS context that trusts what this machine trusts."""
    return httpcore2.default_ssl_context()


def _left(deadline: float, most: float | None = None) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore2.ReadTimeout("the time for this page is used up")
    return max(left if most is None else min(left, most), _MIN_WAIT)


class _Stream(httpcore2.NetworkStream):
    """A stream whose every wait ends at the deadline, so that a server that drips cannot hold it."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: float) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._deadline, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(self._deadline, timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        secured = self._stream.start_tls(ssl_context, server_hostname, _left(self._deadline, timeout))
        return _Stream(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Backend(httpcore2.NetworkBackend):
    """Connects to the given addresses, whatever the host is called."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002  the exchange has its own
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        exchange, failed = self._exchange, _failed(host)
        for address in exchange.addresses:
            try:
                wait = _left(exchange.deadline, exchange.connect)
                stream = httpcore2.SyncBackend().connect_tcp(address, port, wait, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
            else:
                return _Stream(stream, exchange.deadline)
        raise failed


class _AsyncStream(httpcore2.AsyncNetworkStream):
    """`_Stream`, awaited."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream, deadline: float) -> None:
        self._stream, self._deadline = stream, deadline

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  httpcore2's seam
        return await self._stream.read(max_bytes, _left(self._deadline, timeout))

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109  the same
        await self._stream.write(buffer, _left(self._deadline, timeout))

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  the same
    ) -> httpcore2.AsyncNetworkStream:
        secured = await self._stream.start_tls(ssl_context, server_hostname, _left(self._deadline, timeout))
        return _AsyncStream(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _AsyncBackend(httpcore2.AsyncNetworkBackend):
    """`_Backend`, awaited."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109  the exchange has its own
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        exchange, failed = self._exchange, _failed(host)
        for address in exchange.addresses:
            try:
                wait = _left(exchange.deadline, exchange.connect)
                stream = await httpcore2.AnyIOBackend().connect_tcp(address, port, wait, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
            else:
                return _AsyncStream(stream, exchange.deadline)
        raise failed


class Line:
    """Answers exchanges and reads, one after the other, blocking. To be closed."""

    def __init__(self, tls: Callable[[], ssl.SSLContext]) -> None:
        self._tls = tls
        self._connection: httpcore2.HTTPConnection | None = None
        self._response: httpcore2.Response | None = None
        self._chunks: Iterator[bytes] = iter(())

    def exchange(self, exchange: Exchange) -> Head | Fault:
        """Return the head of the answer, or the fault."""
        self.close()
        try:
            self._connection = httpcore2.HTTPConnection(
                _origin(exchange), ssl_context=_tls(exchange, self._tls), network_backend=_Backend(exchange)
            )
            self._response = self._connection.handle_request(_request(exchange))
            self._chunks = iter(self._response.iter_stream())
            return _head(self._response)
        except Exception as error:  # noqa: BLE001  whatever a foreign server brings about is a fault of the page
            return _fault(error)

    def read(self) -> bytes | Fault | None:
        """Return the next bytes of the body, None at its end, or the fault."""
        try:
            return next(self._chunks, None)
        except Exception as error:  # noqa: BLE001  as in `exchange`
            return _fault(error)

    def close(self) -> None:
        """Close what is open."""
        connection, self._connection, self._response = self._connection, None, None
        if connection is not None:
            connection.close()


class AsyncLine:
    """`Line`, awaited."""

    def __init__(self, tls: Callable[[], ssl.SSLContext]) -> None:
        self._tls = tls
        self._connection: httpcore2.AsyncHTTPConnection | None = None
        self._chunks: AsyncIterator[bytes] | None = None

    async def exchange(self, exchange: Exchange) -> Head | Fault:
        """Return the head of the answer, or the fault."""
        await self.close()
        try:
            self._connection = httpcore2.AsyncHTTPConnection(
                _origin(exchange), ssl_context=_tls(exchange, self._tls), network_backend=_AsyncBackend(exchange)
            )
            response = await self._connection.handle_async_request(_request(exchange))
            self._chunks = aiter(response.aiter_stream())
            return _head(response)
        except Exception as error:  # noqa: BLE001  as in `Line.exchange`
            return _fault(error)

    async def read(self) -> bytes | Fault | None:
        """Return the next bytes of the body, None at its end, or the fault."""
        try:
            return None if self._chunks is None else await anext(self._chunks, None)
        except Exception as error:  # noqa: BLE001  as in `Line.exchange`
            return _fault(error)

    async def close(self) -> None:
        """Close what is open."""
        connection, self._connection = self._connection, None
        chunks, self._chunks = self._chunks, None
        if chunks is not None and hasattr(chunks, "aclose"):
            await chunks.aclose()
        if connection is not None:
            await connection.aclose()


def _failed(host: str) -> Exception:
    return httpcore2.ConnectError(f"no address of {host} answers")


def _tls(exchange: Exchange, tls: Callable[[], ssl.SSLContext]) -> ssl.SSLContext | None:
    return tls() if exchange.scheme == "https" else None


def _origin(exchange: Exchange) -> httpcore2.Origin:
    return httpcore2.Origin(exchange.scheme.encode(), exchange.host.encode(), exchange.port)


def _request(exchange: Exchange) -> httpcore2.Request:
    url = httpcore2.URL(
        scheme=exchange.scheme.encode(),
        host=exchange.host.encode(),
        port=exchange.port,
        target=exchange.target.encode(),
    )
    return httpcore2.Request(
        "GET",
        url,
        headers=[(name.encode(), value.encode()) for name, value in exchange.headers],
        extensions={"timeout": {"connect": exchange.connect}},
    )


def _head(response: httpcore2.Response) -> Head:
    headers = {name.decode("latin-1").lower(): _text(value) for name, value in response.headers}
    return Head(response.status, headers)


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _fault(error: Exception) -> Fault:
    """Return what a failed exchange means: whose fault it is, and whether trying again may help."""
    said = clip(str(error) or type(error).__name__, 200)
    if isinstance(error, httpcore2.TimeoutException):
        return Fault(code="timeout", message="no answer in time", retryable=True)
    if isinstance(error, httpcore2.RemoteProtocolError):
        ended = "disconnected" in said or "closed connection" in said
        return Fault(code="connection" if ended else "bad_reply", message=said, retryable=ended)
    if isinstance(error, httpcore2.LocalProtocolError):
        return Fault(code="bad_request", message=said)
    if isinstance(error, (httpcore2.NetworkError, OSError)):
        # A certificate that does not fit does not come to fit by asking again.
        return Fault(code="connection", message=said, retryable="CERTIFICATE" not in said.upper())
    return Fault(code="bad_reply", message=clip(f"{type(error).__name__}: {said}", 250))
