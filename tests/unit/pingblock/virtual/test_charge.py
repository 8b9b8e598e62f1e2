"""Charge of a virtual device's cells: the Pico's running clocks use it up."""

import shutil

import pytest
from tests import slots_image

from pingblock.virtual import engines
from pingblock.virtual.parts.battery import FRESH_PACK
from pingblock.virtual.parts.pico_power import ASLEEP, ASLEEP_WITH_USB, AWAKE
from pingblock.virtual.virtual_device import open_bench
from pingware.services.idle import OFF_AFTER_MS

ENGINES = ("desk", "wasm", "chip", pytest.param("pico2", marks=pytest.mark.long))
MEASURED_MS = 20_000.0
NAPS = "pingware/boards/naps_rp2.py"
NEVER_STOPPED = "import machine\n\n\ndef nap(ms):\n    machine.lightsleep(ms)\n"


@pytest.fixture
def older(tmp_path, monkeypatch):
    """Puts a firmware that stops no clock of USB onto the devices that are opened from now on."""

    def put(engine):
        if engine == "chip":
            monkeypatch.setenv("PINGBLOCK_UF2", str(slots_image.changed({NAPS: NEVER_STOPPED})))
            return
        folder = shutil.copytree(engines.firmware_dir(), tmp_path / "firmware")
        (folder / NAPS).write_text(NEVER_STOPPED)
        monkeypatch.setattr(engines, "firmware_dir", lambda: folder)

    return put


def drawn_mw(bench, for_ms=MEASURED_MS):
    """Returns the mean power that fresh cells give VSYS from now on."""
    vsys_mv, before_mah = bench.parts.vsys_mv(bench.engine.now_us), bench.drawn_mah
    bench.advance(for_ms)
    return (bench.drawn_mah - before_mah) * 3.6e6 / for_ms * vsys_mv / 1000


def asleep_mw(engine):
    """Returns the power of a device asleep on cells, after it was at a computer."""
    if engine == "chip":
        slots_image.built()
    with open_bench(engine, seed=5) as bench:
        bench.advance(4000)
        assert bench.request("hello")["ok"]
        assert bench.drawn_mah == 0.0, "on USB the cells must not be used"
        bench.unplug()
        bench.advance(1000)
        assert drawn_mw(bench, 2000) == pytest.approx(AWAKE.power_mw, rel=0.1)
        bench.advance(OFF_AFTER_MS + 5000)
        return drawn_mw(bench)


@pytest.mark.parametrize("engine", ENGINES)
def test_sleep_power_depends_on_usb_clocks_that_run(older, engine):
    stopped_mw = asleep_mw(engine)
    older(engine)
    running_mw = asleep_mw(engine)
    assert stopped_mw == pytest.approx(ASLEEP.power_mw, rel=0.1)
    assert running_mw == pytest.approx(ASLEEP_WITH_USB.power_mw, rel=0.1)
    assert 2.5 < running_mw / stopped_mw < 2.9


def test_usb_clock_enabled_during_nap_raises_drawn_power():
    slots_image.built()
    with open_bench("chip", seed=5) as bench:
        bench.advance(4000)
        bench.unplug()
        bench.advance(OFF_AFTER_MS + 5000)
        assert drawn_mw(bench, 500) == pytest.approx(ASLEEP.power_mw, rel=0.1)
        bench.engine.silicon.mcu.clocks.write_uint32(0x54, 1 << 11)
        assert drawn_mw(bench, 500) == pytest.approx(ASLEEP_WITH_USB.power_mw, rel=0.1)


def test_new_cells_have_given_no_charge_while_power_is_off():
    with open_bench("desk", seed=5) as bench:
        bench.advance(1000)
        bench.unplug()
        bench.advance(2000)
        assert bench.drawn_mah > 0.0
        bench.set_battery(FRESH_PACK)
        assert bench.drawn_mah == 0.0
        bench.power_off()
        bench.advance(2000)
        assert bench.drawn_mah == 0.0
