"""Run of an update: staged beside the old firmware, verified, tried, and waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing

from pingblock.common.frozen import NAME
from pingblock.connection.device import Device
from pingblock.connection.files import in_steps
from pingblock.connection.reconnect import Reconnection
from pingblock.errors import LinkError, NoAnswer, PingblockError, RolledBack
from pingblock.update.plan import UpdatePlan, UpdateState, holds, state
from pingware.shared import slots

# From the restart to the verdict: a trial has 30 s, a watchdog 8 s, and the chip hashes first.
VERDICT_S = 60.0
LOOK_S = 0.5
WHY = {
    "damaged": "its files were damaged",
    "crash": "it crashed",
    "hang": "it hung",
    "late": "it did not work well within 30 s",
    "power": "the power failed or the board was reset during its trial",
    "stopped": "a program at the prompt ended its trial",
}

Progress = Callable[[int], None]


def stage(
    device: Device, steps: UpdatePlan, firmware: Mapping[str, bytes], progress: Progress
) -> None:
    """Brings the new firmware into the slot that is not in force, and makes sure of it.

    Args:
        device: open.
        steps: see ``pingblock.update.plan.plan``.
        firmware: name to content, where it is files.
        progress: takes the bytes of each step.

    Raises:
        PingblockError: the slot does not hold what was sent; nothing was switched.
        Refused, NoAnswer, LinkLost: the transfer failed; the next update goes on from there.
    """
    for path in steps.remove:
        device.remove(path)
    for path, data in steps.write.items():
        device.put(path, data, in_steps(progress))
    if not steps.in_place and not holds(device, steps.slot, firmware):
        raise PingblockError("The files arrived damaged, so the old firmware stays. Try again.")


def try_other(device: Device) -> None:
    """Makes the device start the slot that is not in force, on trial. Close it after this."""
    device.request("update", what="commit")


class Verdict:
    """Waits until the trial is over, over all restarts.

    Args:
        reconnection: opens the device after a restart.
        clock: tells seconds.
        nap: lets so many seconds pass.
    """

    def __init__(
        self,
        reconnection: Reconnection,
        clock: Callable[[], float] = time.monotonic,
        nap: Callable[[float], None] = time.sleep,
    ) -> None:
        self._reconnection = reconnection
        self._clock = clock
        self._nap = nap

    def wait(self, slot: str) -> UpdateState:
        """Returns the state once ``slot`` is confirmed.

        Raises:
            RolledBack: it was no good; the device runs the old firmware.
            NoAnswer: nobody knows; ask for the state later.
        """
        until_s = self._clock() + VERDICT_S
        while self._clock() < until_s:
            now = self._look(until_s)
            if now and now.state == "rolled_back":
                raise RolledBack(
                    "The device went back to the old firmware: of the new one, "
                    f"{WHY.get(now.why, now.why)}. 'pingblock log' shows what it noted."
                )
            if now and now.state == "confirmed" and now.slot != slot:
                raise RolledBack(
                    "The device still runs the old firmware: the update was not tried."
                )
            if now and now.state == "confirmed":
                return now
        raise NoAnswer(
            f"The device has not decided after {VERDICT_S:g} s: ask 'pingblock update state'."
        )

    def _look(self, until_s: float) -> UpdateState | None:
        """Returns what holds; None while the device is away."""
        try:
            with closing(self._reconnection.wait(until_s - self._clock())) as device:
                return self._follow(device, until_s)
        except LinkError:
            self._nap(LOOK_S)
            return None

    def _follow(self, device: Device, until_s: float) -> UpdateState:
        now = state(device)
        while now.state in ("committed", "trial") and self._clock() < until_s:
            self._nap(LOOK_S)
            now = state(device)
        return now


def other_is_whole(device: Device, now: UpdateState) -> bool:
    """Returns whether there is firmware in the slot that is not in force.

    Where none is in slot a, that in MicroPython itself stands in its place.
    """
    slot = slots.other(now.slot)
    return slots.MANIFEST in device.files(f"/{slot}") or (
        slot == slots.SLOTS[0] and NAME in device.files("/")
    )
