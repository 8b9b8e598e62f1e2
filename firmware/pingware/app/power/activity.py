"""Activity of the device: sound, movement, the cells' load; flash is left alone meanwhile."""


class Activity:
    """Activity of one device.

    ``moves`` says whether the servo moves, ``loads`` whether the cells are being tested (bools).

    Args:
        speaker: ``drivers.speaker.Speaker``.
    """

    def __init__(self, speaker):
        self._speaker = speaker
        self.moves = self.loads = False

    def set_moves(self, moves):
        """Notes whether the servo moves, or is about to (bool)."""
        self.moves = moves

    def set_loads(self, loads):
        """Notes whether the cells are being tested (bool)."""
        self.loads = loads

    @property
    def playing(self):
        """True if something sounds (bool)."""
        return self._speaker.playing

    @property
    def busy(self):
        """True if something sounds, moves or loads the cells (bool)."""
        return self.moves or self.loads or self._speaker.playing
