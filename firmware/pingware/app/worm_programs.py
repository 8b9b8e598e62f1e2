"""The worms' tunes as programs; a build puts the finished words in this module's place too."""

from pingware.app.programs import Programs
from pingware.shared.sounds import told_by


class WormPrograms(Programs):
    """As ``Programs``, with what the worms tell."""

    def __init__(self):
        super().__init__(told_by.WORM_TUNE_OF)
