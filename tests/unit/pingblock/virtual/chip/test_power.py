"""Power, resets and the cable."""

from random import Random

import pytest

COUNT = """
import machine
try:
    n = int(open("n").read()) + 1
except OSError:
    n = 1
with open("n", "w") as f:
    f.write(str(n))
machine.mem32[0x20030000] += 1
print("boot", n, machine.mem32[0x20030000] & 0xff, machine.reset_cause())
"""


def causes(running):
    return [cause for _, cause in running.told.of("reset")]


def test_power_cycle_keeps_flash_and_loses_ram(run):
    running = run(COUNT)
    running.engine.power(200_000, False)
    running.engine.power(300_000, True)
    assert running.until(500).lines == ["boot 1 1 1", "boot 2 1 1"]
    assert causes(running) == ["power_on", "power_on"]
    assert running.engine.device_files()["n"] == b"2"


def test_time_passes_without_events_while_power_is_off(run):
    running = run("from machine import Timer\nTimer(period=10, callback=lambda t: print('tick'))")
    running.engine.power(100_000, False)
    running.until(100)
    told = len(running.told.all)
    running.until(400)
    assert running.engine.now_us == 400_000
    assert len(running.told.all) == told
    assert running.engine.cycles == 0


def test_outputs_end_when_power_fails(run):
    program = """
from machine import PWM, Pin
PWM(Pin(18), freq=1000, duty_u16=65535)
PWM(Pin(16), freq=132275, duty_u16=32768)
"""
    running = run(program)
    running.engine.power(100_000, False)
    told = running.until(200).told
    assert told.of("pwm")[-1][1:] == (18, 0.0, 0.0)
    assert told.of("speaker")[-1][2] == [0]


def test_outside_drive_survives_power_cycle(run):
    program = "from machine import Pin; print(Pin(14, Pin.IN, Pin.PULL_UP)())"
    running = run(program)
    running.engine.drive(0, 14, False)
    running.engine.power(100_000, False)
    running.engine.power(200_000, True)
    assert running.until(300).lines == ["0", "0"]


def test_watchdog_resets_a_hung_program_on_time(run):
    program = """
import machine
from machine import WDT, Pin
if machine.reset_cause() == machine.WDT_RESET:
    print("bitten")
else:
    Pin(17, Pin.OUT, value=1)
    WDT(timeout=500)
    machine.disable_irq()
    while True:
        pass
"""
    running = run(program).until(800)
    started_us = next(at_us for at_us, _, level in running.told.of("pin") if level)
    reset_us = running.told.of("reset")[-1][0]
    assert reset_us - started_us == pytest.approx(500_000, abs=2000)
    assert running.lines == ["bitten"]


def test_scratch_registers_survive_watchdog_reset_but_not_power_loss(run):
    program = """
import machine, time
print(machine.reset_cause(), hex(machine.mem32[0x4005800c]))
if machine.reset_cause() == machine.PWRON_RESET:
    machine.mem32[0x4005800c] = 0x5afe
    time.sleep_ms(50)
    machine.reset()
"""
    running = run(program)
    running.engine.power(200_000, False)
    running.engine.power(210_000, True)
    assert running.until(400).lines == ["1 0x0", "3 0x5afe"] * 2
    assert causes(running) == ["power_on", "watchdog"] * 2


def test_soft_reset_is_reported(run):
    running = run("print('start')")
    running.engine.send(100_000, b"\x04")
    running.until(200)
    assert running.lines.count("start") == 2
    assert causes(running) == ["power_on", "soft_reset"]


@pytest.mark.parametrize("turbo", [False, True])
def test_run_pin_holds_chip_and_boots_it_on_release(run, turbo):
    running = run("import machine; print(machine.reset_cause())", turbo=turbo)
    running.engine.run_pin(50_000, True)
    running.engine.run_pin(300_000, False)
    told = len(running.until(50).told.all)
    assert len(running.until(299).told.all) == told
    running.until(350)
    assert causes(running) == ["power_on", "run_pin"]
    assert running.lines == ["1", "1"]


CABLE = """
from machine import Pin
import sys, time, select
vbus = Pin(24, Pin.IN)
out = select.poll()
out.register(sys.stdout, select.POLLOUT)
n = 0
while True:
    time.sleep_ms(20)
    n += 1
    print(n, vbus())
"""


