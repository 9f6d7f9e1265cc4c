"""Takes off what models wrap around an answer: a byte order mark, a leading think block, a code fence around it all."""

from __future__ import annotations

import re

from vouched.drafts import Repair
from vouched.record import Record
from vouched.text.clip import clip

__all__ = ["Fault", "Unwrapped", "unwrap"]

_THINK = re.compile(r"<(think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"(`{3,}+|~{3,}+)[ \t]*+(?:([^\n`]*+)\r?\n|([\w+.-]*+)[ \t]*+(?=[\[{]))")
# A fence without one of these words holds code, not an answer in prose.
_PROSE = frozenset({"", "markdown", "md", "text", "txt", "plain", "plaintext"})
_MOST_REPAIRS = 100


class Fault(Record, frozen=True, kw_only=True):
    """One thing that is wrong with a text: `[start, end)` is its place, `where` a JSON pointer."""

    code: str
    start: int
    end: int
    where: str = ""
    expected: str
    seen: str


class Unwrapped(Record, frozen=True, kw_only=True):
    """The answer is `text[start:end]`; `repairs` say what was taken off, `fault` what is half a wrapping."""

    start: int
    end: int
    repairs: tuple[Repair, ...] = ()
    fault: Fault | None = None


def unwrap(text: str, *, prose: bool = False) -> Unwrapped:
    """Return where the answer stands in `text`, white space around it left out.

    Takes off a byte order mark, then think blocks at the very start (`think`, `thinking`, `reasoning`), then one code
    fence that opens at the start and closes at the end. With `prose`, only a fence whose info string says
    that it holds prose or says nothing. A think block that is never closed is a fault, and so is a fence.
    """
    if text[:1] == "{" and text[-1] == "}":
        return Unwrapped(start=0, end=len(text))
    repairs: list[Repair] = []
    start, end = _trim(text, 0, len(text))
    if text.startswith("\ufeff", start):
        repairs.append(Repair("byte_order_mark", before="U+FEFF"))
        start, end = _trim(text, start + 1, end)
    while opening := _THINK.match(text, start, end):
        closing = re.compile(f"</{opening[1]}>", re.IGNORECASE).search(text, opening.end(), end)
        if closing is None:
            seen = "the end of the text inside the block"
            fault = Fault(
                code="unclosed_think_block", start=start, end=end, expected=f"</{opening[1].lower()}>", seen=seen
            )
            return Unwrapped(start=start, end=end, repairs=tuple(repairs), fault=fault)
        if len(repairs) < _MOST_REPAIRS:
            extract = text[start : min(closing.end(), start + 90)]
            repairs.append(Repair("think_block", before=clip(extract, 80)))
        start, end = _trim(text, closing.end(), end)
    return _without_fence(text, start, end, repairs, prose=prose)


def _without_fence(text: str, start: int, end: int, repairs: list[Repair], *, prose: bool) -> Unwrapped:
    opening = _FENCE.match(text, start, end)
    info = ((opening[2] or opening[3] or "").strip() if opening else "").lower()
    if opening is None or (prose and info not in _PROSE):
        return Unwrapped(start=start, end=end, repairs=tuple(repairs))
    mark = opening[1]
    inner = end
    while inner > opening.end() and text[inner - 1] == mark[0]:
        inner -= 1
    # A prose fence must end on a line of its own and hold no other fence; JSON tells by itself where it ends.
    whole = end - inner >= len(mark)
    if whole and prose:
        line = text.rfind("\n", opening.end() - 1, inner)
        whole = not text[line + 1 : inner].strip() and text.find(mark, opening.end(), inner) < 0
    if whole:
        repairs.append(Repair("code_fence", before=clip(text[start : opening.end()].rstrip(), 80)))
        start, end = _trim(text, opening.end(), inner)
    fault = None
    if not whole and not prose and text.find(mark, opening.end(), end) < 0:
        seen = "the end of the text inside the fence"
        fault = Fault(code="truncated", start=end, end=end, expected=f"a closing {mark}", seen=seen)
    return Unwrapped(start=start, end=end, repairs=tuple(repairs), fault=fault)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
