"""Runs an update: sends firmware into the other slot, starts the trial, waits for the result."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

from pingblock.care.update import words
from pingblock.care.update.plan import UpdatePlan, UpdateState, state
from pingblock.connection.device import Device
from pingblock.connection.files import in_steps
from pingblock.connection.reconnect import Reconnection
from pingblock.errors import LinkError, NoAnswer, RolledBack
from pingware.shared.slot_format import PATH

# Limit from the restart to the result: a trial takes up to 30 s, a watchdog 8 s, and the chip
# computes a hash first.
VERDICT_S = 60.0
LOOK_S = 0.5

Progress = Callable[[int], None]


def send(device: Device, steps: UpdatePlan, progress: Progress) -> None:
    """Sends the new firmware into the slot that is not running.

    Args:
        device: an open device.
        steps: the plan, see ``pingblock.care.update.plan.plan``.
        progress: called with the bytes of each step.

    Raises:
        Refused, NoAnswer, LinkLost: the transfer failed. The next update continues it.
    """
    device.put(PATH, steps.content, in_steps(progress))


def try_other(device: Device) -> None:
    """Makes the device try the firmware in the other slot. Close the device after this."""
    device.request("update", what="commit")


def verdict(reconnection: Reconnection, slot: str, again: str) -> UpdateState:
    """Waits until the trial of new firmware is over, through all restarts.

    Args:
        reconnection: opens the device after a restart.
        slot: the letter of the slot on trial.
        again: the command with which the user can try again.

    Returns:
        The state when ``slot`` is confirmed.

    Raises:
        RolledBack: the trial failed, so the device runs the other slot.
        NoAnswer: the result is not known. Ask for the state later.
    """
    until_s = time.monotonic() + VERDICT_S
    while time.monotonic() < until_s:
        now = _look(reconnection, until_s)
        if now and now.state == "rolled_back":
            raise RolledBack(words.went_back(slot, now.why, again))
        if now and now.state == "confirmed" and now.slot != slot:
            raise RolledBack(
                f"The device still runs slot {now.slot}, because slot {slot} was not tried."
                f" Type '{again}' to try again."
            )
        if now and now.state == "confirmed":
            return now
    raise NoAnswer(
        f"The result of the update is not known after {VERDICT_S:g} s: to see it, run "
        "'pingblock update state'."
    )


def _look(reconnection: Reconnection, until_s: float) -> UpdateState | None:
    """Returns the state after the trial, or None if the device is not reachable."""
    try:
        with closing(reconnection.wait(until_s - time.monotonic())) as device:
            now = state(device)
            while now.state in ("committed", "trial") and time.monotonic() < until_s:
                time.sleep(LOOK_S)
                now = state(device)
            return now
    except LinkError:
        time.sleep(LOOK_S)
        return None
