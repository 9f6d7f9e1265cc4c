"""Reads the HTML page that langextract's `visualize` writes: the document's text, and the extractions it shows.

The page has only the extractions that were aligned, loses white space at the beginning of lines, and writes the values
of a list one after the other.
"""

from __future__ import annotations

import html
import re
from typing import Any

from vouched.text.clip import clip_value
from vouched.text.strict_json import parse

__all__ = ["is_page", "page_parts"]

_WINDOW = re.compile(r'<div class="lx-text-window"[^>]*>\s*(.*?)\s*</div>\s*<div class="lx-controls">', re.DOTALL)
_LISTED = re.compile(r"const extractions = (\[.*\]);[ \t]*\n")
_SPAN = re.compile(r"</?span[^>]*>")
_ATTRIBUTE = re.compile(
    r'<span class="lx-attr-key">(.*?)</span>: <span class="lx-attr-value">(.*?)</span>'
    r'(?=, <span class="lx-attr-key">|\})',
    re.DOTALL,
)


def is_page(text: str) -> bool:
    """Return whether a file is a page of HTML and not lines of JSON."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def page_parts(text: str) -> tuple[str, list[dict[str, Any]]] | str:
    """Return the document's text and the extractions of a page, or what is wrong with it."""
    window, listed = _WINDOW.search(text), _LISTED.search(text)
    if window is None or listed is None:
        return "expected a page that langextract's visualize wrote, saw another one"
    parsed = parse(listed[1])
    if parsed.faults or not isinstance(parsed.value, list):
        return f"expected the page's list of extractions, saw {clip_value(listed[1], 60)}"
    document = html.unescape(_SPAN.sub("", window[1]))
    found = []
    for item in parsed.value:
        if not isinstance(item, dict) or not isinstance(item.get("text"), str):
            return f"expected an extraction with a text, saw {clip_value(item, 60)}"
        attributes = _attributes(str(item.get("attributesHtml", "")), document)
        found.append({"extraction_class": item.get("class"), "extraction_text": item["text"], "attributes": attributes})
    return document, found


def _attributes(shown: str, document: str) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in _ATTRIBUTE.findall(shown):
        text = html.unescape(value)
        parts = text.split(", ")
        # The values of a list and one value with commas look alike; one that stands in the document as it is, is one.
        made[html.unescape(key)] = text if len(parts) == 1 or text in document else parts
    return made
