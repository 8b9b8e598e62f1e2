"""State of the slots in words."""

import pytest

from pingblock.update.plan import UpdateState
from pingblock.update.words import text

IN_PLACE = {"mpy": 1, "base": "ba5e", "crc32": 1}


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (("a", "a", "confirmed", "", "none"), "slot a plays; slot b is empty"),
        (("b", "b", "confirmed", "", "good"), "slot b plays; slot a holds firmware to go back to"),
        (("a", "a", "committed", "", "good"), "slot a plays; slot b is tried at the next start"),
        (
            ("a", "b", "trial", "", "good"),
            "slot b plays on trial; slot a holds firmware to go back to",
        ),
        (
            ("a", "a", "rolled_back", "crash", "rejected"),
            "slot a plays; the firmware in slot b did not work; of the latest update, it crashed:"
            " 'pingblock status --log' shows more",
        ),
        (("a", "a", "confirmed", "", ""), "slot a plays"),
    ],
)
def test_state_of_firmware_in_place(state, says):
    slot, running, name, why, other = state
    assert text(UpdateState(slot, running, name, why, other=other, **IN_PLACE)) == says


def test_state_of_firmware_as_files():
    now = UpdateState("a", "f", "rolled_back", "late", 1)
    assert text(now) == (
        "slot a plays, as files; of the latest update, it did not work well within 30 s:"
        " 'pingblock status --log' shows more"
    )
    assert now.fields() == {"slot": "a", "running": "f", "state": "rolled_back", "why": "late"}
