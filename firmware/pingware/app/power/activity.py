"""Activity of the device: sound and movement, in which flash and cells are left alone."""


class Activity:
    """Sound and movement of one device; ``moves`` says whether the servo moves (bool).

    Args:
        speaker: ``drivers.speaker.Speaker``.
    """

    def __init__(self, speaker):
        self._speaker = speaker
        self.moves = False

    def set_moves(self, moves):
        """Notes whether the servo moves, or is about to (bool)."""
        self.moves = moves

    @property
    def busy(self):
        """True if something sounds or moves (bool)."""
        return self.moves or self._speaker.playing
