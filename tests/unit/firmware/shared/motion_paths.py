"""Moves the worms in random wiggles with interruptions, and measures the result."""

from random import Random

import numpy as np
from tools.pictures.worms_record import limits

from pingware.shared.motion import PROFILES, Motion
from pingware.shared.random32 import from_int

FRAME_MS = 20  # length of the servo's frame
WINDOW = 8

FRAMES_A_SECOND = 1000 // FRAME_MS
SETTLE_FRAMES = 600
NAMES = tuple(PROFILES)
# Random actions during a wiggle. Usually there is none.
MEDDLING = ("turn_back", "slow_to", "run", "home")


def random_motion(rng):
    """Returns a Motion with a random range and home in it."""
    low, high = sorted(rng.sample(range(18_001), 2))
    high = max(high, min(18_000, low + 30))
    low = min(low, high - 30)
    return Motion(low, high, rng.randint(low, high)), low, high


def meddle(motion, rng):
    """Does a random action during the motion. Returns the new profile, or None."""
    what = rng.choice(MEDDLING)
    if what == "turn_back":
        motion.turn_back()
    elif what == "slow_to":
        motion.slow_to(rng.randint(-5, 110))
    elif what == "home":
        motion.home()
    else:
        profile = rng.choice(NAMES)
        motion.run(profile, from_int(rng.getrandbits(32)))
        return profile
    return None


def random_run(seed, most_frames):
    """Makes a wiggle of random length, and the way home.

    Returns:
        (angles, totals, low, high, fastest profile used).
    """
    rng = Random(seed)
    motion, low, high = random_motion(rng)
    fastest = rng.choice(NAMES)
    motion.run(fastest, from_int(seed))
    angles, totals = [], [motion._total] * 3
    for _ in range(rng.randint(1, most_frames)):
        if rng.random() < 0.05:
            profile = meddle(motion, rng) or fastest
            fastest = max(fastest, profile, key=limits)
        angles.append(motion.step())
        totals.append(motion._total)
    motion.home()
    motion.slow_to(100)
    while not motion.at_home and len(angles) < most_frames + SETTLE_FRAMES:
        angles.append(motion.step())
        totals.append(motion._total)
    assert motion.at_home, f"seed {seed}: the worms never came home"
    return angles, totals + totals[-1:] * 3, low, high, fastest


def largest(totals, order):
    """Returns the largest derivative of that order, deg/s**order, without rounding errors."""
    steps = int(np.abs(np.diff(np.array(totals, dtype=np.int64), order)).max())
    return steps * FRAMES_A_SECOND**order / (100 * WINDOW * WINDOW)


def check_run(seed, most_frames=150):
    """Fails unless the wiggle with this seed stays within range, speed, acceleration and jerk.

    Args:
        seed: int.
        most_frames: length of the longest wiggle.
    """
    angles, totals, low, high, fastest = random_run(seed, most_frames)
    assert low <= min(angles), f"seed {seed}"
    assert max(angles) <= high, f"seed {seed}"
    for order, most in enumerate(limits(fastest), 1):
        assert largest(totals, order) <= most, f"seed {seed}, derivative {order}"
    for angle, total in zip(angles, totals[3:], strict=False):
        assert abs(angle * WINDOW * WINDOW - total) <= WINDOW * WINDOW // 2, f"seed {seed}"
