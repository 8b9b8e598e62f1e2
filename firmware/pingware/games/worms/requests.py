"""The Wiggly Worms' requests, declared once for device and host."""

from pingware.games.worms.options import PLAYERS_MOST, SETTINGS
from pingware.shared.device_options import SERVO_TURN_DEG
from pingware.shared.rules import needed, one_of, whole, worded

_IN_PLAY = ("run_s", "motion", "ticks", "players", "together", "mixed", "names")

REQUESTS = {
    "worms": {"run": one_of("start", "stop")},
    "worms_set": {name: SETTINGS[name].rule for name in _IN_PLAY},
    "worms_score": {
        "player": needed(whole(1, PLAYERS_MOST)),
        "by": needed(worded(one_of(1, -1), "1 (a match) or -1 (undo)")),
    },
    "worms_calibrate": {
        "try": SETTINGS["servo"].rule,
        "at_deg": whole(0, SERVO_TURN_DEG),
        "end": one_of("save", "cancel", "reset"),
    },
}
