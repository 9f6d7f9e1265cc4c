"""Waits for what may be awaitable, wherever it is called from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["awaited_on_thread", "carried", "is_cancelled", "on_thread", "settled"]


def settled(value: Any) -> Any:
    """Return `value`, or what it becomes when awaited; inside a running event loop on a thread of its own."""
    if not hasattr(value, "__await__"):
        return value
    import asyncio

    async def wait() -> Any:
        try:
            return await value
        except asyncio.CancelledError as error:
            if is_cancelled():
                raise
            raise RuntimeError("it cancelled itself") from error

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(wait())
    return on_thread(lambda: asyncio.run(wait()))


def on_thread(call: Callable[[], Any], seconds: float | None = None) -> Any:
    """Return what `call` returns or raise what it raises, run on a thread of its own.

    Raises TimeoutError after `seconds`; the call then ends unheard on its thread.
    """
    import threading

    outcome: list[tuple[bool, Any]] = []

    def work() -> None:
        try:
            outcome.append((True, call()))
        except BaseException as error:  # noqa: BLE001  handed to the thread that waits for it
            outcome.append((False, error))

    thread = threading.Thread(target=work, daemon=seconds is not None)
    thread.start()
    thread.join(None if seconds is None else max(0.0, seconds))
    if not outcome:
        raise TimeoutError(f"no answer within {seconds:.1f} seconds")
    succeeded, result = outcome[0]
    if succeeded:
        return result
    raise result


async def awaited_on_thread(call: Callable[[], Any]) -> Any:
    """Return what `call` returns or raise what it raises, awaiting it on a thread of its own.

    Unlike one of the event loop's threads, it keeps neither the loop nor the process from ending when it is given up.
    """
    import asyncio
    import threading
    from contextlib import suppress

    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(succeeded: bool, result: Any) -> None:  # noqa: FBT001
        if future.done():
            return
        if succeeded:
            future.set_result(result)
        else:
            future.set_exception(result)

    def work() -> None:
        try:
            outcome: tuple[bool, Any] = (True, carried(call))
        except BaseException as error:  # noqa: BLE001  handed to the loop that waits for it
            outcome = (False, error)
        # A loop that has ended meanwhile waits for nothing.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=work, daemon=True).start()
    return await future


def carried(call: Callable[[], Any]) -> Any:
    """Return what `call` returns; StopIteration, which no future can carry, is raised as a RuntimeError."""
    try:
        return call()
    except StopIteration as error:
        raise RuntimeError(f"StopIteration: {error}") from error


def is_cancelled() -> bool:
    """Whether somebody asked for the running task to be cancelled, and what it awaits did not do so by itself."""
    import asyncio

    task = asyncio.current_task()
    return task is None or task.cancelling() > 0
