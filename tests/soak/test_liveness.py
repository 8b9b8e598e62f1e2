"""An idle device answers a press after any actions of people and hosts, new ones in each run."""

import random

import pytest
from hypothesis import given, seed, settings
from tests.scenarios.liveness import STEPS, unanswered

EXAMPLES = {"desk": 2000, "chip": 150}


@pytest.mark.parametrize("engine", EXAMPLES)
def test_device_at_rest_answers_a_press_after_random_inputs(engine):
    new = random.SystemRandom().randrange(2**32)
    print(f"seed {new}")

    @seed(new)
    @settings(max_examples=EXAMPLES[engine], derandomize=False, database=None)
    @given(STEPS)
    def play(steps):
        assert unanswered(engine, steps) == ""

    play()
