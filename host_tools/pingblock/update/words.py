"""State of a device's slots, in words for its owner."""

from __future__ import annotations

from pingblock.update.plan import UpdateState
from pingblock.update.run import WHY
from pingware.shared import slot_format

_OTHER = {
    "good": "slot {slot} holds firmware to go back to",
    "rejected": "the firmware in slot {slot} did not work",
    "none": "slot {slot} is empty",
}


def text(now: UpdateState) -> str:
    """Returns the slot that runs, whether it is on trial, and the content of the other one."""
    if not now.base:
        return "; ".join([f"slot {now.slot} plays, as files", *_why(now)])
    on_trial = " on trial" if now.state == "trial" else ""
    other = slot_format.other(now.running)
    said = [f"slot {now.running} plays{on_trial}"]
    if now.state == "committed":
        said.append(f"slot {other} is tried at the next start")
    elif now.other:
        said.append(_OTHER[now.other].format(slot=other))
    return "; ".join([*said, *_why(now)])


def _why(now: UpdateState) -> list[str]:
    if not now.why:
        return []
    why = WHY.get(now.why, now.why)
    return [f"of the latest update, {why}: 'pingblock status --log' shows more"]
