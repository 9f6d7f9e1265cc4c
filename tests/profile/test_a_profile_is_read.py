"""Promises about reading a profile: what fits is read whole, what does not is refused with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vouched import Policy, Profile, load_profile, profile_named
from vouched.checks import AllowList, Citations, Critic, Quotes
from vouched.errors import ProfileError, UsageError
from vouched.profile import profile_of

WORDING = """
[wording.en]
system = "Answer."
critic = "Judge."
reask = "Mend:\\n{hints}"
fallback = "No answer."
"""
WHOLE = f"""
name = "tenancy"
description = "Questions of tenants."
max_retries = 1
tokens = 9000
seconds = 30

[checks]
quotes.max_length = 500
citations = {{ at_least = 1 }}

[checks.allowlist]
hosts = ["www.example.org", "*.example.net"]

[policy]
silent = "hold"
require = ["quotes"]
authority."*" = "filter"
{WORDING}
[wording.en.hints]
"quotes/weak_quote" = "{{where}}: quote more."
"""
NAMED = 'name = "x"\n'
# A file's text, and what is said of it.
FAULTS = [
    ("", "1: expected the key name, saw none"),
    ("name = 5", "1: name: expected a text, saw 5"),
    ('nmae = "x"', "1: nmae: expected one of name, description, "),
    (NAMED + "max_retries = 2.5", "2: max_retries: expected a whole number, saw 2.5"),
    (NAMED + "max_retries = -1", "2: max_retries: expected a whole number from 0, saw -1"),
    (NAMED + "tokens = true", "2: tokens: expected a whole number, saw True"),
    (NAMED + "seconds = nan", "2: seconds: expected a number above 0 and below 1e9, saw nan"),
    (NAMED + 'languages = [\n"en",\n"fr"]', "4: languages[1]: expected one of en, ja, zh, saw 'fr'"),
    (NAMED + 'languages = "en"', "2: languages: expected a list, saw 'en'"),
    (NAMED + "languages = []", "2: languages: expected at least one language, saw none"),
    (NAMED + 'language = "fr"', "2: language: expected one of en, ja, zh, saw 'fr'"),
    (NAMED + 'languages = ["en"]\nlanguage = "ja"', "3: language: expected one of en, saw 'ja'"),
    (NAMED + "checks = 5", "2: checks: expected a table, saw 5"),
    (NAMED + "[checks]", "2: checks: expected at least one of allowlist, "),
    (NAMED + "[checks.citation]", "2: checks.citation: expected one of allowlist, citations, "),
    (NAMED + "[checks]\nquotes = 5", "3: checks.quotes: expected a table of settings, saw 5"),
    (NAMED + '[checks.quotes]\n\nmax_length = "5"', "4: checks.quotes.max_length: expected a whole number, saw '5'"),
    (NAMED + "checks.quotes.max = 5", "2: checks.quotes.max: expected one of max_length, saw 'max'"),
    (
        NAMED + "[checks]\nconfidence = { required = true, at_least = 2 }",
        "3: checks.confidence.at_least: expected a number from 0 to 1, saw 2.0",
    ),
    (
        NAMED + '[checks.allowlist]\nhosts = [\n"who.int",\n"https://x.y/",\n]',
        "5: checks.allowlist.hosts[1]: expected a host without scheme or path, such as www.who.int, saw https://x.y/",
    ),
    (NAMED + '[checks.allowlist]\nhosts = ["a.org",\n5]', "4: checks.allowlist.hosts[1]: expected a text, saw 5"),
    (NAMED + "[checks.manifest]", "2: checks.manifest: expected the setting entries, saw none"),
    (
        NAMED + '[checks.critic]\nsystem = " "',
        "3: checks.critic.system: expected a system text and canaries that are not blank, saw ' '",
    ),
    (NAMED + "policy = 5", "2: policy: expected a table, saw 5"),
    (NAMED + '[policy]\nexausted = "stop"', "3: policy.exausted: expected one of authority, exhausted, "),
    (NAMED + '[policy]\nexhausted = "go"', "3: policy.exhausted: expected one of stop, hold, fallback, saw 'go'"),
    (
        NAMED + '[policy.authority]\n"*" = "reask"\n"quotes/*" = "re"',
        "4: policy.authority.\"quotes/*\": expected one of audit, filter, reask, fallback, hold, stop, saw 're'",
    ),
    (
        NAMED + '[policy]\nrequire = ["critic"]',
        "3: policy.require: expected one of citations, quotes, allowlist, saw 'critic'",
    ),
    (NAMED + 'wording = "x"', "2: wording: expected a table, saw 'x'"),
    (NAMED + "[wording.fr]", "2: wording.fr: expected one of en, ja, zh, saw 'fr'"),
    (
        NAMED + '[wording.en]\nsystem = "Answer."',
        "2: wording.en: expected the texts system, critic, reask, fallback, saw none for critic",
    ),
    (NAMED + WORDING + 'thanks = "x"', "8: wording.en.thanks: expected one of system, critic, "),
    (
        NAMED + WORDING.replace('"Judge."', "5"),
        "5: wording.en.critic: expected a text that is not blank, saw 5",
    ),
    (
        NAMED + WORDING.replace("{hints}", "{hint}"),
        "6: wording.en.reask: line 2, column 1: expected one of {hints}, {claims}, {draft}, {errors}, {attempt}, ",
    ),
    (NAMED + WORDING.replace("{hints}", ""), "6: wording.en.reask: expected the slot {hints}, saw a text without it"),
    (
        NAMED + WORDING + 'hints."quotes/weak_quote" = "{who}"',
        '8: wording.en.hints."quotes/weak_quote": line 1, column 1: expected one of {where}, {ids}, {check}, {code}, ',
    ),
    (NAMED + WORDING + 'hints.quotes = "x"', '8: wording.en.hints.quotes: expected "check/code" or "*", saw '),
    ('languages = ["en", "ja"]\n' + NAMED + WORDING, "1: languages[1]: expected the texts [wording.ja], saw none"),
    ('languages = ["ja"]\n' + NAMED + WORDING, "1: languages[0]: expected the texts [wording.ja], saw none"),
    (NAMED + "\nmax_retries 5", "3: expected TOML, saw: "),
    (NAMED + 'description = "', "2: expected TOML, saw: "),
]


def written(folder: Path, text: str) -> Path:
    """Return the file of a profile with this text."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    """Every key arrives: the checks in the order of the file, and what it leaves out as it is by default."""
    profile = load_profile(written(tmp_path, WHOLE))

    assert (profile.name, profile.max_retries, profile.tokens, profile.seconds) == ("tenancy", 1, 9000, 30)
    assert (profile.languages, profile.language) == (("en",), "en")
    hosts = ("www.example.org", "*.example.net")
    assert profile.checks_in("en") == (Quotes(max_length=500), Citations(at_least=1), AllowList(hosts=hosts))
    assert profile.policy == Policy(silent="hold", require=("quotes",), authority={"*": "filter"})
    assert profile.wording["en"].reask == "Mend:\n{hints}"
    assert profile.wording["en"].hints == {"quotes/weak_quote": "{where}: quote more."}


def test_a_name_alone_is_a_profile(tmp_path: Path) -> None:
    """What a file does not say is as it is without a profile, in all shipped languages."""
    assert load_profile(written(tmp_path, NAMED)) == Profile(name="x")
    assert Profile(name="x").checks_in("ja") == (Citations(), Quotes(), AllowList())


def test_the_first_language_is_the_default_one(tmp_path: Path) -> None:
    """A profile that speaks one language needs to name it once."""
    assert load_profile(written(tmp_path, NAMED + WORDING.replace(".en", ".zh"))).language == "zh"


@pytest.mark.parametrize(("text", "said"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_told_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    """The message has file, line and key, what was expected and what was seen, and is one bounded line."""
    path = written(tmp_path, text)
    with pytest.raises(ProfileError) as raised:
        load_profile(path)

    assert str(raised.value).startswith(f"{path}:{said}")
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 1000


@pytest.mark.parametrize("deep", ["a = " + "[" * 5000, "a = " + "{a=" * 5000])
def test_deep_nesting_is_a_fault(deep: str, tmp_path: Path) -> None:
    """Brackets nested by the thousand end the reading, not the program."""
    with pytest.raises(ProfileError, match=r"mine\.toml:[0-9]+: expected TOML"):
        load_profile(written(tmp_path, deep))


def test_what_is_no_file_of_text_is_a_fault(tmp_path: Path) -> None:
    """A missing file, a folder, a name that no file can have, bytes that are not UTF-8, and too many bytes."""
    for path in (tmp_path, tmp_path / "none.toml", "a\0b.toml"):
        with pytest.raises(ProfileError, match="expected a readable file, saw "):
            load_profile(path)
    path = tmp_path / "mine.toml"
    path.write_bytes(b'name = "x"\n\n# \xe9\n')
    with pytest.raises(ProfileError, match=r"mine\.toml:3: expected UTF-8, saw the byte 0xe9"):
        load_profile(path)
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(ProfileError, match="expected at most 1000000 bytes"):
        load_profile(path)


def test_a_profile_is_named_or_a_file(tmp_path: Path) -> None:
    """A Path or a text that ends in .toml is a file, any other text a shipped name, and no other name is shipped."""
    path = written(tmp_path, NAMED)

    assert profile_of(path) == profile_of(str(path)) == profile_of(Profile(name="x"))
    assert profile_of("medical") == profile_named("medical")
    for name in ("medcal", "", "../general", 5, None):
        with pytest.raises(UsageError, match="expected one of finance, general, legal-ja, medical, or a file"):
            profile_of(name)  # type: ignore[arg-type]


def test_a_profile_of_ones_own_making_is_checked_when_it_is_used() -> None:
    """Checks and settings that do not exist, or do not fit, are refused also in a profile that no file holds."""
    wrong: list[dict[str, Any]] = [
        {"citation": {}},
        {"quotes": {"max": 5}},
        {"quotes": {"max_length": "5"}},
        {"manifest": {}},
    ]
    for checks in wrong:
        with pytest.raises(UsageError, match="checks"):
            Profile(name="x", checks=checks).checks_in("en")


def test_the_critic_speaks_the_text_of_its_language() -> None:
    """The text `critic` is the system text of the check, unless its settings have one."""
    profile = profile_named("medical")
    (japanese,) = [check for check in profile.checks_in("ja") if isinstance(check, Critic)]
    own = profile.but(checks={"critic": {"system": "Mine."}})

    assert japanese.system == profile.wording["ja"].critic
    assert own.checks_in("ja") == (Critic(system="Mine."),)
