"""The owner's settings on flash: two copies, of which the newer good one counts."""

from pingware.shared.settings import Settings
from pingware.storage.files import SlotStore

PATH = "/settings"


def load(declarations, path=PATH):
    """Reads the stored settings.

    Args:
        declarations: ``shared.declarations.Declarations``.
        path: str, without the slots' endings.
    Returns:
        Settings. Where the files are damaged, it has defaults and notes them in ``problems``.
        Limits of the loudness never become louder: see ``storage.volume_fallback``.
    """
    store = SlotStore(path)
    settings = Settings(declarations, store.load(), store)
    if store.damaged:
        settings.problems.append("%d of the 2 settings files cannot be read." % store.damaged)
    if settings.problems:
        from pingware.storage import volume_fallback

        return volume_fallback.protected(settings, store)
    return settings
