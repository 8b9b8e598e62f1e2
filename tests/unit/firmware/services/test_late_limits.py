"""What a host may ask for seldom: each rule at its edges, and never an exception."""

import pytest

from pingware.shared import late_limits

ANYTHING = [None, True, False, -1, 0, 1, 1.0, "", "x", b"x", [], [1], ["x"], {}, {"x": 1}, ()]


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        (late_limits.CHANGES, [{}, {str(n): n for n in range(20)}], [{n: n for n in range(21)}]),
        (late_limits.CHANGES, [{"volume": "loud"}], [[], "volume", None]),
        (late_limits.SOME_SETTINGS, [[], ["volume"], ["x"] * 20], [["x"] * 21, ["x", 1], "x"]),
        (late_limits.SLICE, [1, 25], [0, 26, True, 1.0, "1", None]),
        (late_limits.LOG_PART, ["faults", "crash", "battery"], ["", "all", None, ["faults"]]),
        (late_limits.UPDATE_STEP, ["state", "commit", "confirm"], ["", "Commit", None]),
        (late_limits.PLACE, [0, 2**40], [-1, True, "0", None]),
        (late_limits.TUNE, ["p", "x" * 16], ["", "x" * 17, 1, None]),
        (late_limits.PATH, ["/", "/" + "x" * 47], ["", "x", "/" + "x" * 48, b"/", None]),
        (late_limits.NAME, ["", "x" * 48], ["x" * 49, 1, None]),
        (late_limits.CRC32, [0, 4_294_967_295], [-1, 4_294_967_296, True, "0", None]),
        (late_limits.SIZE, [0, 131_072], [-1, False, "0", None]),
        (late_limits.LAMP, ["off", "red", "green", "blue", "white"], ["", "Red", "pink", None]),
    ],
)
def test_edges(rule, right, wrong) -> None:
    for value in right:
        assert rule[0](value) is True, value
    for value in wrong:
        assert rule[0](value) is False, value


def test_every_rule_answers_true_or_false_about_anything_and_has_words() -> None:
    rules = [
        rule for rule in vars(late_limits).values() if type(rule) is tuple and callable(rule[0])
    ]
    assert len(rules) == 12
    for is_right, words in rules:
        assert {type(is_right(value)) for value in ANYTHING} == {bool}
        assert len(words) > 10
