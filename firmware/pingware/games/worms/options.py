"""Settings and requests of the Wiggly Worms, declared once for device and host."""

from pingware.shared.device_options import FAST, NORMAL, SERVO_TURN_DEG, SLOW, SURPRISE
from pingware.shared.schema import (
    NEXT_RUN,
    NOT_IN_A_RUN,
    either,
    list_of,
    needed,
    object_of,
    one_of,
    setting,
    such_that,
    switch,
    text,
    whole,
    worded,
)

# States of a wiggle of the worms, and its ends.
READY, ARMED, STARTED = "ready", "armed", "started"
ENDED, STOPPED, WON = "ended", "stopped", "won"
# Replies.
DONE, BUSY, NOTHING = "done", "busy", "nothing"

RUN_LEAST_S, RUN_MOST_S, RUN_USUAL_S = 5, 60, 20
PLAYERS_LEAST, PLAYERS_MOST = 2, 4  # number of players with a referee
_NAME_CHARS = 12
_SERVO_VALUES_MOST = 8
_SERVO_MOST = 9999  # highest value of a calibration, us or degrees


def _in_order(run_s: list[int]) -> bool:
    return run_s[0] <= run_s[1]


RUN_S = such_that(
    list_of(whole(RUN_LEAST_S, RUN_MOST_S), 2, 2),
    _in_order,
    "the shortest and the longest run in seconds, 5 to 60, for example [20, 20]",
)
SETTINGS = {
    "run_s": setting(
        [RUN_USUAL_S, RUN_USUAL_S],
        RUN_S,
        NEXT_RUN,
        help="Shortest and longest run in seconds. Each run lasts a random time between them.",
    ),
    "motion": setting(
        NORMAL, one_of(SLOW, NORMAL, FAST, SURPRISE), NEXT_RUN, help="How the worms move."
    ),
    "ticks": setting(True, switch, help="Ticks in the last five seconds of a run."),
    "players": setting(
        0,
        worded(one_of(0, *range(PLAYERS_LEAST, PLAYERS_MOST + 1)), "0 (no referee), 2, 3 or 4"),
        NOT_IN_A_RUN,
        help="Number of players for the device's referee (0: only the timer).",
    ),
    "together": setting(False, switch, NOT_IN_A_RUN, help="All players grab at once (variant A)."),
    "mixed": setting(False, switch, NOT_IN_A_RUN, help="Hands are drawn at random (variant B)."),
    "names": setting(
        [],
        worded(list_of(text(_NAME_CHARS), PLAYERS_MOST), "up to 4 names of at most 12 characters"),
        help="Names of the players, in the order of their turns.",
    ),
    "servo": setting(  # ``motion`` checks the calibration
        {},
        worded(
            object_of(either(whole(-_SERVO_MOST, _SERVO_MOST), switch), _SERVO_VALUES_MOST),
            "an object with numbers and true/false values",
        ),
        NOT_IN_A_RUN,
        help="Calibration of the servo, which 'pingblock worms calibrate' sets.",
    ),
}

NEW_GAME = ("players", "together", "mixed")  # settings that begin a new game
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
