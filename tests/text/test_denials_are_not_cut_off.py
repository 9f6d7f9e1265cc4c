"""What denies, bans or bounds a statement is not cut off: a quote, an extraction and an anchor keep it or are told."""

from __future__ import annotations

import pytest

from vouched import Citation, Document, Evidence, Finding, Quote, snap, verify
from vouched.checks.quotes import find_quote
from vouched.text.aligning import align
from vouched.text.denials import denial_at_end, denies

# The bar is where the quote begins.
CUT = """员工不得|申请远程办公
乙方不得|将房屋转租给第三人
乙方不得擅自|将房屋转租给第三人
任何人不得|在室内吸烟饮酒
员工不能|进入中心机房
员工不可|进入中心机房
员工不应|泄露公司信息
请不要|打开设备的后盖
申请人未|提交书面的材料
申请人无需|提交书面材料
严禁|携带宠物入内
嚴禁|攜帶寵物入內
禁止|酒后驾车上路
不准|酒后驾车上路
请勿|打开设备的后盖
罚款不超过|三千元人民币
至少|三十天书面通知
決して|部外者を入れてはならない
Only |adults may swim here.
Not more than |ten persons may stay.
No more than |ten persons may stay.
Tenants are prohibited from |keeping a dog here.
The lease prohibits |keeping a dog in the flat.
It is forbidden to |keep a dog in the flat.
The owner shall in no case be |liable for damages of guests.
The owner shall not be |liable for damages of guests.
The fee is at most |ten euros per day.
The lease ends unless |the tenant objects in writing.
The seller fails to |deliver the goods on time.
It is not true that |the drug is safe for children.
The drug is **not** |safe for children at all.
The drug is n\u200bot |safe for children at all.
The room takes up to |10 persons a day.
Members are not allowed to |bring in their guests.
It is unlikely that |the drug is safe for children.
It is unclear whether |the drug is safe for children.
公司没有义务|支付上述赔偿金
没有证据表明|该药对儿童安全
本产品不存在|侵犯他人专利的情形
从未有人说过|该药对儿童安全""".splitlines()


@pytest.mark.parametrize("row", CUT)
def test_a_quote_that_begins_behind_a_denial_is_a_finding(row: str) -> None:
    """As a typed quote, in JSON or in prose, it is `cut_quote`; the finding shows the words that it left out."""
    before, typed = row.split("|")
    found = find_quote(Citation(document="1", typed=typed), Evidence.of([before + typed]))
    assert isinstance(found, Finding)
    assert found.code == "cut_quote"
    assert verify(f"It says “{typed}” [1].", [before + typed]).status != "released"


@pytest.mark.parametrize("row", CUT)
def test_an_anchor_behind_a_denial_gives_the_whole_sentence(row: str) -> None:
    """What an anchor releases has the denial, or nothing is released."""
    before, anchor = row.split("|")
    found = snap(anchor, before + anchor)
    assert found.quote is None or found.quote.text == before + anchor


@pytest.mark.parametrize("row", CUT)
def test_an_extraction_behind_a_denial_does_not_stand(row: str) -> None:
    """The aligner knows the same words."""
    before, text = row.split("|")
    assert not align(Document(id="1", text=before + text), text).stands


@pytest.mark.parametrize(
    "row",
    """当社が損害を賠償する|義務はない。
契約が解除された|という事実は認められない。
本製品は安全である|とは言えない。
払い戻しを請求する|ことはできない。""".splitlines(),
)
def test_a_japanese_statement_before_its_denial_does_not_stand(row: str) -> None:
    """What ends as a sentence ends and is denied behind is not what the document says; the noun in it is a noun."""
    text, after = row.split("|")
    assert not align(Document(id="1", text=text + after), text).stands
    assert align(Document(id="1", text=text + after), text[:2]).stands


