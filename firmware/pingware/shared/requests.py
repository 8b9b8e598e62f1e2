"""Requests of the link: checks whether a message is a valid request."""

from collections.abc import Mapping
from typing import Any

from pingware.shared.declarations import Declarations
from pingware.shared.device_options import DEVICE_SETTINGS, U32_MAX
from pingware.shared.schema import (
    NEEDED,
    Rule,
    either,
    is_right,
    needed,
    one_of,
    switch,
    text,
    whole,
)
from pingware.shared.wording import words_of, wrong_value

# Frequent requests of the device. ``service_requests`` has the others.
REQUESTS = {
    "help": {},
    "hello": {},
    "status": {"memory": switch},
    "press": {},
    "replay": {},
    "volume": {
        "level": needed(DEVICE_SETTINGS["volume"].rule),
        "cap": DEVICE_SETTINGS["cap"].rule,
        "chime": DEVICE_SETTINGS["chime"].rule,
        "mute_lock": DEVICE_SETTINGS["mute_lock"].rule,
    },
    "battery": {"cells": DEVICE_SETTINGS["cells"].rule},
    "seed": {"seed": needed(either(one_of(None), whole(0, U32_MAX)))},
}
_NAME_CHARS = 16  # length of a game's name. The device knows the valid names.
# Requests of the device by name: rules by argument, or a pair of these and a check of the message.
OWN = [REQUESTS, {"game": {"name": text(_NAME_CHARS, 1)}}]


def problem(declarations: "Declarations", message: "dict[str, Any]") -> "tuple[str, str] | None":
    """Returns the error in a request, ``(code, sentence)``, or None for a valid one.

    Args:
        declarations: the known requests of games.
        message: dict with the key ``do``.
    """
    do = message["do"]
    found = _loaded(declarations, do)
    if found is None:
        others = declarations.catalog().requests()
        if type(do) is not str or do not in others:
            known = sorted({name for each in OWN + [others] for name in each})
            return "unknown_request", "The requests are: %s." % ", ".join(known)
        found = others[do]
    arguments, check = found if type(found) is tuple else (found, None)
    for name in sorted(message):
        if name not in arguments and name not in ("id", "do"):
            return "bad_value", "The request %s takes no %s." % (do, name[:20])
    wrong = _wrong_argument(message, arguments)
    say = "" if wrong or check is None else check(message)
    return wrong or (("bad_value", say) if say else None)


def is_on_demand(declarations: "Declarations", do: object) -> bool:
    """Returns whether the declaration of a request must be loaded first."""
    return type(do) is not str or not any(do in each for each in OWN + declarations.requests)


def _loaded(declarations: "Declarations", do: object) -> "Any":
    """Returns a declaration that needs no other game to load, or None."""
    if type(do) is not str:
        return None
    for each in OWN + declarations.requests:
        if do in each:
            return each[do]
    from pingware.shared import service_requests  # the requests above do not need it

    return service_requests.SERVICE_REQUESTS.get(do)


def _wrong_argument(
    message: "dict[str, Any]", arguments: "Mapping[str, Rule]"
) -> "tuple[str, str] | None":
    for name in sorted(arguments):
        rule = arguments[name]
        if name not in message:
            if rule.kind == NEEDED:
                return "missing_field", "%s is missing: %s." % (name, words_of(rule))
        elif not is_right(rule, message[name]):
            return "bad_value", "%s." % wrong_value(name, rule, message[name])
    return None
