"""Registers of the RP2350, the chip of the Pico 2 and the Pico 2 W. Data only: see ``rp2040``.

Source: RP2350 datasheet 2.2 (addresses), 9.11 (GPIO), 12.6 (DMA, requests), 12.9 (watchdog).
"""

NAME = "rp2350"
PWM = 0x400A8000
PWM_WRAP_REQUEST = 32
PACING_TIMER = 0x50000440
GPIO_8_ENABLED = 0x4002824C
GPIO_24_ENABLED = 0x40028254
WATCHDOG = 0x400D8000
RESET_REASON = WATCHDOG + 0x08
BAD_ENDS = WATCHDOG + 0x0C
ENDED_AT = WATCHDOG + 0x14
WATCHDOG_CTRL_CLEAR = WATCHDOG + 0x3000
CLOCK_HZ = 125_000_000  # MicroPython sets 150 MHz; the drivers count on this
