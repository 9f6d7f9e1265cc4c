"""Models behind an SDK, waiting and awaiting: they build its client, switch its retries off, and share the rest."""

from __future__ import annotations

import os
import weakref
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable
from typing import Any, ClassVar

from vouched.adapters.provider_calls import Dialect, Memory, Way, abytes, adrive, conversation, drive, read_bytes
from vouched.errors import UsageError
from vouched.ports import Fault, Generate, Reply
from vouched.record import Record
from vouched.text.clip import clip, clip_value

__all__ = ["AwaitingModel", "Provider", "WaitingModel"]


class Provider(Record, frozen=True, kw_only=True):
    """What tells one provider's SDK from another's.

    `load` imports it, `create` is its streaming `create` of a client, `keys` are the environment variables it reads.
    """

    library: str
    client: str
    dialect: Callable[[str], Dialect]
    load: Callable[[], Any]
    create: Callable[[Any], Callable[..., Any]]
    keys: tuple[str, ...]

    def made(self, *, waits: bool, base_url: str | None, api_key: str | None) -> Any:
        """Return a client with its retries off, which follows no redirect. Raises UsageError where the SDK refuses."""
        sdk = self.sdk()
        if api_key is None and not any(os.environ.get(name) for name in self.keys):
            if base_url is None:
                raise UsageError(f"{self.client}: expected api_key= or {' or '.join(self.keys)} in the environment")
            api_key = "none"  # the SDK insists on one; servers of one's own rarely look at it
        kind = getattr(sdk, self.client if waits else f"Async{self.client}")
        http = sdk.DefaultHttpxClient if waits else sdk.DefaultAsyncHttpxClient
        try:
            # A redirect would take the key and the documents where nobody configured.
            given = {"base_url": base_url, "api_key": api_key, "http_client": http(follow_redirects=False)}
            return kind(**given, max_retries=0)
        except Exception as error:
            # Whatever the SDK refuses here is a setting of the caller's.
            raise UsageError(f"{self.client}: {clip(f'{type(error).__name__}: {error}')}") from error

    def sdk(self) -> Any:
        """Return the SDK. Raises UsageError, naming the extra, where it is not installed."""
        try:
            return self.load()
        except ImportError as error:
            needed = f"{self.client}: needs the {self.library} package: pip install 'vouched[{self.library}]'"
            raise UsageError(needed) from error


class _ProviderModel(ABC):
    """What both kinds share: a name, a dialect, and what the model has refused so far."""

    provider: ClassVar[Provider]

    def __init__(
        self,
        model: str,
        *,
        client: Any = None,
        base_url: str | None = None,
        api_key: str | None = None,
        way: Way | None = None,
    ) -> None:
        name = type(self).__name__
        if not isinstance(model, str) or not model.strip():
            raise UsageError(f"{name}: expected the name of a model, saw {clip_value(model, 60)}")
        if client is not None and (base_url is not None or api_key is not None):
            raise UsageError(f"{name}: expected either client= or base_url= and api_key=, saw both")
        self.model = model
        self._dialect, self._memory = self.provider.dialect(model), Memory(way)
        self._settings = {"base_url": base_url, "api_key": api_key}
        self._open(client)

    @abstractmethod
    def _open(self, client: Any) -> None:
        """Keep the client, or make one."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.model!r})"


class WaitingModel(_ProviderModel):
    """A model that is asked in the calling thread; threads may share it."""

    def _open(self, client: Any) -> None:
        if client is None:
            client = self.provider.made(waits=True, **self._settings)
            weakref.finalize(self, client.close)
        self._client, self._key = _without_retries(client), _key_of(client)

    def generate(self, request: Generate) -> Reply | Fault:
        """Return the model's answer, or the fault that there is none; it takes at most the request's `seconds`."""
        steps = conversation(self._dialect, request, self._memory)
        return drive(steps, self._send, request.seconds, self._key)

    def _send(self, params: dict[str, Any], seconds: float) -> bytes:
        create = self.provider.create(self._client)
        with create(**params, timeout=seconds) as response:
            return read_bytes(response.iter_bytes(), seconds)


class AwaitingModel(_ProviderModel):
    """A model whose `generate` is a coroutine function; event loops may share it.

    Of its own clients there is one for each running loop, because connections cannot change loops. Each is closed by
    its loop's own end (`asyncio.run` closes async generators), so that nothing has to be closed by hand.
    """

    def _open(self, client: Any) -> None:
        self._client = None if client is None else _without_retries(client)
        # Made here, so that a missing key is a mistake at construction, and used in the first loop.
        self._spare = [] if client is not None else [self.provider.made(waits=False, **self._settings)]
        self._key = _key_of(client or self._spare[0])
        self._kept: weakref.WeakKeyDictionary[Any, tuple[Any, AsyncGenerator[None, None]]] = weakref.WeakKeyDictionary()

    async def generate(self, request: Generate) -> Reply | Fault:
        """Return the model's answer, or the fault that there is none; it takes at most the request's `seconds`."""
        steps = conversation(self._dialect, request, self._memory)
        return await adrive(steps, self._send, request.seconds, self._key)

    async def _send(self, params: dict[str, Any], seconds: float) -> bytes:
        create = self.provider.create(self._client or await self._here())
        async with create(**params, timeout=seconds) as response:
            return await abytes(response.iter_bytes())

    async def _here(self) -> Any:
        """Return the client of the running loop."""
        import asyncio

        loop = asyncio.get_running_loop()
        if loop not in self._kept:
            try:
                client = self._spare.pop()
            except IndexError:
                client = self.provider.made(waits=False, **self._settings)
            closing = self._closing(loop, client)
            self._kept[loop] = (client, closing)
            await anext(closing)
        return self._kept[loop][0]

    async def _closing(self, loop: Any, client: Any) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            self._kept.pop(loop, None)
            await client.close()


def _without_retries(client: Any) -> Any:
    """Return a caller's client with the SDK's retries off: faults of the transport are retried by their one owner."""
    change = getattr(client, "with_options", None)
    return change(max_retries=0) if callable(change) else client


def _key_of(client: Any) -> str:
    """Return the key that a client sends, which no message may show; "" when it has none."""
    key = getattr(client, "api_key", None) or getattr(client, "auth_token", None)
    return key if isinstance(key, str) else ""
