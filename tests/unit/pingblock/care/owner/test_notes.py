"""Notes as people read them: the failure, and a remedy."""

import pytest

from pingblock.care.owner.notes import Notes, text_of
from pingblock.connection.answers import CellHistory, CellTest, Fault


@pytest.mark.parametrize("code", ["hung", "stalled", "crashed", "sound_unusable"])
def test_fault_is_shown_with_a_sentence_and_a_remedy(code):
    text = text_of(Notes([Fault(code, 1, 9, 9)], "", CellHistory(0, ()), "settle"))
    line = next(line for line in text.splitlines() if code in line)
    assert f"  {code}: once, last 0 s ago. " in line
    assert any(word in line for word in ("update", "pingblock", "again"))
    assert "The device restarted because of: settle." in text


@pytest.mark.parametrize(
    ("ago_ms", "says"),
    [(119_999, "119 s"), (120_000, "2 min"), (7_199_999, "119 min"), (7_200_000, "2 h")],
)
def test_time_since_a_fault_has_a_suitable_unit(ago_ms, says):
    cells = CellHistory(40, (CellTest(4500, 4310, 900, "replace_soon"),))
    text = text_of(Notes([Fault("hung", 3, ago_ms, ago_ms)], "", cells))
    assert f"  hung: 3 times, last {says} ago. The firmware hung" in text
    assert "Battery tests (40 in all, the latest last):\n  4.50 V, 4.31 V under load" in text
