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
