import pytest

from pingblock.virtual.chip.corrections.flash_timing import FlashTiming

PROGRAM = """
import rp2, time
flash = rp2.Flash()
block = flash.ioctl(4, 0) - 1
def timed(act):
    start = time.ticks_us()
    act()
    return time.ticks_diff(time.ticks_us(), start)
print(timed(lambda: flash.ioctl(6, block)), timed(lambda: flash.writeblocks(block, bytes(256), 0)))
"""


def durations_us(running):
    return [int(word) for word in running.until(500).lines[0].split()]


def test_erase_and_program_take_data_sheet_or_worn_flash_time(run):
    erase_us, program_us = durations_us(run(PROGRAM))
    assert 45_000 <= erase_us <= 46_000
    assert 400 <= program_us <= 1500
    worn = run(PROGRAM)
    worn.engine.flash_timing.sector_erase_us = 200_000.0
    assert 200_000 <= durations_us(worn)[0] <= 201_000


def test_uncorrected_erase_and_program_are_too_fast(run):
    erase_us, program_us = durations_us(run(PROGRAM, flash_timing=False))
    assert erase_us < 1000
    assert program_us < 400


@pytest.mark.parametrize("turbo", [False, True])
def test_advance_that_ends_during_an_erase_ends_on_time(run, turbo):
    program = """
import rp2
flash = rp2.Flash()
flash.ioctl(6, flash.ioctl(4, 0) - 1)
print("erased")
"""
    running = run(program, turbo=turbo)
    running.engine.advance(50_000)
    assert running.engine.now_us == pytest.approx(50_000, abs=1)
    assert running.until(100).lines == ["erased"]


def test_only_erase_and_program_commands_take_time():
    took_us = [FlashTiming().duration_us(command) for command in (0x20, 0xD8, 0x02, 0x05)]
    assert took_us == [45_000.0, 150_000.0, 400.0, 0.0]


HUNG = """
import machine, rp2
flash = rp2.Flash()
if machine.reset_cause() == machine.PWRON_RESET:
    machine.WDT(timeout=20)
    flash.ioctl(6, flash.ioctl(4, 0) - 1)
print("back", machine.reset_cause())
"""


@pytest.mark.parametrize("turbo", [False, True])
def test_watchdog_resets_chip_during_an_erase(run, turbo):
    assert run(HUNG, turbo=turbo).until(200).lines == ["back 3"]


CUT = """
import rp2, time
flash = rp2.Flash()
block = flash.ioctl(4, 0) - 1
seen = bytearray(4096)
flash.readblocks(block, seen)
kept = len([byte for byte in seen if byte < 16])
start = time.ticks_us()
flash.writeblocks(block - 1, bytes(256), 0)
print(kept, time.ticks_diff(time.ticks_us(), start), seen[-1])
if not kept:
    for page in range(16):
        flash.writeblocks(block, bytes([page] * 256), 256 * page)
    flash.ioctl(6, block)
"""


@pytest.mark.parametrize(("after_ms", "left"), [(1, 4096), (23, 2048), (44, 100)])
def test_power_loss_during_erase_keeps_rest_of_sector(run, after_ms, left):
    """The flash is also not busy at the next power-on."""
    running = run(CUT)
    timing = running.engine.flash_timing
    while timing.busy_until_ns - running.engine.now_us * 1000 < 44e6:
        assert running.engine.now_us < 300_000, running.told.text
        running.engine.advance(running.engine.now_us + 100)
    cut_us = running.engine.now_us + after_ms * 1000
    running.engine.power(cut_us, False)
    running.engine.power(cut_us + 1000, True)
    running.until(400)
    kept, took_us, last = (int(word) for word in running.lines[1].split())
    assert (kept, last) == (pytest.approx(left, abs=150), 15)
    assert 400 <= took_us <= 1500


def test_power_loss_after_a_write_keeps_written_data(run):
    running = run(PROGRAM).until(200)
    before = running.engine.flash_image()
    running.engine.power(200_000, False)
    running.until(201)
    assert running.engine.flash_image() == before
