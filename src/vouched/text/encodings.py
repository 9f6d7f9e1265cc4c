"""Tell in which encoding bytes are text: UTF by its own marks, else the legacy encoding that reads most plausibly.

Every candidate decodes all bytes strictly; what is left is ranked by how ordinary its characters are. The tables
are the row order of the character sets themselves (level 1 of JIS X 0208, GB 2312, Big5 and KS X 1001 is what is
in daily use), so the answer is the same on every machine. docs/encodings.md has the measured rates.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from functools import cache

from vouched.record import Record

__all__ = ["Decoded", "Undecodable", "decode"]

# UTF-32 first: its little-endian mark begins with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SIGNATURES = (
    (b"%PDF-", "a PDF file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a zip archive or office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
)
# cp932 and cp949 are what Windows writes as Shift_JIS and EUC-KR; the second of a group takes what the first lacks.
LEGACY = (
    ("japanese", ("cp932",)),
    ("japanese", ("euc_jp", "euc_jis_2004")),
    ("simplified", ("gb18030",)),
    ("traditional", ("cp950", "big5hkscs")),
    ("korean", ("cp949",)),
    ("western", ("cp1252",)),
)
COMMON = {
    "japanese": ("euc_jp", 0xB0, 0xCF),
    "simplified": ("gb2312", 0xB0, 0xD7),
    "traditional": ("big5", 0xA4, 0xC6),
    "korean": ("euc_kr", 0xB0, 0xC8),
}
RARE = {
    "japanese": ("euc_jp", 0xD0, 0xF4),
    "simplified": ("gbk", 0x81, 0xFE),
    "traditional": ("big5", 0xC9, 0xF9),
    "korean": ("cp949", 0x81, 0xC6),
}
ESCAPED = ("iso2022_jp", "iso2022_jp_ext", "iso2022_jp_2004")

# Below this average, what decodes reads like nothing that people write.
LEAST_PLAUSIBLE = 0.25
SAMPLE = 20_000
TELLING = re.compile(r"[^\t\n\f\r -~]")
PUNCTUATION = re.compile("[\u2010-\u203b\u2190-\u2193\u2460-\u2473\u25a0-\u25cf\u3000-\u303f\uff01-\uff5e\xb7\xd7]")
KANA = re.compile("[\u3041-\u30fe]")
UNUSED = re.compile("[\x00-\x1f\x7f-\x9f\ue000-\uf8ff\U00020000-\U0010ffff]")
WESTERN = frozenset("‘’‚“”„‹›«»–—…•€£¥§¶†‡‰©®™°·±×½¼¾¹²³µªº¿¡\xa0éèêëàâäáãåçìîïíñòôöóõøœæùûüúßšžÄÖÜÉÈÀÁÂÅÇÑÓØŒÆÚŠŽ")
LONG_RUN = re.compile(r"(?:(?!(.)\1)[^\x00-\x7f]){4,}")
ALONE = re.compile(r"(?<![^\x00-\x7f])[^\x00-\x7f](?![^\x00-\x7f])")
UTF8_SHARE = 0.8


class Decoded(Record, frozen=True):
    """A text and the Python codec that its bytes are in; a byte order mark is not part of the text."""

    text: str
    encoding: str


class Undecodable(Record, frozen=True):
    """Why bytes are not text."""

    reason: str


def decode(data: bytes) -> Decoded | Undecodable:
    """Return the text of `data`, no character altered, or the reason why it is none. Linear in time and memory.

    UTF-8 comes first, UTF-16 and UTF-32 only by their byte order mark, then ISO-2022-JP by its escapes, then the
    most plausible of cp932, EUC-JP, GB18030, Big5, cp949 and cp1252.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            text = _strict(data, encoding)
            return Decoded(text, encoding) if text is not None else Undecodable(f"a {encoding} mark on other bytes")
    for signature, what in SIGNATURES:
        if data.startswith(signature):
            return Undecodable(what)
    if b"\0" in data:
        return Undecodable(f"a NUL byte at {data.index(0)}: binary data, or UTF-16 without a byte order mark")
    if b"\x1b$" in data:
        text, encoding = _first(data, ESCAPED)
        if text is not None:
            return Decoded(text, encoding)
    try:
        return Decoded(data.decode(), "utf-8")
    except UnicodeDecodeError as error:
        damage = error.start
    if _mostly_utf8(data):
        return Undecodable(f"UTF-8 with a wrong byte at {damage}")
    return _most_plausible(data) or Undecodable("no encoding in which it reads as text")


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _first(data: bytes, encodings: tuple[str, ...]) -> tuple[str | None, str]:
    for encoding in encodings:
        text = _strict(data, encoding)
        if text is not None:
            return text, encoding
    return None, ""


