"""State of a device's slots as text for its owner."""

from __future__ import annotations

from pingblock.care.update.plan import UpdateState, other_slot

_WHY = {
    "damaged": "{it} was damaged",
    "crash": "{it} crashed",
    "hang": "{it} hung",
    "late": "{it} did not work well within 30 s",
    "power": "the power failed or the board was reset during its trial",
    "stopped": "a program at the prompt ended its trial",
}
_NOTED = ("crash", "hang", "late")  # reasons after which the device can have more notes
_AGAIN = ("power", "stopped")  # reasons that are not a fault of the firmware
_OTHER = {
    "good": "slot {slot} contains firmware that you can go back to",
    "unusable": "slot {slot} cannot run, because its firmware is damaged or for another"
    " MicroPython: the next update replaces it",
    "none": "slot {slot} is empty",
}


def text(now: UpdateState) -> str:
    """Returns text about the running slot, whether it is on trial, and about the other slot.

    If the other slot was rejected, the text says why, and what the owner can do.
    """
    if not now.base:
        said = [f"slot {now.slot} plays, as files"]
        return "; ".join([*said, _rejected("the latest update", now.why)] if now.why else said)
    on_trial = " on trial" if now.state == "trial" else ""
    other = other_slot(now.running)
    said = [f"slot {now.running} plays{on_trial}"]
    if now.state == "committed":
        said.append(f"slot {other} is tried at the next start")
    elif now.other == "rejected":
        said.append(f"{_rejected(f'slot {other}', now.why)}{_next(now.why)}")
    elif now.other:
        said.append(_OTHER[now.other].format(slot=other))
    return "; ".join(said)


def went_back(slot: str, why: str, again: str) -> str:
    """Returns text about why the trial of a slot failed, and what the owner can do.

    Args:
        slot: the letter of the slot that was tried.
        why: the reason.
        again: the command that started the trial.
    """
    more = (
        "'pingblock status --log' shows what it noted."
        if why in _NOTED
        else f"Type '{again}' to try again."
    )
    because = _because(f"the firmware in slot {slot}", why)
    return f"The device went back to slot {other_slot(slot)}, because {because}. {more}"


def _because(it: str, why: str) -> str:
    return _WHY.get(why, why).format(it=it)


def _rejected(what: str, why: str) -> str:
    said = f"{what} was rejected, because {_because('its firmware', why)}"
    return said + (": 'pingblock status --log' shows more" if why in _NOTED else "")


def _next(why: str) -> str:
    if why in _AGAIN:
        return ": 'pingblock update' tries it again"
    return (", and" if why in _NOTED else ":") + " the next update replaces it"
