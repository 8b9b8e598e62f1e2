"""Each task and each interrupt hung, ended and made to raise: it plays again within 10 s."""

import pytest
from tests.scenarios.trials.safe_start.trouble import (
    HELD,
    INTERRUPTS,
    PLACES,
    RAISES,
    SPINS,
    WAITS,
    disturb,
    ends_and_plays,
    of_button,
    touch,
    with_line,
)


@pytest.mark.parametrize("name", PLACES)
def test_task_that_waits_for_ever_is_noticed(name):
    found = "crash" if name == "light" else name  # that one is called up by a cancellation
    assert ends_and_plays(with_line(*PLACES[name], WAITS), touch) == found


@pytest.mark.parametrize("name", PLACES)
def test_task_that_holds_all_others_up_is_named(name):
    assert ends_and_plays(with_line(*PLACES[name], HELD), touch) == name


@pytest.mark.parametrize("name", sorted(PLACES))
def test_task_that_ends_is_noticed(name):
    assert ends_and_plays(with_line(*PLACES[name], "return"), touch) == name


@pytest.mark.parametrize("name", PLACES)
def test_task_that_raises_is_a_crash(name):
    assert ends_and_plays(with_line(*PLACES[name], RAISES), touch) == "crash"


@pytest.mark.parametrize("name", INTERRUPTS)
def test_interrupt_that_raises_is_noticed(name):
    place, before, which = INTERRUPTS[name]
    files = with_line(place, before, of_button(which, RAISES))
    assert ends_and_plays(files, disturb(name)) == name


@pytest.mark.parametrize("name", INTERRUPTS)
def test_interrupt_that_hangs_is_ended_by_the_watchdog(name):
    place, before, which = INTERRUPTS[name]
    files = with_line(place, before, of_button(which, SPINS))
    assert ends_and_plays(files, disturb(name)) == "held"
