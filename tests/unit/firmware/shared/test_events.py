"""The names of events that other code depends on."""

from pingware.shared import events


def test_five_event_names_on_the_link_are_fixed() -> None:
    assert (events.HELLO, events.PRESS) == ("hello", "press")
    assert events.FAULT == "fault"
    assert events.CHECK_BUTTON == "check"
    assert events.BLOCK_BUTTON_STUCK == "block_button_stuck"
