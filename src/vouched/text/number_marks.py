"""What stands beside numbers and tells what they are: names with digits, references, bounds, "about", signs."""

from __future__ import annotations

import re

__all__ = ["APART", "bound_of", "is_about", "is_marked", "is_signed"]

_CITED = r"(?![\d.,%]\d|[%\w])"
_REFERRING = (
    r"[Ss]teps?|[Pp]assages?|[Ff]ig(?:ure|\.)|[Tt]ables?|[Pp]ages?|pp?\.|[Nn]o\.|[Ii]tems?|[Ss]ources?|[Dd]ocuments?|[Dd]oc"
    r"|[Oo]ptions?|[Qq]uestions?|[Ee]xamples?|[Nn]otes?|[Aa]ppendix|[Pp]arts?|[Ll]ines?|[Pp]oints?|[Rr]eferences?"
    r"|[Mm]ethods?|[Tt]ips?|[Ee]xhibits?|[Ss]nippets?|[Cc]ontexts?|[Pp]aragraphs?"
)
_REFERRING_CJK = "ステップ|手順|図|表|图|步骤|文書|文档|資料|资料|段落|ページ|脚注|注|例|問|问题|選択肢|选项|出典|来源"
_NAMED = (
    "Type|Phase|Grade|Class|Level|Tier|Category|Version|Model|Route|Highway|Interstate|Flight|Room|Unit|Chapter|Formula"
)
_LAW = r"[Aa]rticles?|Art\.|[Ss]ections?|Sec\.|[Rr]ule|[Cc]lause|[Rr]egulation|Directive|Act"
_IDEOGRAPHS = r"\d〇一二三四五六七八九十百千"
# A number in these is a name or a pointer; `code` has to stand in the evidence as it is, `label` says nothing.
APART = re.compile(
    rf"""
    (?=[0-9\[【§第+vV(（①-⑳-]|(?<![A-Za-z0-9_])[A-Za-z]|[\n\t •*]|^|{_REFERRING_CJK})(?:
    (?P<code>https?://\S+|www\.\S+|(?<![\w.+-])[\w.+-]{{1,64}}@[\w-]{{1,64}}\.[\w.]{{1,64}}
      |(?<![A-Za-z0-9_.])(?!\d{{1,3}}(?:\.\d{{3}})+(?:,\d+)?(?![\d.]))v?\d+(?:\.\d+){{2,}}(?![A-Za-z0-9_])
      |(?<![A-Za-z0-9_])ISBN[ :]?[\d-]{{10,17}}
      |(?<![A-Za-z0-9_+])(?<!\d[ ])(?![1-9]\d{{0,2}}(?:[ ]\d{{3}})+(?![ -]?\d))
        \+?\d{{1,4}}[ -]?\(?\d{{2,4}}\)?[ -]\d{{3,4}}[ -]\d{{3,4}}(?![A-Za-z0-9_])
      |(?<![A-Za-z0-9_])\(\d{{3}}\)[ ]?\d{{3}}-\d{{4}}(?!\d)
      |(?<![A-Za-z0-9_-])(?!(?:USD|EUR|GBP|JPY|CNY|RMB|HKD|CHF|Rs)\d)[A-Za-z]{{1,12}}[-_]?\d+[A-Za-z0-9]*(?:-[A-Za-z0-9]+)*(?![A-Za-z0-9_])
      |(?<![A-Za-z0-9_,.'-])(?<!\d[ ])0\d{{2,}}(?![A-Za-z0-9.,]\d)
      |(?<![A-Za-z0-9_])(?:{_LAW})[ ]\d+[\d.]*[A-Za-z]?(?:\(\w{{1,4}}\))*
      |§§?[ ]?\d+[\w.]*(?:\(\w{{1,4}}\))*
      |第[ ]?[{_IDEOGRAPHS}]+[ ]?(?:条|條|項|项|款|号|號|編|编)(?:の[{_IDEOGRAPHS}]+)?
         (?:第[ ]?[{_IDEOGRAPHS}]+[ ]?(?:項|项|款|号|號))*
      |(?<![A-Za-z0-9_])(?:{_NAMED})[ ]\d+(?:\.\d+)*[A-Za-z]?(?![A-Za-z0-9_])
      |(?<!\d)\d{{2,5}}-\d{{2,5}}-\d{{2,7}}(?!\d))
  | (?P<label>\[\d{{1,3}}(?:[ ]?[,;–-][ ]?\d{{1,3}})*\]|【\d{{1,3}}】
      |(?<![A-Za-z0-9_])(?:{_REFERRING})[ ]?\#?\d{{1,3}}{_CITED}
         (?:(?:[ ]?,[ ]?|[ ]?(?:and|or|to|&|[–-])[ ]?)\d{{1,3}}{_CITED})*
      |(?:{_REFERRING_CJK})[ ]?\d{{1,3}}(?!\d|[.,]\d|[%％年月日個个件人名円元])
      |(?:^|(?<=\n))[ \t]*(?:[-*•][ ])?\d{{1,3}}[.)）、:](?=\s|[^\W\d])
      |(?:^|(?<=\n))[ \t]*(?:[-*•][ ])?[(（]\d{{1,3}}[.)）、:](?=[ \t]*[^\s\d(（$€£¥])
      |(?<=[.:;!?。：；！？][ \n])[(（]?\d{{1,2}}[.)）](?=\s+\S)
      |(?<![A-Za-z0-9_.,])\(\d{{1,2}}\)(?=[ ]?[A-Za-z\u3040-\u9fff])
         (?![ ]?(?:million|billion|thousand|万|億|亿|百万|人|名|年))
      |[①-⑳]))
    """,
    re.VERBOSE,
)
_MONEY = r"(?:US|HK|NT|R)?[$€£¥]?"
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|close to|estimated)\s"
    r"(?:the\s|a\s)?"
    rf"|[~〜≈∼]\s?|約\s?|约\s?|大约\s?|大約\s?|およそ\s?|ほぼ\s?|近\s?|将近\s?|概ね\s?|凡そ\s?){_MONEY}\Z",
    re.IGNORECASE,
)
_ABOUT_AFTER = re.compile(
    r"\s?(?:左右|程度|前後|前后|ほど|くらい|ぐらい|余り?|上下|or so\b|-odd\b|多(?![少数い]))", re.IGNORECASE
)
_BEFORE = tuple(
    (re.compile(rf"(?:\b(?:{words})\s|{marks}){_MONEY}\Z", re.IGNORECASE), sign)
    for sign, words, marks in (
        (
            ">=",
            r"at least|no less than|not less than|a minimum of|minimum(?: of)?|min\.?",
            r"≥\s?|>=\s?|至少|不少于|不低于|最低|最少|少なくとも",
        ),
        (
            ">",
            "(?:more|greater|longer|older|higher) than|over|above|exceed(?:s|ed|ing)?|upwards? of|in excess of",
            r">\s?|超过|超過|多于|高于|大于|逾",
        ),
        (
            "<=",
            r"at most|no more than|not more than|up to|a maximum of|maximum(?: of)?|max\.?|within",
            r"≤\s?|<=\s?|至多|不超过|不多于|不高于|最高|最多|最大",
        ),
        (
            "<",
            r"less than|fewer than|under|below|lower than|shorter than|younger than",
            r"<\s?|不足|不到|少于|低于|小于",
        ),
    )
)
_AFTER = tuple(
    (re.compile(rf"\s?(?:{marks})", re.IGNORECASE), sign)
    for sign, marks in (
        (">=", r"以上|及以上|or (?:more|greater|above|older|higher|longer)\b|and (?:above|over|older)\b|\+(?!\d)"),
        ("<=", r"以下|以?[内內](?![容部])|or (?:less|fewer|below|under|younger|lower|shorter)\b"),
        ("<", "未満|未满"),
        (">", "を?超え|超(?!市)"),
    )
)
_SIGNED = re.compile(
    # A dash with a space behind it parts or begins a line, or subtracts.
    rf"(?:(?<![A-Za-z0-9)\]%.])[-−–](?![ ])|[△▲]|\b(?:minus|negative)\s|マイナス|负|負)\s?{_MONEY}\Z",
    re.IGNORECASE,
)


