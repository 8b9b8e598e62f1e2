"""Ways in which the servo moves: names, speeds, and their limits. Data."""

from pingware.shared.device_options import FAST, NORMAL, SLOW, SURPRISE

FRAME_MS = 20
WINDOW = 8  # frames of each average, so that it reaches full speed smoothly in 0.16 s

# name: (slowest, fastest cdeg a frame; shortest, longest rest in frames). 480 is 240 deg/s. The
# horn can do 600 deg/s, so it follows even with weak cells.
PROFILES = {
    SLOW: (96, 96, 10, 30),
    NORMAL: (240, 240, 6, 18),
    FAST: (480, 480, 4, 12),
    SURPRISE: (96, 480, 2, 50),
}


def limits(profile: str) -> tuple[int, int, int]:
    """Returns the limits of a profile, ints: (deg/s, deg/s**2, deg/s**3).

    A change of profile in mid-motion keeps to the limits of the faster one.
    """
    fastest = PROFILES[profile][1]
    speed_deg_s = fastest * 1000 // (FRAME_MS * 100)
    reversal_ms = WINDOW * FRAME_MS
    acceleration = 2 * speed_deg_s * 1000 // reversal_ms
    return speed_deg_s, acceleration, 2 * acceleration * 1000 // reversal_ms
