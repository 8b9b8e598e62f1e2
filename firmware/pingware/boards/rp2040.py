"""Registers of the RP2040, the chip of the Pico and the Pico W. Data only.

Source: RP2040 datasheet 2.2 (addresses), 2.5.3 (requests), 2.15.7 and 2.18.4 (clocks),
2.19.6 (GPIO), 4.7.6 (watchdog).
"""

NAME = "rp2040"
PWM = 0x40050000
PWM_WRAP_REQUEST = 24  # request number of slice 0. Those of the other slices follow.
PACING_TIMER = 0x50000420  # the first pacing timer of the DMA
# Interrupts of GPIOs 8..15 and 24..31 that the first core gets, four bits each. Those of the
# second word are changed for the USB sense, so a Pico 2 has no such word to check.
GPIO_8_ENABLED = 0x40014104
GPIO_24_ENABLED = 0x4001410C
# The files in ``root`` spell these numbers out, because they import none of our modules. The build
# replaces them.
WATCHDOG = 0x40058000
RESET_REASON = WATCHDOG + 0x08
# Words that survive every reset except loss of power, see ``root/start.py``: the number of
# consecutive bad ends, and the code of the last one.
BAD_ENDS = WATCHDOG + 0x0C
ENDED_AT = WATCHDOG + 0x14
WATCHDOG_CTRL_CLEAR = WATCHDOG + 0x3000  # CTRL, written through its clear alias (2.1.2)
# The USB controller's clock and its PLL, see ``naps_rp2``: the PLL's byte with its lock, and its
# power. Both use the aliases that set and clear bits.
USB_CLOCK_SET, USB_CLOCK_CLEAR = 0x4000A054, 0x4000B054
USB_PLL_LOCK = 0x4002C003
USB_PLL_POWER_SET, USB_PLL_POWER_CLEAR = 0x4002E004, 0x4002F004
SENSE_MAY_STAY_HIGH = False  # see ``sense_rp2350``
CLOCK_HZ = 0  # not set at the start, because MicroPython sets the 125 MHz that the drivers need
