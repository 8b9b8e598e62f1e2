"""Power, resets, the watchdog, sleep, and the state that survives them."""

import os

import pytest

from pingblock.errors import PingblockError
from pingblock.virtual.desk import process
from pingblock.virtual.desk.life import HardwareMisuse

COUNT_BOOTS = """
import machine, os
boots = int(open("/boots").read()) + 1 if "boots" in os.listdir("/") else 1
with open("/boots", "w") as file:
    file.write(str(boots))
print("boot", boots, machine.reset_cause())
"""


def test_files_survive_power_cycle_and_time_passes_without_power(desk):
    bench = desk(COUNT_BOOTS)
    bench.engine.power(10_000, False)
    bench.engine.power(500_000, True)
    bench.run(600)
    assert bench.told.of("reset") == [(0.0, "power_on"), (500_000.0, "power_on")]
    assert bench.told.lines == ["boot 1 1", "boot 2 1"]
    assert bench.engine.device_files()["/boots"] == b"2"
    assert bench.engine.now_us == 600_000


def test_power_loss_ends_all_outputs(desk):
    bench = desk(
        "import machine, time\nmachine.Pin(17, machine.Pin.OUT, value=1)\n"
        "machine.PWM(18, freq=1000, duty_u16=9999)\n"
        "machine.PWM(16, freq=132275, duty_u16=9999)\ntime.sleep(9)"
    )
    bench.engine.power(10_000, False)
    bench.run(20)
    assert bench.told.of("pin")[-1] == (10_000.0, 17, False)
    assert bench.told.of("pwm")[-1] == (10_000.0, 18, 0.0, 0.0)
    assert bench.told.of("speaker")[-1][0] == 10_000.0
    assert bench.told.of("speaker")[-1][2].tolist() == [0]


def test_pin_driven_without_power_keeps_level_at_power_on(desk):
    bench = desk("from machine import Pin\nprint(Pin(14, Pin.IN, Pin.PULL_UP).value())")
    bench.engine.power(10_000, False)
    bench.engine.drive(20_000, 14, False)
    bench.engine.power(30_000, True)
    assert bench.run(40).told.lines == ["1", "0"]


def test_scheduled_inputs_survive_reset(desk):
    bench = desk(
        COUNT_BOOTS + "import time\ntime.sleep_ms(10)\nif boots == 1: machine.reset()\n"
        "p = machine.Pin(14, machine.Pin.IN, machine.Pin.PULL_UP)\n"
        "time.sleep_ms(30)\nprint(p.value())"
    )
    bench.engine.drive(20_000, 14, False)
    assert bench.run(100).told.lines == ["boot 1 1", "boot 2 3", "0"]


@pytest.mark.parametrize(
    "after",
    [
        "while True:\n  time.sleep_ms(400)\n  watchdog.feed()",
        "machine.mem32[0x40058000 + 0x3000] = 1 << 30\ntime.sleep(9)",
    ],
    ids=["fed", "switched off through its register"],
)
def test_fed_or_disabled_watchdog_does_not_reset(desk, after):
    bench = desk(f"import machine, time\nwatchdog = machine.WDT(timeout=500)\n{after}").run(3000)
    assert len(bench.told.of("reset")) == 1


def test_watchdog_resets_firmware_that_sleeps_too_long(desk):
    bench = desk(
        COUNT_BOOTS + "import time\nmachine.mem32[0x4005800c] = 0x5afe\n"
        "if boots == 1:\n  machine.WDT(timeout=500)\n  time.sleep(9)\n"
        "print(machine.mem32[0x40058008], hex(machine.mem32[0x4005800c]))"
    ).run(900)
    assert bench.told.of("reset")[1] == (500_000.0, "watchdog")
    assert bench.told.lines == ["boot 1 1", "boot 2 3", "1 0x5afe"]


def test_hung_loop_ends_by_watchdog_or_with_an_error(desk, monkeypatch):
    monkeypatch.setattr(process, "HANG_CPU_S", 1)
    monkeypatch.setattr(process, "HANG_S", 1)
    bench = desk(
        COUNT_BOOTS + "if boots == 1: machine.WDT(timeout=800)\nwhile boots == 1: pass"
    ).run(2000)
    assert bench.told.of("reset")[1] == (800_000.0, "watchdog")
    assert bench.told.lines == ["boot 1 1", "boot 2 3"]
    with pytest.raises(PingblockError, match="never asks for the time"):
        desk("while True: pass").run(10)


def test_machine_reset_reports_forced_reason_after_boot(desk):
    bench = desk(
        COUNT_BOOTS + "if boots == 1: machine.reset()\nprint(machine.mem32[0x40058008])"
    ).run(10)
    assert bench.told.lines == ["boot 1 1", "boot 2 3", "2"]


