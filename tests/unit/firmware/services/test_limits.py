"""What an owner may choose: each rule at its edges, and never an exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.games.block import odds
from pingware.shared import limits

RULES = [
    limits.LEVEL,
    limits.SWITCH,
    limits.PROFILE,
    limits.CELL_KIND,
    limits.WEIGHTS,
    limits.SEED,
]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=9,
)


@given(ANYTHING)
def test_every_rule_answers_true_or_false_about_anything(value) -> None:
    for is_right, words in RULES:
        assert is_right(value) in (True, False)
        assert words


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        (limits.LEVEL, [0, 10], [-1, 11, 5.0, True, "5", None]),
        (limits.SWITCH, [True, False], [0, 1, None, "true"]),
        (limits.PROFILE, ["manual", "junior", "custom"], ["Manual", "", None, ["manual"]]),
        (limits.CELL_KIND, list(limits.CELLS), ["3xAAA", None, 3]),
        (
            limits.WEIGHTS,
            [[0, 0, 0, 1], [1] * 9, [100_000, 0, 0, 0]],
            [[1] * 3, [0] * 4, (1,)],
        ),
        (
            limits.WEIGHTS,
            [[99_999, 1, 0, 0]],
            [[100_000, 1, 0, 0], [1, 1, 1, True]],
        ),
        (limits.SEED, [None, 0, 2**32 - 1], [-1, 2**32, True, "1", 1.0]),
    ],
)
def test_edges(rule, right, wrong) -> None:
    assert all(rule[0](value) for value in right)
    assert not any(rule[0](value) for value in wrong)


@given(st.lists(st.integers(-2, 40_000), max_size=10))
def test_weights_are_right_for_the_link_exactly_when_the_game_can_use_them(weights) -> None:
    try:
        odds.weights_of("custom", weights)
    except ValueError:
        usable = False
    else:
        usable = True
    assert limits.is_weights(weights) == usable
