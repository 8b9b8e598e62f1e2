"""Power budget of the design: what each part draws, and how low its supply may fall. Pure.

All who decide by power read it here: the test of the cells, the loudest sound that they bear, the
speed of the worms, and the host's limit for owners' sounds. The emulator's part models
(``pingblock.virtual.parts``) hold figures of their own on purpose: they judge these.
"""

PICO_MW = 105  # awake: 21 mA at 5 V (micropython issue 8770)
# All three colours at full: 30 mA from 3.3 V, 99 mW on the virtual device.
LIGHT_MW = 100
# PAM8302A: 4 mA of 4.5 V, silent but switched on.
AMP_IDLE_MW = 18
# What the amplifier draws at most for a full-scale sine, beyond its idle power: 110 mW with the
# values on the parts, 200 with their tolerances (hardware/simulation, "full sine").
SINE_MW = 200
# The same for the loudest sound there may be: ours draw 70 mW at most on the virtual device, and
# the host refuses owners' sounds that draw more than this.
LOUDEST_MW = 138
GAIN_FULL_Q8 = 256

# The least that the supply may fall to under the worst load, at the pin that senses it. The Pico
# restarts below 1.8 V on VSYS, a boost converter stops below 0.8 V; the difference is for what a
# measurement misses: cells that are cold, contacts that wear, a resistance that is wrong.
FLOOR_VSYS_MV = 2200
# The diode before VSYS drops so much more at 0.25 to 0.8 A than with the Pico only.
DIODE_MORE_MV = 120
FLOOR_CELL_MV = 950


def sound_mw(full_mw: int, gain_q8: int) -> int:
    """Returns what the amplifier draws at a volume, mW: its power goes with the gain's square.

    Args:
        full_mw: what the sound draws at full volume beyond idle: ``SINE_MW`` or ``LOUDEST_MW``.
        gain_q8: 0..256.
    """
    return AMP_IDLE_MW + full_mw * gain_q8 * gain_q8 // (GAIN_FULL_Q8 * GAIN_FULL_Q8)
