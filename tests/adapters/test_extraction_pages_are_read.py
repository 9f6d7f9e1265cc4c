"""A page of HTML that shows a document's extractions is read like a line of JSON that holds them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vouched.adapters.extraction_files import annotated_documents


def page(text: str, extractions: Any) -> str:
    """Return a page in the form of langextract's."""
    listed = extractions if isinstance(extractions, str) else json.dumps(extractions)
    return (
        '<style></style>\n      <div class="lx-text-window" id="textWindow">\n        '
        f'{text}\n      </div>\n      <div class="lx-controls"></div>\n'
        f"<script>\n        const extractions = {listed};\n        let currentIndex = 0;\n</script>"
    )


def attribute(key: str, value: str) -> str:
    """Return an attribute as the page shows it."""
    return f'<span class="lx-attr-key">{key}</span>: <span class="lx-attr-value">{value}</span>'


def test_the_text_is_the_documents_own() -> None:
    """Marks are left out and escapes undone; the white space around it is the page's."""
    shown = page('  Rent &lt; <span class="lx-highlight" data-idx="0">500</span> EUR &amp; more.\n ', [])
    (read,) = annotated_documents(shown, "some/lease.html")
    assert (read.document, read.text, read.extractions) == ("lease", "Rent < 500 EUR & more.", ())


def test_attributes_are_read_and_lists_told_apart() -> None:
    """A value that stands in the text with its commas is one; else its parts are the members of a list."""
    both = f"<div>{{{attribute('a', 'x, y')}, {attribute('b', 'Bonn, Rhine')}, {attribute('c', '1 &amp; 2')}}}</div>"
    shown = page("x y, Bonn, Rhine", [{"class": "c", "text": "x", "attributesHtml": both}])
    (read,) = annotated_documents(shown, "a.html")
    (item,) = read.extractions
    assert item["attributes"] == {"a": ["x", "y"], "b": "Bonn, Rhine", "c": "1 & 2"}


@pytest.mark.parametrize(
    "shown",
    [
        "<html><body>Another page</body></html>",
        page("x", '[{"text": 5}]'),
        page("x", '["x"]'),
        page("x", "[{]"),
    ],
)
def test_another_page_is_told(shown: str) -> None:
    """A page of something else, or one whose list is broken, is a fault of that file and no crash."""
    (read,) = annotated_documents(shown, "a.html")
    assert read.fault is not None
    assert read.fault.startswith("expected")
