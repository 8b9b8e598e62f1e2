"""Stage of a timed game: sounds in steps, and timed calls."""

import time

from pingware.app.play.stage import Stage
from pingware.games import sound_sequence

_SETTLES_MS = 10  # between two looks whether the tasks have handled the latest interrupts


class TimedStage(Stage):
    """Stage for one ``games.timed_game.TimedGame``.

    Args:
        device, sounds, shows: see ``Stage``.
    """

    def __init__(self, device, sounds, shows):
        super().__init__(device, sounds, shows)
        self.ticks: "dict[str, int]" = {}  # sound of a step -> control ticks for each repetition
        self._plans = {}  # name -> (time in ticks, the task that waits for it)

    def close(self):
        """Cancels all plans of ``call``, and returns the lever to the worms."""
        super().close()
        for name in list(self._plans):
            self.call(name, None)

    # --- sounds and lights

    def add(self, sounds, shows):
        """Adds sounds (``SoundTable``) and shows, which are searched after the current ones."""
        self.tables.append(sounds)
        self.shows.append(shows)

    def joined(self, steps):
        """Returns the program of a tuple of steps. Each step is (sound, count)."""
        programs = []
        for step in steps:
            words = self.program(*step)
            self.ticks[step[0]] = words[0]
            programs.append(words)
        return sound_sequence.program(programs)

    def light(self, show, count):
        """Shows a light, or the lights of a tuple of steps, in time with the current sound."""
        if type(show) is tuple:
            self.device.outputs.light.light(sound_sequence.show_of(self, show), 0)
        else:
            super().light(show, count)

    def give_way(self):
        """Lets the next press interrupt the current sound."""
        self.device.sound.speaker.give_way()

    # --- time

    def call(self, name, at_ms, act=None):
        """Calls ``act(now_ms)`` once at a given time. It replaces an earlier plan of that name.

        Args:
            name: str. Each clock of the game needs one.
            at_ms: ticks. None removes the plan.
            act: callable of the time (ticks).
        """
        if name in self._plans:
            self._plans.pop(name)[1].cancel()
        if at_ms is not None:
            # imported late, because the first press must count before
            from asyncio import create_task

            self._plans[name] = at_ms, create_task(self._call(name, at_ms, act))

    async def _call(self, name, at_ms, act):
        from asyncio import sleep_ms  # type: ignore[attr-defined]

        await sleep_ms(max(0, time.ticks_diff(at_ms, time.ticks_ms())))
        while self.device.sound.ended or self.device.block_button.fired is not None:
            await sleep_ms(_SETTLES_MS)
        del self._plans[name]
        act(time.ticks_ms())

    def left_ms(self, name, now_ms):
        """Returns the time until a plan is due (int, ms), or None if it does not exist."""
        if name not in self._plans:
            return None
        return max(0, time.ticks_diff(self._plans[name][0], now_ms))
