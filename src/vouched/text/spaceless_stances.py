"""Reads the stances of a Japanese or Chinese text: negations, duties, permissions, bans, all and some.

In Japanese they follow what they are about, in Chinese they stand before it.
"""

from __future__ import annotations

import re
import unicodedata

from vouched.documents import Span
from vouched.text.denials import NEGATORS
from vouched.text.stances import Kind, Stance

__all__ = ["MARKS", "chinese_stances", "japanese_final", "japanese_stances"]

_MOST_STANCES = 200
_LONGEST_ENDING = 24
_FINAL_DENIAL = re.compile("(?:ない|なかった|ません|ず|ぬ|まい)[。．.\\s]*\\Z")
_WORD = "[々〆㐀-鿿豈-﫿ァ-ヺーa-zA-Z0-9０-９]"
# What a Japanese ending says; the first that fits counts.
_ENDINGS: tuple[tuple[Kind, str], ...] = (
    ("exempts", ("なく(?:て|と)も(?:よ|良|い|構わ|かまわ|差し支え)|(?:する|の)?(?:必要|義務)(?:は|が|も)な|(?:は"
        "|を)?(?:不要|要しない|要さない)"
     "|には?及ば(?:ない|ず)")),
    ("obliges", ("なければな[らり]|なければいけ|なくてはな[らり]|なくてはいけ|ねばな[らり]|(?:する|の)?(?:必要"
        "|義務)(?:が|も)?あ|(?:が|は)(?:必要|必須|義務)"
     "|(?:を|が)?義務(?:付け|づけ)|ものとする|(?:る|う)べき(?!では)|を要する")),
    ("forbids", ("(?:て|で)はな(?:ら|り)(?:ない|ません|ぬ)|(?:て|で)はいけ(?:ない|ません)|(?:することを?|を|は"
        "|が)?(?:固く|一切|厳に)?(?:禁[じずぜ止]|厳禁)"
     "|(?:は|が)?(?:不可|許されない|認められない|許さない|認めない)|べきでは?ない|(?:こと(?:は|が)|が|は)?でき(?:ない|ません|なかった|ず)|ことを得ない")),
    ("permits", ("(?:て|で)も(?:よ|良|い|構わ|かまわ|差し支え)|(?:こと(?:が|も)|が|も)?でき(?:る|ます|た)|ことを得る?"
        "|(?:が|は|も|を)?(?:可能|許され|認められ|許可|許容)")),
    ("denies", ("[をは]?拒(?:否|絶|ん[だで])|(?![をにがとも])[ぁ-ん]{0,6}?(?:わけでは?な(?!いか)|ではな(?!らな|いか)"
        "|じゃな|では?ありません|は(?:い|あり)?ません|ない(?!し)|なか[っろ]|なく(?!て[はも]|なる)|ません|ざる|まい(?![ぁ-ん])|ずに|ず(?=[、。])|ず$)")),
)  # fmt: skip
_ENDING = re.compile("|".join(f"(?P<{kind}>[ぁ-ん]{{0,3}}?(?:{pattern}))" for kind, pattern in _ENDINGS))
# A noun or the stem of a verb: its last two ideographs tell it; in kana, its first two letters behind a particle.
_ANCHOR = re.compile(
    "(?P<han>[々〆㐀-鿿豈-﫿]+)|(?P<kana>(?<=[をにがはと])[ぁ-ん]{2})|[ァ-ヺー]{2,}|[a-zA-Z0-9０-９]{2,}"
)
_DOUBLE = re.compile("ない(?:わけ|こと|もの)(?:では|も|は)な|なくはな|ざるを得な|ずにはいられ")
_JAPANESE_ALL = re.compile(
    rf"(?P<all>(?:すべて|全て|全部|あらゆる|どの{_WORD}+も?|いずれも)の?|全(?=[員社国店])|必ず|(?<!非)常に)(?P<of>{_WORD}*)"
    rf"|(?P<some>(?:一部|いくつか|何(?:人|社|件|個)か|幾つか|半数|大半)の?|時々|ときどき)(?P<part>{_WORD}*)"
)
_CHINESE: tuple[tuple[Kind, str], ...] = (
    ("exempts", "不必|无需|無需|无须|無須|不需要|不需|不用|没有义务|没有必要|毋须|毋須"),
    ("forbids", "不得|不可以?|不能够?|禁止|严禁|嚴禁|不许|不許|不准|不应当?|不應當?|无权|無權|切勿|不允许|不允許"),
    ("obliges", ("必须|必須|应当|應當|务必|務必|须|須|有义务|有義務|需要|(?<![供反相适响效答对])应(?![用对付急收])"
        "|(?<![供反相適響效答對])應(?![用對付急收])")),
    ("permits", "可以|允许|允許|有权|有權|能够|能夠|准许|准許|可(?![能是靠见見惜爱愛])"),
    ("denies", ("拒[绝絕](?:了)?|(?:并|並)?没有?|(?:并|並)?沒有?|(?:并|並)?未(?![来來])|(?:并|並)不|并非|並非"
        "|不(?!同|断|斷|仅|僅|但|过|過|久|足|少于|超|低于|高于|多于|论|論|管|如|满|滿|锈|動產|动产|良)"
     "|无(?!论|線|线|人机)|非(?!常|洲|法)|从不|從不|从未|從未")),
    ("all", "所有|全部|全体|全體|一切|每(?:个|位|名|家|一)?|任何|总是|總是|始终|始終|都"),
    ("some", "有些|一些|部分|部份|有的|某些|若干|有时|有時|个别|個別|少数|少數|大多数?|多数|多數"),
)  # fmt: skip
_CHINESE_MARK = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _CHINESE))
_ADVERBS = re.compile(
    "(?:按时|按期|如期|及时|完全|正式|实际|明确|公开|单独|真正|曾经|从未|把|我们|他们|我|你|他|她|它|这|那|去|来|很|太|一定|必|地|的|了|过|擅自|直接|继续|再|曾|被|会|會|是|有|在|对|對|向|将|其|该|該|任何|已|经|經|立即|都|能)*"
)
_HAN = re.compile("[㐀-鿿豈-﫿]{1,2}|[A-Za-z0-9]+")
# The characters that only say a stance, so that they are not counted among what a claim is about.
MARKS = NEGATORS | frozenset("必须須应應当當可以得能允许許准禁止义務务都所有全部每些仅僅只")


