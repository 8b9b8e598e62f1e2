"""How much more the cells can give before the supply gives way, and how loud that may sound. Pure.

What a sound or a servo draws is power: as the voltage falls, the current rises. So the question is
what power is left at the lowest voltage that is still safe. Source: product facts 5.2 and 5.3.
"""

from pingware.shared.battery import BASE_MW

# The Pico runs from 1.8 V on VSYS and a boost converter from 0.8 V; the rest is for what a
# measurement misses: cells that are cold, contacts that wear.
FLOOR_MV = {"vsys": 2300, "cell": 950}
LIGHT_MW = 80
# A full-scale sine takes this from the supply, the loudest of our tunes 700 mW; power goes with
# the square of the gain.
SOUND_FULL_MW = 1000
GAIN_FULL_Q8 = 256
_MOST_MA = 2000  # nothing here needs more
# -25 dB: 6 mW, which cells that run the Pico at all can give. Silence would look like a fault.
GAIN_LEAST_Q8 = 14


def spare_mw(pack, open_mv, milliohm):
    """Returns the power that cells can give in addition to the Pico and its light.

    Args:
        pack: ``services.cells.Pack``.
        open_mv: the pack's voltage with the Pico as its only load, int.
        milliohm: the pack's resistance, int.

    Returns:
        int, mW, 0 or more.
    """
    floor_mv = FLOOR_MV[pack.pin]
    sensed_mv = open_mv - pack.drop_mv
    if sensed_mv <= floor_mv:
        return 0
    base_ma = BASE_MW * 100_000 // (pack.efficiency_pct * sensed_mv)
    source_mv = sensed_mv + base_ma * milliohm // 1000
    most_ma = min((source_mv - floor_mv) * 1000 // max(1, milliohm), _MOST_MA)
    whole_mw = most_ma * floor_mv // 1000 * pack.efficiency_pct // 100
    return max(0, whole_mw - BASE_MW - LIGHT_MW)


def gain_q8(power_mw):
    """Returns the gain (int, GAIN_LEAST_Q8..256) whose sounds take at most ``power_mw``."""
    square = GAIN_FULL_Q8 * GAIN_FULL_Q8 * min(power_mw, SOUND_FULL_MW) // SOUND_FULL_MW
    gain = GAIN_FULL_Q8
    while gain * gain > square and gain > GAIN_LEAST_Q8:
        gain -= 1
    return gain