@pytest.mark.parametrize("how", ["machine.soft_reset()", "raise SystemExit"])
def test_soft_reset_keeps_reset_cause_and_clock(desk, how):
    clock = "import time; print(time.ticks_ms()); time.sleep_ms(300)\n"
    bench = desk(COUNT_BOOTS + clock + f"if boots == 1: {how}").run(800)
    assert [line for line in bench.told.lines if "b" in line] == ["boot 1 1", "boot 2 1"]
    assert bench.told.of("reset")[1][1] == "soft_reset"
    first, second = (int(line) for line in bench.told.lines if line.isdigit())
    assert second >= first + 300


def test_soft_reset_during_sound_is_hardware_misuse(desk):
    program = """
import machine, rp2
machine.mem32[0x50000420] = 1 << 16 | 5670
dma = rp2.DMA()
dma.irq(lambda d: None, hard=True)
ctrl = dma.pack_ctrl(size=1, treq_sel=0x3b, inc_write=False)
dma.config(read=bytearray(512), write=0x4005000c, count=256, ctrl=ctrl, trigger=True)
machine.soft_reset()
"""
    with pytest.raises(HardwareMisuse, match="hangs MicroPython"):
        desk(program).run(10)


def test_uncaught_exception_is_reported_and_sent_once(desk):
    bench = desk("def f():\n  return {}['x']\nf()").run(5000)
    assert "KeyError: x" in bench.engine.crash
    assert 'File "main.py", line 2, in f' in bench.told.text
    assert b"".join(data for _, data in bench.told.of("serial")).count(b"in f\r\n") == 1
    assert bench.engine.now_us == 5_000_000


@pytest.mark.parametrize(
    ("end", "sent"),
    [("", b"\x04"), ("import sys\nif boots == 1: sys.stdin.read(1)", b"\r\x04")],
    ids=["in the idle prompt", "right behind the byte that ended the firmware"],
)
def test_ctrl_d_restarts_program(desk, end, sent):
    bench = desk(COUNT_BOOTS + end)
    bench.engine.send(50_000, sent)
    assert bench.run(100).told.lines == ["boot 1 1", "boot 2 1"]


def test_run_pin_stops_and_restarts_chip(desk):
    bench = desk(COUNT_BOOTS)
    bench.engine.run_pin(10_000, True)
    bench.engine.run_pin(30_000, False)
    assert bench.run(100).told.lines == ["boot 1 1", "boot 2 1"]
    assert bench.told.of("reset")[1] == (30_000.0, "run_pin")
    assert bench.engine.device_files()["/boots"] == b"2"


def test_entropy_repeats_only_with_same_seed_and_differs_between_boots(desk):
    program = (
        "import os, random\nprint(os.urandom(8), random.random())\n"
        "print(len({os.urandom(8) for _ in range(100)}), len(os.urandom(100)))"
    )
    benches = [desk(program, entropy_seed=seed) for seed in (1, 1, 2)]
    for bench in benches:
        bench.engine.power(10_000, False)
        bench.engine.power(20_000, True)
        bench.run(30)
    first, same, other = (bench.told.lines for bench in benches)
    assert first == same
    assert len({*first, *other}) == 4 + 1
    assert first[1] == first[3] == "100 100", "values must differ within a start"


def test_light_sleep_ends_after_time_or_at_pin_edge(desk):
    program = """
import machine, time
pin = machine.Pin(14, machine.Pin.IN, machine.Pin.PULL_UP)
pin.irq(lambda p: print("edge"), machine.Pin.IRQ_FALLING)
for _ in range(2):
    machine.lightsleep(1000)
    print(time.ticks_ms())
"""
    bench = desk(program)
    bench.engine.drive(1_300_000, 14, False)
    assert bench.run(5000).told.lines == ["1000", "edge", "1300"]


def test_deep_sleep_ends_with_reset(desk):
    bench = desk(COUNT_BOOTS + "if boots == 1: machine.deepsleep(2000)").run(3000)
    assert bench.told.of("reset")[1] == (2_000_000.0, "watchdog")


def test_device_has_extra_files_and_never_writes_to_firmware_folder(desk, tmp_path):
    program = (
        "open('/new', 'w').close()\nopen('/main.py', 'a').write('#')\n"
        "print(open('/seed').read(), open('/a/b').read())"
    )
    bench = desk(program, files={"/seed": b"7", "a/b": b"deep"}).run(1)
    assert bench.told.text == "7 deep\n"
    assert [path.name for path in (tmp_path / "firmware0").iterdir()] == ["main.py"]
    assert (tmp_path / "firmware0" / "main.py").read_text() == program


def test_dead_process_raises_clear_error(desk):
    bench = desk("import uctypes\nuctypes.bytearray_at(0xFFFFFFF0, 8)[0] = 1")
    with pytest.raises(PingblockError, match="process died"):
        bench.run(10)


@pytest.mark.parametrize("desk", ["desk"], indirect=True)
def test_second_close_is_safe_and_scratch_folder_is_removed(desk):
    bench = desk("pass").run(1)
    root = bench.engine._interpreter.root
    child = bench.engine._life._process._child
    assert os.getpgid(child.pid) == child.pid, "Ctrl-C at the terminal must not reach the process"
    bench.engine.close()
    bench.engine.close()
    assert not root.exists()
