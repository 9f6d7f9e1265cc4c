"""Damages a quote without touching its words, and alters its words: the two lists that fuzzing draws from.

A damage or an edit takes a chance and a text and returns the changed text, or None where the text gives no occasion.
Damages must leave a quote found; edits must not, unless the edited text happens to stand in the document too.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from random import Random

__all__ = ["DAMAGES", "EDITS", "plain"]

Change = Callable[[Random, str], "str | None"]

_SPACED = re.compile("[\u2e80-\u30ff\u3400-\u9fff\uff00-\uffef]")
_NUMBER = re.compile(r"\d+")
_CJK_NUMERALS = "一二三四五六七八九"
_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
SPACELESS_BREAKS = ("\n", "\r\n", "\n　", " ", "　", "\r\n  ")


def is_spaceless(text: str) -> bool:
    """Return whether a text is mostly of a script without spaces between words."""
    return 2 * len(_SPACED.findall(text)) > len(text)


def plain(text: str) -> str:
    """Return the text with its widths, case, white space and dashes levelled: this file's own idea of sameness."""
    text = _DASHES.sub("-", unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()))
    text = "".join(char for char in text if unicodedata.category(char) not in ("Cf", "Cc") or char.isspace())
    return re.sub(r"\s+", "" if is_spaceless(text) else " ", text).strip()


def _at(chance: Random, text: str, pattern: str | re.Pattern[str], put: Callable[[str], str]) -> str | None:
    """Return the text with one match of `pattern` replaced, another one than itself; None without a match."""
    matches = list(re.finditer(pattern, text))
    if not matches:
        return None
    match = chance.choice(matches)
    return text[: match.start()] + put(match.group()) + text[match.end() :]


def _inner(chance: Random, text: str) -> int | None:
    """Return a place between two letters, ideographs or kana."""
    places = [place for place in range(1, len(text)) if text[place - 1].isalpha() and text[place].isalpha()]
    return chance.choice(places) if places else None


def _inserted(chance: Random, text: str, what: str) -> str | None:
    place = _inner(chance, text)
    return None if place is None else text[:place] + what + text[place:]


def _reflowed(chance: Random, text: str) -> str | None:
    if is_spaceless(text):
        return _at(
            chance, text, "(?<=[ぁ-んァ-ヶ一-鿿])(?=[ぁ-んァ-ヶ一-鿿])", lambda _: chance.choice(SPACELESS_BREAKS)
        )
    return re.sub(" +", lambda _: chance.choice((" ", " ", "\n", "  ", "\r\n", "\t", "\xa0", "\n    ", "\u2009")), text)


def _widened(_: Random, text: str) -> str:
    return "".join(
        chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else "\u3000" if char == " " else char for char in text
    )


def _curled(_: Random, text: str) -> str | None:
    made = re.sub(r'"([^"]*)"', "“\\1”", text).replace("'", "’")
    return made if made != text else None


def _straightened(_: Random, text: str) -> str | None:
    made = re.sub("[“”]", '"', re.sub("[‘’]", "'", text))
    return made if made != text else None


def _other_dashes(chance: Random, text: str) -> str | None:
    made = re.sub("(?<=\\w)[-‐‑–—](?=\\w)", lambda _: chance.choice("-‐‑–—"), text)
    return made if made != text else None


def _hyphenated(chance: Random, text: str) -> str | None:
    if is_spaceless(text):
        return None
    words = list(re.finditer(r"[a-z]{7,}", text))
    if not words:
        return None
    word = chance.choice(words)
    place = word.start() + chance.randint(2, len(word.group()) - 3)
    return text[:place] + chance.choice(("-\n", "-\n  ", "\u00ad\n", "\u2010\n", "-\r\n")) + text[place:]


def _emphasised(chance: Random, text: str) -> str | None:
    if is_spaceless(text):
        return (
            f"**{text}**" if chance.random() < 0.5 else _at(chance, text, r"[\u4e00-\u9fff]{2,}", lambda w: f"**{w}**")
        )
    mark = chance.choice(("*", "**", "_", "`", "***"))
    return _at(chance, text, r"(?<![\w'’.,-])[A-Za-z]{2,}(?![\w'’-])", lambda word: mark + word + mark)


def _first_case(_: Random, text: str) -> str | None:
    made = text[0].swapcase() + text[1:]
    return made if made != text and len(made) == len(text) else None


def _entities(_: Random, text: str) -> str | None:
    made = html.escape(text)
    return made if made != text else None


def _invisible(chance: Random, text: str) -> str | None:
    for _ in range(chance.randint(1, 3)):
        text = _inserted(chance, text, chance.choice("\u200b\u200c\u200d\u2060\ufeff\u00ad")) or text
    return text


