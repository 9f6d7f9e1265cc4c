"""Says why words that stand in a document are not the text that was looked for: cut from a number, a homograph.

`boundaries` says where nothing may be cut. For a text as short as an extraction, more counts: the scale or sign beside
a number, a word that hides in a longer one where there are no spaces, a word that differs by its case alone, a denial
directly before a statement.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from vouched.documents import Span
from vouched.text.boundaries import Cut, cuts, is_spaceless
from vouched.text.comparing import Reason, ReasonKind
from vouched.text.denials import bound_after, may_deny
from vouched.text.fact_words import NEGATING_AFFIXES
from vouched.text.folding import DASHES, fold
from vouched.text.locating import Match
from vouched.text.omissions import condition_after, denies, negation_before
from vouched.text.sentences import sentence_around

__all__ = ["refusal", "stitching"]

_SCALE = r"(?:hundred|thousand|million|billion|trillion|mn|bn|mio)s?\b|[十百千万萬億亿兆]"
_SCALE_AFTER = re.compile(rf"[\s\u00a0-]{{0,3}}(?:{_SCALE})", re.IGNORECASE)
_FRACTION_AFTER = re.compile(r"[ \u00a0](?:\d{1,3}[/⁄]\d|[½⅓⅔¼¾⅛])")
_PER_AFTER = re.compile(r"\s?[/⁄]\s?[A-Za-zµμ]")
_TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)"
_NUMBER_BEFORE = re.compile(rf"\b{_TENS}(?:\s+and)?\s+\Z", re.IGNORECASE)
_SCALE_FIRST = re.compile(r"(?:hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)
_MINUS_BEFORE = re.compile(r"(?:\b(?:minus|negative)\s+|マイナス\s?|零下\s?|[负負]\s?)\Z", re.IGNORECASE)
_ONES = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
    "ninety"
)
_COUNT_BEFORE = re.compile(rf"(?:\d|\b(?:{_ONES}|several|few))[ -]\Z", re.IGNORECASE)
_ENDS_IN_NUMBER = re.compile(rf"(?:\d|\b(?:{_ONES}))\Z", re.IGNORECASE)
_ENDS_IN_UNIT = re.compile(r"\d\s?[A-Za-zµμ]{1,4}\Z")
_BEGINS_WITH_NUMBER = re.compile(rf"[$€£¥]?\d|(?:{_ONES})\b", re.IGNORECASE)
_ADDRESS_BEFORE = re.compile(r"[\w.+%-]*\w[.+%-]\Z")
_ADDRESS_AFTER = re.compile(r"(?:[./?#&=%@-]|://)+\w[\w./?#&=%@-]{0,60}")
_COMPARATOR_BEFORE = re.compile(r"[<>≤≥≦≧＜＞]\s*\Z")
_CURRENCIES = "$€£¥￥＄"
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+")
_SHORT_KATAKANA = 3
# Longer words in which a shorter one stands that they are not made of: a few classics, found by no dictionary.
_HIDDEN = {
    "東京都": ("京都",),
    "日本社会": ("本社",),
    "管理事務所": ("理事",),
    "外国人参政権": ("人参",),
    "特許可能": ("許可",),
    "发展中国家": ("中国",),
    "产品和服务": ("和服",),
    "產品和服務": ("和服",),
    "南京市长江": ("市长",),
    "北京东路": ("京东",),
    "南京东路": ("京东",),
    "研究所有": ("所有",),
    "已经济南": ("经济",),
    "大学生物": ("学生",),
    "从中学到": ("中学",),
}
_WORD = re.compile(r"[^\W\d_]+")
# Short words that are also abbreviations of something else when written in capitals.
_ABBREVIATED = frozenset(
    "us it who aids cat pet ram can am in or me hi la as at arm led bat pin sim gap sad dare nice safe care mad aim "
    "act ice tip gas nod rap rip sap sat sun tap war win ace bar bid cap fat fit hit law lie smart laser gift mind "
    "rest seal wasp bit doe dot else era fed glad has mat mess nor oak pal pod pop rat rod sale spa start step tide "
    "wan".split()
)
_CAPITONYMS = frozenset(
    "may march august polish turkey china japan job mobile reading nice bill mark rose will frank grace hope faith "
    "drew jack rich pat sue art dean earl gene guy don penny jean amber ruby apple amazon windows word excel oracle "
    "shell orange target visa swift rust java lima cologne bath cork chad jordan welsh slack zoom meta teams ford "
    "cook baker hunter".split()
)
# What Korean attaches to a noun. Longer endings first is not needed: the whole rest of the word has to be one.
_PARTICLE = re.compile(
    "(?:들)?(?:은|는|이|가|을|를|의|에|에서|에게|에게서|께|께서|와|과|랑|이랑|도|만|로|으로|로서|으로서|로써|으로써|부터|까지|보다|처럼|마다"
    "|이나|나|라도|이라도|에는|에도|에서는|에서도|으로는|로는|이며|이고|이다|입니다|였다|이었다|이라는|라는|하고|씨|님)(?![가-힣])"
)
_FINITE = re.compile(r"\b(?:shall|may|must|will|is|are|was|were|can|should|has|have|does|did|be)\b", re.IGNORECASE)
# How a Japanese statement ends, and no noun.
_PREDICATE = re.compile("[うくぐすつぬぶむるただい]\\Z")
_BARE = 12
# So many characters without spaces say as much as three words.
_STATED = 6
_REACH = 40


def refusal(text: str, span: Span, wanted: str) -> Reason | None:
    """Return why the words of a document at `span`, alike but for typography, are not `wanted`; None when they are."""
    before, after = cuts(text, span.start), cuts(text, span.end)
    seen = span.of(text)
    return (
        (_cut(text, span, before, after) if before or after else None)
        or _beside_number(text, span)
        or (_of_address(text, span) if "@" in seen or "://" in seen or "www." in seen else None)
        or (None if seen.isascii() else _hidden(text, span))
        or (None if seen == wanted else _other_case(text, span, wanted))
        or _left_out(text, span, after)
    )


def stitching(text: str, match: Match) -> Reason | None:
    """Return what the ellipsis of a match leaves out, where that turns or joins what the document says."""
    for before, after in pairwise(match.pieces):
        omitted = text[before.end : after.start].strip()
        if len(omitted) <= _BARE and denies(omitted):
            return Reason("left_out", omitted, "…")
    first, last = match.pieces[0], match.pieces[-1]
    if len(match.pieces) > 1 and sentence_around(text, first.start, first.end).end < last.start:
        return Reason("left_out", "two sentences", "one, around an ellipsis")
    return None


def _whole(text: str, span: Span) -> str:
    """Return the words and numbers of which the span is a part, at most 40 characters more to each side."""
    start, end = span.start, span.end
    while start > max(0, span.start - _REACH) and cuts(text, start):
        start -= 1
    while end < min(len(text), span.end + _REACH) and cuts(text, end):
        end += 1
    return text[start:end]


def _cut(text: str, span: Span, before: Cut | None, after: Cut | None) -> Reason | None:
    """Return the reason where the span begins or ends inside a number, a word, a numeral or beside a negator."""
    if after == "word" and _is_particled(text, span.end):
        after = None
    if before == "number" and text[span.start - 1] in _CURRENCIES and not cuts(text, span.start - 1):
        before = None  # a currency mark is left out, and no sign before it
    if before in (None, "negation") and after in (None, "negation"):
        return None
    kind: ReasonKind = "boundary"
    whole, seen = _whole(text, span), span.of(text)
    if before == "negator":
        kind = "negation"
    elif before in ("number", "numeral") or _parts_digits(text, span.start):
        left = text[max(0, span.start - 8) : span.start].rstrip(" \u00a0" + _CURRENCIES)[-1:]
        kind = "sign" if left in DASHES or left in "△▲" else "comparator" if left in "<>≤≥≦≧＜＞" else "number"
    elif after in ("number", "numeral") or _parts_digits(text, span.end):
        right = text[span.end : span.end + 1]
        kind = "scale" if _SCALE_AFTER.match(right) else "unit" if right in "%％‰°℃" else "number"
    elif before == "word" and any(fold(whole) == affix + fold(seen) for affix in NEGATING_AFFIXES):
        kind = "negation"
    return Reason(kind, whole, seen)


def _parts_digits(text: str, place: int) -> bool:
    return text[place - 1 : place].isdigit() and text[place : place + 1].isdigit()


def _is_particled(text: str, end: int) -> bool:
    """Whether the rest of a Korean word, composed or not, is what is attached to a noun."""
    rest = unicodedata.normalize("NFC", text[end : end + 24])
    last = unicodedata.normalize("NFC", text[max(0, end - 3) : end])[-1:]
    return "가" <= last <= "힣" and _PARTICLE.match(rest) is not None


def _beside_number(text: str, span: Span) -> Reason | None:
    seen = span.of(text)
    head = text[max(0, span.start - 24) : span.start]
    if _BEGINS_WITH_NUMBER.match(seen):
        for pattern, kind in ((_MINUS_BEFORE, "sign"), (_COMPARATOR_BEFORE, "comparator")):
            if found := pattern.search(head):
                return Reason("sign" if kind == "sign" else "comparator", found.group() + seen, seen)
        if not seen[0].isdigit() and seen[0] not in _CURRENCIES and (found := _NUMBER_BEFORE.search(head)):
            return Reason("number", found.group() + seen, seen)
    if _SCALE_FIRST.match(seen) and (found := _COUNT_BEFORE.search(head)):
        return Reason("number", found.group() + seen, seen)
    if _ENDS_IN_NUMBER.search(seen):
        if found := _SCALE_AFTER.match(text, span.end):
            return Reason("scale", seen + found.group(), seen)
        if found := _FRACTION_AFTER.match(text, span.end):
            return Reason("number", seen + found.group(), seen)
    if _ENDS_IN_UNIT.search(seen) and (found := _PER_AFTER.match(text, span.end)):
        return Reason("unit", _whole(text, Span(span.start, found.end())), seen)
    return None


def _of_address(text: str, span: Span) -> Reason | None:
    """Return the reason where a mail address or URL is a part of a longer one."""
    start, end = span.start, span.end
    found = _ADDRESS_BEFORE.search(text, max(0, start - _REACH), start)
    if found:
        start = found.start()
    if after := _ADDRESS_AFTER.match(text, end):
        end = after.end()
    return Reason("boundary", text[start:end], span.of(text)) if (start, end) != (span.start, span.end) else None


def _hidden(text: str, span: Span) -> Reason | None:
    """Return the reason where the text is a stretch of a longer word, in scripts that part words by no space."""
    seen = span.of(text)
    if not is_spaceless(seen[:1] or " ") and not is_spaceless(seen[-1:] or " "):
        return None
    around = Span(max(0, span.start - 12), min(len(text), span.end + 12))
    for run in _KATAKANA.finditer(text, around.start, around.end):
        for edge, part in (
            (span.start, Span(span.start, min(run.end(), span.end))),
            (span.end, Span(max(run.start(), span.start), span.end)),
        ):
            if run.start() < edge < run.end() and part.end - part.start <= _SHORT_KATAKANA:
                return Reason("boundary", run.group(), part.of(text))
    for longer, words in _HIDDEN.items():
        if seen in words:
            place = text.find(longer, max(0, span.end - len(longer)), span.start + len(longer))
            if (
                0 <= place < span.start and place + len(longer) >= span.end
            ) or place == span.start < span.end < place + len(longer):
                return Reason("boundary", longer, seen)
    return None


def _other_case(text: str, span: Span, wanted: str) -> Reason | None:
    """Return the reason where a word differs by case alone and is another word for it: US and us, May and may."""
    seen = span.of(text)
    found, words = _WORD.findall(seen), _WORD.findall(wanted)
    if seen == wanted or len(found) != len(words) or (len(words) > 1 and (wanted.isupper() or seen.isupper())):
        return None
    for one, other in zip(found, words, strict=True):
        if one == other or one.lower() != other.lower():
            continue
        if len(one) > 1 and one.lower() in _ABBREVIATED and sorted((one, other)) == [one.upper(), one.lower()]:
            return None if one.isupper() and _is_heading(text, span) else Reason("case", one, other)
        if len(words) == 1 and one.lower() in _CAPITONYMS and one[0].isupper() != other[0].isupper():
            starts = sentence_around(text, span.start, span.end).start == span.start
            return None if starts and one[0].isupper() else Reason("case", one, other)
    return None


def _is_heading(text: str, span: Span) -> bool:
    beside = text[max(0, span.start - 20) : span.start] + text[span.end : span.end + 20]
    return beside.upper() == beside and any(map(str.isalpha, beside))


def _left_out(text: str, span: Span, after: Cut | None) -> Reason | None:
    """Return the reason where words that say something are directly denied, or a statement directly restricted."""
    seen = span.of(text)
    if after == "negation" and sum(map(is_spaceless, seen)) >= 4:
        return Reason("left_out", _with_clause(text, span), seen)
    if (
        _PREDICATE.search(seen)
        and sum(map(is_spaceless, seen)) >= _STATED
        and bound_after(text, span.start, span.end)[1]
    ):
        return Reason("left_out", _with_clause(text, span), seen)
    if seen.count(" ") < 2 and len(seen.split()) < 3 and (seen.isascii() or sum(map(is_spaceless, seen)) < _STATED):
        # Few words name something, of which nothing is denied; but 不得, 无须 and their like are said of acts alone.
        denial = None if seen.isascii() else negation_before(text, span)
        return Reason("left_out", f"{denial} {seen}", seen) if denial and len(denial) > 1 else None
    before = text[max(0, span.start - 60) : span.start].lower()
    if may_deny(before) and (denial := negation_before(text, span)):
        return Reason("left_out", f"{denial} {seen}", seen)
    if _FINITE.search(seen) and (condition := condition_after(text, span)):
        return Reason("left_out", f"{seen} {condition}", seen)
    return None


def _with_clause(text: str, span: Span) -> str:
    end = span.end
    while end < min(len(text), span.end + 12) and text[end] not in "、。，！？\n":
        end += 1
    return text[span.start : end]
