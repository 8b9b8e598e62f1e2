"""Notes of the latest requested tests of the cells, which survive a loss of power.

Each requested test writes once. Automatic tests do not write, because flash wears out.
"""

from pingware.shared.battery import VERDICTS
from pingware.storage.files import SlotStore

PATH = "/battery"
MOST = 16  # so that a slot stays within the 512 bytes that the file system keeps in one page
# A note holds the measured values of the whole pack, and the index of its verdict in VERDICTS.


class BatteryNotes:
    """The notes on the flash.

    Args:
        path: str, without the slots' endings.
    """

    def __init__(self, path=PATH):
        self._store = SlotStore(path)

    def read(self):
        """Returns ``count``, the total number of tests, and the latest ``tests`` (dict).

        A test is a list: open mV, loaded mV, mOhm, verdict (index in good, fair, replace_soon,
        stop). The latest comes last.
        """
        notes = self._store.load()
        if not isinstance(notes, dict) or type(notes.get("tests")) is not list:
            return {"count": 0, "tests": []}
        return {"count": notes.get("count", 0), "tests": notes["tests"][-MOST:]}

    def add(self, check):
        """Saves a valid test (``shared.battery.Check``). Raises OSError."""
        notes = self.read()
        level = VERDICTS.index(check.verdict)
        notes["tests"].append([check.open_mv, check.loaded_mv, check.milliohm, level])
        notes["tests"] = notes["tests"][-MOST:]
        notes["count"] += 1
        self._store.save(notes)
