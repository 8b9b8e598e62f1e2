"""Front panel besides the block button: check button, long presses, the light."""

import time

from pingware.drivers.button import Button
from pingware.drivers.light import Light
from pingware.services import gesture, headroom
from pingware.shared import events, light_show

_SILENT = -1  # what the speaker's clock says while nothing sounds


class Front:
    """The rear button, both buttons' gestures, and the light."""

    def __init__(self, device):
        self._device = device
        self._check = Button(device.board.check_pin(), time.ticks_us, self._on_check)
        self._light = Light(*device.board.light_parts())
        self._block_gesture = gesture.block_button()
        self._check_gesture = gesture.check_button()
        self._show = device.show
        self._show_since_ms = 0
        self._base = None
        self._base_show = ("off", 0)
        self._base_since_ms = 0
        self.wants_check = False  # the battery check was asked for

    def attend(self, base):
        """From now on the apple base (``app.base.Base``) is shown and gets its presses."""
        self._base = base

    def open(self):
        """Starts the light, dark, and listens to the check button."""
        self._light.open()
        self._check.open()

    def close(self):
        """Turns the light off and stops listening to the buttons. Safe to call twice."""
        self._check.close()
        self._light.off()

    def dark(self):
        """Switches the light off, for a sleep."""
        self._light.off()

    def rest(self):
        """Tells the press rule of both buttons that time passes."""
        self._device.block.rest()
        self._check.rest()

    def _on_check(self):
        """Hard interrupt: the check button is down. Allocates nothing."""
        self._device.wake()

    def touched(self):
        """Returns whether a button is down, bounces, or its gesture is not over (bool)."""
        if self._block_gesture.held or self._check_gesture.held:
            return True
        block, check = self._device.block, self._check
        if not (block.is_settled() and check.is_settled()):
            return True
        return block.is_down() or check.is_down()

    def busy(self):
        """Returns whether somebody plays, so that the device must stay up (bool)."""
        return self.touched() or (self._base is not None and self._base.busy)

    @property
    def moves(self):
        """Whether the worms move (bool)."""
        return self._base is not None and self._base.mover.moving

    def stirs(self):
        """Returns whether button or lever were touched, to wake the device (bool)."""
        return self.touched() or (self._base is not None and self._base.stirs)

    def follow(self, now_ms):
        """Follows both buttons; call it every few hundredths of a second while touched.

        Returns:
            bool, whether it has to be called again.
        """
        self._follow_block(
            self._block_gesture.update(self._device.block.is_down(), now_ms), now_ms
        )
        self._follow_check(self._check_gesture.update(self._check.is_down(), now_ms), now_ms)
        return self.touched()

    def _follow_block(self, event, now_ms):
        if event == gesture.HOLD:
            self._device.game.hold(now_ms)
        elif event == gesture.RELEASE:
            self._device.game.release(now_ms)
        elif event == gesture.STUCK:
            self._device.fault(events.BLOCK_BUTTON_STUCK)

    def _follow_check(self, event, now_ms):
        if event == gesture.SHORT:
            self._device.report({"event": events.PRESS, "button": events.CHECK_BUTTON})
            if self._base and self._base.keeps_score:
                self._base.press(now_ms)
            else:
                self._device.replay(now_ms)
        elif event == gesture.LONG:
            self._device.report({"event": events.PRESS, "button": events.CHECK_BUTTON})
            self.wants_check = True
        elif event == gesture.STUCK:
            self._device.fault(events.CHECK_BUTTON_STUCK)

    def shine(self, now_ms):
        """Lets the light follow the show, in the sound's own time while one sounds.

        Returns:
            bool, whether the show goes on.
        """
        show = self._device.show
        if show is not self._show:
            self._show = show
            self._show_since_ms = now_ms
        name, coins = show
        if name == "fault":  # shown as its code
            coins = light_show.FAULT_BLINKS.get(coins, light_show.FAULT_BLINKS_OTHER)
        elapsed_ms = self._device.sounding_ms()
        if elapsed_ms == _SILENT:
            elapsed_ms = time.ticks_diff(now_ms, self._show_since_ms)
        else:
            elapsed_ms = self._in_step(name, coins, elapsed_ms)
        if elapsed_ms >= light_show.duration_ms(name, coins) and self._base:
            name, coins = self._behind(self._base.show, now_ms)
            elapsed_ms = time.ticks_diff(now_ms, self._base_since_ms)
        rgb: tuple[int, ...] | list[int] = light_show.colour(name, coins, elapsed_ms)
        if self._device.gain_limit_q8 <= headroom.GAIN_LEAST_Q8:
            rgb = [level // 2 for level in rgb]  # a quarter of the power: empty cells bear no more
        self._light.show(rgb)
        return elapsed_ms < light_show.duration_ms(name, coins)

    def _in_step(self, name, coins, elapsed_ms):
        """Slows a show down to the length of the owner's sound; coins are counted as ever."""
        show_ms = light_show.duration_ms(name, coins)
        sound_ms = self._device.programs.own.get(name, (None, 0))[1]
        return elapsed_ms * show_ms // sound_ms if sound_ms > show_ms else elapsed_ms

    def _behind(self, show, now_ms):
        """Notes when the base's show began. Returns it."""
        if show is not self._base_show:
            self._base_show = show
            self._base_since_ms = now_ms
        return show
