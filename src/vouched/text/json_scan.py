"""Says what is wrong with a text that is not strict JSON, and where: one pass, no recursion.

The grammar is RFC 8259. Only a text that the parser of `strict_json` doubts comes here.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable

from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.json_places import bounded_pointer
from vouched.text.wrappings import Fault

__all__ = ["Scan", "scan"]

_SPACE = re.compile(r"[ \t\n\r]*+")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?>(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*)"')
_STRING_START = re.compile(r'"[^"\\\x00-\x1f]*+(?>(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*)')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][+-]?[0-9]++)?")
_WORD = re.compile(r"[^\s\"{}\[\],:]++")
_NOT_A_NUMBER = re.compile(r"[+-]?(?:nan|inf(?:inity)?)", re.IGNORECASE)
_HALF_NUMBER = re.compile(r"-|-?(?:0|[1-9][0-9]*+)(?:\.|(?:\.[0-9]++)?[eE][+-]?)")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LONE = re.compile("[\ud800-\udfff]")
_ANOTHER = re.compile(r'[{\[]\s*+(?:["{\[\]}0-9-]|true|false|null)')
_MOST_FAULTS = 20
_MOST_PLACES = 100
_END = "the end of the text"


class Scan(Record, frozen=True):
    """What a pass found: the faults, and trailing commas as (offset, pointer of their container)."""

    faults: tuple[Fault, ...]
    commas: tuple[tuple[int, str], ...]


def scan(text: str, *, max_depth: int) -> Scan:
    """Return the faults of `text` as strict JSON, at most 20, in order.

    Faults of meaning (a key twice, a number out of range, half a surrogate pair) are all told, the first fault
    of syntax ends the pass. A trailing comma before } or ] is no fault but listed, for it can be mended without loss.
    """
    scanner = _Scanner(text, max_depth)
    scanner.run()
    return Scan(tuple(scanner.faults), tuple(scanner.commas))


class _Scanner:
    """A pushdown automaton; each state is a method that reads one token and returns the next state."""

    def __init__(self, text: str, max_depth: int) -> None:
        self.text = text
        self.at = 0
        self.max_depth = max_depth
        self.faults: list[Fault] = []
        self.commas: list[tuple[int, str]] = []
        # One entry an open container: its bracket, the key or index it stands at, the keys it had.
        self.stack: list[tuple[str, str | int, set[str]]] = []
        self.longest = sys.get_int_max_str_digits() or 4300

    def run(self) -> None:
        state: Callable[[], Callable[[], object] | None] | None = self.value
        while state is not None and len(self.faults) < _MOST_FAULTS:
            found = _SPACE.match(self.text, self.at)
            self.at = found.end() if found else self.at
            state = state()  # type: ignore[assignment]

    def where(self) -> str:
        return bounded_pointer(place for _, place, _ in self.stack)

    def fault(
        self, code: str, expected: str, seen: str | None = None, *, start: int | None = None, end: int = -1
    ) -> None:
        start = self.at if start is None else start
        end = max(start, end) if end >= 0 else min(len(self.text), start + 1)
        if seen is None:
            seen = clip(self.text[start : start + 60].split("\n")[0], 40) if start < len(self.text) else _END
        self.faults.append(Fault(code=code, start=start, end=end, where=self.where(), expected=expected, seen=seen))

    def broken(self, expected: str) -> None:
        """A fault of syntax: nothing after it can be trusted."""
        if self.at >= len(self.text):
            self.fault("truncated", expected, _END)
        else:
            self.fault("not_json", expected)

    def value(self, closer: str = "") -> Callable[[], object] | None:
        mark = self.text[self.at : self.at + 1]
        if mark == '"':
            return self.after_value if self.string() is not None else None
        if mark in ("{", "["):
            return self.opened(mark)
        if closer and mark == closer:
            return self.closed()
        word = _WORD.match(self.text, self.at)
        if word is None:
            self.broken("a value")
            return None
        return self.after_value if self.word(word.group(), word.end()) else None

    def opened(self, mark: str) -> Callable[[], object] | None:
        if len(self.stack) >= self.max_depth:
            self.fault("too_deep", f"at most {self.max_depth} nested brackets", f"{self.max_depth + 1} or more")
            return None
        self.at += 1
        self.stack.append((mark, 0 if mark == "[" else "", set()))
        return self.first_key if mark == "{" else self.first_item

    def closed(self) -> Callable[[], object]:
        self.stack.pop()
        self.at += 1
        return self.after_value

    def first_item(self) -> Callable[[], object] | None:
        return self.value("]")

    def first_key(self) -> Callable[[], object] | None:
        return self.closed() if self.text.startswith("}", self.at) else self.key()

    def key(self) -> Callable[[], object] | None:
        if not self.text.startswith('"', self.at):
            place = self.stack.pop()
            self.broken('a key in double quotes or "}"')
            self.stack.append(place)
            return None
        start = self.at
        mark, _, seen = self.stack.pop()
        key = self.string()
        self.stack.append((mark, key or "", seen))
        if key is None:
            return None
        if key in seen:
            self.fault("duplicate_key", "each key once", f"{clip(key, 40)!r} again", start=start, end=self.at)
        seen.add(key)
        return self.colon

    def colon(self) -> Callable[[], object] | None:
        if not self.text.startswith(":", self.at):
            self.broken('":" after the key')
            return None
        self.at += 1
        return self.value

    def after_value(self) -> Callable[[], object] | None:
        if not self.stack:
            self.finish()
            return None
        opener, place, seen = self.stack[-1]
        closer = "}" if opener == "{" else "]"
        mark = self.text[self.at : self.at + 1]
        if mark == closer:
            return self.closed()
        if mark != ",":
            self.broken(f'"," or "{closer}"')
            return None
        comma, self.at = self.at, self.at + 1
        following = _SPACE.match(self.text, self.at)
        self.at = following.end() if following else self.at
        if self.text.startswith(closer, self.at):
            self.stack.pop()
            self.commas.append((comma, self.where() if len(self.commas) < _MOST_PLACES else ""))
            self.at += 1
            return self.after_value
        if isinstance(place, int):
            self.stack[-1] = (opener, place + 1, seen)
            return self.value
        return self.key

    def finish(self) -> None:
        if self.at < len(self.text):
            several = self.text[self.at] in '{["' or _ANOTHER.search(self.text, self.at)
            code = "several_values" if several else "text_around_json"
            self.fault(code, "one value and nothing after it", end=len(self.text))

    def string(self) -> str | None:
        match = _STRING.match(self.text, self.at)
        if match is None:
            self.half_string()
            return None
        start, self.at = self.at, match.end()
        token = match.group()
        value = token[1:-1] if "\\" not in token else str(json.loads(token))
        if _SURROGATE.search(token) and (lone := _LONE.search(value)):
            seen = f"\\u{ord(lone.group()):04x}"
            self.fault("lone_surrogate", "surrogates in pairs", seen, start=start, end=self.at)
        return value

    def half_string(self) -> None:
        match = _STRING_START.match(self.text, self.at)
        stop = match.end() if match else self.at
        rest = self.text[stop : stop + 6]
        if not rest or re.fullmatch(r"\\(?:u[0-9a-fA-F]{0,3})?", rest):
            self.fault("truncated", "a closing quote", _END, start=len(self.text))
        elif rest[0] == "\\":
            self.fault("not_json", "an escape that JSON has", clip(rest[:2], 10), start=stop, end=stop + 2)
        else:
            self.fault("control_character", "an escape", f"U+{ord(rest[0]):04X}", start=stop, end=stop + 1)

    def word(self, word: str, end: int) -> bool:
        number = _NUMBER.fullmatch(word)
        if number:
            self.number(word, end, whole=number[1] is None and number[2] is None)
        elif _NOT_A_NUMBER.fullmatch(word):
            self.fault("not_a_number", "a finite number", clip(word, 40), end=end)
        elif word not in ("true", "false", "null"):
            half = _HALF_NUMBER.fullmatch(word) or any(name.startswith(word) for name in ("true", "false", "null"))
            if half and end == len(self.text):
                self.fault("truncated", "the rest of a value", _END, start=end)
            else:
                self.fault("not_json", "a value", clip(word, 40), end=end)
            return False
        self.at = end
        return True

    def number(self, word: str, end: int, *, whole: bool) -> None:
        if whole:
            if len(word.lstrip("-")) > self.longest:
                seen = f"{len(word.lstrip('-'))} digits"
                self.fault("number_overflow", f"an integer of at most {self.longest} digits", seen, end=end)
        elif math.isinf(float(word)):
            self.fault("number_overflow", "a number that a float can hold", clip(word, 40), end=end)
        elif float(word) == 0.0 and re.search("[1-9]", re.split("[eE]", word)[0]):
            self.fault("number_underflow", "a number that a float can hold", clip(word, 40), end=end)
