"""Turns an HTML page into the text that its reader sees; the one file that imports turbohtml.

What a reader does not see is no evidence, so hidden elements are left out, and what is on one line stays on one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from turbohtml import Element, Node, Text, parse

__all__ = ["visible_text", "xml_text"]

# Never shown as text of the page: machinery, form values, embedded things, and readings beside ruby bases.
_DROPPED = frozenset(
    "head script style template noscript textarea select datalist option input iframe object embed applet audio video "
    "canvas map frameset noframes noembed rp rt rtc progress meter svg".split()
)
_PARAGRAPHS = frozenset(
    "address article aside blockquote body center details dialog dir div dl fieldset figcaption figure footer form h1 "
    "h2 h3 h4 h5 h6 header hgroup hr html legend main menu nav ol optgroup p pre search section summary table ul "
    "caption thead tbody tfoot".split()
)
_LINES = frozenset("br dd dt li tr".split())
_CELLS = frozenset("td th".split())
_BLANKS = re.compile("[ \t\n\r\f]+")
_HIDING = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden"
    r"|opacity\s*:\s*0*\.?0*%?\s*(?:;|!|$)|font-size\s*:\s*0*\.?0*(?:px|pt|r?em|%)?\s*(?:;|!|$))",
    re.IGNORECASE,
)
_CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_MAX_STYLE = 4000
_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)
_EMPTY_ELEMENT = re.compile(r"""<([A-Za-z_][\w:.-]*)((?:[^<>"'/]|/(?!>)|"[^"]*"|'[^']*')*)/>""")
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())


def visible_text(html: str, *, max_characters: int = 200_000) -> tuple[str, bool]:
    """Return the visible text of a page, and whether it was cut off at `max_characters`.

    Blocks are parted by blank lines, lines of lists and tables by line feeds, cells by tabs; inline elements part
    nothing, so that `H<sub>2</sub>O` is one word. Linear in the length of the page.
    """
    return _shown(html, _DROPPED | {"title"}, max_characters)


def _shown(html: str, dropped: frozenset[str], max_characters: int) -> tuple[str, bool]:
    lowered = html.lower()
    # An unclosed noscript would swallow the rest of the page: then the page is read as without scripts.
    scripting = lowered.rfind("</noscript") >= lowered.rfind("<noscript")
    if not scripting:
        dropped = dropped - {"noscript"}
    document = parse(html, positions=False, scripting=scripting, allow_declarative_shadow_roots=False)
    writer = _Writer(max_characters)
    # Every level is an element's rest of children, and its tag.
    levels: list[tuple[Iterator[Node], str]] = [(iter(document.children), "")]
    preformatted = 0
    while levels and not writer.full:
        child = next(levels[-1][0], None)
        if child is None:
            tag = levels.pop()[1]
            writer.part(tag)
            preformatted -= tag == "pre"
        elif isinstance(child, Text):
            writer.write(child.data, keep=preformatted > 0)
        elif isinstance(child, Element) and not (child.tag in dropped or _hidden(child)):
            tag = child.tag
            writer.part(tag)
            preformatted += tag == "pre"
            if tag == "sup":
                writer.raise_next()
            levels.append((iter(child.children), tag))
    return writer.text()


def xml_text(xml: str, *, max_characters: int = 200_000) -> tuple[str, bool]:
    """Return the text of an XML or XHTML page as `visible_text` does; entities are never looked up elsewhere."""
    escaped = _CDATA.sub(lambda found: found[1].replace("&", "&amp;").replace("<", "&lt;"), xml)
    closed = _EMPTY_ELEMENT.sub(
        lambda found: found[0] if found[1].lower() in _VOID else f"<{found[1]}{found[2]}></{found[1]}>", escaped
    )
    return _shown(closed, _DROPPED, max_characters)


def _hidden(element: Element) -> bool:
    attributes: Mapping[str, object] = element.attrs
    if element.tag == "dialog" and "open" not in attributes:
        return True
    if not attributes or element.tag in ("html", "body"):
        # A page that hides its whole body until a script has run hides nothing from its reader.
        return False
    if "hidden" in attributes or "popover" in attributes:
        return True
    if str(attributes.get("aria-hidden") or "").strip().lower() == "true":
        return True
    style = attributes.get("style")
    return isinstance(style, str) and bool(_HIDING.search(_CSS_COMMENT.sub("", style[:_MAX_STYLE])))


class _Writer:
    """Joins pieces of text: white space folded, breaks made once, bounded."""

    def __init__(self, limit: int) -> None:
        self.full = False
        self._limit = limit
        self._parts: list[str] = []
        self._length = 0
        self._break = ""
        self._space = False
        self._raised = False

    def part(self, tag: str) -> None:
        """Remember the break that the start or end of an element makes."""
        wanted = "\n\n" if tag in _PARAGRAPHS else "\n" if tag in _LINES else "\t" if tag in _CELLS else ""
        if len(wanted) > len(self._break) or (wanted == "\n" and self._break == "\t"):
            self._break = wanted
        if wanted:
            self._raised = False

    def raise_next(self) -> None:
        """Remember that a superscript begins: ten to the sixth must not read as 106."""
        self._raised = True

    def write(self, data: str, *, keep: bool) -> None:
        """Write the characters of a text node, as they are if `keep`."""
        text = data if keep else _BLANKS.sub(" ", data)
        if not keep:
            if text.startswith(" "):
                self._space = True
                text = text[1:]
            if not text:
                return
        if not text.strip() and keep and not self._parts:
            return
        if self._break:
            self._put(self._break if self._parts else "")
        elif self._space and self._parts:
            self._put(" ")
        elif self._raised and self._parts and self._parts[-1][-1].isalnum() and text[:1] in "0123456789+-−":
            self._put("^")
        self._break, self._raised = "", False
        self._space = not keep and text.endswith(" ")
        self._put(text.removesuffix(" ") if self._space else text)

    def _put(self, text: str) -> None:
        if text:
            self._parts.append(text)
            self._length += len(text)
            self.full = self._length > self._limit

    def text(self) -> tuple[str, bool]:
        """Return what was written, and whether it is cut off."""
        joined = "".join(self._parts)
        return joined[: self._limit], self.full
