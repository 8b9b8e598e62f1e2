"""Block button: a press starts the armed outcome in its hard interrupt.

While the check button is held, a press asks for the next game instead. A check button that
chatters or is stuck does not count as held.
"""

import time

from pingware.drivers.button import Button


class BlockButton:
    """The block button of one device.

    Args:
        board: ``boards.peripherals.Peripherals``.
        sound: ``app.play.sound_output.SoundOutput``.
        signal: ``app.boot.boot.Signal``, set by each press.
    """

    def __init__(self, board, sound, signal):
        self._board = board
        self._sound = sound
        self._signal = signal
        self._check_pin = board.input_pin("check_button")
        self._plays = "block" in board.GAMES
        self._armed = None  # an outcome and its program in one object, so that they always match
        self.fired = None  # the outcome that the interrupt started, until the game takes it
        self.fired_ms = time.ticks_ms()  # time of that press (ticks)
        self._pressed = False  # whether it was pressed, for a Pico without the block
        self._shifted = False
        self._next_game = False
        pin = board.input_pin("block_button")
        self.button = Button(pin, time.ticks_us, self._on_press, board.held_off)

    def arm(self, outcome, program):
        """Sets the outcome (any object except None) and the program that the next press starts."""
        if self._plays:
            self._armed = outcome, program

    def disarm(self):
        """Ignores presses until the next ``arm``."""
        self._armed = None

    def shift(self, held):
        """Notes whether the check button is held (bool). A press then asks for the next game."""
        self._shifted = held

    def press(self):
        """Presses the button for the link. Returns whether it started an outcome (bool)."""
        self._board.without_interrupts(self._play)
        return self.fired is not None

    def _play(self):
        """Presses even if the check button is held. Interrupts are off meanwhile."""
        shifted, self._shifted = self._shifted, False
        self._on_press()
        self._shifted = shifted

    def _on_press(self):
        """Starts the armed outcome, unless one plays, or asks for the next game.

        This hard interrupt allocates no memory. It makes few calls, because it adds to any stack.
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
        """Returns the outcome that a press has started since the last call, or None."""
        fired = self.fired
        if fired is not None:  # A press that comes now stays for the next call.
            self.fired = None
        return fired

    def take_press(self):
        """Returns whether it was pressed since the last call (bool), on a Pico without block."""
        if not self._pressed:
            return False
        self._pressed = False
        return True

    def take_next_game(self):
        """Returns whether the user has asked for the next game since the last call (bool)."""
        if not self._next_game:
            return False
        self._next_game = False
        return True
