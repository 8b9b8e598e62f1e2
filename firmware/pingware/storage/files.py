"""Files that survive a power cut or Ctrl-C: the content is always the old or the new.

Settings go to two slots in turn, each with a sequence number and a CRC. Source: power-cut
measurements. The device's file system does not check data. The notes of faults are only in RAM, so
they are lost with the power.
"""

import json
import os

from pingware.shared import stored_json
from pingware.shared.device_options import U32_MAX

SEED_FILE = "/seed"
_SEED_DIGITS = 10
_LAST = 28  # GPIO at the edge of a Pico
_NOT_THERE = 2  # ENOENT
_MAX_BYTES = 2048  # size of a slot. A longer file is not a slot.


def read_seed(path=SEED_FILE):
    """Returns the fixed seed for tests (int, 0..2**32 - 1), or None if the file has none."""
    try:
        with open(path, "rb") as file:
            digits = file.read(_SEED_DIGITS + 4).strip()
    except OSError:
        return None
    if not digits.isdigit() or len(digits) > _SEED_DIGITS:
        return None
    seed = int(digits)
    return seed if seed <= U32_MAX else None


def read_pins(path=stored_json.PINS):
    """Returns the owner's wiring: ``pins`` and ``base`` (dict). Without the file it is empty.

    Returns None if the file is damaged, or names a GPIO that a Pico does not have.
    """
    try:
        own = json.loads(read_slot(path)[1])
        gpios = own["pins"].values()
        right = [type(gpio) is int and 0 <= gpio <= _LAST for gpio in gpios]
        return own if all(right) else None
    except OSError:
        return {}
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


class SlotStore:
    """One value (dict of JSON) in two files, ``<path>.a`` and ``<path>.b``, written in turn.

    Args:
        path: str, without the slot's ending.
    """

    def __init__(self, path):
        self.paths = (path + ".a", path + ".b")
        self._slot = 1  # slot of the current value, because the other slot is written next
        self._sequence = 0
        self._text = None
        self.damaged = 0  # number of slots that exist but cannot be read

    def load(self):
        """Returns the newest readable value, or None. Counts ``damaged``."""
        self.damaged = 0
        self._sequence = 0
        self._text = None
        for slot in range(2):
            self._look(slot)
        return None if self._text is None else json.loads(self._text)

    def _look(self, slot):
        try:
            sequence, text = read_slot(self.paths[slot])
        except OSError:
            return
        except ValueError:
            self.damaged += 1
            return
        if sequence > self._sequence:
            self._slot, self._sequence, self._text = slot, sequence, text

    def save(self, value):
        """Writes ``value`` to the older slot, unless it is the current value.

        Returns:
            True if it has written.
        Raises:
            ValueError: JSON would not restore ``value``. No slot is changed.
            OSError: the file system is full or broken. The current value is unchanged.
        """
        text = text_of(value)
        if self._text is not None and json.loads(self._text) == value:
            return False
        slot, sequence = 1 - self._slot, self._sequence + 1
        write_slot(self.paths[slot], sequence, text)
        self._slot, self._sequence, self._text = slot, sequence, text
        return True


def read_slot(path):
    """Reads the file of a slot (str).

    Returns:
        The sequence number (int, 1 or more) and the JSON text.
    Raises:
        OSError: the file is missing or empty. A loss of power at its first write leaves an empty
            file, because the file system creates it before it has content.
        ValueError: it is damaged.
    """
    with open(path, "rb") as file:
        raw = file.read(_MAX_BYTES)
    if not raw:
        raise OSError(_NOT_THERE)
    return stored_json.parsed(raw)


class FaultLog:
    """Counts faults by code. If full, it drops the code that was seen least recently.

    Args:
        size: int, number of remembered codes, 1 or more.
    """

    def __init__(self, size=6):
        self._size = size
        self._entries = []  # [code, count, first_ms, last_ms], ordered by last_ms
        self.total = 0

    def note(self, code, now_ms):
        """Counts a fault.

        Args:
            code: str, one of ``shared.events``.
            now_ms: ticks.
        Returns:
            True if this code was not in the log, so that an event is needed.
        """
        self.total += 1
        entry = self._take(code) or [code, 0, now_ms, now_ms]
        entry[1] += 1
        entry[3] = now_ms
        self._entries.append(entry)
        if len(self._entries) > self._size:
            self._entries.pop(0)
        return entry[1] == 1

    def _take(self, code):
        for place in range(len(self._entries)):
            if self._entries[place][0] == code:
                return self._entries.pop(place)
        return None

    def entries(self):
        """Returns the log (list of dict for the link), with the latest fault last."""
        return [
            {"code": code, "count": count, "first_ms": first_ms, "last_ms": last_ms}
            for code, count, first_ms, last_ms in self._entries
        ]

    def counts(self):
        """Returns the count of each fault (dict of code to int), short enough for a line."""
        return {entry[0]: entry[1] for entry in self._entries}


_IS_FOLDER, _OUT_OF_THE_WAY = 21, ".old"  # EISDIR


def text_of(value):
    """Returns the JSON (str) of a value, if it restores the value. Raises ValueError.

    The device's ``json.dumps`` silently writes junk for unknown objects.
    """
    try:
        text = json.dumps(value)
        survives = json.loads(text) == value
    except (TypeError, ValueError):
        survives = False
    if not survives:
        raise ValueError("This value cannot be stored as JSON.")
    return text


def write_slot(path, sequence, text):
    """Writes the file of a slot: its number (int) and its JSON text. Raises OSError.

    A folder of that name is renamed first.
    """
    data = stored_json.slot_bytes(sequence, text)
    try:
        _write(path, data)
    except OSError as wrong:
        if wrong.errno != _IS_FOLDER:
            raise
        os.rename(path, path + _OUT_OF_THE_WAY)
        _write(path, data)


def _write(path, data):
    with open(path, "wb") as file:
        file.write(data)
