"""The bounded event queue, and the names that other code depends on."""

from hypothesis import given
from hypothesis import strategies as st

from pingware.shared import events
from pingware.shared.events import EventQueue


@given(st.integers(1, 5), st.lists(st.booleans(), max_size=60))
def test_behaves_like_a_list_that_is_cut_at_its_front(size, puts) -> None:
    queue, model, dropped = EventQueue(size), [], 0
    for n, is_put in enumerate(puts):
        if is_put:
            queue.put(n)
            model.append(n)
            dropped += len(model) > size
            model = model[-size:]
        else:
            assert queue.get() == (model.pop(0) if model else None)
        assert (len(queue), queue.dropped) == (len(model), dropped)


def test_names_on_the_link_are_fixed() -> None:
    assert (events.HELLO, events.PRESS) == ("hello", "press")
    assert events.FAULT == "fault"
    assert events.CHECK_BUTTON == "check"
    assert events.BLOCK_BUTTON_STUCK == "block_button_stuck"
