"""The Wiggly Worms' settings, declared once for device and host."""

from pingware.shared.rules import (
    Setting,
    either,
    list_of,
    object_of,
    one_of,
    such_that,
    switch,
    text,
    whole,
    worded,
)

SLOW, NORMAL, FAST, SURPRISE = "slow", "normal", "fast", "surprise"  # ``motion`` has their speeds
RUN_LEAST_S, RUN_MOST_S, RUN_USUAL_S = 5, 60, 20
PLAYERS_LEAST, PLAYERS_MOST = 2, 4  # that a referee leads
_NAME_CHARS = 12
_SERVO_VALUES_MOST = 8


def _in_order(run_s: list[int]) -> bool:
    return run_s[0] <= run_s[1]


RUN_S = such_that(
    list_of(whole(RUN_LEAST_S, RUN_MOST_S), 2, 2),
    _in_order,
    "the shortest and the longest run in seconds, 5 to 60, for example [20, 20]",
)
# Whether a calibration is a good one, ``servo_calibration`` says.
_SERVO = worded(
    object_of(either(whole(), switch), _SERVO_VALUES_MOST), "an object of numbers and switches"
)

_NAMES = worded(
    list_of(text(_NAME_CHARS), PLAYERS_MOST),
    "up to 4 names of at most 12 characters",
)
_PLAYERS = worded(one_of(0, *range(PLAYERS_LEAST, PLAYERS_MOST + 1)), "0 (no referee), 2, 3 or 4")

SETTINGS = {
    "run_s": Setting([RUN_USUAL_S, RUN_USUAL_S], RUN_S),
    "motion": Setting(NORMAL, one_of(SLOW, NORMAL, FAST, SURPRISE)),
    "ticks": Setting(True, switch),
    "players": Setting(0, _PLAYERS),
    "together": Setting(False, switch),
    "mixed": Setting(False, switch),
    "names": Setting([], _NAMES),
    "servo": Setting({}, _SERVO),
}

# Sentences for people; builds leave out what no part of the device uses.
HELP = {
    "run_s": "Length of a run in seconds, the shortest and the longest.",
    "motion": "How the worms move.",
    "ticks": "Ticks in the last five seconds of a run.",
    "players": "Players that the referee leads through a game; 0 is the timer alone.",
    "together": "All players grab at once (variant A).",
    "mixed": "Hands are drawn at random (variant B).",
    "names": "Names of the players, in the order of their turns.",
    "servo": "What differs from the default calibration of the servo.",
}

NEW_GAME = ("players", "together", "mixed")  # settings that begin a new game
NOT_IN_A_RUN = NEW_GAME + ("servo",)  # a run goes by these until its end
NEXT_RUN = ("run_s", "motion")  # the run that is on keeps what it began with
