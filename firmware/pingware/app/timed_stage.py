"""Stage of a timed game: sounds in steps, calls in time, and the lever."""

import time

from pingware.app.stage import Stage
from pingware.games import roll_lights, roll_sounds, steps

_LONG_MS = 600_000
_SETTLES_MS = 10  # until the tasks have followed up on what the interrupts did


class Lights:
    """Light shows of a game, looked up before those that games share.

    Args:
        shows: has ``get(name)``.
    """

    def __init__(self, shows):
        self._tables = [shows, roll_lights.SHOWS]

    def add(self, shows):
        """Takes more shows."""
        self._tables.append(shows)

    def get(self, name):
        """Returns a ``light_show.Show``; None if there is none of that name."""
        for table in self._tables:
            found = table.get(name)
            if found:
                return found
        return None


class TimedStage(Stage):
    """Stage for one ``games.timed_game.TimedGame``.

    Args:
        settings, sound, key, chance, outputs, sounds, shows: as of ``Stage``.
    """

    def __init__(self, settings, sound, key, chance, outputs, sounds, shows):
        lights = Lights(shows)
        super().__init__(settings, sound, key, chance, outputs, sounds, lights)
        self.tables.append(roll_sounds.SOUNDS)
        self._out = outputs
        self._lights = lights
        self._presses = key
        self._voice = sound
        self._calls = None  # the task that calls in time
        self._moved = None  # its asyncio.Event
        self._at_ms = None
        self._act = None

    def close(self):
        """Forgets what was to be called, and leaves the lever to the worms."""
        super().close()
        self._out.lever = None
        if self._calls:
            self._calls.cancel()

    # --- steps

    def program(self, name, count=1):
        """Returns the program of a sound, or of a tuple of steps: (sound, count) each."""
        if type(name) is not tuple:
            return super().program(name, count)
        programs = []
        for sound, times in name:
            programs.append(super().program(sound, times))
        return steps.joined(programs)

    def light(self, show, count):
        """Shows a light, or those of a tuple of steps, in time with what sounds."""
        if type(show) is not tuple:
            super().light(show, count)
            return
        found, start_ms = [], 0
        for name, times in show:
            found.append((self._lights.get(name), times, start_ms))
            start_ms += steps.length_ms(super().program(name, times)) + steps.GAP_MS
        self._out.light.light(steps.StepShow(found), 0)

    def add(self, sounds, shows):
        """Takes the sounds (``SoundTable``) and shows of another game as well."""
        self.tables.append(sounds)
        self._lights.add(shows)

    def disarm(self):
        """Lets presses do nothing until the next ``arm``."""
        self._presses.disarm()

    # --- lever

    def take_lever(self, game):
        """Gives the game (``pulled``, ``released``, ``lever_failed``) the lever, if there is one."""
        self._out.lever = game

    @property
    def worms(self):
        """The lever game, which has the lever otherwise."""
        return self._out.lever_game

    # --- time

    def wake_at(self, at_ms, act):
        """Has ``act(now_ms)`` called once at a time, in place of what was asked before.

        Args:
            at_ms: ticks; None asks for nothing.
            act: callable of the time (ticks).
        """
        self._at_ms, self._act = at_ms, act
        if self._moved:
            self._moved.set()
        elif at_ms is not None:
            import asyncio

            self._moved = asyncio.Event()
            self._calls = asyncio.create_task(self._call(asyncio))

    async def _call(self, asyncio):
        while True:
            left_ms = _LONG_MS
            if self._at_ms is not None:
                left_ms = time.ticks_diff(self._at_ms, time.ticks_ms())
            if left_ms > 0:
                try:
                    await asyncio.wait_for_ms(self._moved.wait(), left_ms)
                except asyncio.TimeoutError:
                    pass
                self._moved.clear()
            elif self._voice.ended or self._presses.fired is not None:
                await asyncio.sleep_ms(_SETTLES_MS)
            else:
                self._at_ms = None
                self._act(time.ticks_ms())
