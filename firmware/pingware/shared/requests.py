"""Requests of the link: whether a message is one, and what is wrong with it if not."""

from pingware.games.registry import CHOICE, CHOSEN, GAMES, others
from pingware.shared import device_requests
from pingware.shared.rules import NEEDED, is_right, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from pingware.shared.rules import Rule

# By name, the device's own first; ``service_requests`` and the games that are loaded have more.
REQUESTS = (
    device_requests.REQUESTS,
    {"game": {"name": CHOICE["game"].rule}},
) + tuple([game.requests for game in GAMES])


def problem(message: "dict[str, Any]") -> "tuple[str, str] | None":
    """Returns what is wrong with a request: ``(code, sentence)``; None if nothing is.

    Args:
        message: dict with the key ``do``.
    """
    do = message["do"]
    found = declaration(do) if type(do) is str else None
    if found is None:
        known = sorted(name for each in _tables() for name in each)
        return "unknown_request", "The requests are: %s." % ", ".join(known)
    arguments, check = found
    for name in sorted(message):
        if name not in arguments and name not in ("id", "do"):
            return "bad_value", "The request %s takes no %s." % (do, name[:20])
    wrong = _wrong_argument(message, arguments)
    say = "" if wrong or check is None else check(message)
    return wrong or (("bad_value", say) if say else None)


def declaration(
    do: str,
) -> "tuple[dict[str, Rule], Callable[[dict[str, Any]], str] | None] | None":
    """Returns what a request takes: rules by argument, and a check of them together, or None.

    Returns None if there is no such request.
    """
    for each in _tables():
        if do in each:
            declared = each[do]
            return declared if type(declared) is tuple else (declared, None)
    return None


def _tables() -> "Iterator[Mapping[str, Any]]":
    """Yields the requests by name; what has to be loaded for them comes last."""
    yield from REQUESTS
    for game in CHOSEN:
        yield game.requests
    from pingware.shared import service_requests

    yield service_requests.REQUESTS
    for game in others():
        yield game.requests


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
