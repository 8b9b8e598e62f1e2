"""What a host may ask: every request, its arguments and their ranges. Data and one check."""

from pingware.shared import limits

# What is asked seldom stands in ``link.late_requests``, which is loaded when it is needed.
# request: {argument: (has to be given, rule)}
REQUESTS = {
    "help": {},
    "hello": {},
    "status": {},
    "press": {},
    "replay": {},
    "volume": {
        "level": (True, limits.LEVEL),
        "cap": (False, limits.LEVEL),
        "chime": (False, limits.LEVEL),
        "mute_lock": (False, limits.SWITCH),
    },
    "profile": {"name": (True, limits.PROFILE), "weights": (False, limits.WEIGHTS)},
    "battery": {"cells": (False, limits.CELL_KIND)},
    "seed": {"seed": (True, limits.SEED)},
    "worms": {"run": (False, limits.RUN)},
    "worms_set": {
        "run_s": (False, limits.RUN_S),
        "motion": (False, limits.MOTION),
        "ticks": (False, limits.SWITCH),
        "players": (False, limits.PLAYERS),
        "together": (False, limits.SWITCH),
        "mixed": (False, limits.SWITCH),
        "names": (False, limits.NAMES),
    },
    "worms_score": {"player": (True, limits.PLAYER), "by": (True, limits.SCORE_STEP)},
    "worms_calibrate": {
        "try": (False, limits.SERVO),
        "at_deg": (False, limits.ANGLE),
        "end": (False, limits.CALIBRATION_END),
    },
}


def problem(message):
    """Returns what is wrong with a request: ``(code, sentence)``; None if nothing is.

    Args:
        message: dict with the key ``do``.
    """
    do = message["do"]
    arguments = _arguments_of(do) if type(do) is str else None
    if arguments is None:
        known = sorted(list(REQUESTS) + list(_late()))
        return "unknown_request", "The requests are: %s." % ", ".join(known)
    for name in sorted(message):
        if name not in arguments and name not in ("id", "do"):
            return "bad_value", "The request %s takes no %s." % (do, name[:20])
    return _wrong_argument(message, arguments) or _odd_weights(message)


def _arguments_of(do):
    """Returns a request's arguments (dict); None if there is no such request."""
    return REQUESTS.get(do) if do in REQUESTS else _late().get(do)


def _late():
    from pingware.shared import late_requests

    return late_requests.REQUESTS


def _wrong_argument(message, arguments):
    for name in sorted(arguments):
        needed, (is_right, words) = arguments[name]
        if name not in message:
            if needed:
                return "missing_field", "%s is missing: %s." % (name, words)
        elif not is_right(message[name]):
            return "bad_value", "%s must be %s." % (name, words)
    return None


def _odd_weights(message):
    if "weights" in message and message["name"] != "custom":
        return "bad_value", "weights go with the profile custom only."
    return None
