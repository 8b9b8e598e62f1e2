"""Light output: one show at a time, in the time of its sound, and another one behind it."""

import time

from pingware.drivers.light import Light
from pingware.services import headroom
from pingware.shared import light_frames

_OFF = (None, 0, 0)  # show, count, length of the owner's sound in ms
_DARK_MS = 3_600_000  # without a show nothing is to be done; a new one does not wait for it
_CLOCK_MS = 6  # the clock of a sound goes in steps of 5.8 ms: one look after a change, not two


class LightOutput:
    """The light of one device.

    Args:
        board: ``boards.peripherals.Peripherals``.
        sound: ``app.play.sound_output.SoundOutput``, whose clock the shows follow.
        wake: callable, called for each new show.
    """

    def __init__(self, board, sound, wake):
        self._sound = sound
        self._wake = wake
        self.led = Light(*board.light_parts())
        self._front = self._behind = _OFF
        self._front_ms = self._behind_ms = 0  # when each began
        self._front_start = 0  # the start of the sound that the front show belongs to
        self._changed = False

    def light(self, show, count, sound_ms=0):
        """Starts a show in time with the sound that is on.

        Args:
            show: ``light_show.Show``; None is dark.
            count: int, see ``light_frames.duration_ms``.
            sound_ms: int; an owner's sound of that length slows the show down to it.
        """
        self._front = (show, count, sound_ms)
        self._front_ms = time.ticks_ms()
        self._front_start = self._sound.speaker.starts
        self._note()

    def light_behind(self, show, count):
        """Starts a show that is seen while there is no other."""
        self._behind = (show, count, 0)
        self._behind_ms = time.ticks_ms()
        self._note()

    def _note(self):
        self._changed = True
        self._wake()

    def take_changed(self):
        """Returns whether a show was started since the last call (bool)."""
        changed, self._changed = self._changed, False
        return changed

    def step(self, now_ms):
        """Sets the colour that the show has now. Returns in how many ms to call it again (int)."""
        show, elapsed_ms = self._front[0], self._front_elapsed_ms(now_ms)
        count = self._front[1]
        if show is None or elapsed_ms >= light_frames.duration_ms(show, count):
            show, count, _ = self._behind
            elapsed_ms = time.ticks_diff(now_ms, self._behind_ms)
        if show is None or elapsed_ms >= light_frames.duration_ms(show, count):
            self.led.show(light_frames.DARK)
            return _DARK_MS
        rgb: tuple[int, ...] | list[int] = light_frames.colour(show, count, elapsed_ms)
        if self._sound.limit_q8 <= headroom.GAIN_LEAST_Q8:
            rgb = [level // 2 for level in rgb]  # a quarter of the power: empty cells bear no more
        self.led.show(rgb)
        ms = light_frames.unchanged_ms(show, count, elapsed_ms)
        return ms if ms == light_frames.STEP_MS else ms + _CLOCK_MS

    def _front_elapsed_ms(self, now_ms):
        """Returns what the front show is at (int, ms): by the clock of its sound, if that is on.

        The owner's sound slows it down to its own length; coins are counted.
        """
        speaker = self._sound.speaker
        if self._front_start != speaker.starts or not speaker.playing:
            return time.ticks_diff(now_ms, self._front_ms)
        show, count, sound_ms = self._front
        elapsed_ms = speaker.elapsed_ms()
        if sound_ms and show:
            show_ms = light_frames.duration_ms(show, count)
            if sound_ms > show_ms:
                return elapsed_ms * show_ms // sound_ms
        return elapsed_ms
