"""An idle device answers a press after any actions of people and hosts. Hypothesis makes the
examples.

The soak is ``tests/soak/test_liveness.py``.
"""

import pytest
from hypothesis import example, given, settings
from tests.scenarios.liveness import DICE_IN_A_SOUND, LEVER_IN_A_NEW_GAME, STEPS, unanswered

from pingblock.errors import Unavailable
from pingblock.virtual.virtual_device import open_bench


@pytest.fixture(scope="module", autouse=True)
def desk_here():
    try:
        open_bench("desk").close()
    except Unavailable as lack:
        pytest.skip(str(lack))


@settings(max_examples=6)
@given(STEPS)
@example(LEVER_IN_A_NEW_GAME)
@example(DICE_IN_A_SOUND)
def test_device_at_rest_answers_a_press_after_any_inputs(steps):
    assert unanswered("desk", steps) == ""
