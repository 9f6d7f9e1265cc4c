"""Makes plausible English and Japanese documents of any length, and anchors into them, from a seed."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

__all__ = ["Anchors", "anchors_of", "english", "japanese", "typeset"]

_COMMON = (
    "the of and to in a is that for it as with be on by at this not are or from which an was all will but shall may "
    "any other such no than under if each these their has been must one party agreement tenant notice rent days"
).split()
_ONSETS = "b c d f g h l m n p r s t v w br cr dr fr gr pl pr st str tr ch sh th qu".split()
_NUCLEI = "a e i o u ea ou ai io".split()
_CODAS = "n r s t l m nt st ck nd rm ss ct".split()
_ENDINGS = ("", "", "", "s", "ed", "ing", "ment", "tion", "able", "ly", "er", "al")
_NOUNS = (
    "会社 取締役 株主 総会 契約 当事者 書面 期間 通知 賃料 物件 敷金 解除 損害 責任 義務 権利 規定 事業 年度 報告 承認 "
    "監査 役員 委員会 資料 記録 申請 許可 登録 保険 給付 対象者 期日 金額 手続 方法 場合 理由 範囲 計画 施設 設備 地域"
).split()
_VERBS = (
    "定める 行う 提出する 通知する 支払う 解除する 承認する 求める 負う 保存する 公表する 変更する 届け出る 適用する "
    "準用する 含む 要しない 妨げない 及ばない 講じる 定めない 失う 取得する 譲渡する 請求する"
).split()
_JOINTS = (
    "の",
    "が",
    "を",
    "に",
    "は",
    "について",
    "により",
    "に基づき",
    "に対し",
    "その他の",
    "及び",
    "又は",
    "、",
    "としての",
)


class Anchors(NamedTuple):
    """Texts to look for in one document, by what they differ in; `near` are absent by one word."""

    exact: list[str]
    spaced: list[str]
    absent: list[str]
    near: list[str]


def _vocabulary(chance: random.Random, size: int) -> list[str]:
    words: dict[str, None] = {}
    while len(words) < size:
        stem = "".join(
            chance.choice(_ONSETS) + chance.choice(_NUCLEI) + (chance.choice(_CODAS) if chance.random() < 0.5 else "")
            for _ in range(chance.choice((1, 1, 2, 2, 3)))
        )
        words[stem + chance.choice(_ENDINGS)] = None
    return list(words)


def _english_sentence(chance: random.Random, words: list[str]) -> str:
    chosen = []
    for _ in range(chance.randint(9, 30)):
        pick = chance.random()
        if pick < 0.5:
            chosen.append(chance.choice(_COMMON))
        elif pick < 0.97:
            chosen.append(words[int(len(words) * chance.random() ** 3)])
        else:
            chosen.append(
                chance.choice(("{0}", "{0}%", "${0},000", "section {0}", "{0}.5")).format(chance.randint(2, 99))
            )
        if chance.random() < 0.06:
            chosen[-1] += ","
    return " ".join(chosen).rstrip(",").capitalize() + "."


def english(length: int, *, seed: int = 1) -> str:
    """Return `length` characters of ASCII prose in paragraphs, half of them wrapped at 78 columns."""
    chance = random.Random(seed)
    words = _vocabulary(chance, 6000)
    pieces, total = [], 0
    while total < length:
        paragraph = " ".join(_english_sentence(chance, words) for _ in range(chance.randint(2, 7)))
        if chance.random() < 0.5:
            paragraph = re.sub(r"(.{50,77}) ", "\\1\n", paragraph)
        pieces.append(paragraph)
        total += len(paragraph) + 2
    return "\n\n".join(pieces)[:length]


def typeset(text: str, *, seed: int = 1) -> str:
    """Return English as word processors write it: now and then a curly apostrophe or a dash."""
    chance = random.Random(seed)
    return re.sub(", ", lambda _: chance.choice((", ", " – ", "’s ", ", “")), text)


def _japanese_sentence(chance: random.Random) -> str:
    made = ""
    for _ in range(chance.randint(4, 14)):
        made += chance.choice(_NOUNS) + (chance.choice(_NOUNS) if chance.random() < 0.3 else "")
        if chance.random() < 0.08:
            made += f"第{chance.randint(1, 400)}条"
        made += chance.choice(_JOINTS)
    return made.rstrip("、") + chance.choice(_VERBS) + "。"


def japanese(length: int, *, seed: int = 1) -> str:
    """Return `length` characters of Japanese in numbered paragraphs."""
    chance = random.Random(seed)
    pieces, total, number = [], 0, 0
    while total < length:
        number += 1
        paragraph = f"第{number}条　" + "".join(_japanese_sentence(chance) for _ in range(chance.randint(1, 5)))
        pieces.append(paragraph)
        total += len(paragraph) + 1
    return "\n".join(pieces)[:length]


def _spaced(chance: random.Random, text: str) -> str:
    """Return the text with other white space, so that it does not stand in the document as it is."""
    if " " not in text:
        place = chance.randint(len(text) // 4, len(text) // 2)
        while text[place].isascii() or text[place - 1].isascii():
            place += 1
        return text[:place] + "\n" + text[place:]
    parts = text.split()
    place = chance.randint(1, len(parts) - 1)
    return " ".join(parts[:place]) + "\n   " + "  ".join(parts[place:])


def anchors_of(text: str, *, exact: int = 40, spaced: int = 30, absent: int = 30, seed: int = 7) -> Anchors:
    """Return anchors of 60 to 120 characters, evenly spread over `text`; the absent ones come from another text."""
    chance = random.Random(seed)
    spaceless = text.count(" ") * 20 < len(text)
    other = (japanese if spaceless else english)(200_000, seed=seed + 1000)
    made = Anchors(
        _cut(text, exact, chance, spaceless=spaceless),
        [_spaced(chance, piece) for piece in _cut(text, spaced, chance, spaceless=spaceless)],
        _cut(other, absent, chance, spaceless=spaceless),
        [_altered(piece, spaceless=spaceless) for piece in _cut(text, absent, chance, spaceless=spaceless)],
    )
    assert all(piece in text for piece in made.exact)
    assert not any(piece in text for piece in (*made.spaced, *made.absent, *made.near))
    return made


def _cut(text: str, count: int, chance: random.Random, *, spaceless: bool) -> list[str]:
    """Return stretches of one paragraph each, from one comma or full stop or word to another."""
    found: list[str] = []
    stride = len(text) // (count + 1)
    for number in range(count):
        at, length = number * stride + chance.randint(0, stride // 2), chance.randint(60, 120)
        while True:
            starts = ("。", "\n") if spaceless else (" ",)
            start = min(place for mark in starts if (place := text.find(mark, at)) >= 0) + 1
            end = start + length
            while text[end] not in ("。" if spaceless else " \n.,"):
                end += 1
            piece = text[start : end + 1] if spaceless else text[start:end]
            if "\n" not in piece and 60 <= len(piece) <= 160:
                found.append(piece)
                break
            at += 40
    return found


def _altered(piece: str, *, spaceless: bool) -> str:
    if spaceless:
        middle = len(piece) // 2
        return piece[:middle] + "不" + piece[middle:]
    words = piece.split(" ")
    words[len(words) // 2] = "never"
    return " ".join(words)
