"""The model of support is data, monotone, and says the same everywhere."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vouched.documents import Evidence
from vouched.text.following import follows, support_model
from vouched.text.support_signals import SIGNALS

values = st.lists(st.floats(0, 8), min_size=len(SIGNALS), max_size=len(SIGNALS))


def test_no_weight_speaks_for_a_claim() -> None:
    """No weight is below 0, and the model lists the sets that it was trained on."""
    model = support_model()

    assert all(weight >= 0 for weight in model.weights)
    assert 0 < model.threshold < 1
    assert not {"ragtruth_qa", "financebench", "faithbench"} & set(model.trained_on)


@given(one=values, more=values)
def test_more_against_a_claim_never_helps_it(one: list[float], more: list[float]) -> None:
    """A claim with more of any signal is at least as doubtful."""
    model = support_model()

    assert model.doubt(tuple(one)) <= model.doubt(tuple(a + b for a, b in zip(one, more, strict=True)))


def test_a_probability_is_the_same_on_every_machine() -> None:
    """A probability is that of known signals, to six digits."""
    told = follows("The clinic opened in 1998.", Evidence.of(["The clinic opened in 1998."]))

    assert told.probability == round(1 - support_model().doubt((0.0,) * len(SIGNALS)), 6)
