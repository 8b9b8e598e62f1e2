import pytest

from pingblock.virtual.chip.corrections import peripheral_clock

CLOCKS, PERI_CTRL = 0x40008000, 0x48
ENABLE, USB_PLL, CORE = 1 << 11, 2 << 5, 0 << 5


@pytest.mark.parametrize(("source", "hz"), [(USB_PLL, 48_000_000), (CORE, 125_000_000)])
def test_peripheral_clock_follows_its_source(mcu, source, hz):
    peripheral_clock.apply(mcu)
    mcu.write_uint32(CLOCKS + PERI_CTRL, ENABLE | USB_PLL)
    mcu.write_uint32(CLOCKS + PERI_CTRL, ENABLE | source)
    assert mcu.clk_peri == hz


def test_uncorrected_chip_runs_peripherals_from_core_clock(mcu):
    mcu.write_uint32(CLOCKS + PERI_CTRL, ENABLE | USB_PLL)
    assert mcu.clk_peri == 125_000_000


def test_micropython_sets_requested_uart_baud_rate(run):
    program = "from machine import UART, Pin; u = UART(0, 2400, tx=Pin(0), rx=Pin(1))"
    assert run(program).until(200).engine.silicon.mcu.uart[0].baud_rate == 2400
