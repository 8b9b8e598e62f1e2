"""A hundred thousand random wiggles of the worms, each disturbed at silly moments."""

from tests.unit.firmware.shared.motion_paths import check_run

RUNS = 100_000
LONGEST_FRAMES = 3000  # frames in 60 s


def test_random_wiggles_exceed_no_limit():
    for seed in range(RUNS):
        check_run(seed, LONGEST_FRAMES)
