"""Makes any text safe and readable in a page: escaped, what hides made visible, its language told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from vouched.adapters.report_marks import Run

__all__ = ["attribute", "language_of", "marked", "shown", "spoken"]

_TAGS = {"changed-seen": "del", "changed-expected": "ins", "anchor": "b", "altered": "mark", "elided": "i"}
# Controls, bidirectional overrides, zero-width characters that join nothing, surrogates, tags and noncharacters.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e0fff]"
)
_KANA = re.compile("[\u3040-\u30ff\uff66-\uff9d]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_HANGUL = re.compile("[\uac00-\ud7af]")
_SAMPLE = 4000


def shown(text: str) -> str:
    """Return `text` as HTML: escaped, line ends as line feeds, each hidden character as its number in a frame."""
    escaped = escape(text.replace("\r\n", "\n").replace("\r", "\n"), quote=True)
    return _HIDDEN.sub(lambda found: f'<span class="hidden">U+{ord(found.group()):04X}</span>', escaped)


def attribute(text: str, limit: int = 200) -> str:
    """Return `text` for use inside a quoted attribute or a title: bounded, without hidden characters."""
    return escape(_HIDDEN.sub("\ufffd", " ".join(text[: 4 * limit].split()))[:limit], quote=True)


def marked(runs: Iterable[Run]) -> str:
    """Return runs as HTML, each in the element that its mark stands for."""
    return "".join(
        f'<{_TAGS[run.mark]} class="{run.mark}">{shown(run.text)}</{_TAGS[run.mark]}>' if run.mark else shown(run.text)
        for run in runs
    )


def language_of(text: str, *, otherwise: str = "") -> str:
    """Return "ja", "zh" or "ko" by the script of the text's beginning; `otherwise` decides where it does not tell.

    Kana mean Japanese. Han alone are Chinese, unless the text around it (`otherwise`) is Japanese.
    """
    sample = text[:_SAMPLE]
    if _KANA.search(sample):
        return "ja"
    if _HANGUL.search(sample):
        return "ko"
    if _HAN.search(sample):
        return "ja" if otherwise == "ja" else "zh"
    return ""


def spoken(text: str, *, otherwise: str = "") -> str:
    """Return the attributes of an element that holds `text`: its language where that is known, its direction."""
    language = language_of(text, otherwise=otherwise)
    return f' lang="{language}" dir="auto"' if language else ' dir="auto"'
