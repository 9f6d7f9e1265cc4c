"""Stances, bounds and antonyms are read alike in three languages, and only what both texts speak of is compared."""

import pytest

from vouched.text.comparing import tokens_of
from vouched.text.english_stances import english_stances
from vouched.text.number_bounds import number_bounds
from vouched.text.opposites import opposites, read
from vouched.text.spaceless_stances import chinese_stances, japanese_stances
from vouched.text.stances import Kind, conflict, denied
from work import calls_of


@pytest.mark.parametrize(
    ("text", "anchor", "kind"),
    [
        ("The guest must not visit.", "visit", "forbids"),
        ("The guest need not pay.", "pay", "exempts"),
        ("No guest may visit.", "visit", "forbids"),
        ("Guests are entitled to park.", "park", "permits"),
        ("Not all rooms have windows.", "room", "some"),
        ("The guest cannot park.", "park", "forbids"),
        ("The guest did not pay.", "pay", "denies"),
    ],
)
def test_english_stances(text: str, anchor: str, kind: str) -> None:
    """Modal verbs, bans and quantifiers are read with the word that they are about."""
    assert (anchor, kind) in {(each.anchor, each.kind) for each in english_stances(text)}


@pytest.mark.parametrize(
    ("text", "anchor", "kind"),
    [
        ("客は喫煙してはならない。", "喫煙", "forbids"),
        ("客は駐車してもよい。", "駐車", "permits"),
        ("客は精算しなければならない。", "精算", "obliges"),
        ("客は精算しなくてもよい。", "精算", "exempts"),
        ("喫煙は禁止されている。", "喫煙", "forbids"),
        ("客は到着しなかった。", "到着", "denies"),
        ("一部の客室", "客室", "some"),
    ],
)
def test_japanese_stances(text: str, anchor: str, kind: str) -> None:
    """Endings are read with the stem before them."""
    assert (anchor, kind) in {(each.anchor, each.kind) for each in japanese_stances(text)}


@pytest.mark.parametrize(
    ("text", "anchor", "kind"),
    [
        ("客人不得吸烟。", "吸烟", "forbids"),
        ("客人可以停车。", "停车", "permits"),
        ("客人应当付款。", "付款", "obliges"),
        ("客人无需付款。", "付款", "exempts"),
        ("供应商没有按时付款。", "付款", "denies"),
        ("部分客房", "客房", "some"),
    ],
)
def test_chinese_stances(text: str, anchor: str, kind: str) -> None:
    """Marks are read with the two characters after them, adverbs left out."""
    assert (anchor, kind) in {(each.anchor, each.kind) for each in chinese_stances(text)}


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("no fewer than 12 units", ">="),
        ("12 units or less", "<="),
        ("under 12 units", "<"),
        ("12台以上", ">="),
        ("12台未満", "<"),
        ("12台を超える", ">"),
        ("不少于12台", ">="),
        ("12台以内", "<="),
        ("超过12台", ">"),
    ],
)
def test_bounds(text: str, sense: str) -> None:
    """Before or after its number, a bound has one of four senses."""
    assert [(each.number, each.sense) for each in number_bounds(text, tokens_of(text))] == [("#12", sense)]


def test_a_denial_is_its_own_inverse_but_for_what_is_counted() -> None:
    """Twice not is what it was; duty and permission are denied to their opposites; nothing conflicts with itself."""
    kinds: tuple[Kind, ...] = ("states", "denies", "obliges", "permits", "forbids", "exempts")

    assert all(denied(denied(kind)) == kind for kind in kinds)
    assert not any(conflict(kind, kind) for kind in kinds)


def test_a_claim_is_compared_only_with_what_speaks_of_the_same() -> None:
    """A sentence that shares too little tells nothing, and a text never contradicts itself."""
    claim = read("The gate must not be opened at night.")

    assert opposites(read("The gate must be opened at night."), claim)
    assert not opposites(read("The lid must be opened by the owner on Sundays."), claim)
    assert not opposites(claim, claim)


@pytest.mark.parametrize(
    "unit", ["not ", "must not all ", "at least 5 ", "ない", "てはならない", "不得", "所有没有", "増加減少", "9", " "]
)
def test_work_is_bounded(unit: str) -> None:
    """Of a text of any length 2,000 characters are read: a longer one takes no more work."""
    small = calls_of(lambda: opposites(read(unit * 2000), read(unit * 2000 + "x")))[1]
    large = calls_of(lambda: opposites(read(unit * 9000), read(unit * 9000 + "x")))[1]

    assert large < 1.2 * small + 2000
