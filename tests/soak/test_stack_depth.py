"""The stack has space for a press at any time: inputs at every ms through a sound."""

import pytest
from benchmarks.stack_depth import GAMES, after_press, booted, inputs, too_deep

SOUND_MS = 1000


@pytest.mark.parametrize("game", GAMES)
def test_inputs_at_each_ms_leave_enough_stack(game):
    with booted(game) as bench:
        for phase_ms in range(SOUND_MS):
            acts = {name: after_press(act, phase_ms) for name, act in inputs(game).items()}
            assert too_deep(bench, acts, pressed=False) == {}, f"{phase_ms} ms"
