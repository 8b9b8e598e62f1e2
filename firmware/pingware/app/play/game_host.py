"""Game host: runs the chosen press game and the lever game, each on a separate stage."""

import asyncio
from typing import Any

from pingware.games.press_game import DONE, NOTHING

_SERVO = "worms_calibrate"  # handled by ``app.lever.servo_requests``


class GameHost:
    """The games of one device.

    ``game`` is the press game.

    Args:
        device: ``app.boot.boot.FirstStage``.
        stage: ``app.play.stage.Stage`` of the device.
        light: ``app.play.light_output.LightOutput``.
    """

    def __init__(self, device, stage, light):
        self._device = device
        self._stage = stage
        self._light = light
        self._chosen = device.chosen
        self.game = device.chosen.game
        self._lever_requests = []
        self.handlers = {}  # requests of games with their functions, made on demand
        self.chooser: "Any" = None  # set while the user chooses a game with the buttons
        # set when the apple base has started
        self._lever = self._lever_game = self._lever_stage = None
        self._verdict = ""  # verdict of the cells, also used by the next game
        # whether a test of the cells is due: at the start and after each outcome
        self._wants_test = True
        self._turn: "Any" = None  # the task that changes to another game
        self._wrong = None  # the error that prevented the latest change
        stage.on_change(("game",), self._change)

    # --- choosing

    def _change(self):
        # a task, because it waits for the end of the current sound
        self._turn = asyncio.create_task(self._switch())

    async def _switch(self):
        """Changes to the game that the settings name, after the current sound has ended."""
        stage, chosen = self._stage, self._chosen
        before = chosen.declared.name
        if stage.settings.game == before:
            return
        from pingware.app.play import switch_game

        self._device.block_button.disarm()
        while self.unsettled:  # a late press belongs to the old game
            self.follow_up(stage.now_ms())
            self._device.block_button.disarm()  # a press can have armed it again
        self.game = None
        self.handlers = {}
        try:
            switch_game.change_game(chosen)
        except Exception as wrong:  # no memory
            self._wrong = wrong
            stage.settings.change({"game": before})
            switch_game.change_game(chosen)
        self.game = chosen.game
        if self._verdict:
            self.game.battery(self._verdict, stage.now_ms())

    async def switched(self):
        """Waits until the game that the settings name is in use.

        Raises:
            Exception: the error of the change. The previous game is then in use and in the
                settings.
        """
        if self._turn:
            await self._turn
        self._turn = None
        wrong, self._wrong = self._wrong, None
        if wrong:
            raise wrong

    def _offer_next(self):
        """Offers the next game at the buttons."""
        if self.chooser is None:
            from pingware.app.play import switch_game

            self.chooser = switch_game.Chooser(self._stage, self._light, self._chosen.declared)
        self.chooser.follow()

    def keep(self):
        """Chooses the offered game after the release of the check button."""
        asyncio.create_task(self.chooser.keep(self.switched))  # noqa: RUF006 - the loop holds it
        self.chooser = None

    # --- playing

    def add_lever(self, lever):
        """Adds the apple base with its game (``app.lever.lever_tasks.LeverTasks``)."""
        self._lever = lever
        self._lever_requests = [name for name in lever.declared.requests if name != _SERVO]
        self._lever_game = lever.game
        self._lever_stage = lever.stage

    def repeat_cut_sound(self):
        """Makes the lever game repeat its sound if a press has cut it."""
        if self._lever_game and self._device.block_button.fired is not None:
            self._lever_game.repeat_cut_sound()

    def follow_up(self, now_ms):
        """Handles a sound's end, then the press that interrupts have noted."""
        ended = self._device.sound.take_ended()
        if ended and self.game.follow_sound(now_ms) == DONE:
            self._wants_test = True
        outcome = self._device.block_button.take_fired()
        if outcome is not None:
            self.game.follow_press(self._device.block_button.fired_ms, outcome)
            if not self._device.sound.speaker.playing:  # the tasks were blocked for a whole sound
                self.game.follow_sound(now_ms)
        if ended and self._lever_game:
            self._lever_game.follow_sound(now_ms)
        if self._device.block_button.take_press() and self._lever_game:
            self._lever_game.press(now_ms, 0)
        if self._device.block_button.take_next_game():
            self._offer_next()

    def take_wants_test(self):
        """Returns whether an outcome has ended since the last call (bool), at first True."""
        wants, self._wants_test = self._wants_test, False
        return wants

    def check(self, now_ms, held_ms):
        """Handles a press of the check button: a match of the worms, or the game's function."""
        if self._lever_game and self._lever_game.takes_presses:
            self._lever_game.press(now_ms, held_ms)
        elif not hasattr(self.game, "check") or self.game.check(now_ms, held_ms) == NOTHING:
            self.replay(now_ms)

    def replay(self, now_ms):
        """Repeats the last outcome, or plays a soft tick without one. Returns the reply (str)."""
        reply = self.game.replay(now_ms)
        if reply == NOTHING:
            self._stage.announce("nothing_yet", 0, "nothing_yet")
        return reply

    def reseed(self, seed):
        """Fixes all draws with a number for tests. None returns to hardware entropy."""
        self._device.chance.reseed(seed)
        for game in self.games():
            game.reseed()
        if self._lever:
            self._lever.reseed()

    def battery(self, verdict, now_ms):
        """Takes the verdict of a test of the cells (str)."""
        self._verdict = verdict
        self.game.battery(verdict, now_ms)

    # --- used by other parts

    @property
    def unsettled(self):
        """Returns whether ``follow_up`` must still handle an interrupt (bool)."""
        return self._device.sound.ended or self._device.block_button.fired is not None

    @property
    def busy(self):
        """Returns whether the worms wiggle, a lever is armed, or a chosen game loads (bool)."""
        chosen = self._stage.settings.game
        return self.chooser is not None or self.runs or chosen != self._chosen.declared.name

    @property
    def runs(self):
        """Returns whether the worms wiggle or a lever is armed (bool)."""
        return self._lever_game is not None and self._lever_game.busy

    def status(self):
        """Returns the games' fields (dict) of the device's status."""
        found = {"game": self._chosen.declared.name}
        found.update(self.game.status())
        return found

    @property
    def settings(self):
        """The settings of the press game, by name."""
        return self._chosen.declared.settings

    def stages(self):
        """Returns the stages of the games that are loaded (list of ``app.play.stage.Stage``)."""
        return [self._chosen.stage] + ([self._lever_stage] if self._lever_stage else [])

    def games(self):
        """Returns the games that are loaded (list)."""
        return [self.game] + ([self._lever_game] if self._lever_game else [])

    def requests(self):
        """Returns the names of the loaded games' requests (set of str)."""
        found = set(self._chosen.declared.requests)
        return found | set(self._lever_requests)

    def handler(self, do):
        """Returns the function of a game's request (str), or None if no loaded game has it."""
        if do not in self.handlers and do in self.requests():
            lever = self._lever_game if do in self._lever_requests else None
            self.handlers.update((lever or self.game).requests())
        return self.handlers.get(do)
