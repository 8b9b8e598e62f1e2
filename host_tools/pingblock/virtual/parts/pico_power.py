"""Power that a Pico draws from VSYS, depending on its clocks.

The model of the cells and the power budget use these figures.
"""

from __future__ import annotations

from dataclasses import dataclass

_ASLEEP = "at 5 V at the USB port, lightsleep (micropython pull request 15111)"


@dataclass(frozen=True)
class Draw:
    """A power figure.

    Args:
        name: what the Pico does, and under which condition.
        power_mw: above 0. It is the same at any voltage, because of the Pico's converter.
        source: who measured it, and where it is published.
        status: see ``hardware/power_budget.toml``.
    """

    name: str
    power_mw: float
    source: str
    status: str


AWAKE = Draw("awake", 105.0, "21 mA at 5 V, awake and idle (micropython issue 8770)", "measured")
ASLEEP = Draw(
    "asleep, USB clock and PLL stopped, which the firmware does by itself",
    6.25,
    f"1.2 to 1.3 mA {_ASLEEP}",
    "measured",
)
ASLEEP_WITH_USB = Draw(
    "asleep, USB clock and PLL on: older firmware, once at a computer, until its power is cut",
    17.25,
    f"3.4 to 3.5 mA {_ASLEEP}",
    "measured",
)

# A Pico W, only for the power budget. The cells of the virtual device feed a Pico.
W_AWAKE = Draw(
    "a Pico W awake",
    165.0,
    "30 to 33 mA at 5 V (tomjorquera/pico-micropython-lowpower-workaround issue 17)",
    "measured",
)
W_ASLEEP = Draw(
    "a Pico W asleep, its radio's chip off",
    6.25,
    "1.2 mA (ghubcoder/micropython-pico-deepsleep issue 8; 12.9 mA there with that chip on)",
    "measured",
)


def pico_mw(system: bool, usb: bool) -> float:
    """Returns the power that a Pico draws in mW.

    Args:
        system: whether the processor runs on its PLL, which means that it is awake.
        usb: whether the USB controller's clock or PLL runs. It matters only in sleep.
    """
    if system:
        return AWAKE.power_mw
    return (ASLEEP_WITH_USB if usb else ASLEEP).power_mw
