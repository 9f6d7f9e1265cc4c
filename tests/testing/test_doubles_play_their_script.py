"""Promises about the doubles that are shipped for tests."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from vouched.errors import UsageError
from vouched.ports import Fault, Fetch, Generate, Message, Page, Reply, Usage
from vouched.testing import AsyncScriptedModel, ScriptedFetcher, ScriptedModel, fixed_page

MODELS: tuple[Any, ...] = (ScriptedModel, AsyncScriptedModel)
BUSY = Fault(code="server", message="busy", retryable=True)


def request(said: str = "?") -> Generate:
    """Return a request with one message."""
    return Generate(model="m", messages=(Message("user", said),))


def asked(model: Any, said: str = "?") -> Any:
    """Return what a model answers, waiting or awaiting."""
    found = model.generate(request(said))
    return asyncio.run(found) if hasattr(found, "__await__") else found


@pytest.mark.parametrize("kind", MODELS)
def test_a_script_is_played_in_order_and_its_last_entry_repeats(kind: Any) -> None:
    """Texts, objects, replies, faults and functions of the request come in turn; the last one stays."""
    whole = Reply(text="whole", stop="length")
    script = ["text", {"a": "é"}, [1], whole, BUSY, None, lambda request: request.messages[0].content.upper()]
    model = kind(script)

    answers = [asked(model, said) for said in "abcdefgh"]

    one = Usage(calls=1)
    shaped = [Reply(text=text, usage=one) for text in ("text", '{"a": "é"}', "[1]")]
    assert answers == [*shaped, whole, BUSY, None, Reply(text="G", usage=one), Reply(text="H", usage=one)]
    assert [each.messages[0].content for each in model.requests] == list("abcdefgh")


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("entry", [RuntimeError("boom"), RuntimeError])
def test_an_exception_is_raised(kind: Any, entry: Any) -> None:
    """An exception in the script, instance or class, is raised by the call."""
    with pytest.raises(RuntimeError):
        asked(kind([entry]))


@pytest.mark.parametrize("kind", MODELS)
def test_what_an_answer_costs_can_be_set(kind: Any) -> None:
    """`usage` is the cost of each text and object."""
    assert asked(kind(["x"], usage=Usage(10, 2, 1))).usage == Usage(10, 2, 1)


def test_a_function_of_an_async_script_may_be_a_coroutine_function() -> None:
    """What it returns is shaped as any other entry."""

    async def answer(request: Generate) -> dict[str, str]:
        await asyncio.sleep(0)
        return {"asked": request.model}

    assert asked(AsyncScriptedModel([answer])).text == '{"asked": "m"}'


@pytest.mark.parametrize("kind", MODELS)
def test_an_empty_script_is_a_mistake(kind: Any) -> None:
    """A model that can never answer is refused at construction."""
    with pytest.raises(UsageError):
        kind([])


def test_a_fetcher_answers_from_its_table() -> None:
    """Pages and faults come as they are, a text as a page, and what is not in the table is a fault."""
    page = Page(url="https://a.example/final", status=200, text="moved")
    fetcher = ScriptedFetcher({"https://a.example/": page, "https://b.example/": BUSY, "https://c.example/": "hello"})

    found = [fetcher.fetch(Fetch(f"https://{name}.example/")) for name in "abcd"]

    assert found[:3] == [page, BUSY, fixed_page("hello", url="https://c.example/")]
    assert isinstance(found[3], Fault)
    assert fetcher.requests == [f"https://{name}.example/" for name in "abcd"]
