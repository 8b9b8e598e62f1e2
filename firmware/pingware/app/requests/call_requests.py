"""Requests that play the calls of a game on the host. The first one loads this module.

Calls are announcements: a press interrupts them, and a call is refused while a sound plays. Their
tunes are above 350 Hz, for a small speaker, and differ by shape: two notes that fall, three that
fall slowly, a door that shuts, a fanfare that climbs. The device's beeps are for turns.
"""

from pingware.shared.sounds.sound_table import SoundTable

CALLS = SoundTable("shared/sounds/calls", {})
_TURN = "turn"


class CallHandlers:
    """The request ``call``.

    Args:
        stage: ``app.play.stage.Stage`` of the device.
        sound: ``app.play.sound_output.SoundOutput``.
    """

    def __init__(self, stage, sound):
        self._stage = stage
        self._sound = sound
        self.handlers = {"call": self._call}

    def _call(self, request):
        """Plays a call. The call of a turn has a beep for each number of its player."""
        if self._stage.playing:  # also another call, which would be cut
            return {"playing": False}
        name = request["name"]
        if name == _TURN:
            return {"playing": self._stage.announce("number", request.get("player", 1))}
        program = self._sound.program(CALLS, name, 1)
        return {"playing": self._sound.start(program, True)}
