"""Light output: a show in time with its sound, and one that is visible between such shows."""

import time

from pingware.drivers.light import Light
from pingware.services import headroom
from pingware.shared import light_show

_OFF = (None, 0, 0)  # show, count, length of a custom sound in ms
_DARK_MS = 3_600_000  # long wait without a show, which a new show interrupts
_CLOCK_MS = 6  # the clock of a sound goes in steps of 5.8 ms, so one look after a change is enough


class LightOutput:
    """The light of one device.

    Args:
        board: ``boards.peripherals.Peripherals``.
        sound: ``app.play.sound_output.SoundOutput``, whose clock the shows follow.
        wake: callable for each new show.
    """

    def __init__(self, board, sound, wake):
        self._sound = sound
        self._wake = wake
        self.led = Light(*board.light_parts())
        self._front = self._behind = _OFF
        self._front_ms = self._behind_ms = time.ticks_ms()  # start of each show
        self._front_start = 0  # the start of the sound that the front show belongs to
        self._changed = False

    def light(self, show, count, sound_ms=0):
        """Starts a show in time with the sound that is on.

        Args:
            show: ``light_show.Show``. None is dark.
            count: int, see ``light_show.duration_ms``.
            sound_ms: int. The show is slowed down to this length of a custom sound.
        """
        self._front = (show, count, sound_ms)
        self._front_ms = time.ticks_ms()
        self._front_start = self._sound.speaker.starts
        self._note()

    def light_behind(self, show, count):
        """Starts a show that is visible while no other show runs."""
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
        """Sets the show's current colour. Returns the time until the next call (int, ms)."""
        show, elapsed_ms = self._front[0], self._front_elapsed_ms(now_ms)
        count = self._front[1]
        if show is None or elapsed_ms >= light_show.duration_ms(show, count):
            show, count, _ = self._behind
            elapsed_ms = time.ticks_diff(now_ms, self._behind_ms)
        if show is None or elapsed_ms >= light_show.duration_ms(show, count):
            self.led.show(light_show.DARK)
            return _DARK_MS
        rgb: tuple[int, ...] | list[int] = light_show.colour(show, count, elapsed_ms)
        if self._sound.limit_q8 <= headroom.GAIN_LEAST_Q8:
            # a quarter of the power, because empty cells cannot supply more
            rgb = [level // 2 for level in rgb]
        self.led.show(rgb)
        ms = light_show.unchanged_ms(show, count, elapsed_ms)
        return ms if ms == light_show.STEP_MS else ms + _CLOCK_MS

    def _front_elapsed_ms(self, now_ms):
        """Returns the front show's time (int, ms), by the clock of its sound while that plays.

        A custom sound slows the show down to its length. Shows of coins are counted.
        """
        speaker = self._sound.speaker
        if self._front_start != speaker.starts or not speaker.playing:
            return time.ticks_diff(now_ms, self._front_ms)
        show, count, sound_ms = self._front
        elapsed_ms = speaker.elapsed_ms()
        if sound_ms and show:
            show_ms = light_show.duration_ms(show, count)
            if sound_ms > show_ms:
                return elapsed_ms * show_ms // sound_ms
        return elapsed_ms
