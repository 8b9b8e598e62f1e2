"""Power budget of the design: the power of each part, the kinds of cells and their limits. Pure.

All decisions by power use it: the test of the cells, the loudest sound, the speed of the worms,
and the host's limit for custom sounds. The emulator's part models (``pingblock.virtual.parts``)
have separate figures on purpose, because they check these.

The limits of a pack are per cell, under load. Tune them on hardware. The verdicts are our choice,
because no standard exists: good from 1.25 V, fair from 1.10 V. A block without a motor continues
below 1.00 V (sound only) and says goodbye below 0.90 V. Three reasons to stop earlier:

* two cells behind a diode leave the Pico less than its 1.8 V on VSYS below 1.05 V a cell;
* NiMH cells in series are harmed below 1.00 V (the weakest one reverses);
* a boost converter draws more current from an emptier cell, which then collapses within seconds.
"""

from collections import namedtuple

from pingware.shared.device_options import ONE_AAA, THREE_AAA, THREE_NIMH, TWO_AAA, TWO_NIMH

PICO_MW = 105  # awake: 21 mA at 5 V (micropython issue 8770)
# All three colours at full brightness: 30 mA from 3.3 V, 99 mW on the virtual device.
LIGHT_MW = 100
# PAM8302A: 4 mA of 4.5 V, silent but switched on.
AMP_IDLE_MW = 18
# Most power of the amplifier for a full-scale sine, beyond its idle power: 110 mW with the nominal
# values of the parts, 200 with their tolerances (hardware/simulation, "full sine").
SINE_MW = 200
# The same for the loudest sound: ours draw 70 mW at most on the virtual device, and the host
# refuses custom sounds that draw more than this.
LOUDEST_MW = 138
GAIN_FULL_Q8 = 256

# Lowest supply under the worst load, at the pin that senses it. The Pico restarts below 1.8 V on
# VSYS, a boost converter stops below 0.8 V. The margin covers cold cells, worn contacts and a
# wrong resistance.
FLOOR_VSYS_MV = 2200
# Extra drop of the diode before VSYS at 0.25 to 0.8 A, compared with only the Pico.
DIODE_MORE_MV = 120
FLOOR_CELL_MV = 950


def sound_mw(full_mw: int, gain_q8: int) -> int:
    """Returns the amplifier's power at a volume, mW. It is proportional to the gain's square.

    Args:
        full_mw: power of the sound at full volume beyond idle: ``SINE_MW`` or ``LOUDEST_MW``.
        gain_q8: 0..256.
    """
    return AMP_IDLE_MW + full_mw * gain_q8 * gain_q8 // (GAIN_FULL_Q8 * GAIN_FULL_Q8)


# count: cells in series. drop_mv: voltage drop between the pack and its sense pin. pin: "vsys" or
# "cell". efficiency_pct: of a boost converter, else 100. good_mv, fair_mv, soon_mv: least voltage
# of a cell under load for these verdicts. fresh_mv: a cell with this open voltage looks good.
Pack = namedtuple(
    "Pack",
    ("count", "drop_mv", "pin", "efficiency_pct", "good_mv", "fair_mv", "soon_mv", "fresh_mv"),
)

SCHOTTKY_MV = 240  # 1N5817 between pack and VSYS, at 23 to 44 mA: hardware/simulation

PACKS = {
    THREE_AAA: Pack(3, SCHOTTKY_MV, "vsys", 100, 1250, 1100, 900, 1350),
    TWO_AAA: Pack(2, SCHOTTKY_MV, "vsys", 100, 1250, 1150, 1100, 1350),
    THREE_NIMH: Pack(3, SCHOTTKY_MV, "vsys", 100, 1200, 1100, 1000, 1200),
    TWO_NIMH: Pack(2, SCHOTTKY_MV, "vsys", 100, 1200, 1150, 1100, 1200),
    ONE_AAA: Pack(1, 0, "cell", 85, 1250, 1100, 950, 1350),
}
CELL_MAX_MV = 1800  # no AAA cell has more, so the wrong kind is set or another supply is connected
SENSED_MIN_MV = {"vsys": 1500, "cell": 200}  # the Pico does not run below 1.8 V on VSYS
