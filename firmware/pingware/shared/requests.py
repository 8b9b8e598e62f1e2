"""Requests of the link: whether a message is one, and what is wrong with it if not."""

from pingware.games.registry import REQUESTS
from pingware.shared import device_requests
from pingware.shared.rules import NEEDED, is_right, text, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pingware.shared.rules import Rule

_NAME_CHARS = 16  # of a game; which there are, the device knows
# By name, the device's own; ``registry.REQUESTS`` has those of games, ``games.others`` all others.
OWN = [device_requests.REQUESTS, {"game": {"name": text(_NAME_CHARS, 1)}}]


def problem(message: "dict[str, Any]") -> "tuple[str, str] | None":
    """Returns what is wrong with a request: ``(code, sentence)``; None if nothing is.

    Args:
        message: dict with the key ``do``.
    """
    do = message["do"]
    found = _declared(do)
    if found is None:
        seldom = _seldom()
        if type(do) is not str or do not in seldom:
            known = sorted({name for each in OWN + [seldom] for name in each})
            return "unknown_request", "The requests are: %s." % ", ".join(known)
        found = seldom[do]
    arguments, check = _pair(found)
    for name in sorted(message):
        if name not in arguments and name not in ("id", "do"):
            return "bad_value", "The request %s takes no %s." % (do, name[:20])
    wrong = _wrong_argument(message, arguments)
    say = "" if wrong or check is None else check(message)
    return wrong or (("bad_value", say) if say else None)


def is_seldom(do: object) -> bool:
    """Returns whether the declaration of a request, if there is one, must be loaded first."""
    return type(do) is not str or not any(do in each for each in OWN + REQUESTS)


def declaration(
    do: str,
) -> "tuple[dict[str, Rule], Callable[[dict[str, Any]], str] | None] | None":
    """Returns what a request takes: rules by argument, and a check of them together, or None.

    Returns None if there is no such request.
    """
    found = _declared(do)
    if found is None:
        found = _seldom().get(do)
    return None if found is None else _pair(found)


def _declared(do: object) -> "Any":
    """Returns a declaration that needs no other game loaded; None if there is none."""
    if type(do) is not str:
        return None
    for each in OWN + REQUESTS:
        if do in each:
            return each[do]
    from pingware.shared import service_requests  # not loaded for those above

    return service_requests.REQUESTS.get(do)


def _pair(declared: "Any") -> "tuple[dict[str, Rule], Callable[[dict[str, Any]], str] | None]":
    return declared if type(declared) is tuple else (declared, None)


def _seldom() -> "dict[str, Any]":
    from pingware.games import others

    return others.requests()


def _wrong_argument(
    message: "dict[str, Any]", arguments: "dict[str, Rule]"
) -> "tuple[str, str] | None":
    for name in sorted(arguments):
        rule = arguments[name]
        if name not in message:
            if rule.kind == NEEDED:
                return "missing_field", "%s is missing: %s." % (name, words_of(rule))
        elif not is_right(rule, message[name]):
            return "bad_value", "%s must be %s." % (name, words_of(rule))
    return None
