"""Reads the bytes of a page as text: by its byte order mark, header or meta element, and without what is hidden.

The labels are those of the WHATWG Encoding Standard, and mean what they mean in browsers: `iso-8859-1` is Windows-1252,
`shift_jis` is what Windows writes. A declaration that the bytes contradict is not believed.
"""

from __future__ import annotations

import codecs
import json
import re

from vouched.adapters.http_bodies import media_type_of
from vouched.record import Record
from vouched.text.encodings import MARKS, SIGNATURES, Undecodable, decode

__all__ = ["PageText", "is_text", "page_text"]

_HTML = frozenset(("text/html", "application/xhtml+xml"))
_TEXTS = frozenset(("application/json", "application/xml", "application/xhtml+xml", "application/yaml"))
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
_META = re.compile(rb"""<meta\s[^>]{0,400}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"""\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_.:-]+)""")
_LOOKS_LIKE_HTML = re.compile(
    r"\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body|title|meta|p|div)\b", re.IGNORECASE | re.DOTALL
)
_JSON_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_META_REACH = 2048
# Bytes that are replaced where the declared encoding has no character for them; more of them are no text in it.
_MAX_REPLACED = 0.01
_REPLACEMENT = "\ufffd"
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_CODECS = {
    **dict.fromkeys("iso-8859-1 latin1 l1 us-ascii ascii windows-1252 cp1252 x-cp1252".split(), "cp1252"),
    **dict.fromkeys("shift_jis shift-jis sjis x-sjis ms_kanji windows-31j cp932 ms932".split(), "cp932"),
    **dict.fromkeys("euc-jp x-euc-jp".split(), "euc_jp"),
    "iso-2022-jp": "iso2022_jp_ext",
    **dict.fromkeys("gb2312 gbk gb18030 x-gbk gb_2312-80 chinese cp936".split(), "gb18030"),
    **dict.fromkeys("big5 big5-hkscs x-x-big5 cn-big5".split(), "big5hkscs"),
    **dict.fromkeys("euc-kr ks_c_5601-1987 korean windows-949 ksc5601".split(), "cp949"),
    **dict.fromkeys("utf-8 utf8 unicode-1-1-utf-8".split(), "utf-8"),
    **dict.fromkeys("utf-16 utf-16le unicode ucs-2".split(), "utf-16-le"),
    "utf-16be": "utf-16-be",
    "macintosh": "mac_roman",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    **dict.fromkeys("iso-8859-9 latin5 windows-1254".split(), "cp1254"),
    **{f"iso-8859-{number}": f"iso8859_{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{f"windows-{number}": f"cp{number}" for number in (874, 1250, 1251, 1253, 1255, 1256, 1257, 1258)},
}


class PageText(Record, frozen=True, kw_only=True):
    """The visible text of a page, what kind of page it was, and whether the text is cut off."""

    text: str
    media_type: str
    truncated: bool


def is_text(media_type: str) -> bool:
    """Return whether a media type is one that text can be read from."""
    return media_type.startswith("text/") or media_type in _TEXTS or media_type.endswith(("+json", "+xml"))


def page_text(data: bytes, content_type: str, *, cut: bool, max_characters: int) -> PageText | str:
    """Return the text of a page, or why there is none. `cut`: the end of `data` is missing."""
    media_type = media_type_of(content_type)
    read = _decoded(data, content_type, cut=cut)
    if isinstance(read, Undecodable):
        return f"expected a text, HTML, JSON or XML page, saw {read.reason}"
    text = read
    if not media_type:
        media_type = "text/html" if _LOOKS_LIKE_HTML.match(text) else "text/plain"
    if media_type in _HTML or media_type.endswith(("/xml", "+xml")):
        from vouched.adapters.html_pages import visible_text, xml_text

        shown = visible_text if media_type == "text/html" else xml_text
        text, truncated = shown(text, max_characters=max_characters)
        return PageText(text=text, media_type=media_type, truncated=truncated)
    if media_type.endswith(("/json", "+json")):
        text = _JSON_TEXT.sub(_unescaped, text)
    return PageText(text=text[:max_characters], media_type=media_type, truncated=len(text) > max_characters)


def _decoded(data: bytes, content_type: str, *, cut: bool) -> str | Undecodable:
    """Return the text of bytes: by their mark, as UTF-8 where they are that, by declaration, or by their looks."""
    for signature, what in SIGNATURES:
        if data.startswith(signature):
            return Undecodable(what)
    codec = _declared(data, content_type)
    if codec is not None and not data.startswith(tuple(mark for mark, _ in MARKS)):
        # Bytes beyond ASCII that happen to be UTF-8 are UTF-8, whatever the page says.
        for name in ("utf-8", codec) if not data.isascii() and b"\0" not in data else (codec,):
            if (text := _strictly(data, name, cut=cut)) is not None:
                return text
        text = data.decode(codec, errors="replace")
        # A few wrong bytes among many right ones do not make a declaration wrong.
        if text.count(_REPLACEMENT) <= min(_MAX_REPLACED * len(text), len(_BEYOND_ASCII.findall(text)) / 2):
            return text
    read = decode(data)
    for dropped in range(1, 4 if cut else 1):
        if not isinstance(read, Undecodable):
            break
        shorter = decode(data[:-dropped])
        read = read if isinstance(shorter, Undecodable) else shorter
    if not isinstance(read, Undecodable):
        return read.text
    text = data.decode(errors="replace") if b"\0" not in data else ""
    return text if 0 < text.count(_REPLACEMENT) <= _MAX_REPLACED * len(text) else read


def _strictly(data: bytes, codec: str, *, cut: bool) -> str | None:
    try:
        return codecs.getincrementaldecoder(codec)("strict").decode(data, not cut)
    except UnicodeDecodeError:
        return None


def _declared(data: bytes, content_type: str) -> str | None:
    head = data[:_META_REACH]
    labels = [found[1] for found in (_CHARSET.search(content_type),) if found]
    # A page that can be searched for it as ASCII is not in UTF-16, whatever it says of itself.
    inside = [found[1].decode() for found in (_META.search(head), _XML_DECLARATION.match(head)) if found]
    labels += ["utf-8" if label.lower().startswith("utf-16") else label for label in inside]
    return next((_CODECS[label] for label in map(str.lower, labels) if label in _CODECS), None)


def _unescaped(found: re.Match[str]) -> str:
    try:
        value = json.loads(found[0], strict=False) if "\\" in found[0] else None
    except ValueError:
        value = None
    return found[0] if value is None else '"' + value.encode("utf-8", "replace").decode() + '"'