def _ellipsis(chance: Random, text: str) -> str | None:
    if len(text) < 60:
        return None
    if is_spaceless(text):
        parts = re.split("(?<=、|，|。)", text)
        drop = " …… "
    else:
        parts, drop = re.split("(?<= )", text), chance.choice((" ... ", " […] ", "… ", " [...] "))
    if len(parts) < 5:
        return None
    first = chance.randint(2, len(parts) - 3)
    head, tail = "".join(parts[:first]).rstrip(), "".join(parts[first + 1 :])
    return head + drop + tail if min(len(head), len(tail)) > 8 else None


def _form(name: str) -> Change:
    def change(_: Random, text: str) -> str | None:
        made = unicodedata.normalize(name, text)  # type: ignore[arg-type]
        return made if made != text else None

    return change


DAMAGES: dict[str, Change] = {
    "white space": _reflowed,
    "full width": _widened,
    "NFC": _form("NFC"),
    "NFD": _form("NFD"),
    "NFKC": _form("NFKC"),
    "NFKD": _form("NFKD"),
    "curly quotes": _curled,
    "straight quotes": _straightened,
    "other dashes": _other_dashes,
    "line-end hyphen": _hyphenated,
    "markdown emphasis": _emphasised,
    "first letter's case": _first_case,
    "HTML entities": _entities,
    "invisible characters": _invisible,
    "quotation marks around": lambda chance, text: chance.choice(("“{}”", '"{}"', "「{}」", "『{}』")).format(text),
    "marked ellipsis": _ellipsis,
}


def _digit_changed(chance: Random, text: str) -> str | None:
    return _at(chance, text, r"\d", lambda digit: str((unicodedata.digit(digit) + chance.randint(1, 9)) % 10))


def _digit_added(chance: Random, text: str) -> str | None:
    return _at(chance, text, _NUMBER, lambda number: number + str(chance.randint(0, 9)))


def _word_dropped(chance: Random, text: str) -> str | None:
    return None if _SPACED.search(text) else _at(chance, text, r"(?<= )[^\W_]+ (?=\w)", lambda _: "")


def _words_swapped(chance: Random, text: str) -> str | None:
    return _at(chance, text, r"(?<= )[^\W_]+ [^\W_]+(?= )", lambda pair: " ".join(reversed(pair.split(" "))))


def _word_added(chance: Random, text: str) -> str | None:
    return (
        None
        if is_spaceless(text)
        else _at(
            chance,
            text,
            r"(?<=\w) (?=\w)",
            lambda _: chance.choice((" not ", " no ", " only ", " never ", " or ", " 5 ", " any ")),
        )
    )


def _character_changed(chance: Random, text: str) -> str | None:
    other = "のはがをにへと不非無以上下可" if is_spaceless(text) else "abcdefghijklmnopqrstuvwxyz"
    return _at(chance, text, r"[^\W\d_]", lambda _: chance.choice(other))


def _character_dropped(chance: Random, text: str) -> str | None:
    place = _inner(chance, text[:-1])
    return None if place is None else text[:place] + text[place + 1 :]


def _characters_swapped(chance: Random, text: str) -> str | None:
    return _at(chance, text, r"[^\W\d_]{2}", lambda pair: pair[1] + pair[0])


def _compound_joined(chance: Random, text: str) -> str | None:
    return _at(chance, text, r"(?<=[^\W\d_])[-‐‑–—](?=[^\W\d_])", lambda _: "")


def _compound_parted(chance: Random, text: str) -> str | None:
    return _at(chance, text, r"(?<=[^\W\d_])[-‐‑–—](?=[^\W\d_])", lambda _: " ")


def _word_parted(by: str) -> Change:
    def change(chance: Random, text: str) -> str | None:
        if _SPACED.search(text):
            return None
        return _at(chance, text, r"(?<=[A-Za-z]{2})[A-Za-z](?=[A-Za-z])", lambda letter: letter + by)

    return change


def _replaced(*pairs: str) -> Change:
    """Return the change of one of `pairs` ("one two") into its other."""
    table = {}
    for pair in pairs:
        one, other = pair.split(" ")
        table[one.replace("_", " ")], table[other.replace("_", " ")] = other.replace("_", " "), one.replace("_", " ")
    keys = sorted((key for key in table if key), key=len, reverse=True)
    pattern = "|".join(
        rf"\b{re.escape(key)}\b" if key.isascii() and key[0].isalpha() else re.escape(key) for key in keys
    )
    return lambda chance, text: _at(chance, text, pattern, lambda found: table[found])


