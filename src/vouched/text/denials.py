"""The words that deny, ban, except or bound what stands beside them, in English, Japanese and Chinese.

One list for quotes, anchors, extractions and ellipses. It knows what stands directly beside a place, with a few small
words between; what stands further off is not looked for.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = [
    "BANS",
    "NEGATORS",
    "NEGATOR_WORDS",
    "bound_after",
    "denial_at_end",
    "denies",
    "may_deny",
    "restriction_at_start",
]

NEGATORS = frozenset("不非無无未没沒勿毋")
NEGATOR_WORDS = frozenset(
    "not no never none nothing neither nor nobody nowhere without cannot hardly barely fails failed fail lacks".split()
)

_NEGATION = r"not|no|never|none|nothing|neither|nor|nobody|without|cannot|hardly|barely|scarcely|\w+n['’]t"
_NO_EVENT = (
    r"(?:(?:in|under|at|on|by)\s+no\s+(?:events?|cases?|ways?|circumstances?|conditions?|time|account|means)"
    r"|not\s+(?:under|in|on|by|at)\s+any\s+(?:circumstances?|events?|cases?|ways?|account|means|time))"
)
# English words that deny or ban the act which follows, as a pattern.
BANS = (
    r"(?:prohibit|forbid|forbad|bann?|barr?|preclud|prevent|restrain|exclud|exempt|refrain|disqualif)\w*\s+(?:from|to)"
    r"|(?:prohibit|forbid|preclud)(?:s|es|ing)?|(?:prohibitions?|bans?)\s+(?:of|on|against)"
    r"|(?:un|il)lawful\s+(?:to|for)|illegal\s+(?:to|for)|unable\s+to"
    r"|(?:fail|refus|declin|neglect|omit|ceas)(?:s|es|ed|d|t|ted|ure|al|ing|ting|e)?\s+to|(?:deny|denies|denied)(?:\s+that)?"
    r"|not\s+(?:be\s+)?(?:allowed|permitted|entitled|required|obliged|authori[sz]ed|able|intended|supposed)\s+to"
    r"|(?:unlikely|doubtful|improbable)\s+that|(?:unclear|unknown|uncertain|unproven|doubtful)\s+(?:whether|if|that)"
    r"|(?:disputes?|disputed|doubts?|doubted|refutes?|refuted|disproves?|disproved)\s+that"
    r"|no\s+(?:evidence|proof|indication|sign|record|reason\s+to\s+(?:think|believe))s?\s+(?:that|of)"
    r"|(?:no\s+one|nobody)\s+(?:\w+s|\w+ed|can\s+\w+)(?:\s+that)?"
    r"|(?:false|untrue|incorrect|wrong|not\s+true|not\s+the\s+case)\s+that|instead\s+of|rather\s+than|other\s+than"
)
_MODAL = r"shall|may|will|can|does|do|is|are|must|should|would"
# What may stand between a denial and the words that it denies.
_BETWEEN = r"(?:\s+(?:be|been|being|have|has|had|to|so|ever|yet|the|a|an|any)){0,3}"
_EXCEPTION = r"unless|except(?:\s+(?:for|that|where|when|if))?|(?<!not\s)only(?:\s+(?:if|when|where|after|by|with))?"
_BOUND = r"(?:(?:not|no)\s+)?(?:more|less|fewer|later|earlier|higher|lower)\s+than|at\s+(?:the\s+)?(?:most|least)"
_NUMBER_BOUND = (
    r"up\s+to|over|under|above|below|exceed(?:s|ing)?|(?:a\s+)?(?:maximum|minimum)\s+of|limited\s+to|[<>≤≥≦≧]"
)
_GAP = r"[*_`\"“‘'(\[]*\s+[*_`\"“‘'(\[]*\Z"
_AT_END = re.compile(
    rf"(?<![\w-])(?:(?:{BANS}|{_NO_EVENT}(?:\s+(?:{_MODAL}))?|{_NEGATION}){_BETWEEN}|{_EXCEPTION}|{_BOUND}){_GAP}",
    re.IGNORECASE,
)
_NUMBER_AT_END = re.compile(rf"(?<![\w-])(?:{_NUMBER_BOUND}){_GAP}", re.IGNORECASE)
_SPACELESS_NUMBER_AT_END = re.compile(r"(?:最大|最長|最短|最低|最小|上限|下限|たった|わずか)[、，]?\s*\Z")
_BEGINS_WITH_NUMBER = re.compile(
    r"\W{0,2}(?:\d|[〇零一二三四五六七八九十百千万億]|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)\b)",
    re.IGNORECASE,
)
_SPACELESS_AT_END = re.compile(
    r"(?:不(?:得|可|可以|能|能够|应|應|应当|應當|要|准|許|许|会|會|宜|必|须|須|需|需要|用|再|曾|予|该|該|允许|允許|同意|承担|適用|适用)"
    r"|未(?:经|經|曾|能|予|必|得)?|[无無](?:需|须|須|权|權|法)?|没有|沒有|[没沒](?:能)?|(?<![是除])非|不"
    r"|(?<![监監拘软軟囚解])禁(?:止)?|(?:[切请請])?勿(?:得)?|毋(?:须|須|庸|得)?|(?<!约)莫|(?:请|千万)别"
    r"|拒[绝絕](?:了)?|否[认認](?:了)?|[并並]非|[从從]未|除非|(?<!不)[仅僅]|(?<!不)[仅僅只](?:有|限|能|可|准|许|得)|(?<![不船几每这那该\d一二三四五六七八九十两百千])只"
    r"|不?(?:超过|超過)|不?(?:少于|少於|低于|低於|高于|高於|多于|多於|大于|大於|小于|小於)|[至最][多少]|不足|不满|不滿"
    r"|(?:没有?|沒有?|无|無|不存在|不[负負])(?:任何)?(?:义务|義務|责任|責任|权利|權利|必要|可能|理由|证据(?:表明|显示|证明)|證據(?:表明|顯示|證明))"
    r"|不存在|[从從]?未(?:有人|曾)?(?:说|說|称|稱|表示|承诺|承諾|同意)[过過]?"
    r"|決して|必ずしも)"
    r"(?:擅自|擅|自行|私自|随意|隨意|任意|继续|繼續|直接|以任何方式|以任何形式|以任何理由|在任何情况下|任何)?[、，]?\s*[「『“（(]?\Z"
)
_BLANK_LINE = re.compile(r"\n\s*\n")
_REACH = 80

_AT_START = re.compile(
    rf"\s+(?:unless|except|only|if and only|provided that|subject to|save|without|not|{_NO_EVENT})\b"
    r"|\s+or\s+(?:more|less|fewer|later|earlier|older|younger|above|below|over|under)\b"
    r"|\s+at\s+(?:the\s+)?(?:most|least|latest|earliest)\b(?!\s+\d)",
    re.IGNORECASE,
)
# What denies a sentence of which only the subject was quoted: of a name that says nothing.
_DENIED_VERB = re.compile(
    r"\s+(?:(?:is|are|be|was|were|shall\s+be|will\s+be|must\s+be)\s+)(?:\w+ly\s+)?"
    r"(?:not\b|never\b|prohibited\b|forbidden\b|banned\b|disallowed\b|unlawful\b|illegal\b|false\b|excluded\b)"
    r"|\s+(?:shall|may|must|can|will|should|do|does|did)\s+(?:not|never)\b",
    re.IGNORECASE,
)
# A bound of a number, and a ban of what was named before it, in Chinese and Japanese.
_BOUND_AFTER = re.compile(
    r"\s*(?:以[上下内內降前後后外]|未[満满滿]|超(?![过過])(?:[のえ])?|[をに]?(?:超え|下回|上回|満たな|達しな)[るい]?|を限度|が(?:上限|下限|限度))"
)
_BAN_AFTER = re.compile(
    r"(?:する|した|して)?(?:こと|行為|もの)?(?:について)?(?:を|は|が|も)?(?:、)?(?:一切|固く|厳に|原則(?:として)?|これを)?、?"
    r"(?:禁[じずぜ止]|厳禁|不可|認め(?:ない|られない|ません|られません)|許(?:さない|されない|しません|可しない)|お断り|ご遠慮)"
    r"|(?:という|といった|との)?(?:事実|こと|わけ|必要|義務|証拠|記録|可能性|根拠)(?:は|が|も)?"
    r"(?:ない|ありません|な[かく]|存在しな|認められな|負わな)"
    r"|(?:という)?(?:こと|の|事実)を(?:否定|否認|拒)|(?:だ|である)?とは(?:限ら|言え|いえ|言い切れ|認め(?:られ)?)な"
    r"|(?:的)?(?:行为|行為)?(?:是|均|皆|都|一律|应|應)?被?(?:严格|嚴格|明令|明确)?(?:禁止的?[。，；、\s]|不(?:被)?(?:允许|允許|准许))"
)
_DENIES = re.compile(
    rf"\b(?:{_NEGATION}|unless|except|only|subject to|false|untrue|fail\w*|refus\w*|prohibit\w*|forbid\w*|forbade"
    r"|bann?(?:ed|s|ing)?|den(?:y|ies|ied))\b"
    r"|[不未無无非没沒除惟勿毋禁莫]|但し?|ただし|限り|ない|なか[っろ]|ません|ざる|まい|ずに|決して",
    re.IGNORECASE,
)
# One of these stands in whatever `denial_at_end` finds in a text without ideographs; soon looked for.
_HINTS = (
    "no", "n't", "n’t", "hardly", "barely", "scarcely", "without", "from", " to", "prohibit", "forbid", "preclud",
    "ban", "lawful", "llegal", "den", "that", "than", "instead", "unless", "except", "only", "most", "least",
    "disp", "doubt", "refut", "body", "un",
)  # fmt: skip


def may_deny(before: str) -> bool:
    """Return False where `denial_at_end` surely finds nothing at the end of lower-case text."""
    return not before.isascii() or any(hint in before for hint in _HINTS)


def denial_at_end(before: str, after: str) -> str | None:
    """Return the words at the end of `before` that deny or bound what `after` begins with, or None.

    `before` is looked at for its last 80 characters. A blank line parts them from what follows, and so does a stop.
    """
    window = before[-_REACH:]
    if not window.isascii():
        window = "".join(char for char in unicodedata.normalize("NFKC", window) if unicodedata.category(char) != "Cf")
    found = _AT_END.search(window)
    if found is None and _BEGINS_WITH_NUMBER.match(after):
        found = _NUMBER_AT_END.search(window) or _SPACELESS_NUMBER_AT_END.search(window)
    if found is None and not window.isascii():
        found = _SPACELESS_AT_END.search(window)
    if found is None or _BLANK_LINE.search(found.group()):
        return None
    return found.group().strip()


def restriction_at_start(text: str, start: int, *, name: bool = False) -> str | None:
    """Return the English words from `start` on that restrict or deny what stands before them, or None.

    `name`: what stands before them is a name, of which a denied verb denies nothing.
    """
    found = _AT_START.match(text, start) or (None if name else _DENIED_VERB.match(text, start))
    return None if found is None or _BLANK_LINE.search(found.group()) else found.group().strip()


def bound_after(text: str, start: int, end: int) -> tuple[int, bool]:
    """Return where words from `end` on that bound or ban what stands in `[start, end)` end, and whether they ban.

    Chinese and Japanese: 以下 and its like behind a number or its unit, を禁ずる behind what is banned. `end` itself
    where there are none.
    """
    said = text[max(start, end - 8) : end]
    if any(map(str.isdigit, said)) or any(char in "〇零一二三四五六七八九十百千万萬億亿" for char in said):
        found = _BOUND_AFTER.match(text, end)
        if found is not None:
            return found.end(), False
    found = _BAN_AFTER.match(text, end)
    return (found.end(), True) if found is not None else (end, False)


def denies(text: str) -> bool:
    """Return whether the text has a word, character or ending that denies, excepts, bans or restricts."""
    return bool(_DENIES.search(text))
