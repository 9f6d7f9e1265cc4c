"""Who did what to whom is compared between texts of the same words, in English, Japanese and Chinese."""

import pytest

from vouched.text.comparing import tokens_of
from vouched.text.english_clauses import english_relations
from vouched.text.japanese_clauses import japanese_relations
from vouched.text.roles import agreement, may_exchange
from work import calls_of

SAME = [
    ("Acme acquired Beta.", "Beta was acquired by Acme."),
    ("The bank that the auditor warned dismissed the trustee.", "The bank dismissed the trustee."),
    ("The bank that the auditor warned dismissed the trustee.", "The auditor warned the bank."),
    ("The clerk forgot that the notary signed the deed.", "The notary signed the deed."),
    ("アクメ社がベータ社を買収した。", "ベータ社をアクメ社が買収した。"),
    ("アクメ社がベータ社を買収した。", "ベータ社はアクメ社に買収された。"),
    ("監査人が銀行に警告した管財人を解任した。", "監査人が管財人を解任した。"),
    ("甲公司收购了乙公司。", "乙公司被甲公司收购了。"),
    ("警察把小偷抓住了。", "小偷被警察抓住了。"),
]
OTHER = [
    ("Acme acquired Beta.", "Beta acquired Acme."),
    ("Acme acquired Beta.", "Acme was acquired by Beta."),
    ("The bank that the auditor warned dismissed the trustee.", "The auditor dismissed the trustee."),
    ("If the notary signed the deed, the buyer paid the seller.", "The buyer paid the seller."),
    ("The clerk believed the notary signed the deed.", "The clerk believed the notary."),
    ("The clerk signed the deed, or the notary paid the seller.", "The clerk signed the deed."),
    ("アクメ社がベータ社を買収した。", "ベータ社がアクメ社を買収した。"),
    ("アクメ社がベータ社を買収した。", "アクメ社はベータ社に買収された。"),
    ("監査人が銀行を訴えた場合、管財人が辞任した。", "監査人が銀行を訴えた。"),
    ("監査人が銀行か信託を訴えた。", "監査人が銀行を訴えた。"),
    ("監査人が銀行を訴えたという噂がある。", "監査人が銀行を訴えた。"),
    ("甲公司收购了乙公司。", "甲公司被乙公司收购了。"),
    ("警察把小偷抓住了。", "小偷把警察抓住了。"),
]


@pytest.mark.parametrize(("evidence", "claim"), SAME)
def test_another_order_of_the_same_roles_agrees(evidence: str, claim: str) -> None:
    """A passive, a scrambled order or a clause of its own says the same."""
    assert agreement(evidence, claim).roles == 1.0


@pytest.mark.parametrize(("evidence", "claim"), OTHER)
def test_other_roles_of_the_same_words_do_not(evidence: str, claim: str) -> None:
    """Exchanged roles, another subject, and what is only supposed are not what the passage says."""
    told = agreement(evidence, claim)

    assert told.roles is not None
    assert told.roles <= 0.5


def test_only_what_may_be_exchanged_has_to_be_compared() -> None:
    """Texts of one order and one voice exchange no roles; another order, a passive or Japanese may."""
    one, two, three = "Acme sued Beta.", "Beta sued Acme.", "Acme was sued by Beta."
    tokens = {text: tokens_of(text)[:1] + tokens_of(text)[-1:] for text in (one, two, three)}

    assert not may_exchange(one, tokens[one], one, tokens[one])
    assert may_exchange(one, tokens[one], two, tokens[two])
    assert may_exchange(one, tokens[one], three, tokens[three])
    assert may_exchange("猫が犬を追う", [], "猫を犬が追う", [])


def test_order_and_neighbours_are_shares() -> None:
    """The same text has full shares; one of which names were exchanged has less; too few words say nothing."""
    assert (
        agreement("Ann Lee plays Mary and Tom Hay plays Alex.", "Ann Lee plays Mary and Tom Hay plays Alex.").score == 1
    )
    assert agreement("Ann plays Mary, Tom plays Alex.", "Ann plays Alex, Tom plays Mary.").order < 1
    assert agreement("", "").score == 1
    assert agreement("rain", "snow").shared == 0


@pytest.mark.parametrize(
    "unit", ["who the bank ", "the bank paid and ", "銀行が", "銀行を訴えて", "被", "甲被乙把丙", "1 ", "あ", "、"]
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    """Hostile texts are bounded: twice the text takes at most about twice the work."""
    small, large = (calls_of(agreement, unit * size, unit * size)[1] for size in (400, 800))

    assert large < 3 * small + 2000


def test_relations_are_bounded() -> None:
    """However many clauses there are, at most 24 relations are read."""
    assert len(english_relations("the bank paid the trust, " * 100)) == 24
    assert len(japanese_relations("銀行が信託を訴えた。" * 100)) == 24