# Most numbers have nothing of the kind beside them: one look at the word before and the sign behind says so.
_MARKED = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|to|estimated|the|a|least|than|of"
    r"|minimum|min\.?|over|above|exceed(?:s|ed|ing)?|most|maximum|max\.?|within|under|below|minus|negative)\s"
    rf"|[-−–△▲~〜≈∼≥≤<>=約约近将概凡負负逾スそぼくも少多低高于過过到足大ね]\s?){_MONEY}\Z",
    re.IGNORECASE,
)
_BEHIND = frozenset("以及oOaA+内內未超を左程前ほくぐ余上多-")


def is_marked(before: str) -> bool:
    """Return whether anything before a number may say that it is about, at least, or below zero; a quick look."""
    return _MARKED.search(before) is not None


def is_about(before: str, text: str, end: int) -> bool:
    """Return whether what stands before a number, or behind it, says that it is no exact one."""
    if before and _ABOUT.search(before) is not None:
        return True
    return _may_follow(text, end) and _ABOUT_AFTER.match(text, end) is not None


def bound_of(before: str, text: str, end: int) -> str:
    """Return ">=", ">", "<=" or "<" where what stands before a number, or behind it, makes it a bound; else ""."""
    if before:
        # "no more than" ends with "more than": the longest that fits counts.
        found = [(len(match[0]), sign) for pattern, sign in _BEFORE if (match := pattern.search(before)) is not None]
        if found:
            return max(found)[1]
    if not _may_follow(text, end):
        return ""
    return next((sign for pattern, sign in _AFTER if pattern.match(text, end) is not None), "")


def _may_follow(text: str, end: int) -> bool:
    return text[end : end + 2].lstrip()[:1] in _BEHIND


def is_signed(before: str) -> bool:
    """Return whether what stands before a number makes it negative."""
    return before != "" and _SIGNED.search(before) is not None
