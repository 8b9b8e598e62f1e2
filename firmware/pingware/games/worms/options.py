"""The Wiggly Worms' settings, declared once for device and host."""

from pingware.shared.rules import (
    either,
    list_of,
    object_of,
    one_of,
    setting,
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
    "the shortest and the longest run in seconds, %d to %d, for example [20, 20]"
    % (RUN_LEAST_S, RUN_MOST_S),
)
# Whether a calibration is a good one, ``servo_calibration`` says.
_SERVO = worded(
    object_of(either(whole(), switch), _SERVO_VALUES_MOST), "an object of numbers and switches"
)

SETTINGS = {
    "run_s": setting(
        [RUN_USUAL_S, RUN_USUAL_S],
        RUN_S,
        help="Seconds of a run, the shortest and the longest; a surprise if they differ.",
    ),
    "motion": setting(NORMAL, one_of(SLOW, NORMAL, FAST, SURPRISE), help="How the worms move."),
    "ticks": setting(True, switch, help="Ticks in the last five seconds of a run."),
    "players": setting(
        0,
        worded(one_of(0, *range(PLAYERS_LEAST, PLAYERS_MOST + 1)), "0 (no referee), 2, 3 or 4"),
        help="Players that the referee leads through a game; 0 is the timer alone.",
    ),
    "together": setting(False, switch, help="All players grab at once (variant A)."),
    "mixed": setting(False, switch, help="Hands are drawn at random (variant B)."),
    "names": setting(
        [],
        worded(
            list_of(text(_NAME_CHARS), PLAYERS_MOST),
            "up to %d names of at most %d characters" % (PLAYERS_MOST, _NAME_CHARS),
        ),
        help="The players' names, in the order of their turns.",
    ),
    "servo": setting({}, _SERVO, help="What differs from the default calibration."),
}

NEW_GAME = ("players", "together", "mixed")  # settings that begin a new game
NOT_IN_A_RUN = NEW_GAME + ("servo",)  # a run goes by these until its end
NEXT_RUN = ("run_s", "motion")  # the run that is on keeps what it began with
