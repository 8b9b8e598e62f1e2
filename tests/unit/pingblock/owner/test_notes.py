"""Notes as people read them: what failed, and what helps."""

import pytest

from pingblock.connection.answers import CellHistory, Fault
from pingblock.owner.notes import Notes, text_of


@pytest.mark.parametrize("code", ["hung", "stalled", "crashed", "sound_unusable"])
def test_each_fault_has_a_sentence_and_a_cure(code):
    text = text_of(Notes([Fault(code, 1, 9, 9)], "", CellHistory(0, ()), "settle"))
    line = next(line for line in text.splitlines() if code in line)
    assert any(word in line for word in ("update", "pingblock", "anew"))
    assert "The device restarted because of: settle." in text


@pytest.mark.parametrize(
    ("ago_ms", "says"),
    [(119_999, "119 s"), (120_000, "2 min"), (7_199_999, "119 min"), (7_200_000, "2 h")],
)
def test_time_since_a_fault_is_told_in_a_unit_that_people_use(ago_ms, says):
    text = text_of(Notes([Fault("hung", 3, ago_ms, ago_ms)], "", CellHistory(99, ())))
    assert "Battery tests (99 in all" in text
    assert f"  hung: 3 times, last {says} ago. The firmware hung" in text