@pytest.mark.parametrize(
    ("text", "typed", "released"),
    [
        ("館内での喫煙を禁ずる。", "館内での喫煙", "館内での喫煙を禁ずる。"),
        ("館内での喫煙は、固く禁止します。", "館内での喫煙", "館内での喫煙は、固く禁止します。"),
        ("罰金は一〇〇万円以下とする。", "罰金は一〇〇万円", "罰金は一〇〇万円以下"),
        ("罰金は一〇〇万円未満とする。", "罰金は一〇〇万円", "罰金は一〇〇万円未満"),
        ("罰金は一〇〇万円以上とする。", "罰金は一〇〇万円", "罰金は一〇〇万円以上"),
        ("料金が5000円を超えるとき", "料金が5000円", "料金が5000円を超える"),
        ("館内で動物を飼育してはならない。", "館内で動物を飼育", "館内で動物を飼育してはならない。"),
        ("館内で動物を飼育することができない。", "館内で動物を飼育する", "館内で動物を飼育することができない。"),
        ("室内吸烟是被禁止的。", "室内吸烟", "室内吸烟是被禁止的。"),
        ("年满十八岁以上者可以参加。", "年满十八岁", "年满十八岁以上"),
    ],
)
def test_what_bounds_or_bans_behind_a_quote_comes_back(text: str, typed: str, released: str) -> None:
    """In Chinese and Japanese the quote is released with it, and the repair says so."""
    outcome = verify(f"「{typed}」[1]。", [text])
    assert outcome.value == f"「{released}」[1]。"
    assert [repair.code for repair in outcome.repairs] == ["quote_completed"]


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("The room is for ten persons or more.", "The room is for ten persons"),
        ("Keeping a dog is strictly prohibited.", "Keeping a dog"),
        ("Notice is given in thirty days at the latest.", "Notice is given in thirty days"),
    ],
)
def test_an_english_quote_that_ends_before_its_bound_is_a_finding(text: str, typed: str) -> None:
    """English is not completed: the quote leaves out what turns it."""
    found = find_quote(Citation(document="1", typed=typed), Evidence.of([text]))
    assert isinstance(found, Finding)
    assert found.code == "cut_quote"


@pytest.mark.parametrize(
    "row",
    """甲乙双方应当区别|对待不同的情况
甲方应当解除|双方签订的合同
被告人被判处监禁|三年并处罚金
公司应当分别|承担各自的责任
书面契约|三十天之后生效
這裡有三只|小狗和一只小猫
不仅|提供住宿而且提供早餐
書類を|提出しなければならない
The notice |must be given in writing.
The member from |the north may vote.
Payment is due to |the landlord in May.
He lives over |the shop in town.
There is none.\n\n|The tenant may sublet.
The answer is no. |The tenant may sublet.""".replace("\n\n|", "\r\r|").split("\n"),
)
def test_a_quote_behind_an_ordinary_word_stands(row: str) -> None:
    """Words that look like denials (监禁, 区别, 三只), a stop and a blank line part nothing."""
    before, typed = row.replace("\r", "\n").split("|")
    assert isinstance(find_quote(Citation(document="1", typed=typed), Evidence.of([before + typed])), Quote)


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("House rules of the\nguests, who may not\nkeep a dog in the flat\nat night.", "keep a dog in the flat"),
        ("The tenant may sublet the flat\nonly with consent.\n", "may sublet the flat"),
        ("入住者不得\n携带宠物进入大楼", "携带宠物进入大楼"),
    ],
)
def test_a_line_break_parts_no_denial_from_its_statement(text: str, anchor: str) -> None:
    """The slice of an anchor goes on to the line that turns it."""
    found = snap(anchor, text)
    assert found.quote is not None
    assert denies(found.quote.text)


def test_a_line_of_an_endless_sentence_is_no_way_around() -> None:
    """Where a sentence is too long and its line begins behind a denial, the anchor is refused."""
    text = f"{'and so on, ' * 50} the guests may not\nkeep a dog in the flat,\n{'and more of it, ' * 400}."
    assert snap("keep a dog in the flat", text, max_length=400).reason == "too_long"


def test_denials_are_found_in_bounded_time_and_told() -> None:
    """A long run of denials is cheap, and a ban under an ellipsis is one."""
    assert denial_at_end("not be " * 100_000, "liable") is not None
    assert denial_at_end(" " * 100_000, "liable") is None
    assert denies("which is prohibited")
    assert denies("严禁")
    assert not denies("which is allowed")


@pytest.mark.parametrize("name", ["Acme Corp", "Globex International Holdings GmbH", "the tenant"])
def test_a_name_before_a_denied_verb_is_a_name(name: str) -> None:
    """What is said of somebody denies nothing of the name itself."""
    text = f"Here {name} must not ship before May."
    assert isinstance(find_quote(Citation(document="1", typed=name), Evidence.of([text])), Quote)
