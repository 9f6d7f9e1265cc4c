"""A sentence that denies or forbids what another states is told from one that says the same in other words."""

from __future__ import annotations

import pytest

from vouched import verify
from vouched.checks import Supported
from vouched.text.turned import is_turned

TURNED = [
    ("Revenue did not fall 12% in 2024.", "Revenue fell 12% in 2024 because of lower volumes."),
    ("Revenue failed to rise.", "Revenue rose by 3% in the year."),
    ("Smoking is permitted on the balcony.", "Smoking is prohibited on the balcony."),
    ("ペットを飼うことができます。", "ペットの飼育は禁止されています。"),
    ("喫煙は許可されています。", "喫煙はご遠慮ください。"),
    ("可以在阳台吸烟。", "阳台严禁吸烟。"),
    ("租客不得饲养宠物。", "租客可以饲养宠物。"),
]
ALIKE = [
    ("Pets are not permitted.", "Pets are not allowed in the flat."),
    ("Pets are prohibited.", "Pets are not allowed in the flat."),
    ("ペットは飼えません。", "ペットの飼育は禁止されています。"),
    ("不允许养宠物。", "不得饲养宠物。"),
    ("Revenue fell 12%.", "Revenue fell 12% in 2024 because of lower volumes."),
    ("volumes were lower", "It was not expected, but volumes were lower than before."),
]


@pytest.mark.parametrize(("claim", "text"), TURNED)
def test_what_turns_a_sentence_is_seen(claim: str, text: str) -> None:
    """Denials and prohibitions against what is stated or allowed are turned, in both directions."""
    assert is_turned(claim, [text])
    assert is_turned(text, [claim])


@pytest.mark.parametrize(("claim", "text"), ALIKE)
def test_what_says_the_same_is_not_turned(claim: str, text: str) -> None:
    """Two that both deny, both state, or of which one stands in the other, are not turned."""
    assert not is_turned(claim, [text])


@pytest.mark.parametrize(("claim", "text"), TURNED)
def test_a_turned_claim_is_never_supported(claim: str, text: str) -> None:
    """However much a claim shares with its best passage, `support` does not carry it where it is turned."""
    outcome = verify(claim, {"doc": text}, checks=[Supported()])

    assert [each.judgement for each in outcome.claims] != ["supported"]
    assert not [support for verdict in outcome.verdicts for support in verdict.supports]
