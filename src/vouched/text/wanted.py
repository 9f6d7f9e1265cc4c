"""Tells what kind of thing a question asks for, a number, a time or a person, and whether a sentence has one.

English, Japanese and Chinese; by question words alone, so that it says nothing where a question has none of them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from vouched.text.sentences import sentences

__all__ = ["Kind", "has_kind", "kinds_wanted", "parts_of"]

Kind = Literal["money", "number", "time", "person"]

_COUNTED = r"[年月日個个人名台頭回次天周週時点點度％%歳岁枚件冊册本条項页頁字家間间種种分秒]"
_ASKED: dict[Kind, re.Pattern[str]] = {
    "money": re.compile(
        r"\bhow much (?:is|are|was|were|does|do|did|will|would|must|can|may|should|to)\b|\b(?:price|cost|fee)s?\b"
        r"|いくら|幾ら|金額|多少(?:钱|錢|元|块)|费用|(?:费|款|额|价|租金|工资)[是为]?(?:多少|几)"
    ),
    "number": re.compile(
        r"\bhow (?:much|many|high|low|long|short|large|big|small|old|far|tall|wide|deep|fast|heavy|often|soon|late)\b"
        r"|\b(?:what|which) (?:number|percentage|share|rate|size|age|height|weight|temperature)\b"
        r"|いくつ|どのくらい|どれくらい|どれだけ|何(?:か月|ヶ月|カ月|キロ|メートル|パーセント|割|" + _COUNTED + r")"
        r"|多少|多久|多长|多高|多大|多远|几" + _COUNTED + r"|几(?:个|位|项|种)"
    ),
    "time": re.compile(
        r"\bwhen\b|\bhow (?:long|soon|late|often)\b|\b(?:what|which) (?:time|date|day|month|year|century)\b"
        r"|いつ|何(?:時|月|日|年|曜日)|期限|时候|何时|几[点月号日年时天]|哪[天年月日]|多久|多长时间|日期"
    ),
    "person": re.compile(r"\bwho(?:se|m)?\b|誰|だれ|どなた|谁|哪位|何人"),
}
_NUMERAL = "[0-9〇零一二三四五六七八九十百千万億亿两壱弐参半数]"
_WORDS = (
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty"
    r"|fifty|sixty|hundred|thousand|million|billion|dozen|half|once|twice|no more than)\b"
)
_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
# A number that only numbers a clause or refers to one is no amount.
_REFERENCE = re.compile(
    r"^\s*(?:[(（]?[0-9a-z一二三四五六七八九十]{1,3}[)）.、．]|[0-9]+(?:\.[0-9]+)+|[0-9]{1,2})\s*(?=[^\s0-9%])"
    r"|\b(?:clause|section|article|rule|no\.|paragraph)s? [0-9.]+|第[0-9一二三四五六七八九十百]+[条條章節节項项号號款]"
)
_HELD: dict[Kind, re.Pattern[str]] = {
    "money": re.compile(
        r"[$£€¥₩₹]\s?[0-9]|[0-9]\s?(?:eur|usd|gbp|jpy|cny|dollars?|euros?|pounds?|yen|yuan|cents?|pence|million|billion)\b"
        rf"|{_NUMERAL}\s?(?:円|元|块|角|美元|日元|欧元|ドル|ユーロ|ウォン)|[0-9%]\s?(?:%|percent)"
    ),
    "number": re.compile(rf"[0-9]|{_WORDS}|{_NUMERAL}+(?:か月|ヶ月|キロ|メートル|{_COUNTED})"),
    "time": re.compile(
        rf"\b(?:{_MONTHS})\b(?=\.?,? ?(?:of |the )?[0-9])|\b[0-9]{{1,2}}(?:st|nd|rd|th)?,? (?:of )?(?:{_MONTHS})\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:1[0-9]|20)[0-9]{2}\b|\b[0-9:.]+ ?(?:a\.?m|p\.?m)\b"
        r"|\b(?:day|week|month|year|hour|minute|night|midnight|noon|century|decade)s?\b"
        rf"|{_NUMERAL}\s?(?:年|月|日|時|时|点|點|号|天|周|週|个月|か月|ヶ月|分|小时)"
        r"|曜日|星期|周[一二三四五六日]|毎[年月週日]|每[年月周日天]"
    ),
    "person": re.compile(
        r"\b(?:mr|ms|mrs|dr|prof|sir|president|king|queen)\b|氏|さん|先生|女士"
        "|[\u4e00-\u9fff]·[\u4e00-\u9fff]|[\u30a0-\u30ff]・[\u30a0-\u30ff]"
    ),
}
# Two words with capitals, or an initial and one.
_NAME = re.compile(r"(?:^|(?<=[a-z,;] ))[A-Z][a-z]+(?: [A-Z]\.)? [A-Z][a-z]+|\b[A-Z]\. [A-Z][a-z]+")

_WORD = re.compile(r"[a-z]+|[0-9]+(?:[.,][0-9]+)*")
_ASKS = re.compile(r"[?？]|か。?$|(?:教え|知らせ)て|请问|吗。?$")
_AND_ASKS = re.compile(
    r",?\s+(?:and|or)\s+(?=(?:when|how|what|who|where|which|why|can|could|may|must|do|does|did|is|are|will)\b)",
    re.IGNORECASE,
)


def kinds_wanted(question: str) -> tuple[Kind, ...]:
    """Return the kinds of thing that a question asks for, none where its words do not tell."""
    folded = _plain(question)
    return tuple(kind for kind, pattern in _ASKED.items() if pattern.search(folded))


def has_kind(text: str, kind: Kind, *, question: str = "") -> bool:
    """Return whether a sentence has something of a kind in it.

    The number before a clause, or of one that it refers to, is none, nor is a word of the question itself.
    """
    if kind == "person" and _NAME.search(text):
        return True
    asked = set(_WORD.findall(_plain(question)))
    rest = _WORD.sub(lambda word: " " if word[0] in asked else word[0], _REFERENCE.sub(" ", _plain(text)))
    return _HELD[kind].search(rest) is not None


def parts_of(question: str) -> list[str]:
    """Return the questions of a question, each with the statements that lead to it; what asks one thing stays whole."""
    parts: list[str] = []
    lead = ""
    for span in sentences(question):
        sentence = span.of(question).strip()
        lead = f"{lead} {sentence}".strip()
        if _ASKS.search(sentence):
            parts.extend(each for each in _AND_ASKS.split(lead) if each)
            lead = ""
    return parts or [question]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
