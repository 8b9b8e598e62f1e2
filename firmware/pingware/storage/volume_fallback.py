"""Protects ears when stored settings are damaged: the quietest known value counts.

It is loaded only then. The cap becomes the lowest of 5, the stored volume, and the caps of both
copies. Each of the two mutes is on if any copy has it on.
"""

import json

from pingware.shared import device_options
from pingware.shared.schema import is_right
from pingware.shared.settings import Settings
from pingware.storage import files

_CAP_MOST = 5  # cap of an unreadable copy
_PROTECTIVE = ("cap", "mute_lock", "button_mute")
_YOUNGER = "button_mute"  # older firmware lacks this setting


def protected(settings, store):
    """Returns safe settings, if a copy or a protective value in it cannot be read.

    Args:
        settings: ``Settings`` as they were read.
        store: their ``storage.files.SlotStore``, which counts ``damaged`` copies.

    Returns:
        Settings, unchanged if all protective values are known.
    """
    copies = [copy for copy in map(_copy, store.paths) if copy is not None]
    values: dict[str, list[int]] = {name: [] for name in ("volume",) + _PROTECTIVE}
    doubtful = store.damaged > 0
    for name in values:
        rule = device_options.DEVICE_SETTINGS[name].rule
        for copy in copies:
            if type(copy) is dict and is_right(rule, copy.get(name)):
                values[name].append(copy[name])
            elif name in _PROTECTIVE and not _is_older(copy, name):
                doubtful = True
    if not doubtful:
        return settings
    safe = settings.as_dict()
    safe["cap"] = min([_CAP_MOST] + values["volume"] + values["cap"])
    for mute in ("mute_lock", "button_mute"):
        safe[mute] = any(values[mute])
    found = Settings(settings.declarations, safe, store)
    say = "The stored volume limit cannot be read: the cap is %d until you set it."
    found.problems.extend(settings.problems + [say % found.cap])
    return found


def _is_older(copy, name):
    """Returns whether a copy was stored before the setting existed (bool)."""
    return name == _YOUNGER and type(copy) is dict and name not in copy


def _copy(path):
    """Returns the content of a slot's file (any JSON), or None if it cannot be read."""
    try:
        return json.loads(files.read_slot(path)[1])
    except (OSError, ValueError):
        return None
