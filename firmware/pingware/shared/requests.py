"""Requests of the link: whether a message is one, and what is wrong with it if not."""

from pingware.games.registry import OPTIONS
from pingware.shared.rules import is_right, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pingware.shared.rules import Request

# All requests by name, those of the games among them.
REQUESTS = {name: each.requests[name] for each in OPTIONS for name in each.requests}


def problem(message: "dict[str, Any]") -> "tuple[str, str] | None":
    """Returns what is wrong with a request: ``(code, sentence)``; None if nothing is.

    Args:
        message: dict with the key ``do``.
    """
    do = message["do"]
    asked = declaration(do) if type(do) is str else None
    if asked is None:
        known = sorted(list(REQUESTS) + list(_seldom()))
        return "unknown_request", "The requests are: %s." % ", ".join(known)
    for name in sorted(message):
        if not (name in asked.needed or name in asked.optional or name in ("id", "do")):
            return "bad_value", "The request %s takes no %s." % (do, name[:20])
    return _wrong_argument(message, asked) or _wrong_together(message, asked)


def declaration(do: str) -> "Request | None":
    """Returns what a request takes (``rules.Request``); None if there is no such request."""
    return REQUESTS.get(do) if do in REQUESTS else _seldom().get(do)


def _seldom() -> "dict[str, Request]":
    from pingware.shared import service_requests

    return service_requests.REQUESTS


def _wrong_argument(message: "dict[str, Any]", asked: "Request") -> "tuple[str, str] | None":
    for name in sorted(list(asked.needed) + list(asked.optional)):
        rule = asked.needed[name] if name in asked.needed else asked.optional[name]
        if name not in message:
            if name in asked.needed:
                return "missing_field", "%s is missing: %s." % (name, words_of(rule))
        elif not is_right(rule, message[name]):
            return "bad_value", "%s must be %s." % (name, words_of(rule))
    return None


def _wrong_together(message: "dict[str, Any]", asked: "Request") -> "tuple[str, str] | None":
    say = asked.check(message) if asked.check else ""
    return ("bad_value", say) if say else None
