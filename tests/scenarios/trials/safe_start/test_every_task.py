"""Tasks and interrupts are watched: it plays again within 10 s, the cause named. All: soak."""

import pytest
from tests.scenarios.trials.safe_start import trouble
from tests.scenarios.trials.safe_start.trouble import (
    HELD,
    INTERRUPTS,
    PLACES,
    RAISES,
    WAITS,
    disturb,
    ends_and_plays,
    of_button,
    touch,
    with_line,
)


@pytest.mark.parametrize("name", ["settle"])
def test_task_that_waits_for_ever_is_noticed(name):
    assert ends_and_plays(with_line(*PLACES[name], WAITS), touch) == name


@pytest.mark.parametrize("name", ["settle"])
def test_task_that_holds_all_others_up_is_named(name):
    assert ends_and_plays(with_line(*PLACES[name], HELD), touch) == name


@pytest.mark.parametrize("name", ["lever"])
def test_task_that_ends_is_noticed(name):
    assert ends_and_plays(with_line(*PLACES[name], "return"), touch) == name


@pytest.mark.parametrize("name", ["block_interrupt"])
def test_interrupt_that_raises_is_noticed(name):
    place, before, which = INTERRUPTS[name]
    files = with_line(place, before, of_button(which, RAISES))
    assert ends_and_plays(files, disturb(name)) == name


def test_interrupt_whose_handler_is_taken_away_is_noticed():
    files = with_line(*PLACES["settle"], "self._device.key.button.close()")
    assert ends_and_plays(files, touch) == "block_interrupt"


def test_stall_of_more_than_a_second_is_logged_and_restarts_nothing():
    files = with_line(
        *PLACES["settle"],
        "time.sleep_ms(2500) if not hasattr(self, 'x') else 0; self.x = 1",
    )
    with trouble.damage.opened(files) as bench:
        bench.advance(10_000)
        assert [event["cause"] for event in bench.events("reset")] == ["power_on"]
        (fault,) = bench.events("fault")
        assert fault["code"] == "stalled"
        told_ms = int("".join(char for char in fault["say"] if char.isdigit()))
        assert 1400 <= told_ms <= 2600
