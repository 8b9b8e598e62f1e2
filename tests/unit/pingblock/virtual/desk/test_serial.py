"""The USB serial link: bytes in both directions, Ctrl-C, a host that does not read, no cable."""

import pytest
from tests.unit.pingblock.virtual.desk.conftest import AT_ONCE

ECHO = """
import select, sys, time
poller = select.poll()
poller.register(sys.stdin, select.POLLIN)
while True:
    if poller.poll(1000):
        print(time.ticks_ms(), repr(sys.stdin.buffer.read(1)))
    else:
        print(time.ticks_ms(), "nothing")
"""


def test_poll_ends_at_received_byte_or_after_timeout(desk):
    bench = desk(ECHO)
    bench.engine.send(30_000, b"a")
    bench.engine.send(40_000, b"b")
    assert bench.run(2100).told.lines == ["30 b'a'", "40 b'b'", "1040 nothing", "2040 nothing"]


def test_reads_wait_for_requested_number_of_bytes(desk):
    program = """
import sys, time
print(sys.stdin.read(3), time.ticks_ms())
buffer = bytearray(4)
print(sys.stdin.buffer.readinto(buffer, 2), bytes(buffer))
print(repr(sys.stdin.readline()))
data = sys.stdin.buffer.read(20000)
print(len(data), sum(data))
"""
    bench = desk(program)
    for at_ms, byte in enumerate(b"xyz", 1):
        bench.engine.send(at_ms * 1000, bytes((byte,)))
    bench.engine.send(5000, b"abcd\n")
    bench.engine.send(8000, bytes(range(32, 232)) * 100)
    told = bench.run(20).told
    assert told.lines == ["xyz 3", "2 b'ab\\x00\\x00'", "'cd\\n'", "20000 2630000"]


def test_one_byte_read_does_not_copy_other_waiting_bytes(desk):
    """Otherwise a host that sends a line without an end would keep the device busy for minutes."""
    program = """
import gc, sys, time
time.sleep_ms(20)
gc.collect()
gc.disable()
before, found = gc.mem_alloc(), 0
for _ in range(100):
    found += sys.stdin.buffer.read(1)[0]
print(gc.mem_alloc() - before < 100_000)
gc.enable()
for _ in range(9900):
    found += sys.stdin.buffer.read(1)[0]
print(found + sum(sys.stdin.buffer.read(10_000)))
"""
    bench = desk(program)
    bench.engine.send(5000, bytes(range(32, 232)) * 100)
    assert bench.run(40).told.lines == ["True", "2630000"]


def test_only_text_stream_converts_line_ends_to_cr_lf(desk):
    program = "import sys\nsys.stdout.write('a\\n')\nsys.stdout.buffer.write(b'b\\n')"
    assert [data for _, data in desk(program).run(1).told.of("serial")] == [b"a\r\n", b"b\n"]


@pytest.mark.parametrize("wait", ["time.sleep(100)", "while True: time.ticks_ms()"])
def test_ctrl_c_interrupts_a_sleep_and_a_busy_loop(desk, wait):
    bench = desk(
        f"import time\ntry:\n  {wait}\nexcept KeyboardInterrupt:\n"
        "  print('stopped', time.ticks_ms())"
    )
    bench.engine.send(5_000, b"\x03")
    assert bench.run(10).told.text == "stopped 5\n"


def test_ctrl_c_is_a_plain_byte_when_switched_off(desk):
    bench = desk("import micropython\nmicropython.kbd_intr(-1)\n" + ECHO)
    bench.engine.send(50_000, b"\x03")
    assert bench.run(100).told.lines == ["50 b'\\x03'"]


def test_unread_output_fills_256_bytes_then_delays_writes(desk):
    program = """
import select, sys, time
out = select.poll()
out.register(sys.stdout, select.POLLOUT)
time.sleep_ms(10)
def put(count):
    begin = time.ticks_ms()
    taken = sys.stdout.buffer.write(b"x" * count)
    log.append((taken, time.ticks_diff(time.ticks_ms(), begin), len(out.poll(0))))
log = []
put(200)
put(100)
put(50)
time.sleep(5)
print(log)
"""
    bench = desk(program)
    bench.engine.host_reads(5_000, False)
    bench.engine.host_reads(3_000_000, True)
    text = bench.run(7000).told.text
    assert text == "x" * 256 + "[(200, 0, 1), (56, 500, 0), (0, 500, 0)]\n"


