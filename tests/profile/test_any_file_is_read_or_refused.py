"""Promises about files that are nearly profiles: each is read, or refused with its place, and nothing else happens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from structure.tree import SOURCE
from vouched import Guard, load_profile
from vouched.errors import ProfileError, UsageError
from vouched.profile import PROFILES

TEXTS = [(SOURCE / "profiles" / f"{name}.toml").read_text(encoding="utf-8") for name in PROFILES]
PIECES = (
    "= . , [ ] { } [[ ]] \" ' \"\"\" ''' # \n 5 -1 1.5 true nan inf 1979-05-27 [] {} {a=1} [1,[2]] x.y=1 name= "
    "[checks] [[checks]] [checks.quotes] [[wording.en]] [policy.authority] [wording] [wording.en.hints] "
    "{hints} {x} \ufeff \u2028"
).split(" ")


def outcome(path: Path) -> str:
    """Return "read", or the message of a refusal; a profile that was read makes a guard in each of its languages."""
    try:
        profile = load_profile(path)
    except ProfileError as error:
        return str(error)
    for language in profile.languages:
        Guard(lambda _: "", profile=profile, language=language, judge=lambda _: "")
    return "read"


@given(
    text=st.sampled_from(TEXTS),
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(PIECES)), max_size=3),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_read_or_refused(text: str, cuts: list[tuple[float, int, str]], tmp_path: Path) -> None:
    """Whatever is cut out of a shipped file and put in its place, a refusal names the file and a line that it has."""
    for place, length, piece in cuts:
        at = int(place * len(text))
        text = text[:at] + piece + text[at + length :]
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    said = outcome(path)

    line = re.match(rf"{re.escape(str(path))}:(\d+): ", said)
    assert said == "read" or (line is not None and 1 <= int(line[1]) <= text.count("\n") + 2)


VALUES: list[Any] = [
    "5",
    "-1",
    "1.5",
    "nan",
    "true",
    '""',
    '"x"',
    "[]",
    "[1]",
    '["x"]',
    "{}",
    "{ a = 1 }",
    "07:32:00",
    "[[{}]]",
]
KEYS = (
    "name description languages language max_retries tokens seconds checks policy wording checks.quotes checks.critic "
    "checks.quotes.max_length checks.allowlist.hosts checks.allowlist.schemes checks.manifest.entries "
    "checks.critic.canaries checks.critic.judge checks.confidence.at_least checks.citations.suffices "
    "policy.authority policy.require policy.silent policy.authority.x wording.en wording.en.hints"
).split()


@pytest.mark.parametrize("key", KEYS)
def test_any_value_of_any_key_is_read_or_refused(key: str, tmp_path: Path) -> None:
    """Each key with each kind of value: what is read makes a guard, what is refused is refused at this key's line."""
    path = tmp_path / "mine.toml"
    for value in VALUES:
        named = "" if key == "name" else 'name = "x"'
        path.write_text(f"{named}\n\n{key} = {value}\n", encoding="utf-8")
        try:
            said = outcome(path)
        except UsageError as error:
            # A judge of another name than the guard's is a matter of the two, not of the file.
            said = "read" if str(error).startswith("judge: ") else f"guard: {error}"
        assert said == "read" or said.startswith(f"{path}:3: "), (value, said)
