"""Finds the URLs that a text holds, in the forms that a browser or a mail program would follow."""

from __future__ import annotations

import re

__all__ = ["find_urls", "is_url", "urls_in"]

_REST = r"[^\s<>\"“”「」『』【】（）［］、。，；|\\^`{}\[\]]*"
# A scheme and two slashes; http without them, which a browser reads alike; two slashes and a host; a host in www.
_URL = re.compile(
    r"(?:(?:https?|ftp)://|(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+-]{0,20}://|https?:[/\\]*(?=[\w-]+\.\w)"
    r"|(?<![\w:/\\.~@-])[/\\]{2}(?=[^\s/\\\"'<>()]{0,250}\w\.[^\W\d_]{2})|(?<![\w.@/-])www\.(?=\w))"
    rf"(?:{_REST[:-1]}{{0,400}}@)?(?:\[[0-9a-fA-F:.%]{{2,60}}\])?{_REST}",
    re.IGNORECASE,
)
# What is surely one URL from its first character to its last.
_PLAIN = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9./_~%=&?#+-]*[A-Za-z0-9/]")
_LIKELY = re.compile(r"//|\\\\|www\.|https?:", re.IGNORECASE)


def find_urls(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return where URLs stand in `text[start:end]`, punctuation after them left out.

    Any scheme with `//`, `//` and a host, and `www.` begin one, wherever it stands: in words, links, tags and code.
    """
    if not _LIKELY.search(text, start, end):
        return []
    found = []
    for match in _URL.finditer(text, start, end):
        url = match.group()
        surplus = url.count(")") - url.count("(")
        stop = len(url)
        while stop and (url[stop - 1] in ".,;:!?'*_’" or (url[stop - 1] == ")" and surplus > 0)):
            surplus -= url[stop - 1] == ")"
            stop -= 1
        found.append((match.start(), match.start() + stop))
    return found


def urls_in(text: str) -> tuple[str, ...]:
    """Return the URLs that a text holds, each once, in order."""
    return tuple(dict.fromkeys(text[slice(*place)] for place in find_urls(text, 0, len(text))))


def is_url(text: str) -> bool:
    """Return whether a text is one URL and nothing else."""
    return _PLAIN.fullmatch(text) is not None or find_urls(text, 0, len(text)) == [(0, len(text))]
