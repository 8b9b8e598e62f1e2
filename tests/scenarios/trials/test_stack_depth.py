"""The stack of the download has space for a press at any time, during each tested action.

The long version, every ms through a sound, is ``tests/soak/test_stack_depth.py``.
"""

import pytest
from benchmarks.stack_depth import GAMES, INPUTS, after_press, booted, in_lines, inputs, too_deep

MID_SOUND_MS = 60
# the other games differ only in numbers
IN_SOUND = ("block", "fortune", "storm", "hideout", "beside")
LOADING_MOST = "hideout"  # `make test` plays this game, `make test-all` plays all
LOADING = ("check held", "lever", "worms", "hold", "referee", "jail", "roll-off", "storm")


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == LOADING_MOST else pytest.mark.long) for game in GAMES],
)
def test_inputs_leave_enough_stack_for_a_press(game):
    acts = inputs(game)
    at_rest = {name: in_lines(acts[name]) for name in acts if name in LOADING}
    in_sound = {name: after_press(acts[name], MID_SOUND_MS) for name in acts if name in INPUTS}
    in_sound = in_sound if game in IN_SOUND else {}
    with booted(game) as bench:
        assert too_deep(bench, at_rest) == {}
        assert too_deep(bench, in_sound, pressed=False) == {}