EDITS: dict[str, Change] = {
    "digit changed": _digit_changed,
    "digit added": _digit_added,
    "digit removed": lambda chance, text: _at(chance, text, r"(?<=\d)\d", lambda _: ""),
    "number dropped": lambda chance, text: _at(chance, text, r"(?<=\w) \d+(?= )", lambda _: ""),
    "minus sign added": lambda chance, text: _at(chance, text, r"(?<= )[$]?\d", lambda digit: "-" + digit),
    "minus sign added (ja, zh)": lambda chance, text: _at(
        chance, text, r"(?<=[\u3040-\u9fff])\d", lambda digit: chance.choice("-−△▲－") + digit
    ),
    "decimal point added": lambda chance, text: _at(chance, text, r"(?<=\d)(?=\d)", lambda _: "."),
    "decimal point or comma removed": lambda chance, text: _at(chance, text, r"(?<=\d)[.,](?=\d)", lambda _: ""),
    "point and comma swapped": lambda chance, text: _at(
        chance, text, r"(?<=\d)[.,](?=\d)", lambda mark: "." if mark == "," else ","
    ),
    "percent sign removed": lambda chance, text: _at(chance, text, "(?<=\\d)[%％]", lambda _: ""),
    "percent sign added": lambda chance, text: _at(chance, text, r"(?<=\d)(?= )", lambda _: "%"),
    "currency changed": lambda chance, text: _at(chance, text, "[$€£¥]", lambda mark: "€" if mark != "€" else "$"),
    "raised digit": lambda chance, text: _at(chance, text, r"(?<=\d)\d(?!\d)", lambda digit: "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)]),
    "circled digit": lambda chance, text: _at(chance, text, r"(?<=\d)[1-9](?!\d)", lambda d: "①②③④⑤⑥⑦⑧⑨"[int(d) - 1]),
    "dash between numbers removed": lambda chance, text: _at(chance, text, r"(?<=\d)[-‐‑–—](?=\d)", lambda _: ""),
    "dash between numbers a space": lambda chance, text: _at(chance, text, r"(?<=\d)[-‐‑–—](?=\d)", lambda _: " "),
    "space inside a number": lambda chance, text: _at(chance, text, r"(?<=\d)(?=\d)", lambda _: " "),
    "dash inside a number": lambda chance, text: _at(chance, text, r"(?<=\d)(?=\d)", lambda _: "-"),
    "numeral changed": lambda chance, text: _at(
        chance, text, "[一二三四五六七八九]", lambda n: chance.choice(_CJK_NUMERALS.replace(n, ""))
    ),
    "numeral added": lambda chance, text: _at(
        chance, text, "[一二三四五六七八九]", lambda n: n + chance.choice("十百")
    ),
    "numeral removed": lambda chance, text: _at(
        chance, text, "(?<=[一二三四五六七八九十百])[一二三四五六七八九十百]", lambda _: ""
    ),
    "negation": _replaced(
        "shall shall_not", "may may_not", "is is_not", "are are_not", "will will_not", "not ", "no any"
    ),
    "negation (ja, zh)": _replaced(
        "する しない", "ある ない", "なければならない てはならない", "不 ", "未 已", "非 ", "無 有", "没有 有"
    ),
    "un- added": lambda chance, text: _at(
        chance, text, r"(?<= )[a-z]{4,}", lambda word: chance.choice(("un", "in", "non-", "dis", "non")) + word
    ),
    "un- removed": lambda chance, text: _at(chance, text, r"(?<= )(?:un|in|dis|non-)(?=[a-z]{4})", lambda _: ""),
    "comparator (ja, zh)": _replaced(
        "以上 以下", "以前 以後", "未満 以下", "超える 下回る", "以内 以外", "大于 小于", "又は 及び", "或 和"
    ),
    "modal": _replaced(
        "shall may", "must should", "and or", "any all", "before after", "more less", "at_least at_most"
    ),
    "word dropped": _word_dropped,
    "words swapped": _words_swapped,
    "word added": _word_added,
    "character changed": _character_changed,
    "character dropped": _character_dropped,
    "character doubled": lambda chance, text: _at(chance, text, r"[^\W\d_]", lambda char: char * 2),
    "characters swapped": _characters_swapped,
    "space between words removed": lambda chance, text: _at(chance, text, r"(?<=[A-Za-z]) (?=[A-Za-z])", lambda _: ""),
    "space inside a word": _word_parted(" "),
    "hyphen inside a word": _word_parted("-"),
    "line break inside a word": _word_parted("\n"),
    "apostrophe inside a word": _word_parted("'"),
    "full stop inside": _word_parted(". "),
    "compound joined": _compound_joined,
    "compound parted": _compound_parted,
    "kana for kana": _replaced(
        "っ つ", "ゃ や", "ょ よ", "か が", "は ば", "て で", "さ ざ", "た だ", "こ ご", "ー 一", "カ 力", "ロ 口"
    ),
    "kana of the other kind": lambda chance, text: _at(chance, text, "[ぁ-ん]", lambda kana: chr(ord(kana) + 0x60)),
    "comma removed": lambda chance, text: _at(chance, text, "(?<=\\w)[,、，](?=.)", lambda _: ""),
    "operator removed": lambda chance, text: _at(chance, text, r"(?<=[\w)]) [+*/=<>&§] (?=[\w(])", lambda _: " "),
}
