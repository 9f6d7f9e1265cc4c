"""The words that carry a fact's number, unit, negation or comparison, in English, Japanese and Chinese.

Closed lists: what is not in them is an ordinary word, and a change of it is a paraphrase until a judge says otherwise.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from vouched.text.denials import NEGATOR_WORDS, NEGATORS

__all__ = [
    "COMPARATORS",
    "FILLERS",
    "NEGATING_AFFIXES",
    "OPPOSITES",
    "PASSIVES",
    "SCALES",
    "UNITS",
    "is_negator",
    "number_value",
    "worded_value",
]

FILLERS = frozenset(
    "the a an this that these those of to in on at by for with from as and or is are was were be been being has "
    "have had it its their his her he she they we you i there here such any all each which who whom whose will "
    "would then hence do does did so".split()
)
_NEGATORS = NEGATOR_WORDS | NEGATORS | frozenset("别莫")
_NEGATED = re.compile("n['’]t$|ない|なか[っろ]|なく|なけれ|ません|ざる|まい$|ず(?:に)?$|ぬ$")
NEGATING_AFFIXES = ("un", "in", "im", "non", "dis", "ir", "il", "ab")
COMPARATORS = frozenset(
    "least most minimum maximum min max more less fewer than over under above below exceeding exceed exceeds within up "
    "until only exactly approximately about before after "
    "以上 以下 以内 未満 超 最低 最高 至少 至多 不少 不多 不超 超过 高于 低于 大于 小于 多于 少于 "
    "< > ≤ ≥ ≦ ≧ ± ~".split()
)
# Each word with those it may not be exchanged for.
_SIDES = (
    "least most, minimum maximum, min max, more less, more fewer, over under, above below, exceed below, before after,"
    "increase decrease, increased decreased, increases decreases, rise fall, rises falls, rose fell, higher lower,"
    "highest lowest, up down, gain loss, profit loss, buy sell, bought sold, buyer seller, lender borrower,"
    "landlord tenant, debit credit, import export, include exclude, includes excludes, allowed forbidden,"
    "permitted prohibited, must may, shall may, positive negative, first last, start end, begins ends, accept reject,"
    "accepted rejected, true false, and or, creditor debtor, "
    "以上 以下, 以上 以内, 以上 未満, 上 下, 上 内, 前 後, 前 后, 前 本, 前 次, 増 減, 增 减, 高 低, 多 少, 大 小, "
    "買 売, 买 卖, 借 貸, 入 出, 升 降, 得 失, 至少 至多, 可 不, 甲 乙, 最高 最低, 左 右, 男 女, 權 務, 权 务, 権 務, "
    "及 又, 並 又, 並 若, 且 又, 和 或, 与 或, 及 或, 且 或, 應 可, 应 可, 須 可, 须 可, 必 可, 應 得, 应 得, "
    "須 得, 须 得"
)
OPPOSITES: dict[str, frozenset[str]] = {}
for _pair in _SIDES.split(","):
    for _one, _other in (_pair.split(), _pair.split()[::-1]):
        OPPOSITES[_one] = OPPOSITES.get(_one, frozenset()) | {_other}
# A text in which these appear may name what acts and what is acted on in the other order and mean the same.
PASSIVES = frozenset("by was were been is are be 被 由 れ られ れる られる された られた により によって から".split())
SCALES = {
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "mn": 10**6,
    "mio": 10**6,
    "bn": 10**9,
    "k": 10**3,
    "dozen": 12,
    "十": 10,
    "百": 100,
    "千": 10**3,
    "万": 10**4,
    "萬": 10**4,
    "億": 10**8,
    "亿": 10**8,
    "兆": 10**12,
}
UNITS = frozenset(
    "% ‰ ° percent pct bp bps mg g kg µg μg mcg ug ng t ton tons tonne tonnes lb lbs oz ml l cl dl litre "
    "litres liter liters "
    "m cm mm km nm ft inch inches mile miles yd s sec second seconds minute minutes h hr hrs hour hours "
    "day days week weeks "
    "month months quarter quarters year years degree degrees c f kelvin usd eur gbp jpy cny rmb chf "
    "dollar dollars euro euros "
    "pound pounds yen yuan franc francs cent cents kw kwh mw mwh gw w v kv hz khz mhz ghz mmol mol iu "
    "units unit tablets "
    "円 元 美元 欧元 日元 ドル ユーロ 年 月 日 天 週 周 時 分 秒 人 名 件 個 个 台 回 次 歳 岁 条 項 项 号 階 层 坪 畳 "
    "時間 小时 キロ メートル グラム リットル パーセント トン センチ ポンド 米 克 公斤 吨 公里 平方米".split()
)
_WORDED = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_WORDED |= {
    word: 10 * (place + 2) for place, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_WORDED |= {"once": 1, "twice": 2, "thrice": 3}
_IDEOGRAPHIC = {char: place for place, char in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "两": 2,
    "兩": 2,
    "廿": 20,
}
_LARGE = frozenset("万萬億亿兆")
_PLAIN = re.compile(r"([-+]?)(\d[\d.,'’ \u00a0\u202f]*(?:[十百千万萬億亿兆][\d.,'’ \u00a0\u202f]*)*)")
_PART = re.compile(r"(\d[\d.,'’ \u00a0\u202f]*)([十百千万萬億亿兆]*)")
# Beyond these Decimal would round, and call different numbers the same.
_MAX_DIGITS = 27


def is_negator(word: str) -> bool:
    """Return whether a folded word, character or run of kana denies."""
    return word in _NEGATORS or bool(_NEGATED.search(word))


def number_value(token: str) -> Decimal | None:
    """Return the value of a number as it is written, with its scale characters, or None where it is none.

    `token` is folded: 1,250.5, -5, 3万, 五百万, 二〇二五, seven. Of 1,250 and 1.250 the grouped reading counts.
    """
    if token in _WORDED:
        return worded_value(token)
    if match := _PLAIN.fullmatch(token[: 2 * _MAX_DIGITS]):
        value = _scaled(match[2])
        return None if value is None else -value if match[1] == "-" else value
    return _ideographic(token)


def _scaled(text: str) -> Decimal | None:
    """Return the value of digits with scale characters after them, also of several in turn: 3万5千."""
    total = Decimal(0)
    for digits, scales in _PART.findall(text):
        value = _decimal(digits)
        if value is None:
            return None
        for scale in scales:
            value *= SCALES[scale]
        total += value
    return total


def worded_value(word: str) -> Decimal | None:
    """Return the value of an English number word from zero to ninety, or None."""
    return Decimal(_WORDED[word]) if word in _WORDED else None


def _decimal(digits: str) -> Decimal | None:
    digits = digits.rstrip(".,'’ \u00a0\u202f")
    plain = re.sub("['’ \u00a0\u202f]", "", digits)
    marks = [char for char in plain if char in ".,"]
    if len(set(marks)) == 2:
        last = max(plain.rfind("."), plain.rfind(","))
        plain = re.sub("[.,]", "", plain[:last]) + "." + re.sub("[.,]", "", plain[last + 1 :])
    elif marks and re.fullmatch(r"[1-9]\d{0,2}(?:[.,]\d{3})+", plain):
        plain = re.sub("[.,]", "", plain)
    elif len(marks) == 1:
        plain = plain.replace(",", ".")
    elif marks:
        return None
    try:
        return Decimal(plain) if len(plain) <= _MAX_DIGITS else None
    except InvalidOperation:
        return None


def _ideographic(token: str) -> Decimal | None:
    """Return the value of 二〇二五 (digit by digit) or 五百万 (with scales)."""
    if not token or len(token) > _MAX_DIGITS or not all(char in _IDEOGRAPHIC or char in SCALES for char in token):
        return None
    if all(char in _IDEOGRAPHIC for char in token):
        return Decimal("".join(str(_IDEOGRAPHIC[char]) for char in token))
    total = section = digit = 0
    for char in token:
        if char in _IDEOGRAPHIC:
            digit = _IDEOGRAPHIC[char]
        elif char in _LARGE:
            total += (section + digit or 1) * SCALES[char]
            section = digit = 0
        else:
            section += (digit or 1) * SCALES[char]
            digit = 0
    return Decimal(total + section + digit)
