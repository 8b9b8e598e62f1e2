"""Light shows of the Question Block, one for each outcome; coins are counted (QB-07, QB-R2)."""

from pingware.shared.light_show import (
    COUNTED,
    FADE_MS,
    PAIR_MS,
    RISE_MS,
    Show,
    double_pulses,
    fade,
    flashes,
    rises,
)

SHOWS = {
    "coins": Show(flashes, (255, 170, 0), COUNTED),
    "power_up": Show(rises, (0, 255, 40), 3 * RISE_MS),
    "laugh": Show(double_pulses, (255, 0, 0), 2 * PAIR_MS),
    "game_over": Show(fade, (0, 60, 255), FADE_MS),
}
