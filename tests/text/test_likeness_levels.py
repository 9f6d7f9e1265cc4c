"""Likeness tells typography from a change of words, and says how much typography it took."""

import pytest

from vouched.text.likeness import likeness

SAME = [
    ("exact", "safe for use", "safe for use"),
    ("whitespace", "safe\n  for use", "safe for use"),
    ("whitespace", "行為は、\n罰しない", "行為は、罰しない"),
    ("whitespace", "Refunds\n\nNot allowed", "Refunds\nNot allowed"),
    ("whitespace", "「TOKYO PRO Marke\nt」（債\n券市場。", "「TOKYO PRO Market」（債券市場。"),
    ("width", "第３６条", "第36条"),
    ("width", "a\u200bbc", "abc"),
    ("width", "cafe\u0301", "café"),
    ("width", "50 m² of land", "50 m2 of land"),
    ("case", "The Tenant", "the tenant"),
    ("punctuation", "tenant’s “duty”", 'tenant\'s "duty"'),
    ("punctuation", "2019–2021", "2019-2021"),
    ("punctuation", "甲，乙", "甲、乙"),
    ("hyphenation", "infor-\nmation", "information"),
    ("markup", "**Net** *income* rose", "Net income rose"),
    ("whitespace", "one two\r\nthree", "one two three"),
    ("width", "agree\u00ad\nment", "agreement"),
    ("hyphenation", "agree-\r\nment", "agreement"),
    ("whitespace", "7:11、\n9:30", "7:11、9:30"),
    ("whitespace", "🈁🈁 so", "🈁🈁\nso"),
    ("case", "𝐛𝐨𝐥𝐝 words", "BOLD words"),
]
DIFFERENT = [
    ("nowhere", "now here"),
    ("notable", "not able"),
    ("10\n0.5", "100.5"),
    ("10. 5", "10.5"),
    ("1, 000", "1,000"),
    ("10⁵", "105"),
    ("2*3", "23"),
    ("max_length", "maxlength"),
    ("5-10", "510"),
    ("re-sign", "resign"),
    ("x -5", "x - 5"),
    ("Refunds\n\nNot allowed", "Refunds Not allowed"),
    ("乙の行為は\n\n罰しない", "乙の行為は罰しない"),
    ("Refunds\n\u00a0\nNot allowed", "Refunds Not allowed"),
    ("Refunds\n***\nNot allowed", "Refunds Not allowed"),
    ("5 * 3 = 15", "5 3 = 15"),
    ("15①", "151"),
    ("2ˣ", "2x5"),
    ("10、500円", "10,500円"),
    ("un**safe**", "un safe"),
]


@pytest.mark.parametrize(("level", "found", "wanted"), SAME)
def test_typography_is_likeness_of_a_level(level: str, found: str, wanted: str) -> None:
    """The same words in other typography are alike, at the tightest level that holds."""
    assert likeness(found, wanted) == level


@pytest.mark.parametrize(("found", "wanted"), DIFFERENT)
def test_other_words_numbers_or_paragraphs_are_not_alike(found: str, wanted: str) -> None:
    """What reads differently is not alike, although its skeleton is the same."""
    assert likeness(found, wanted) is None
