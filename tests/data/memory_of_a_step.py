"""Prints the bytes of memory that a servo frame needs. Runs on MicroPython."""

import gc

from pingware.shared.motion import Calibration, Motion


class Last:
    """A source of draws that takes no memory."""

    def below(self, n):
        """Returns the largest number."""
        return n - 1


def frames(path, calibration, count):
    """Continues for ``count`` frames. Returns the bytes that they used (int)."""
    before = gc.mem_alloc()
    for _ in range(count):
        calibration.pulse_ns(path.step())
    return gc.mem_alloc() - before


def main():
    """Runs, slows down and comes home."""
    path, calibration = Motion(6000, 12_000, 9000), Calibration({})
    path.run("surprise", Last())
    gc.collect()
    gc.disable()
    empty = frames(path, calibration, 0)
    print("running", frames(path, calibration, 1000) - empty)
    path.home()
    print("home", frames(path, calibration, 200) - empty)


main()