def test_output_without_cable_is_discarded_without_delay(desk):
    bench = desk(
        "import time\nfrom machine import Pin\nvbus = Pin(24, Pin.IN)\n"
        "while True:\n  print(vbus.value(), time.ticks_ms())\n  time.sleep_ms(100)"
    )
    bench.engine.plug(150_000, False)
    bench.engine.plug(450_000, True)
    lines = bench.run(600).told.lines
    assert [line.split()[0] for line in lines] == ["1", "1", "1"]
    assert 490 <= int(lines[2].split()[1]) <= 510


def test_device_starts_without_cable_and_sends_nothing(desk):
    bench = desk(
        "print('x')\nfrom machine import Pin\nPin(17, Pin.OUT, value=Pin(24, Pin.IN).value())",
        plugged=False,
    ).run(1)
    assert bench.told.of("serial") == []
    assert bench.told.of("pin")[0][1:] == (17, False)


TICKING = "import time\nwhile True:\n  print(time.ticks_ms())\n  time.sleep_ms(100)"


def test_closed_port_keeps_last_256_bytes_until_opened(desk):
    bench = desk(TICKING)
    bench.engine.port(950_000, False)
    bench.engine.port(9_950_000, True)
    assert bench.run(9_900).told.lines[-1] == "900"
    lines = bench.run(9_960).told.lines
    assert len("".join(f"{line}\r\n" for line in lines[10:])) == 256
    assert lines[-1] == "9900"


def test_closed_port_does_not_delay_writes_after_unread_output(desk):
    program = (
        "import sys, time\ntime.sleep_ms(10)\nwhile True:\n"
        "  sys.stdout.write('x' * 300)\n  print(time.ticks_ms())\n  time.sleep_ms(100)"
    )
    bench = desk(program)
    bench.engine.host_reads(5_000, False)
    bench.engine.port(20_000, False)
    bench.engine.host_reads(300_000, True)
    bench.engine.port(300_000, True)
    last = bench.run(310).told.lines[-1].lstrip("x")
    assert last == "220"  # 20, 120, 220: they took no time


@pytest.mark.parametrize(("act", "opened"), [("soft_reset", False), ("reset", True)])
def test_reset_reopens_port_but_soft_reset_does_not(desk, act, opened):
    bench = desk(f"import machine, time\nprint('boot')\ntime.sleep_ms(100)\nmachine.{act}()")
    bench.engine.port(50_000, False)
    assert (bench.run(250).told.text.count("boot") > 1) is opened


def test_plugging_cable_opens_port(desk):
    bench = desk(TICKING)
    bench.engine.port(50_000, False)
    bench.engine.plug(110_000, False)
    bench.engine.plug(250_000, True)
    assert bench.run(310).told.lines == ["0", "300"]


def test_bytes_sent_before_bus_start_arrive_after_it(desk):
    """Otherwise answers are dropped, because the firmware takes a bus reset for a new session."""
    bench = desk(ECHO, times=AT_ONCE._replace(bus_us=130_000))
    bench.engine.send(0, b"a")
    assert bench.run(200).told.lines == ["130 b'a'"]
    bench.engine.plug(300_000, False)
    bench.engine.plug(400_000, True)
    bench.engine.send(400_000, b"b")
    bench.engine.send(540_000, b"c")
    assert bench.run(600).told.lines[1:] == ["530 b'b'", "540 b'c'"]


def test_unplugging_discards_waiting_bytes_in_both_directions(desk):
    bench = desk(
        "import sys, time\ntime.sleep_ms(20)\nprint('lost')\ntime.sleep_ms(100)\n"
        "print(sys.stdin.read(2))"
    )
    bench.engine.host_reads(1000, False)
    bench.engine.send(10_000, b"a")
    bench.engine.plug(50_000, False)
    bench.engine.plug(100_000, True)
    bench.engine.host_reads(150_000, True)
    bench.engine.send(200_000, b"bc")
    assert bench.run(400).told.lines == ["bc"]


STAND_IN = """
import io, os, sys, time
import machine

class Late(io.IOBase):
    late = False

    def readinto(self, buffer):
        if not self.late:
            return None
        buffer[0] = 0x21
        return 1

    def ring(self, timer):
        self.late = True

late = Late()
os.dupterm(late)
machine.Timer(-1).init(mode=0, period=40, callback=late.ring)
buffer = bytearray(4)
sys.stdin.buffer.readinto(buffer)
print(bytes(buffer), time.ticks_ms(), os.dupterm(None) is late)
sys.stdin.buffer.readinto(buffer)
print(bytes(buffer), time.ticks_ms())
"""


def test_dupterm_stream_fills_read_that_host_left_incomplete(desk):
    bench = desk(STAND_IN)
    bench.engine.send(1000, b"ab")
    bench.engine.send(60_000, b"cdef")
    assert bench.run(100).told.lines == ["b'ab!!' 40 True", "b'cdef' 60"]
