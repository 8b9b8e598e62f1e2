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
    limits.MOTION,
    limits.RUN_S,
    limits.PLAYERS,
    limits.NAMES,
    limits.SERVO,
    limits.RUN,
    limits.PLAYER,
    limits.SCORE_STEP,
    limits.ANGLE,
    limits.CALIBRATION_END,
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
        (
            limits.CELL_KIND,
            ["3xaaa", "2xaaa", "3xnimh", "2xnimh", "1xaaa_boost"],
            ["3xAAA", "1xaaa", "", None, 3],
        ),
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
        (limits.WEIGHTS, [[1, 0, 0, 0]], [[2, -1, 0, 0], [0] * 9, [1] * 5, [1] * 10, None]),
        (limits.SEED, [None, 0, 4_294_967_295], [-1, 4_294_967_296, True, "1", 1.0]),
        (limits.MOTION, ["slow", "normal", "fast", "surprise"], ["Fast", "", None, 1]),
        (
            limits.RUN_S,
            [[5, 5], [5, 60], [60, 60]],
            [[4, 20], [20, 61], [21, 20], [20], [5.0, 20]],
        ),
        (limits.RUN_S, [[20, 20]], [[20, 20, 20], [20, True], (20, 20), 20, None]),
        (limits.PLAYERS, [0, 2, 3, 4], [1, 5, -1, True, "2", None]),
        (limits.NAMES, [[], ["x" * 12] * 4, [""]], [["x"] * 5, ["x" * 13], [1], "x", None]),
        (limits.SERVO, [{}, {"from_us": 600, "reverse": True}], [[], {"a": "b"}, {"a": None}, 5]),
        (limits.SERVO, [{str(n): n for n in range(8)}], [{str(n): n for n in range(9)}]),
        (limits.RUN, ["start", "stop"], ["go", "", None, True]),
        (limits.PLAYER, [1, 2, 3, 4], [0, 5, True, "1", None]),
        (limits.SCORE_STEP, [1, -1], [0, 2, -2, True, 1.0, None]),
        (limits.ANGLE, [0, 90, 180], [-1, 181, True, 90.0, None]),
        (limits.CALIBRATION_END, ["save", "cancel", "reset"], ["end", "", None]),
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
