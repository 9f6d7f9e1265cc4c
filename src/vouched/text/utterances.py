"""Tells what a sentence of an answer does: claim something, ask, greet, refuse, hedge, head a part, or send away.

Only a claim can be true or false of documents. Closed lists for English, Japanese and Chinese; what fits none is taken
for a claim, so that nothing that asserts something passes as idle talk.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from vouched.text.sentences import sentences

__all__ = ["Utterance", "says_nothing", "utterance"]

Utterance = Literal["claim", "question", "greeting", "refusal", "hedge", "heading", "instruction"]
_MARKS = re.compile(
    r"^(?:[\s>*_`•・-]|\#{1,6}(?=\s)|[(（]?\d{1,3}[.)）、](?=\s|[^\W\d])|[①-⑳])*|[\s*_`]+$|\s*(?:\[\d{1,3}\]\s*)+$"
)
_HEADED = re.compile(r"\s*(?:\#{1,6}\s|\*\*[^*\n]{1,80}\*\*:?\s*$|【[^】\n]{1,40}】\s*$)")
_QUESTION = re.compile(r"[?？][\s\"'”’」』)）]*$|(?:ですか|ますか|でしょうか|ませんか|のか|吗|嗎|呢)[。.\s]*$")
# The documents, as answers speak of them.
_GIVEN = (
    r"(?:the\s+|these\s+|this\s+|your\s+|any\s+(?:of\s+)?(?:the\s+)?)?(?:\w+\s+){0,2}(?:passages?|documents?|contexts?|texts?"
    r"|sources?|information|articles?|excerpts?|materials?|search\s+results?|references?|records?)"
)
_REFUSALS = (
    r"^(?:(?:i'?m\s+|we'?re\s+)?(?:sorry|unfortunately|regrettably|apologies)[,;:]?\s+(?:but\s+)?)?(?:i|we)\s+(?:was|were|am|are)?\s*"
    r"(?:can'?t|can\s?not|could\s+not|couldn'?t|do\s+not|don'?t|did\s+not|didn'?t|unable\s+to|not\s+able\s+to)\s+"
    r"(?:find|answer|determine|provide|locate|say|tell|confirm|verify|know|have|see|give|assist|help|offer|comment|identify)\b",
    rf"^(?:unfortunately,?\s+|however,?\s+|based\s+on\s+{_GIVEN},?\s+)*{_GIVEN}(?:\s+(?:provided|given|above|available))?\s+"
    r"(?:do(?:es)?\s+not|don'?t|doesn'?t|did\s+not|didn'?t|fails?\s+to|contains?\s+no|has\s+no|have\s+no|offers?\s+no|gives?\s+no"
    r"|provides?\s+no|lacks?|makes?\s+no\s+mention)\b",
    rf"^(?:there\s+is|there'?s|there\s+are|i\s+(?:see|have|found))\s+(?:no|not\s+enough|insufficient|nothing)\s.{{0,80}}\b(?:in|from)\s+{_GIVEN}",
    r"^(?:it\s+is|it'?s|this\s+is|that\s+is)\s+(?:not\s+(?:clear|stated|specified|mentioned|possible\s+to)|unclear|unknown|impossible\s+to)",
    r"^(?:unable|not\s+able)\s+to\s+(?:answer|determine|find)|^no\s+(?:answer|information)\b.{0,60}$|^i\s+have\s+no\s+information",
    rf"\b(?:is|are|was|were)\s+not\s+(?:\w+\s+)?(?:mentioned|stated|specified|provided|given|described|discussed|included|covered)\s+"
    rf"(?:\w+\s+)?(?:in|by)\s+{_GIVEN}",
    r"(?:記載|言及|説明|情報|記述|規定|該当する.{0,12})(?:は|が|も)?(?:あり|見つかり|見当たり|され(?:て(?:い)?)?|含まれ(?:て(?:い)?)?|存在し)"
    r"(?:ません|ていません|ない|ず)",
    r"(?:お答え|回答|判断|確認|特定|お伝え|提供)(?:は|が|する.{0,4})?(?:でき(?:ません|ない|かね)|いたしかね|しかね)|分かりません|わかりません|不明です",
    r"(?:文件|文档|文檔|资料|資料|文章|段落|上下文|材料|原文|文中|文本)(?:中|里|裡|内)?(?:并|並|都)?(?:没有|沒有|未|没|不)"
    r"(?:提到|提及|说明|說明|包含|给出|給出|提供|涉及|记载|記載|描述|明确|明確)",
    r"(?:无法|無法|不能|未能)(?:回答|确定|確定|找到|判断|判斷|提供|得知|给出|給出)|没有(?:相关|足够|找到)|沒有(?:相關|足夠|找到)|我不(?:知道|清楚|确定|確定)",
)
_GREETINGS = (
    r"^(?:hello|hi|hey|dear|good\s+(?:morning|afternoon|evening)|thanks?|thank\s+you|you'?re\s+welcome|sure|certainly|of\s+course"
    r"|absolutely|great\s+question|good\s+question|okay|ok|no\s+problem|happy\s+to\s+help|i'?d\s+be\s+happy|welcome)\b.{0,60}$",
    r"\b(?:hope\s+(?:this|that|it)\s+helps?|let\s+me\s+know|feel\s+free\s+to|happy\s+to\s+(?:help|assist)|if\s+you\s+have\s+(?:any|more|further)"
    r"|have\s+a\s+(?:great|nice|good)\s+day|don'?t\s+hesitate)\b",
    r"^(?:こんにちは|こんばんは|おはよう|はい|いいえ|ありがとう|承知|かしこまり|了解|お問い合わせ|ご質問)[^。]{0,30}[。！!]?$",
    r"お役に立て|ご不明な点|お気軽に|ご質問があれば|お知らせください|よろしくお願い|何かありましたら",
    r"^(?:你好|您好|谢谢|謝謝|感谢|感謝|好的|当然|當然|不客气|不客氣|没问题|沒問題|早上好|晚上好)[^。]{0,20}[。！!]?$",
    r"希望(?:这|這|以上|对|對|能).{0,12}(?:帮助|幫助|有用)|如(?:果|有).{0,12}(?:问题|問題|疑问|疑問).{0,14}(?:告诉|告訴|联系|聯繫|随时|隨時|提)|祝您?愉快",
)
_HEDGES = (
    r"^(?:it|that|this)\s+(?:really\s+)?(?:depends|varies|may\s+vary|could\s+vary|can\s+vary)(?:\s+on\s+(?:the|your)\s+\w+)?\s*[.!]*$",
    r"^(?:i\s+think\s+so|i\s+believe\s+so|i'?m\s+not\s+(?:entirely\s+|quite\s+)?sure|maybe|perhaps|possibly|probably)\s*[.!]*$",
    r"^(?:場合によります|場合による|ケースバイケースです|一概には言えません|おそらく|たぶん|かもしれません)[。！!]*$",
    r"^(?:这|這)?(?:取决于|取決於|要看|视)(?:具体|具體)?(?:情况|情況)(?:而定)?[。！!]*$|^(?:也许|也許|可能|大概)(?:吧)?[。！!]*$|^我不太确定[。]*$",
)
_LEADS = re.compile(
    r"^(?:here\s+(?:is|are)|below\s+(?:is|are)|the\s+following\s+(?:is|are)|based\s+on|according\s+to|in\s+summary|to\s+summari[sz]e"
    r"|summary|answer|step|note|overview|conclusion|key\s+points?)\b[^.!?。]{0,160}[:：]$"
    r"|^[^.!?。！？]{1,60}[:：]$"
)
_SENDING = re.compile(
    r"^(?:please\s+)?(?:consult|contact|see|refer\s+to|check\s+with|speak\s+(?:to|with)|ask|visit|click|read)\s+(?:with\s+)?"
    r"(?:your|a|an|the|our|this|these|here|above|below|us)\b[^.;。]{0,120}[.!]?$"
    r"|(?:ご参照|ご確認|ご相談|お問い合わせ|ご覧)ください[。！!]*$|^(?:请|請)(?:咨询|諮詢|联系|聯繫|参阅|參閱|参见|參見|查看|点击|點擊)[^。]{0,40}[。！!]*$",
    re.IGNORECASE,
)
_TITLE = re.compile(r"^[A-Z][\w'’&/-]*(?:\s+(?:[A-Z0-9][\w'’&/-]*|of|and|the|for|in|to|a|an|on|with|or|by)){0,7}$")
_KINDS: tuple[tuple[Utterance, re.Pattern[str]], ...] = (
    ("refusal", re.compile("|".join(_REFUSALS), re.IGNORECASE)),
    ("greeting", re.compile("|".join(_GREETINGS), re.IGNORECASE)),
    ("hedge", re.compile("|".join(_HEDGES), re.IGNORECASE)),
)
_LONGEST = 2000
_LONGEST_IDLE = 320


@lru_cache(maxsize=4096)
def utterance(text: str) -> Utterance:
    """Return what one sentence does. List marks, emphasis and citation marks around it are looked through."""
    bare = _MARKS.sub("", text[:_LONGEST]).strip()
    if not any(char.isalnum() for char in bare):
        return "heading"
    if _QUESTION.search(bare):
        return "question"
    if len(bare) <= _LONGEST_IDLE:
        for kind, pattern in _KINDS:
            if pattern.search(bare):
                return kind
        if _SENDING.search(bare):
            return "instruction"
    if _HEADED.match(text) or _LEADS.search(bare) or (text.rstrip() == text and _TITLE.match(bare)):
        return "heading"
    return "claim"


def says_nothing(text: str) -> Utterance | None:
    """Return what a text does where no sentence of it claims anything, the first sentence's; None where one does."""
    found: Utterance | None = None
    for span in sentences(text[: 4 * _LONGEST]):
        kind = utterance(span.of(text))
        if kind == "claim":
            return None
        found = found or kind
    return found or "heading"
