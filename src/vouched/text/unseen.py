"""Finds what a text holds that its reader does not see: characters that show nothing, and markup that acts or hides."""

from __future__ import annotations

import re

from vouched.documents import Span

__all__ = ["active_in", "unseen_in"]

# The flags of England, Scotland and Wales are spelled with tags; elsewhere tags spell words for a program.
_FLAG = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
_IDEOGRAPH = "\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSEEN = re.compile(
    "[\U000e0000-\U000e007f]+"
    # Selectors: one belongs to the character before it, several or one behind a plain letter to none.
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}|(?<![^\x00-\x7f])[\ufe00-\ufe0d\U000e0100-\U000e01ef]"
    f"|(?<![{_IDEOGRAPH}])[\U000e0100-\U000e01ef]|[\U000e0120-\U000e01ef]"
    # Rows of what has no width, or shows as a blank.
    "|[\xad\u034f\u115f\u1160\u180b-\u180f\u200b-\u200f\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0]{4,}"
    # What writes over, hides or turns round the text after it.
    "|[\u202d\u202e]|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f]")
_ACTIVE = re.compile(
    r"<!--|</?(?:script|style|img|iframe|object|embed|link|meta|base|svg|math|form|input|button|textarea|select|video"
    r"|audio|template|noscript|frame|frameset|applet|portal|marquee)\b"
    r"|!\[[^\]\n]{0,200}\]\(\s*//|<[a-z][^<>]*[\s/\"'](?:on[a-z]{3,}\s*=|style\s*=|hidden\b)"
    r"|(?:href|src|action)\s*=\s*[\"']?\s*(?:javascript|vbscript|data):",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"^ {0,3}(```+|~~~+)[^\n]*(?:\n(?! {0,3}\1)[^\n]*)*(?:\n[^\n]*|\Z)"
    r"|(?<![`\\])`(?!`)[^`\n]+`(?!`)|(?<![`\\])``(?!`)[^\n]{1,400}?(?<!`)``(?!`)",
    re.MULTILINE,
)


def unseen_in(text: str) -> Span | None:
    """Return the first characters that nobody sees, or that make a reader see another text; None without any.

    What writing needs is none: joiners inside words and emoji, one selector behind its character, marks of direction,
    soft hyphens, the flags that are spelled with tags.
    """
    if text.isascii():
        found = _CONTROL.search(text)
        return Span(*found.span()) if found else None
    if "\U0001f3f4" in text:
        text = _FLAG.sub(lambda flag: "x" * len(flag[0]), text)
    found = _UNSEEN.search(text)
    return Span(*found.span()) if found else None


def active_in(text: str, *, code: bool = True) -> Span | None:
    """Return the first markup that a page would run, load or hide; None without any.

    With `code`, what stands in marks of code is passed over, since it is shown as it is written.
    """
    found = _ACTIVE.search(text) if "<" in text or "](" in text else None
    if found and code and ("`" in text or "~~~" in text):
        found = _ACTIVE.search(_CODE.sub(lambda shown: " " * len(shown[0]), text))
    return Span(*found.span()) if found else None