def japanese_stances(text: str) -> list[Stance]:
    """Return the stances of a Japanese text in order, at most 200; an anchor is the run of a word before its ending."""
    found: list[Stance] = []
    for word in _ANCHOR.finditer(text):
        if len(found) >= _MOST_STANCES:
            return found
        ending = _ENDING.match(text, word.end())
        if ending is None or _DOUBLE.match(text, ending.start("denies") if ending["denies"] else ending.start()):
            continue
        kind: Kind = ending.lastgroup  # type: ignore[assignment]  # the groups are named by kinds
        found.append(
            Stance(_folded(word.group()[-2:] if word["han"] else word.group()), kind, Span(word.start(), ending.end()))
        )
    for match in _JAPANESE_ALL.finditer(text):
        of = match["of"] if match["all"] else match["part"]
        if of and len(found) < _MOST_STANCES:
            found.append(Stance(_folded(of[-2:]), "all" if match["all"] else "some", Span(*match.span())))
    return found


def japanese_final(text: str) -> Stance | None:
    """Return the stance of a Japanese sentence's last predicate, which is the main one; None where it has none."""
    last = max(_ANCHOR.finditer(text), key=lambda match: match.start(), default=None)
    if last is None or len(text) - last.end() > _LONGEST_ENDING:
        return None
    ending = _ENDING.match(text, last.end())
    kind: Kind = "denies" if _FINAL_DENIAL.search(text) else "states"
    if ending is not None and not _DOUBLE.search(text, last.end()):
        kind = ending.lastgroup  # type: ignore[assignment]  # the groups are named by kinds
    return Stance(_folded(last.group()), kind, Span(last.start(), len(text.rstrip("。．. \n"))))


def chinese_stances(text: str) -> list[Stance]:
    """Return the stances of a Chinese text in order, at most 200; an anchor is the two characters after its mark."""
    found: list[Stance] = []
    ends = -1
    for mark in _CHINESE_MARK.finditer(text):
        if len(found) >= _MOST_STANCES:
            break
        if mark.start() < ends:
            continue
        at = _ADVERBS.match(text, mark.end())
        about = _HAN.match(text, at.end() if at else mark.end())
        kind: Kind = mark.lastgroup  # type: ignore[assignment]  # the groups are named by kinds
        if about is None:
            continue
        if found and ends == mark.start() and found[-1].kind == kind == "denies":
            found.pop()  # 不无, 未必不: two denials, of which this list says nothing
            ends = mark.end()
            continue
        ends = mark.end()
        found.append(Stance(_folded(about.group()), kind, Span(mark.start(), about.end())))
    return found


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
