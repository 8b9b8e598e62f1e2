"""The chip still works after a hundred hostile lines, with noise and floods between them."""

import pytest
from reliability import hostile_chip, hostile_twins
from reliability.hostile_chip import Hostile
from reliability.hostile_twins import Twins

LINES = 120


def test_hostile_lines_are_answered_and_presses_stay_punctual():
    hostile = Hostile(seed=7)
    with hostile.bench:
        assert list(hostile.batch(LINES)) == []
        assert hostile.lines >= 100
        assert hostile.compared >= 80


@pytest.mark.long
def test_wrong_answer_to_a_hostile_line_is_found(monkeypatch):
    def expected(line):
        return {"id": None, "error": {"code": "bad_crc", "say": "The CRC does not fit."}}

    monkeypatch.setattr(hostile_chip, "expected", expected)
    hostile = Hostile(seed=7)
    with hostile.bench:
        assert any("is answered by" in text for text in hostile.batch(6))


@pytest.mark.long
def test_firmware_answers_alike_with_32_and_64_bit_words():
    sent, wrong = hostile_twins.different(Twins(seed=5, count=150))
    assert wrong == []
    assert sent >= 100
