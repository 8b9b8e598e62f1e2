"""State of the slots in words."""

import pytest

from pingblock.care.update.plan import UpdateState
from pingblock.care.update.words import text

IN_PLACE = {"mpy": 1, "base": "ba5e", "crc32": 1}


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (("a", "a", "confirmed", "", "none"), "slot a plays; slot b is empty"),
        (
            ("b", "b", "confirmed", "", "good"),
            "slot b plays; slot a contains firmware that you can go back to",
        ),
        (("a", "a", "committed", "", "good"), "slot a plays; slot b is tried at the next start"),
        (
            ("a", "b", "trial", "", "good"),
            "slot b plays on trial; slot a contains firmware that you can go back to",
        ),
        (
            ("a", "a", "rolled_back", "crash", "rejected"),
            "slot a plays; slot b was rejected, because its firmware crashed: 'pingblock"
            " status --log' shows more, and the next update replaces it",
        ),
        (
            ("b", "b", "confirmed", "damaged", "rejected"),
            "slot b plays; slot a was rejected, because its firmware was damaged: the next update"
            " replaces it",
        ),
        (
            ("a", "a", "rolled_back", "power", "rejected"),
            "slot a plays; slot b was rejected, because the power failed or the board was reset"
            " during its trial: 'pingblock update' tries it again",
        ),
        (
            ("a", "a", "confirmed", "", "unusable"),
            "slot a plays; slot b cannot run, because its firmware is damaged or for another"
            " MicroPython: the next update replaces it",
        ),
        (("a", "a", "confirmed", "", ""), "slot a plays"),
    ],
)
def test_slot_state_is_described_in_words(state, says):
    slot, running, name, why, other = state
    assert text(UpdateState(slot, running, name, why, other=other, **IN_PLACE)) == says


def test_state_of_file_firmware_is_described_in_words():
    now = UpdateState("a", "f", "rolled_back", "late", 1)
    assert text(now) == (
        "slot a plays, as files; the latest update was rejected, because its firmware did not work"
        " well within 30 s: 'pingblock status --log' shows more"
    )
    assert now.fields() == {"slot": "a", "running": "f", "state": "rolled_back", "why": "late"}
