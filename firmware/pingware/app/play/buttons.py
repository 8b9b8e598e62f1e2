"""Buttons: holds of both buttons, and gestures of the check button (repeat, test, next game)."""

import time

from pingware.drivers.button import Button
from pingware.services import gesture
from pingware.shared import events


class Buttons:
    """The check button of one device, and the gestures of both buttons.

    Args:
        device: ``app.boot.boot.FirstStage``. Its ``signal`` is set when the check button is
            down.
        host: ``app.play.game_host.GameHost``, which gets the presses.
        reports: ``app.care.watch.Reports``.
    """

    def __init__(self, device, host, reports):
        self._signal = device.signal
        self._host = host
        self._reports = reports
        self._block_button = device.block_button
        self._block = device.block_button.button
        self._check = Button(device.board.input_pin("check_button"), time.ticks_us, self._on_check)
        self._block_gesture = gesture.Gesture(gesture.HOLD_MS, gesture.HOLD, gesture.RELEASE)
        self._check_gesture = gesture.Gesture(gesture.LONG_MS, gesture.LONG, gesture.SHORT)
        self._is_stuck = False  # whether a stuck check button was reported

    def open(self):
        """Starts the check button's interrupt."""
        self._check.open()

    def close(self):
        """Stops the interrupt. It can be called twice."""
        self._check.close()

    def note_quiet(self):
        """Notes which buttons have stopped bouncing, for their next press, once a second."""
        self._block.note_quiet()
        self._check.note_quiet()

    def _on_check(self):
        """Notes in a hard interrupt that the check button is down. Allocates no memory."""
        self._signal.set()

    @property
    def block_down(self):
        """Returns whether the block button is down (bool)."""
        return self._block.is_down()

    @property
    def check_down(self):
        """Returns whether the check button is down (bool)."""
        return self._check.is_down()

    @property
    def check_held(self):
        """Returns whether the check button bounces or was down at the latest ``follow`` (bool)."""
        return self._check_gesture.held or not self._check.is_settled()

    def touched(self):
        """Returns whether a button is down, bounces, or its gesture is not over (bool)."""
        if self._block_gesture.held or self._check_gesture.held:
            return True
        block, check = self._block, self._check
        if not (block.is_settled() and check.is_settled()):
            return True
        return block.is_down() or check.is_down()

    def follow(self, now_ms):
        """Follows both buttons. Call it every few hundredths of a second while touched.

        Returns:
            bool, whether the user asked for a test of the cells.
        """
        self._follow_block(self._block_gesture.update(self._block.is_down(), now_ms), now_ms)
        event = self._check_gesture.update(self._check.is_down(), now_ms)
        held = self._check_gesture.held
        if not (held or event):
            return False  # usual case, because mostly the block button is used
        self._is_stuck = held and (self._is_stuck or event == gesture.STUCK)
        self._block_button.shift(held and not self._is_stuck and self._check.is_settled())
        return self._follow_check(event, now_ms)

    def _follow_block(self, event, now_ms):
        if event == gesture.HOLD:
            self._host.game.hold(now_ms)
        elif event == gesture.RELEASE:
            self._host.game.release(now_ms)
        elif event == gesture.STUCK:
            self._reports.fault(events.BLOCK_BUTTON_STUCK)

    def _follow_check(self, event, now_ms):
        """Returns whether the user asked for the battery test (bool)."""
        if event == gesture.STUCK:
            self._reports.fault(events.CHECK_BUTTON_STUCK)
        elif self._host.chooser:  # held as a shift key, so neither repeat nor battery test follows
            if event in (gesture.SHORT, gesture.RELEASE):
                self._host.keep()
        elif event in (gesture.SHORT, gesture.LONG):
            message = {"event": events.PRESS, "button": events.CHECK_BUTTON, "ms": now_ms}
            self._reports.report(message)
            if event == gesture.SHORT:
                self._host.check(now_ms, self._check_gesture.lasted_ms)
            return event == gesture.LONG
        return False
