"""The text of a page is what its reader sees: nothing hidden, nothing lost, no word parted."""

from __future__ import annotations

import pytest

from vouched.adapters.html_pages import visible_text, xml_text

SEEN = {
    "<p>H<sub>2</sub>O is <b>wa</b>ter": "H2O is water",
    "a <i> b</i> c": "a b c",
    "<p>one</p>\n  <p>two</p>": "one\n\ntwo",
    "one<br>two": "one\ntwo",
    "<ul><li>a<li>b</ul>": "a\nb",
    "<table><tr><td>1<td>2<tr><td>3</table>": "1\t2\n3",
    "<pre>a\n  b</pre>c": "a\n  b\n\nc",
    "10<sup>6</sup> and 5<sup>th</sup>": "10^6 and 5th",
    "note<sup>[1]</sup> and 2019<sup>3</sup>": "note[1] and 2019^3",
    "<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>都": "東京都",
    "a&nbsp;b &amp; &#x6771;": "a\xa0b & 東",
    "super<wbr>market": "supermarket",
    "<details><summary>More</summary>inside</details>": "More\n\ninside",
    "<style>p { color: red }</style>x": "x",
    "<head><title>T</title><p>no end of the head": "no end of the head",
    "<head><noscript><p>unclosed in the head": "unclosed in the head",
    "<body><noscript><p>unclosed in the body": "unclosed in the body",
    "<noscript>turn it on</noscript>x": "x",
    "<body style='display:none'><p>until a script has run": "until a script has run",
    "<p style='opacity: 0.5; font-size: 0.9em'>seen": "seen",
    "<p style='background: url(display:none.png)'>seen": "seen",
    "<p aria-hidden=false>seen": "seen",
    "<dialog open>seen</dialog>": "seen",
    "plain text < with marks": "plain text < with marks",
    "": "",
}
HIDDEN = [
    "<div style='display:none'>{}</div>",
    "<div STYLE='Display : None !important'>{}</div>",
    "<div style='color:red;display:none'>{}</div>",
    "<div style='display/**/:/* x */none'>{}</div>",
    "<div style='visibility:hidden'>{}</div>",
    "<div style='opacity:0'>{}</div>",
    "<div style='opacity: .0;'>{}</div>",
    "<div style='font-size:0px'>{}</div>",
    "<div style='content-visibility:hidden'>{}</div>",
    "<div hidden>{}</div>",
    "<div hidden=until-found>{}</div>",
    "<div aria-hidden=' TRUE '>{}</div>",
    "<div popover>{}</div>",
    "<dialog>{}</dialog>",
    "<template>{}</template>",
    "<textarea>{}</textarea>",
    "<script>{}</script>",
    "<script type='text/plain'>{}</script>",
    "<noscript>{}</noscript>",
    "<select><option>{}</select>",
    "<datalist><option>{}</datalist>",
    "<iframe>{}</iframe>",
    "<object>{}</object>",
    "<video>{}</video>",
    "<canvas>{}</canvas>",
    "<svg><text>{}</text></svg>",
    "<!-- {} -->",
    "<p title='{0}'><img alt='{0}'><input value='{0}'><meta content='{0}'>",
    "<div><section hidden><p><b>{}</b></p></section></div>",
    "<title>{}</title>",
]
HOSTILE = {
    "nested": "<div>" * 300_000,
    "attributes": "<div " + " ".join(f"a{number}=1" for number in range(100_000)) + ">",
    "misnested": "<a><b>" * 50_000 + "</a>" * 50_000,
    "comments": "<!--" * 300_000,
    "open quotes": "<a b='" * 200_000,
    "open tags": "<a " * 400_000,
    "open cdata": "<![CDATA[" * 150_000,
    "noscripts": "<noscript>" * 150_000,
    "styles": "<p style='" + "display" * 200_000 + "'>",
    "entities": "&#x" * 400_000,
    "superscripts": "1<sup>" * 200_000,
}


@pytest.mark.parametrize("html", SEEN)
def test_what_is_seen_is_read(html: str) -> None:
    """Blocks part lines, inline elements part nothing, and broken markup loses nothing."""
    assert visible_text(html) == (SEEN[html], False)


@pytest.mark.parametrize("html", HIDDEN)
def test_what_is_hidden_is_no_evidence(html: str) -> None:
    """Text that a reader does not see is left out, and what follows it is not."""
    assert visible_text("<p>before</p>" + html.format("Aspirin cures cancer") + "<p>after</p>")[0].split() == [
        "before",
        "after",
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_is_read_to_its_end(name: str) -> None:
    """Two million characters that are slow to read elsewhere are read here, as HTML and as XML."""
    visible_text(HOSTILE[name])
    xml_text(HOSTILE[name])


def test_text_is_cut_at_its_limit() -> None:
    """A long page is read up to the limit, and that it is cut off is said."""
    assert visible_text("<p>abc</p>" * 1000, max_characters=7) == ("abc\n\nab", True)
    assert visible_text("<p>abc</p>", max_characters=3) == ("abc", False)


def test_xml_is_read_without_its_markup() -> None:
    """Empty elements hide nothing, CDATA is text, and entities of a document type are not expanded."""
    xhtml = '<?xml version="1.0"?><html><head><title/><script src="a/b"/></head><body><p>in<br/>side</p></body></html>'
    assert xml_text(xhtml)[0] == "in\nside"
    assert xml_text("<r><a x='/>'>1</a><![CDATA[<b> & c]]><d/>2</r>")[0] == "1<b> & c2"
    bomb = '<!DOCTYPE r [<!ENTITY a "AAAA"><!ENTITY b "&a;&a;">]><r>&b;</r>'
    assert "AAAA" * 2 not in xml_text(bomb)[0]
