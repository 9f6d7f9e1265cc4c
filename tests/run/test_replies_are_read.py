"""Promises about what models return: each thing is a reply or a fault, and nothing raises."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, field_serializer

from vouched.ports import Fault, Reply
from vouched.run.replies import to_reply


class Answer(BaseModel):
    """A model of a user's own."""

    text: str
    amount: float = 1.5


class Broken(BaseModel):
    """A model that cannot write itself."""

    text: str

    @field_serializer("text")
    def _refuse(self, value: str) -> str:
        raise KeyError(value)


async def never_awaited() -> str:
    """Return what nobody waits for."""
    return "late"


NESTED: list[Any] = []
NESTED.append(NESTED)
GOOD: list[tuple[Any, str]] = [
    ("", ""),
    ("text", "text"),
    (b"\xe7\xac\xac", "第"),
    (bytearray(b"ok"), "ok"),
    ({"claims": ["é"]}, '{"claims": ["é"]}'),
    ([], "[]"),
    (Answer(text="a"), '{"text": "a", "amount": 1.5}'),
]
BAD: list[Any] = [None, True, 7, 1.5, object(), Answer, {1, 2}, (), b"\xff", {"a": object()}, NESTED, Broken(text="x")]


@pytest.mark.parametrize(("value", "text"), GOOD)
def test_texts_and_objects_are_replies(value: Any, text: str) -> None:
    """A text is itself, bytes are UTF-8, objects, lists and pydantic instances are their JSON."""
    assert to_reply(value) == Reply(text=text)


@pytest.mark.parametrize("value", BAD)
def test_anything_else_is_a_bad_reply(value: Any) -> None:
    """Nothing, numbers, sets, what is no JSON: a fault that says what was seen, in few words."""
    fault = to_reply(value)

    assert isinstance(fault, Fault)
    assert (fault.code, fault.retryable) == ("bad_reply", False)
    assert fault.message.startswith("expected a text or an object, saw ")
    assert len(fault.message) < 400


def test_replies_and_faults_are_themselves() -> None:
    """What already is a reply or a fault stays it; a reply without a text is none."""
    reply, fault = Reply(text="x", stop="length"), Fault(code="server", message="busy")

    assert to_reply(reply) is reply
    assert to_reply(fault) is fault
    assert isinstance(to_reply(Reply(text=None)), Fault)  # type: ignore[arg-type]


def test_a_coroutine_is_closed() -> None:
    """A coroutine that nobody awaited is a bad reply, and leaves no warning behind."""
    fault = to_reply(never_awaited())
    gc.collect()

    assert isinstance(fault, Fault)
    assert "not awaited" in fault.message


@given(st.recursive(st.none() | st.floats() | st.text() | st.binary(), lambda inner: st.dictionaries(st.text(), inner)))
def test_every_value_is_one_or_the_other(value: Any) -> None:
    """Whatever is returned becomes a reply or a fault."""
    assert isinstance(to_reply(value), (Reply, Fault))
