"""The latest tests of the cells that somebody asked for, kept over a loss of power.

One write a test, and none for the tests that the device makes by itself: flash wears out.
"""

from pingware.shared.battery import VERDICTS
from pingware.storage.files import SlotStore

PATH = "/battery"
MOST = 16  # so that a slot stays within 512 bytes, which the file system keeps in one page
# A note: what was measured of the whole pack, and the verdict's place in VERDICTS.


class BatteryNotes:
    """The notes on the flash.

    Args:
        path: str, without the slots' endings.
    """

    def __init__(self, path=PATH):
        self._store = SlotStore(path)

    def read(self):
        """Returns ``count``, how many tests there ever were, and the latest ``tests`` (dict).

        A test is a list: open mV, loaded mV, mOhm, verdict (place in good, fair, replace_soon,
        stop); the latest comes last.
        """
        notes = self._store.load()
        if not isinstance(notes, dict) or type(notes.get("tests")) is not list:
            return {"count": 0, "tests": []}
        return {"count": notes.get("count", 0), "tests": notes["tests"][-MOST:]}

    def add(self, check):
        """Keeps a good test (``shared.battery.Check``). Raises OSError."""
        notes = self.read()
        level = VERDICTS.index(check.verdict)
        notes["tests"].append([check.open_mv, check.loaded_mv, check.milliohm, level])
        notes["tests"] = notes["tests"][-MOST:]
        notes["count"] += 1
        self._store.save(notes)
