"""Light output: one show at a time, in the time of its sound, and another one behind it."""

import time

from pingware.drivers.light import Light
from pingware.services import headroom
from pingware.shared import light_show

_OFF = (None, 0, 0)  # show, count, length of the owner's sound in ms


class LightOutput:
    """The light of one device.

    Args:
        board: ``boards.peripherals.Peripherals``.
        sound: ``app.sound_output.SoundOutput``, whose clock the shows follow.
        signal: ``app.signal.Signal``, set by each new show.
    """

    def __init__(self, board, sound, signal):
        self._sound = sound
        self._signal = signal
        self._light = Light(*board.light_parts())
        self._front = self._behind = _OFF
        self._front_ms = self._behind_ms = 0  # when each began
        self._front_start = 0  # the start of the sound that the front show belongs to

    def open(self):
        """Starts the light, dark."""
        self._light.open()

    def off(self):
        """Switches the light off: for a sleep, or for good."""
        self._light.off()

    def light(self, show, count, sound_ms=0):
        """Starts a show in time with the sound that is on.

        Args:
            show: ``light_show.Show``; None is dark.
            count: int, see ``light_show.duration_ms``.
            sound_ms: int; an owner's sound of that length slows the show down to it.
        """
        self._front = (show, count, sound_ms)
        self._front_ms = time.ticks_ms()
        self._front_start = self._sound.speaker.starts
        self._signal.set()

    def light_behind(self, show, count):
        """Starts a show that is seen while there is no other."""
        self._behind = (show, count, 0)
        self._behind_ms = time.ticks_ms()
        self._signal.set()

    def step(self, now_ms):
        """Lights what the show is at; call it every 20 ms. Returns whether it goes on (bool)."""
        show, count, _ = self._front
        elapsed_ms = -1
        if self._front_start == self._sound.speaker.starts:
            elapsed_ms = self._in_step(self._sound.speaker.elapsed_ms())
        if elapsed_ms < 0:
            elapsed_ms = time.ticks_diff(now_ms, self._front_ms)
        if show is None or elapsed_ms >= light_show.duration_ms(show, count):
            show, count, _ = self._behind
            elapsed_ms = time.ticks_diff(now_ms, self._behind_ms)
        rgb: tuple[int, ...] | list[int] = light_show.DARK
        if show is not None:
            rgb = light_show.colour(show, count, elapsed_ms)
        if self._sound.limit_q8 <= headroom.GAIN_LEAST_Q8:
            rgb = [level // 2 for level in rgb]  # a quarter of the power: empty cells bear no more
        self._light.show(rgb)
        return show is not None and elapsed_ms < light_show.duration_ms(show, count)

    def _in_step(self, elapsed_ms):
        """Slows the front show down to the length of the owner's sound; coins are counted."""
        show, count, sound_ms = self._front
        if show is None or elapsed_ms < 0:
            return elapsed_ms
        show_ms = light_show.duration_ms(show, count)
        return elapsed_ms * show_ms // sound_ms if sound_ms > show_ms else elapsed_ms
