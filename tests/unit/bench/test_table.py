"""The bench's table: verdicts, ratios, what is printed and what goes to JSON."""

import json

import pytest
from tests.bench.table import Row, all_met, as_data, text

NEVER = float("inf")


@pytest.mark.parametrize(
    ("ours", "at_least", "met"),
    [
        ((1.0, 2.0), False, True),
        ((1.1, 2.0), False, False),
        ((1.0, 2.1), False, False),
        ((1.0, 2.0), True, True),
        ((0.9, 3.0), True, False),
    ],
)
def test_a_target_is_met_only_with_and_without_the_cache(ours, at_least, met):
    assert Row("x", "ms", ours, target=(1.0, 2.0), at_least=at_least).met is met


def test_without_a_target_there_is_no_verdict():
    assert Row("x", "ms", (1.0, 2.0)).met is None
    assert all_met([Row("x", "ms", (1.0, 2.0))])


def test_one_missed_target_fails_the_whole():
    good = Row("x", "ms", (1, 1), target=(1, 1))
    bad = Row("y", "ms", (2, 2), target=(1, 1))
    assert all_met([good])
    assert not all_met([good, bad])


def test_a_slow_machine_fails_nothing_but_is_told():
    slow = Row("speed", "s/s", (0.1, 0.1), target=(1, 1), at_least=True, wall=True)
    assert slow.met is False
    assert all_met([slow])
    assert text([slow], "peer").endswith("slow")


def test_the_ratio_says_how_many_times_ours_the_peer_takes():
    assert Row("x", "ms", (2.0, 4.0), (10.0, 12.0)).ratio == (5.0, 3.0)
    assert Row("x", "", (0, 4.0), (10.0, 12.0)).ratio is None
    assert Row("x", "ms", (2.0, 4.0)).ratio is None


def test_a_line_shows_target_values_peer_and_verdict():
    row = Row("ready", "ms", (63.8, 120.0), (993.63, 1072.93), (80, 100))
    line = text([row], "picozero 1").splitlines()[-1]
    for part in ("ready", "ms", "<= 80 / 100", "63.80 / 120", "993.6 / 1073", "MISSED"):
        assert part in line


def test_a_value_that_is_the_same_twice_is_printed_once():
    assert " 3 / 3" not in text([Row("x", "", (3, 3))], "peer")


def test_what_never_happened_is_printed_and_is_valid_json():
    row = Row("press", "ms", (NEVER, NEVER), (1.0, 1.0), (0.8, 1.0))
    assert row.met is False
    assert "never" in text([row], "peer")
    found = json.loads(json.dumps(as_data([row]), allow_nan=False))[0]
    assert found["ours"] == [None, None]
    assert found["met"] is False
    assert found["target"] == [0.8, 1.0]
