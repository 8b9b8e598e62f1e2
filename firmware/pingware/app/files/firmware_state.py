"""State of the firmware of this device, which is files in folders or runs in place from slots."""

import sys

from pingware.shared import slots


def runs_in_place():
    """Returns whether this firmware runs in place (bool), see ``shared.slot_format``."""
    try:
        __import__("firmware_slots")  # an ``import`` would be at the top of the merged file
    except ImportError:
        return False
    return True


def read():
    """Returns what holds on this device (dict of str), see ``shared.slots.parse``."""
    if not runs_in_place():
        return slots.read()
    from pingware.storage import slot_state

    return slot_state.read()


def answer():
    """Returns the same and what runs, as ``update`` answers (dict)."""
    found = read()
    found["running"] = sys.path[0][-1:]
    found["mpy"] = sys.implementation._mpy  # type: ignore[attr-defined, assignment]
    if runs_in_place():
        from pingware.storage import slot_state

        found.update(slot_state.running())
    return found


def is_locked(now):
    """Returns whether no slot may change, because a trial is on or due (bool)."""
    return len(slots.locked(now)) == len(slots.SLOTS)
