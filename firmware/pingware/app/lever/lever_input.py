"""Lever input: edges of the switch, as the pulls and releases that the lever game gets."""

import time

from pingware.drivers.lever_switch import LeverSwitch
from pingware.services import lever
from pingware.shared import events


class LeverInput:
    """The lever of one apple base: its ``switch``, and the ``lever`` that follows it.

    Args:
        board, signal, reports: of ``app``.
        chosen: ``app.chosen_game.ChosenGame``; a timed game shares the lever with the worms.
        worms: the lever game: ``pulled``, ``released`` and ``lever_failed`` are called.
    """

    def __init__(self, board, signal, reports, chosen, worms):
        self._reports = reports
        self._chosen = chosen
        self._worms = worms
        self.switch = LeverSwitch(board.lever_pin(), time.ticks_ms, signal.set)
        self.lever = lever.Lever()

    def open(self):
        """Listens to the switch."""
        self.switch.open()

    def close(self):
        """Stops listening; safe to call twice."""
        self.switch.close()

    def follow(self):
        """Takes the edges first, each at its own time, then the level at this moment."""
        edge = self.switch.take()
        while edge:
            self._take(*edge)
            edge = self.switch.take()
        self._take(self.switch.pulled, time.ticks_ms())

    def _take(self, pulled, at_ms):
        found = self.lever.update(pulled, at_ms)
        while found:
            self._act(found, at_ms)
            found = self.lever.update(pulled, at_ms)

    def _act(self, found, at_ms):
        game = self._worms
        if hasattr(self._chosen.game, "attend"):
            game = self._chosen.game.attend(game)
        if found == lever.ARMED:
            game.pulled(at_ms)
        elif found == lever.RELEASED:
            game.released(at_ms)
        elif found == lever.FREE:
            self._reports.report({"event": events.LEVER_FREE})
        else:
            game.lever_failed(at_ms)
            self._reports.fault(found)
