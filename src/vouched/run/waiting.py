"""Waits for what may be awaitable, wherever it is called from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["on_thread", "settled"]


def settled(value: Any) -> Any:
    """Return `value`, or what it becomes when awaited; inside a running event loop on a thread of its own."""
    if not hasattr(value, "__await__"):
        return value
    import asyncio

    async def wait() -> Any:
        return await value

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
