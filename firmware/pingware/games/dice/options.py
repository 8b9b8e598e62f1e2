"""Settings and requests of the dice, declared once for device and host."""

from pingware.shared.schema import list_of, one_of, setting, switch, whole

RULES = ("one", "two", "celebration", "hideout", "wasteland", "wasteland_speed")
CELEBRATION = "celebration"
PRESSES = ("die", "block", "die_alone")
MINUTES = (0, 60, 75, 90)
PLAYERS_LEAST, PLAYERS_MOST = 2, 8
DRAWS_MOST = 25  # most draws in one request

SETTINGS = {
    "dice_rules": setting(
        RULES[1],
        one_of(*RULES),
        help="Rules of the dice: plain dice, or the rules of a property game.",
    ),
    "dice_press": setting(
        PRESSES[0],
        one_of(*PRESSES),
        help="With the rules celebration, the block button plays the die or the Question Block."
        " The check button plays the other one, except with die_alone.",
    ),
    "rent_ticks": setting(
        True, switch, help="Soft ticks after a roll, while the owner can still ask for rent."
    ),
    "clock_min": setting(
        0,
        one_of(*MINUTES),
        help="Length of a long game in minutes, from the first roll on (0: no clock).",
    ),
}

REQUESTS = {
    "dice": {
        "auction": one_of("start", "bid", "stop"),
        "jail": switch,
        "tries": whole(0, 9),
        "row": whole(0, 3),
        "ends": list_of(whole(2, 12), 11),
        "block": switch,
        "player": whole(1, PLAYERS_MOST),
        "roll_off": whole(PLAYERS_LEAST, PLAYERS_MOST),
        "draws": whole(1, DRAWS_MOST),
    }
}
