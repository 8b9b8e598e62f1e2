"""Frequent requests of the device. ``service_requests`` has the others."""

from pingware.shared.device_options import SETTINGS, U32_MAX
from pingware.shared.schema import either, needed, one_of, switch, whole

REQUESTS = {
    "help": {},
    "hello": {},
    "status": {"memory": switch},
    "press": {},
    "replay": {},
    "volume": {
        "level": needed(SETTINGS["volume"].rule),
        "cap": SETTINGS["cap"].rule,
        "chime": SETTINGS["chime"].rule,
        "mute_lock": SETTINGS["mute_lock"].rule,
    },
    "battery": {"cells": SETTINGS["cells"].rule},
    "seed": {"seed": needed(either(one_of(None), whole(0, U32_MAX)))},
}