def test_unplugged_cable_stops_output_and_replugging_restores_it(run):
    running = run(CABLE)
    running.engine.plug(100_000, False)
    running.engine.plug(300_000, True)
    first = len(running.until(110).told.text)
    assert len(running.until(300).told.text) == first
    lines = running.until(500).lines
    numbers = [int(line.split()[0]) for line in lines if line.endswith((" 0", " 1"))]
    assert numbers[-1] > 15
    assert lines[-1].endswith(" 1")


def test_cable_plugged_after_boot_opens_link(run):
    running = run(CABLE, plugged=False)
    running.engine.plug(300_000, True)
    assert running.until(290).told.text == b""
    assert running.until(600).lines[-1].endswith(" 1")


def test_bytes_sent_without_cable_are_lost(run):
    running = run("", plugged=False)
    running.engine.send(100_000, b"1+1\r\n")
    running.engine.plug(200_000, True)
    running.engine.send(300_000, b"3+4\r\n")
    lines = running.until(400).lines
    assert "7" in lines
    assert "2" not in lines


def test_closed_port_keeps_only_last_256_printed_bytes(run):
    running = run(CABLE)
    running.engine.port(100_000, False)
    running.engine.port(2_000_000, True)
    before = len(running.until(2000).told.text)
    assert 256 <= len(running.until(2050).told.text) - before <= 256 + 64 + 64


def test_room_shrinks_by_unread_bytes_and_power_loss_restores_it(run):
    running = run("import time\ntime.sleep(100)")
    whole = running.engine.room
    running.engine.send(100_000, bytes(1000))
    running.until(200)
    assert whole - 1000 <= running.engine.room < whole
    running.engine.power(250_000, False)
    running.until(300)
    assert running.engine.room == whole


JUMP = """
import machine, micropython
@micropython.asm_thumb
def jump(r0):
    bx(r0)
if machine.reset_cause() == machine.WDT_RESET:
    print("bitten")
else:
    machine.WDT(timeout=80)
    jump(%d)
"""


@pytest.mark.parametrize(("turbo", "xip"), [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize("address", [0xA0000001, 0x20050001])
def test_jump_to_unmapped_address_locks_core_until_watchdog_reset(run, address, turbo, xip):
    running = run(JUMP % address, turbo=turbo, xip=xip).until(200)
    assert running.lines == ["bitten"]
    assert causes(running) == ["power_on", "watchdog"]


def test_watchdog_resets_program_that_overwrites_boot_rom(run):
    program = """
import machine
if machine.reset_cause() == machine.WDT_RESET:
    print("again")
else:
    machine.WDT(timeout=80)
    machine.mem32[0] = 0x30058938  # where the core takes its stack from
    while True:
        pass
"""
    assert run(program).until(200).lines == ["again"]


ALWAYS_WRITES = """
import machine, rp2
flash = rp2.Flash()
print(machine.unique_id().hex())
block = flash.ioctl(4, 0) - 1
while True:
    flash.ioctl(6, block)
    for page in range(16):
        flash.writeblocks(block, bytes(256), 256 * page)
"""


@pytest.mark.parametrize("stop", ["power", "run_pin"])
def test_chip_boots_after_being_stopped_at_any_instant(run, stop):
    """Within its boot, a read of the flash's number, an erase, a program."""
    chance = Random(1)
    running = run(ALWAYS_WRITES)
    act, off = getattr(running.engine, stop), stop == "run_pin"
    for _ in range(20):
        at_us = running.engine.now_us + chance.uniform(0, 120_000)
        act(at_us, off)
        act(at_us + 1000, not off)
        running.engine.advance(at_us + 1000)
    before = len(running.lines)
    running.until(running.engine.now_us / 1000 + 200)
    assert running.lines[before:] == ["e66118604b000001"]


BITTEN = """
import time
if machine.mem32[0x4005800c] < 20:
    machine.mem32[0x4005800c] += 1
    machine.WDT(timeout=20 + time.ticks_us() % 60)
block ="""


def test_chip_boots_after_watchdog_reset_at_any_instant(run):
    running = run(ALWAYS_WRITES.replace("\nblock =", BITTEN)).until(2700)
    assert len(causes(running)) == 21
    assert set(running.lines) == {"e66118604b000001"}
