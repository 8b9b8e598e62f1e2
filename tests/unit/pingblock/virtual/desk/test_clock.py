"""Virtual time: exact, repeatable, and it continues even in busy loops."""

import pytest
from tests.unit.pingblock.virtual.desk.conftest import AT_ONCE

TASKS = """
import asyncio, time
async def every(name, ms, times):
    for _ in range(times):
        await asyncio.sleep_ms(ms)
        print(name, time.ticks_ms())
async def main():
    slow = asyncio.create_task(every("slow", 100, 2))
    await every("fast", 40, 4)
    await slow
asyncio.run(main())
"""


@pytest.mark.parametrize("boot_us", [0, 60_000])
def test_reported_output_has_virtual_time_since_boot(desk, boot_us):
    program = "import time\ntime.sleep_ms(250)\nprint(time.ticks_ms())"
    told = desk(program, times=AT_ONCE._replace(boot_us=boot_us)).run(1000).told
    ((at_us, data),) = told.of("serial")
    assert at_us == boot_us + 250_001.0, "reading the clock takes 1 us"
    assert data == b"%d\r\n" % (boot_us // 1000 + 250)


def test_output_after_run_end_is_not_reported(desk):
    bench = desk("import time\nwhile True:\n  time.sleep_ms(10)\n  print('x')").run(35)
    assert bench.told.lines == ["x"] * 3
    assert bench.engine.now_us == 35_000


def test_tasks_wake_at_same_times_for_any_step_size(desk):
    whole = desk(TASKS).run(300)
    lines = ["fast 40", "fast 80", "slow 100", "fast 120", "fast 160", "slow 200"]
    assert whole.told.lines == lines
    steps = desk(TASKS)
    for step in range(1, 901):
        steps.run(step / 3)
    assert steps.told.all == whole.told.all


def test_busy_loop_ends_because_clock_reads_take_time(desk):
    program = """
import time
start = time.ticks_us()
while time.ticks_diff(time.ticks_us(), start) < 500:
    pass
print(time.ticks_diff(time.ticks_us(), start))
"""
    assert 500 <= int(desk(program).run(10).told.text) <= 502


def test_ticks_wrap_at_thirty_bits(desk):
    program = """
import time
before = time.ticks_us()
time.sleep_us(200)
after = time.ticks_us()
print(before > after, time.ticks_diff(after, before))
"""
    bench = desk(program, times=AT_ONCE._replace(ticks_offset_us=(1 << 30) - 100)).run(10)
    assert bench.told.text.split() == ["True", "201"]


def test_machine_timer_calls_back_periodically_or_once(desk):
    program = """
import machine, time
timer = machine.Timer(period=30, callback=lambda t: print(time.ticks_ms()))
machine.Timer(mode=machine.Timer.ONE_SHOT, period=40, callback=lambda t: print("once"))
time.sleep_ms(100)
timer.deinit()
"""
    assert desk(program).run(500).told.lines == ["30", "once", "60", "90"]


def test_cancelled_and_awaited_tasks_behave_as_documented(desk):
    program = """
import asyncio
async def forever():
    try:
        await asyncio.sleep(1000)
    finally:
        print("cleaned")
async def answer():
    await asyncio.sleep_ms(5)
    return 42
async def main():
    task = asyncio.create_task(forever())
    await asyncio.sleep_ms(1)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("cancelled", task.done())
    print(await asyncio.create_task(answer()))
    try:
        await asyncio.wait_for_ms(forever(), 20)
    except asyncio.TimeoutError:
        print("late")
    print(await asyncio.gather(answer(), answer()))
asyncio.run(main())
"""
    expected = ["cleaned", "cancelled True", "42", "cleaned", "late", "[42, 42]"]
    assert desk(program).run(100).told.lines == expected


def test_flag_set_in_interrupt_wakes_task_at_once(desk):
    program = """
import asyncio, machine, time
flag = asyncio.ThreadSafeFlag()
pin = machine.Pin(14, machine.Pin.IN, machine.Pin.PULL_UP)
pin.irq(lambda _: flag.set(), machine.Pin.IRQ_FALLING, hard=True)
async def main():
    await flag.wait()
    print("woken")
asyncio.run(main())
"""
    bench = desk(program)
    bench.engine.drive(12_345, 14, False)
    ((at_us, data),) = bench.run(100).told.of("serial")
    assert data == b"woken\r\n"
    assert 12_345 <= at_us < 12_365


def test_idle_firmware_needs_one_exchange_in_ten_seconds(desk, exchanges):
    """The number of exchanges with the process limits its speed, which `make bench` measures."""
    bench = desk(
        "import asyncio\nasync def m():\n  while 1: await asyncio.sleep_ms(50)\nasyncio.run(m())"
    ).run(1000)
    exchanges.clear()
    bench.run(61_000)
    assert len(exchanges) == 6
