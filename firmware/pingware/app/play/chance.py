"""Chance: generators from hardware entropy, or from a fixed seed for tests."""

import os

from pingware.shared import random32
from pingware.storage import files


class Chance:
    """Source of all generators of one device.

    ``seed`` is the fixed seed (int), at first that of the file, or None.
    """

    def __init__(self):
        self.seed = files.read_seed()

    def reseed(self, seed):
        """Fixes the seed (int); None goes back to hardware entropy."""
        self.seed = seed

    def generator(self, salt=0):
        """Returns a new ``random32.Random32``.

        Args:
            salt: int; with a fixed seed, another one for each user, so that they draw differently.
        """
        if self.seed is None:
            return random32.from_bytes(os.urandom(random32.SEED_BYTES))
        return random32.from_int(self.seed ^ salt)
