"""A profile is read whole or not at all: what is wrong is named with its line, and nothing takes its place."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from vouched.errors import ProfileError
from vouched.facts.agent import FactAgent
from vouched.facts.profile import facts_profile, read_profile
from vouched.stores.facts import open_facts

GOOD = """\
[company]
name = "ACME"
home = "GROUP"

[entities.GROUP]
synonyms = ["group"]

[entities.HK]
synonyms = ["HK"]
part_of = "GROUP"

[metrics.REVENUE]
synonyms = ["revenue"]
unit = "USD_M"
"""


def test_a_small_profile_is_enough() -> None:
    """Company, entities and metrics are all that is needed; the rest has defaults of its own, none of another's."""
    profile = read_profile(GOOD.encode(), "acme.toml")

    assert profile.parts_of("GROUP") == ("HK",)
    assert (profile.total, profile.channels, profile.competitors) == ("TOTAL", {}, {})


@pytest.mark.parametrize(
    ("changed", "line", "told"),
    [
        (("[company]", "[compny]"), 1, "compny"),
        (('home = "GROUP"', 'home = "NOWHERE"'), 3, "NOWHERE"),
        (('home = "GROUP"', 'hom = "GROUP"'), 3, "hom"),
        (('unit = "USD_M"', 'unit = "furlongs"'), 14, "furlongs"),
        (('unit = "USD_M"', ""), 12, "unit"),
        (('unit = "USD_M"', 'unit = "USD_M"\ngrain = ["year"]'), 15, "grain"),
        (('unit = "USD_M"', 'unit = "USD_M"\ngrains = ["fortnight"]'), 15, "fortnight"),
        (('part_of = "GROUP"', 'part_of = "MOON"'), 10, "MOON"),
        (('part_of = "GROUP"', 'part_of = "HK"'), 8, "HK"),
        (('synonyms = ["HK"]', 'synonyms = ["Group"]'), 8, "Group"),
        (('synonyms = ["HK"]', 'synonyms = "HK"'), 9, "synonyms"),
        (('synonyms = ["HK"]', 'synonyms = [" "]'), 9, "' '"),
        (("[metrics.REVENUE]", '[competitors]\n"Rival" = ["HK"]\n[metrics.REVENUE]'), 13, "HK"),
        (("[metrics.REVENUE]", '[competitors]\n"Rival" = []\n[metrics.REVENUE]'), 13, "Rival"),
        (("[metrics.REVENUE]", "[calendar]\nstart_month = 13\n[metrics.REVENUE]"), 1, "13"),
        (("[metrics.REVENUE]", "[metrics.REVENUE"), 12, "TOML"),
        (('synonyms = ["HK"]', 'synonyms = ["HK"]\nlabel = "Group"'), 10, "Group"),
        (("[metrics.REVENUE]", '[ambiguous]\n"top line" = ["REVENUE"]\n[metrics.REVENUE]'), 13, "at least two codes"),
        (("[metrics.REVENUE]", '[ambiguous]\n"top" = ["REVENUE", "NONE"]\n[metrics.REVENUE]'), 13, "NONE"),
        (("[metrics.REVENUE]", '[ambiguous]\n"top" = ["REVENUE", "HK"]\n[metrics.REVENUE]'), 13, "REVENUE, HK"),
        (("[metrics.REVENUE]", '[ambiguous]\n"hk" = ["HK", "GROUP"]\n[metrics.REVENUE]'), 13, "no name of HK"),
        (("[metrics.REVENUE]", '[ambiguous]\n"hk" = "HK"\n[metrics.REVENUE]'), 13, "array"),
        (("[metrics.REVENUE]", "[sensitivity]\nlevels = []\n[metrics.REVENUE]"), 13, "levels"),
    ],
    ids=lambda each: str(each)[:50],
)
def test_what_is_wrong_is_named_with_its_line(changed: tuple[str, str], line: int, told: str) -> None:
    """A misspelt key, a code or unit that does not exist, and a name that means two things are errors."""
    text = GOOD.replace(*changed)

    with pytest.raises(ProfileError) as raised:
        read_profile(text.encode(), "acme.toml")
    assert str(raised.value).startswith("acme.toml:")
    assert told in str(raised.value)
    if line > 1:
        assert abs(int(str(raised.value).split(":")[1]) - line) <= 2, str(raised.value)


def test_a_word_of_two_meanings_is_asked_back() -> None:
    """A word that is declared to mean several codes is asked about, with these as options, and none is chosen."""
    declared = '[ambiguous]\n"income" = ["REVENUE", "PROFIT"]\n'
    profit = '[metrics.PROFIT]\nunit = "USD_M"\n'
    profile = read_profile(f"{declared}{profit}{GOOD}".encode(), "acme.toml")
    with open_facts(":memory:") as store:
        answer = FactAgent(profile, store).ask("HK income in 2025", today=date(2026, 6, 12))

    assert (answer.status, answer.reason) == ("asked", "metric_unclear")
    assert answer.options == ("REVENUE", "PROFIT")


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    """A profile that is not there is named, and no other is used."""
    with pytest.raises(ProfileError, match=r"none\.toml"):
        facts_profile(tmp_path / "none.toml")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"", b"[" * 100_000, b"a = 1\n" * 10])
def test_bytes_of_any_kind_are_an_error(data: bytes) -> None:
    """What is no profile is a ProfileError."""
    with pytest.raises(ProfileError):
        read_profile(data, "x.toml")


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[2]).glob("examples/facts/*.toml")), ids=lambda path: path.name
)
def test_the_shipped_example_is_a_profile(path: Path) -> None:
    """The example company has labels in three languages for all that it names."""
    profile = facts_profile(path)

    for items in (profile.entities, profile.metrics, profile.channels):
        for item in items.values():
            assert not isinstance(item.label, str)
            assert set(item.label) == {"en", "ja", "zh"}
