"""Headroom of the cells: the spare power of the supply, and the gain that it allows. Pure.

Sounds and the servo draw power: as the voltage falls, the current rises. So the limit is the power
at the lowest safe voltage, that of the Pico (VSYS from 1.8 V, by its datasheet) and that of the
cells.
"""

from pingware.shared.power_budget import (
    AMP_IDLE_MW,
    DIODE_MORE_MV,
    FLOOR_CELL_MV,
    FLOOR_VSYS_MV,
    GAIN_FULL_Q8,
    LIGHT_MW,
    PICO_MW,
    SINE_MW,
)

_MOST_MA = 2000  # more current than all parts need
# -25 dB: 19 mW, which all cells that run the Pico can give. Silence would look like a fault.
GAIN_LEAST_Q8 = 14


def spare_mw(pack, open_mv, milliohm):
    """Returns the power that cells can give in addition to the Pico and its light.

    Args:
        pack: ``shared.power_budget.Pack``.
        open_mv: the pack's voltage with the Pico as its only load, int.
        milliohm: the pack's resistance, int.

    Returns:
        int, mW, 0 or more.
    """
    vsys = pack.pin == "vsys"
    floor_mv = FLOOR_VSYS_MV if vsys else FLOOR_CELL_MV
    sensed_mv = open_mv - pack.drop_mv
    if sensed_mv <= floor_mv:
        return 0
    base_ma = PICO_MW * 100_000 // (pack.efficiency_pct * sensed_mv)
    source_mv = sensed_mv + base_ma * milliohm // 1000 - vsys * DIODE_MORE_MV
    most_ma = min((source_mv - floor_mv) * 1000 // max(1, milliohm), _MOST_MA)
    whole_mw = most_ma * floor_mv // 1000 * pack.efficiency_pct // 100
    return max(0, whole_mw - PICO_MW - LIGHT_MW)


def gain_for(power_mw):
    """Returns the gain (int, GAIN_LEAST_Q8..256) whose sounds take at most ``power_mw``.

    It assumes a full-scale sine. The difference to the loudest sound is a reserve.
    """
    # power is proportional to the square of the gain
    sine_mw = min(power_mw - AMP_IDLE_MW, SINE_MW)
    square = GAIN_FULL_Q8 * GAIN_FULL_Q8 * sine_mw // SINE_MW
    gain = GAIN_FULL_Q8
    while gain * gain > square and gain > GAIN_LEAST_Q8:
        gain -= 1
    return gain
