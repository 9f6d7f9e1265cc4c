"""Waits for what may be awaitable, wherever it is called from."""

from __future__ import annotations

from typing import Any

__all__ = ["settled"]


def settled(value: Any) -> Any:
    """Return `value`, or what it becomes when awaited; inside a running event loop on a thread of its own."""
    if not hasattr(value, "__await__"):
        return value
    import asyncio
    import threading

    async def wait() -> Any:
        return await value

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(wait())
    outcome: list[Any] = []

    def work() -> None:
        try:
            outcome.append((True, asyncio.run(wait())))
        except BaseException as error:  # noqa: BLE001  handed to the thread that waits for it
            outcome.append((False, error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    succeeded, result = outcome[0]
    if succeeded:
        return result
    raise result
