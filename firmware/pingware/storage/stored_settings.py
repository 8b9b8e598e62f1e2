"""The owner's settings on flash: two copies, of which the newer good one counts."""

from pingware.shared.settings import Settings
from pingware.storage.files import SlotStore

PATH = "/settings"


def load(path=PATH):
    """Reads the stored settings.

    Args:
        path: str, without the slots' endings.
    Returns:
        Settings; with defaults, and ``problems`` that say so, where the files are no good.
    """
    store = SlotStore(path)
    settings = Settings(store.load(), store)
    if store.damaged:
        settings.problems.append("%d of the 2 settings files cannot be read." % store.damaged)
    return settings
