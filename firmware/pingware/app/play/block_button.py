"""Block button: a press starts the armed outcome in its hard interrupt.

While the check button is held, a press does not play but asks for the next game; a check button
that chatters or is stuck is not held.
"""

import time

from pingware.drivers.button import Button


class BlockButton:
    """The block button of one device.

    Args:
        board: ``boards.peripherals.Peripherals``.
        sound: ``app.play.sound_output.SoundOutput``.
        signal: ``app.boot.first_stage.Signal``, set by each press.
    """

    def __init__(self, board, sound, signal):
        self._board = board
        self._sound = sound
        self._signal = signal
        self._check_pin = board.check_pin()
        self._plays = "block" in board.GAMES
        self._armed = None  # an outcome and its program: one object, so never a mixed pair
        self.fired = None  # the outcome that the interrupt started, until the game knows
        self.fired_ms = 0  # when (ticks)
        self._pressed = False  # on a board without the block
        self._shifted = False
        self._next_game = False
        self.button = Button(board.block_pin(), time.ticks_us, self._on_press, board.held_off)

    def arm(self, outcome, program):
        """Sets the outcome (anything but None) and the program that the next press starts."""
        if self._plays:
            self._armed = outcome, program

    def disarm(self):
        """Lets presses do nothing until the next ``arm``."""
        self._armed = None

    def shift(self, held):
        """Notes whether the check button is held (bool): then a press asks for the next game."""
        self._shifted = held

    def press(self):
        """Does what a press does, for the link. Returns whether it started an outcome (bool)."""
        self._board.without_interrupts(self._play)
        return self.fired is not None

    def _play(self):
        """Presses, though check may be held. Interrupts are off meanwhile."""
        shifted, self._shifted = self._shifted, False
        self._on_press()
        self._shifted = shifted

    def _on_press(self):
        """Hard interrupt: starts the armed outcome, unless one sounds, or asks for the next game.

        Allocates nothing, and calls little: it comes on top of whatever is on the stack.
        """
        armed = self._armed
        if self._shifted and self._check_pin.value() == 0:
            self._next_game = True
        elif armed is not None and self._sound.ready().start(armed[1]):
            self._armed = None
            self.fired_ms = time.ticks_ms()
            self.fired = armed[0]
        elif not self._plays:
            self._pressed = True
        self._signal.set()

    def take_fired(self):
        """Returns the outcome that a press has started since the last call; None if none has."""
        fired, self.fired = self.fired, None
        return fired

    def take_press(self):
        """Returns whether it was pressed since the last call (bool); a base without block asks."""
        pressed, self._pressed = self._pressed, False
        return pressed

    def take_next_game(self):
        """Returns whether the next game was asked for since the last call (bool)."""
        asked, self._next_game = self._next_game, False
        return asked
