"""Damage to a device's files: each file in each way, and 200 times at random."""

import pytest
from tests.bench.firmware_changes import plain
from tests.scenarios.trials.safe_start import damage
from tests.scenarios.trials.safe_start.damage import PLAYS, PROMPT, SAFE

FOUND = {True: (PLAYS, SAFE, PROMPT), False: (PLAYS, SAFE)}  # whether it is main.py


@pytest.mark.parametrize("way", damage.WAYS)
@pytest.mark.parametrize("path", sorted(plain()))
def test_damage_to_any_file_leaves_play_or_safe_mode(path, way):
    files = plain()
    way(files, path)
    with damage.opened(files) as bench:
        assert damage.outcome(bench) in FOUND[path == "main.py"]


@pytest.mark.parametrize("seed", range(200))
def test_random_damage_never_leaves_a_dead_device(seed):
    path, files = damage.mutated(seed)
    with damage.opened(files) as bench:
        assert damage.outcome(bench) in FOUND[path == "main.py"], path
