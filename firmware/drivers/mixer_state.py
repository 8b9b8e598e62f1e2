"""The mixer's state array: the words both kernels share, with the bias ramp and the tables.

Layout: see ``mixer_viper``. Plain Python: the same on the device, the desk and CPython.
"""

from array import array

WORDS_BEFORE_RAMP = 104
RAMP_SAMPLES = 129
MIDDLE = 472
TABLES_AT = 2 * WORDS_BEFORE_RAMP + 130  # halfword of the first table
_ACC, _ACC_END, _ACC_ZERO = 24, 40, 65536


def ramp(position):
    """Returns the bias in PWM counts at ``position`` 0..128: an S-curve from 0 to the middle.

    The first step is one count, so that a start is seen at its very first sample; no step is
    above 6 counts (0.6 % of full scale; the limit is 5 %).
    """
    if position == 0:
        return 0
    return max(1, MIDDLE * position * position * (384 - 2 * position) // 2097152)


def new_state(tables):
    """Returns a silent, muted state.

    Args:
        tables: ``array('H')`` with all tables, 32768 = zero (see ``services.sequencer``).
    """
    halves = array("H", (0 for _ in range(2 * WORDS_BEFORE_RAMP)))
    halves.extend(array("H", (ramp(n) for n in range(RAMP_SAMPLES))))
    halves.append(0)
    halves.extend(tables)
    if len(halves) & 1:
        halves.append(32768)
    state = array("i", bytes(halves))
    for word in range(_ACC, _ACC_END):
        state[word] = _ACC_ZERO
    return state
