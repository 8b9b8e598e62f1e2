"""The Question Block's requests, declared once for device and host."""

from pingware.games.block.options import CUSTOM, SETTINGS
from pingware.shared.rules import needed, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DRAWS_MOST = 25  # of one request: 22 ms on the chip


def _custom_only(message: "dict[str, Any]") -> str:
    if "weights" in message and message["name"] != CUSTOM:
        return "weights go with the profile custom only."
    return ""


REQUESTS = {
    "press": {},
    "replay": {},
    "profile": (
        {"name": needed(SETTINGS["profile"].rule), "weights": SETTINGS["weights"].rule},
        _custom_only,
    ),
    "odds": {"draws": whole(1, DRAWS_MOST)},
}
