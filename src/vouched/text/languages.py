"""Tells the language of a text by the scripts that most of it is written in."""

from __future__ import annotations

import re

__all__ = ["written_in"]

_SAMPLE = 2000
_KANA = re.compile("[\u3041-\u30fa\u30fd-\u30ff\uff66-\uff9f]")
_HANGUL = re.compile("[\u1100-\u11ff\uac00-\ud7af]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")
# A word of Latin letters says about as much as two characters of a script without spaces.
_CHARACTERS_A_WORD = 2
_LEAST_KANA, _LEAST_SPACELESS = 0.05, 0.3


def written_in(text: str, *, otherwise: str = "") -> str:
    """Return "en", "ja", "zh" or "ko", by what most of the text's beginning is written in; "" where nothing tells.

    Any text in Latin letters is "en". A name in another script changes nothing. Han alone are Chinese, unless
    `otherwise` is Japanese.
    """
    sample = text[:_SAMPLE]
    kana, han, hangul = (len(script.findall(sample)) for script in (_KANA, _HAN, _HANGUL))
    latin = _CHARACTERS_A_WORD * len(_LATIN.findall(sample))
    spaceless = kana + han + hangul
    if not spaceless and not latin:
        return ""
    if spaceless < _LEAST_SPACELESS * (spaceless + latin):
        return "en"
    if hangul > kana + han:
        return "ko"
    if kana > _LEAST_KANA * spaceless:
        return "ja"
    return "ja" if otherwise == "ja" else "zh"
