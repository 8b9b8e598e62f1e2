"""Power budget of the design: the power of each part, and the lowest safe supply. Pure.

All decisions by power use it: the test of the cells, the loudest sound, the speed of the worms,
and the host's limit for custom sounds. The emulator's part models (``pingblock.virtual.parts``)
have separate figures on purpose, because they check these.
"""

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
