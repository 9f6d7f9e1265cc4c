"""What marks a name, and what a capital does not: suffixes, titles, the calendar, words that begin sentences."""

from __future__ import annotations

import re

__all__ = ["CALENDAR", "GENERIC", "HAN_GENERIC", "HAN_NAME", "HAN_PART", "KATAKANA_NAME", "OPENERS", "PLACES", "TITLES"]

CALENDAR = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun am "
    "pm bc "
    "ad ce bce spring summer autumn winter christmas easter".split()
)
TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady madam rev st saint jr sr phd md esq inc ltd llc plc corp "
    "co gmbh "
    "ag sa president chairman chairwoman chair chief executive officer director minister prime secretary senator judge "
    "justice captain general colonel king queen prince princess pope bishop step passage note table figure article "
    "section chapter part page question answer ceo cfo cto coo vp tv dvd ok faq id url pdf".split()
)
# Nouns that stand in names and tell none: where the rest of the name is known, they are no part that could be missing.
GENERIC = frozenset(
    "game games street avenue road lane city town village county state province district region area country "
    "university "
    "college school academy company group bank river lake mountain mount island islands sea ocean bay valley party war "
    "battle act law bill revolution constitution administration department ministry office award awards prize medal "
    "championship championships league cup club team museum church cathedral hospital institute association society "
    "committee council councilor court commission agency union theater theatre station airport bridge park square hall "
    "house library festival day week age era century empire kingdom republic government congress parliament senate "
    "center centre foundation fund program project plan report form series show film movie book album song band "
    "network "
    "channel magazine newspaper times post news journal review press world international national federal royal public "
    "north south east west northern southern eastern western central upper lower old new great big little first second "
    "third big high best top supreme general assembly board bureau service services system systems force forces army "
    "navy police fire health education science technology engineering medicine arts bachelor master degree".split()
)
HAN_GENERIC = re.compile(
    "映画|音楽|音乐|美術|行政|選挙|选举|特別|特别|国立|私立|公立|州立|市立|県立|总合|総合|地方|高等|最高|中央|自治|连邦|連邦|人民|国家|中级|中級|高级|高級|基层|初级|有关|相关"
    "|上市|科技|股份|投资|保险|證券|证券|该.|該.|本.|当.|當.|同.|各.|某.|两.|兩.|多.|全.|这.|這.|那.|每.|几.|一.|二.|三.|数.|數.|其.|新.|旧.|老.|大.|小."
)
# Two characters of which one only joins words: what stands before the suffix is no name.
HAN_PART = re.compile(
    ".[的了着在于於和与與或及是个個为為被把将將向从從对對以之也都就而但有无無不没這这那所其]|[的了着在于於和与與或及是为為被把将將向从從对對以之也都就而但].|[一二三四五六七八九十]+"
    "|[他她我你].|.[他她我你们們]"
)
OPENERS = frozenset(
    "additionally also although another answer based because besides both but during each either even every finally "
    "first "
    "furthermore generally here however if in instead it its lastly like many meanwhile more moreover most much "
    "neither "
    "next no nor not note nothing now often on once one only other others our out over overall perhaps please rather "
    "second several similarly simply since so some sometimes specifically still such sure then there therefore they "
    "third "
    "though three through thus to together too two under unlike until use using usually we what when where whether "
    "which "
    "while who why with within without yes yet you your according after again against all alternatively among an "
    "and any as at before below between by despite due for from given he her his how i she that the their these this "
    "those hello hi thanks unfortunately fortunately today yesterday tomorrow currently recently".split()
)
_KATAKANA = "[ァ-ヺー]"
_CALLED = (
    "株式会社|有限会社|合同会社|社(?![会員交])|さん|氏|様|先生|君|州|市(?!場)|国(?![際内])|県|島|川|山|湖|湾|半島|諸島|海峡|大学|高校|人(?![気口間])|語(?!句)"
    "|首相|大統領|監督|選手|教授|博士|銀行|王(?!者)|皇帝|将軍|大臣|議員|知事|社長|会長|病|症候群|条約|協定|法(?![的律人])|党(?!員)|軍|家(?![族庭])|城|寺|駅|通り"
)
KATAKANA_NAME = re.compile(
    rf"(?P<dotted>{_KATAKANA}+(?:[・＝]{_KATAKANA}+)+)"
    rf"|(?P<name>{_KATAKANA}{{2,}})(?={_CALLED})"
    rf"|(?:株式会社|有限会社|合同会社)(?P<after>{_KATAKANA}{{2,}})"
)
_HAN = "[㐀-鿿々]"
_SUFFIX = (
    "株式会社|有限会社|有限公司|股份公司|集团|集團|公司|会社|銀行|银行|大学|大學|学院|學院|高校|中学|中學|病院|医院|醫院|研究所|研究院|裁判所|法院|検察庁|检察院"
    "|省(?![略去钱錢电電エ])|県|府(?![中内])|市(?![场場民长長值盈面价價況内中])|区(?![别別分间間块塊域内画])|區(?![別分間塊域])|町(?![内中])|村(?![民长長内落])"
    "|县(?![长委城])|縣(?![長])|郡|州(?![長长])|島|岛(?![屿])|半島|半岛|湾|海峡|湖(?![面水])|川(?![の流])|河(?![流水道])|山(?![区頂顶])|駅|空港|机场|機場"
    "|教授|博士|総理|首相|总理|總理|总统|總統|大統領|主席(?![团團])|部长|部長|市长|市長|知事|省长|書記|书记|社長|会長|董事长"
    "|董事長|经理|監督|选手|選手|记者|記者(?!会)|律师|弁護士|法官|裁判官|議員|议员|大臣|将军|将軍|皇帝|天皇"
    "|法(?![律的人院官令定学學方])|条例|條例|条約|条约|規則|规则|协定|協定|党(?![员員的委])|局(?![面部限势勢长長])|庁(?!舎)|厅(?![长級级])|寺(?![院庙])|神社|城(?![市鎮镇])"
)
# 田村氏 is no village.
_CALLS = "氏|さん|さま|様|先生|女士|小姐|教授|監督|選手|社長|会長|知事|記者|裁判官"
HAN_NAME = re.compile(
    rf"(?P<stem>{_HAN}{{2,6}}?)(?:(?P<called>氏(?![名族])|さん|さま|様|先生|女士|小姐|法官|裁判官)|(?:{_SUFFIX})(?!{_CALLS}))"
)
# Places that are written without a suffix.
PLACES = re.compile(
    "中国|中國|美国|美國|米国|日本|韩国|韓国|韓國|朝鲜|北朝鮮|英国|英國|法国|法國|德国|德國|俄罗斯|俄羅斯|印度(?!尼|洋)|印度尼西亚|越南|泰国|泰國|马来西亚|新加坡"
    "|菲律宾|澳大利亚|新西兰|加拿大|墨西哥|巴西|阿根廷|智利|意大利|西班牙|葡萄牙|荷兰|比利时|瑞士|瑞典|挪威|丹麦|芬兰|波兰|捷克|匈牙利|奥地利|希腊|土耳其"
    "|以色列|伊朗|伊拉克|沙特|埃及|南非|尼日利亚|肯尼亚|乌克兰|巴基斯坦|阿富汗|台湾|台灣|香港|澳门|北京|上海|广州|深圳|天津|重庆|成都|武汉|南京|杭州|西安|台北|高雄"
    "|东京|東京|大阪|京都|横浜|名古屋|札幌|福岡|神戸|仙台|広島|沖縄|北海道|首尔|纽约|华盛顿|洛杉矶|伦敦|巴黎|柏林|莫斯科|罗马|马德里|悉尼|多伦多|欧洲|亚洲|非洲"
)
