"""Sleep, watchdog and saving of settings: the checks of each second."""

import time

from pingware.services import idle
from pingware.shared import events

_QUIET_TICKS = 2
_NAP_MS = 4000
_WAIT_TICKS = 4  # ticks that a change waits for quiet. Then a gap between two sounds is enough.
_RETRY_TICKS = 60  # pause after a failed write, because each write wears the flash out


class Sleep:
    """Sleep of one device, and the times when it saves.

    Args:
        device: ``app.boot.first_stage.FirstStage``.
        parts: ``app.boot.second_stage.SecondStage``. Its busy parts prevent sleep.
    """

    def __init__(self, device, parts):
        self._board = device.board
        self._settings = device.settings
        self._supply = parts.supply
        self._activity = parts.activity
        self._host = parts.host
        self._buttons = parts.buttons
        self._light = parts.light
        self._reports = parts.reports
        self.idle = idle.Idle(time.ticks_ms())
        self._draws = 0  # at the last tick
        self._quiet_ticks = 0  # consecutive ticks without play
        self._unsaved_ticks = 0  # ticks that a change has waited
        self._watchdog = None

    def set_watchdog(self, watchdog):
        """Sets the watchdog, which ``tick`` must feed. It restarts the device after a hang."""
        self._watchdog = watchdog

    def _feed(self):
        if self._watchdog:
            self._watchdog.feed()

    def tick(self, now_ms, stays_up, stirs):
        """Feeds the watchdog, sleeps if it is time, and saves changes. Call it once a second.

        Args:
            now_ms: ticks.
            stays_up: bool, whether it must not sleep now.
            stirs: callable that returns whether another event than a button must wake it (bool).
        """
        self._feed()
        plays = self._activity.busy or self._host.busy or self._buttons.touched()
        finished = self._host.game.finished
        self._unsaved_ticks = self._unsaved_ticks + 1 if self._settings.unsaved else 0
        if self.idle.must_sleep(now_ms, self._supply.on_usb, plays or stays_up, finished):
            self._nap(stirs)
        elif self._is_quiet(plays):
            self.save()

    def save_in_gap(self):
        """Saves changes that have waited for seconds, if no sound plays at this moment.

        Call it whenever a sound may have ended. Players may switch the power off, and a cap or a
        mute must not be lost then.
        """
        if self._unsaved_ticks < _WAIT_TICKS or self._host.unsettled:
            return
        if not (self._activity.playing or self._activity.loads):
            self.save()

    def _is_quiet(self, plays):
        """Returns whether the device was idle for a while, so that a press is unlikely (bool).

        Writing flash stops interrupts for about 45 ms.
        """
        draws = self._host.game.draws
        if plays or self._host.unsettled or draws != self._draws:
            self._quiet_ticks = 0
        self._draws = draws
        self._quiet_ticks += 1
        return self._quiet_ticks > _QUIET_TICKS

    def save(self):
        """Writes changed settings, but only in silence, because it stops interrupts."""
        try:
            self._board.writing_flash(self._settings.save)
            self._supply.note()
        except OSError:
            self._reports.fault(events.SETTINGS_NOT_SAVED)
            self._quiet_ticks = self._unsaved_ticks = -_RETRY_TICKS

    def _nap(self, stirs):
        """Naps until a press or USB wakes the device. The press counts."""
        from pingware.boards import naps_rp2

        self._light.led.off()
        if self._settings.unsaved:  # the goodbye can come before the device is quiet
            self.save()
        while not (self._buttons.touched() or stirs() or self._host.unsettled):
            self._feed()
            if not self._supply.power.sleep(_NAP_MS, naps_rp2.nap):
                break
        self.idle.use(time.ticks_ms())
