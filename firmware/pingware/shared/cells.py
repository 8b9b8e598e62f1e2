"""Kinds of battery packs and the limits of each. Data only. Tune it on hardware.

Limits are per cell, under load. The verdicts are our choice, because no standard exists: good from
1.25 V, fair from 1.10 V. A block without a motor continues below 1.00 V (sound only) and says
goodbye below 0.90 V. Three reasons to stop earlier:

* two cells behind a diode leave the Pico less than its 1.8 V on VSYS below 1.05 V a cell;
* NiMH cells in series are harmed below 1.00 V (the weakest one reverses);
* a boost converter draws more current from an emptier cell, which then collapses within seconds.
"""

from collections import namedtuple

from pingware.shared.device_options import ONE_AAA, THREE_AAA, THREE_NIMH, TWO_AAA, TWO_NIMH

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
