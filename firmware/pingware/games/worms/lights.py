"""Light shows of the Wiggly Worms: the lever, the time that is left, players and their cards."""

from pingware.shared.light_show import COUNTED, IN_MS, Show, bar, breath, flashes

_ARMED_MS = 30_000  # a lever held longer is a fault
_LONGEST_RUN_MS = 60_000

SHOWS = {
    "armed": Show(breath, (110, 110, 110), _ARMED_MS),
    "time": Show(bar, (70, 150, 35), IN_MS),
    "surprise": Show(breath, (120, 0, 150), _LONGEST_RUN_MS),
    # Players and colours of cards, each by number.
    "card_1": Show(flashes, (0, 255, 40), COUNTED),
    "card_2": Show(flashes, (0, 60, 255), COUNTED),
    "card_3": Show(flashes, (255, 0, 0), COUNTED),
    "card_4": Show(flashes, (255, 170, 0), COUNTED),
}