def _mostly_utf8(data: bytes) -> bool:
    """Return whether most bytes above ASCII form UTF-8: one damaged byte must not turn a text into mojibake."""
    high = len(data) - len(data.translate(None, bytes(range(0x80, 0x100))))
    read = data.decode("utf-8", "ignore")
    return len(read.encode()) - (len(data) - high) >= UTF8_SHARE * high


def _most_plausible(data: bytes) -> Decoded | None:
    best: tuple[float, Decoded] | None = None
    for kind, encodings in LEGACY:
        text, encoding = _first(data, encodings)
        if text is None:
            continue
        score = _western(text) if kind == "western" else _eastern(text, encoding, _weights(kind))
        if best is None or score > best[0]:
            best = score, Decoded(text, encoding)
    return best[1] if best and best[0] >= LEAST_PLAUSIBLE else None


def _eastern(text: str, encoding: str, weights: Mapping[str, float]) -> float:
    found = _telling(text)
    # A western mark and the letter after it (°F) read as one ideograph: it stands alone, and its second byte is ASCII.
    alone: int = sum(character.encode(encoding, "replace")[-1] < 0x80 for character in ALONE.findall(text[:SAMPLE]))
    score: float = sum(weights[character] for character in found)
    return (score - alone) / len(found)


def _western(text: str) -> float:
    """Return how ordinary cp1252 letters and marks are; those of western languages stand alone between ASCII."""
    found = _telling(text)
    score: float = sum(0.9 if character in WESTERN else 0.3 if character.isalpha() else -0.6 for character in found)
    in_runs = sum(run.end() - run.start() for run in LONG_RUN.finditer(text[:SAMPLE]))
    return (score - in_runs) / len(found)


def _telling(text: str) -> list[str]:
    # What is ASCII in the first part may be telling later on: a long English preface before one quote.
    return TELLING.findall(text[:SAMPLE]) or TELLING.findall(text) or ["\0"]


class _Weights(dict[str, float]):
    """How ordinary each character is in texts of one kind: the rows of its set, all else by its class."""

    def __init__(self, kind: str) -> None:
        super().__init__(dict.fromkeys(_rows(*RARE[kind]), -0.1 if kind == "simplified" else -0.6))
        self.update(dict.fromkeys(_rows(*COMMON[kind]), {"japanese": 0.7, "korean": 1.05}.get(kind, 1.0)))
        self._kind = kind

    def __missing__(self, character: str) -> float:
        if KANA.match(character):
            weight = 1.2 if self._kind == "japanese" else -1.5
        elif PUNCTUATION.match(character):
            weight = 0.5 if self._kind == "korean" else 1.0
        else:
            weight = -4.0 if UNUSED.match(character) else -1.5
        self[character] = weight
        return weight


@cache
def _weights(kind: str) -> Mapping[str, float]:
    return _Weights(kind)


def _rows(codec: str, first: int, last: int) -> list[str]:
    pairs = (bytes((lead, trail)) for lead in range(first, last + 1) for trail in range(0x40, 0xFF))
    read = (pair.decode(codec, "ignore") for pair in pairs)
    return [character for character in read if len(character) == 1 and character >= "\u3400"]
