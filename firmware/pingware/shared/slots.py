"""The two folders of firmware, ``/a`` and ``/b``: which is in force, and how a trial went.

``/slot`` names the folder that the next start takes, and is replaced in one step. During a trial
that is ``/start``, which does what ``/trial`` says. There: the slot that is kept, a sign, the slot
on trial. ``a?b``: it is to be started, once. ``a!b``: it was, and nobody has written yet that it
is good. ``a-b why``: it was no good, for one of ``REASONS``.
"""

SLOT, TRIAL, START = "/slot", "/trial", "/start"
SLOTS = "ab"
_LETTERS = tuple(SLOTS)
_TEXT_CHARS = 64  # of the two files; more is damage
MANIFEST = "manifest.txt"  # in each slot: the hash of each file, as ``sha256sum`` writes it
STATES = {"?": "committed", "!": "trial", "-": "rolled_back"}
REASONS = ("damaged", "crash", "hang", "late", "power", "stopped")


def other(slot: str) -> str:
    """Returns the slot (str) that is not ``slot``."""
    return SLOTS[1 - SLOTS.index(slot)]


def parse(slot_text: str, trial_text: str) -> dict[str, str]:
    """Tells what the two files mean.

    Args:
        slot_text, trial_text: of ``/slot`` and ``/trial``; "" if there is none.
    Returns:
        dict of str: ``slot`` in force, ``state`` (confirmed, committed, trial or rolled_back),
        ``why`` it was rolled back (one of ``REASONS``, else "").
    """
    kept, state = trial_text[:1], STATES.get(trial_text[1:2], "confirmed")
    if kept not in _LETTERS:  # damaged: nothing is known of a trial
        kept, state, trial_text = SLOTS[0], "confirmed", ""
    if slot_text != START:
        slot = slot_text[1:2] if slot_text[1:2] in _LETTERS else SLOTS[0]
        if slot != kept or state != "rolled_back":  # what is on trial there, is so no more
            return {"slot": slot, "state": "confirmed", "why": ""}
    return {"slot": kept, "state": state, "why": trial_text[4:]}


def text_of(path: str) -> str:
    """Returns what a file holds (str); "" if there is none, or no text."""
    try:
        with open(path) as file:
            return file.read(_TEXT_CHARS)
    except (OSError, ValueError):
        return ""


def read() -> dict[str, str]:
    """Returns what holds on this device, see ``parse``."""
    return parse(text_of(SLOT), text_of(TRIAL))


def locked(now: dict[str, str]) -> str:
    """Returns the slots (str of letters) that nothing may change: with a trial due or on, both.

    Args:
        now: as ``read`` returns it.
    """
    return now["slot"] if now["state"] in ("confirmed", "rolled_back") else SLOTS
