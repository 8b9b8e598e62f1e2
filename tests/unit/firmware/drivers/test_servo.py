"""The servo's queue of pulses, and pulses and power in their order."""

import pytest

from pingware.drivers.servo import Servo

REGISTERS = 0x4005003C
WRAPPED = 27
DIV, CTR, CC, TOP = (REGISTERS + offset for offset in (0x04, 0x08, 0x0C, 0x10))
RAM = 0x20001002  # address of the pulses, not aligned
COUNT_NS = 320  # a count of 125 MHz / 40


class Registers(dict):
    """Registers of the PWM. The counter advances by 10 us with each read."""

    def __getitem__(self, address):
        if address == CTR:
            self.wait_ns(10_000)
        return super().__getitem__(address)

    def wait_ns(self, ns):
        counted = self[CTR - CTR] + ns // COUNT_NS
        self[0] = counted % 62_500
        self[CTR] = self[0]
        if counted >= 62_500:
            self.wrapped()


class ServoBench:
    """Parts of a servo: a PWM slice, a DMA channel with a ring, a supply. Writes down all."""

    def __init__(self):
        self.done = []
        self.out = []  # values that the DMA wrote to the slice at each wrap
        self.channel = None  # (read address, remaining transfers)
        self.registers = Registers({0: 0})
        self.registers.wrapped = self.wrap
        self.locked = False
        self.closed = 0
        dma = (lambda: self, self.registers, lambda _pulses: RAM, self.lock, self.unlock)
        self.servo = Servo(self.sleep_ms, (*dma, object(), REGISTERS, WRAPPED, self.supply))

    # methods of rp2.DMA

    def pack_ctrl(self, **fields):
        self.fields = fields
        return 0x1001

    def config(self, read=None, write=None, count=None, ctrl=None, trigger=False):
        if trigger:
            assert self.locked, "a wrap's request may be lost"
            assert self.registers[0] < 62_500 - 100, "a wrap is near"
            assert (write, ctrl) == (CC, 0x1001)
            assert self.left == 0, "a busy channel does not start again"
            self.channel = [read, count]
        else:
            assert ctrl == 0x1000, "the channel must be disabled first"

    def active(self, on):
        assert on == 0
        self.channel = None

    @property
    def left(self):
        return self.channel[1] if self.channel else 0

    @property
    def count(self):
        return self.left

    def close(self):
        self.closed += 1

    # time, and the other parts

    def wrap(self):
        if not self.left:
            return
        read, left = self.channel
        first = -(-RAM // 32) * 32
        assert 0 <= read - first < 32, "the address is outside of the ring"
        pulses = self.servo._pulses[(first - RAM) // 2 :]
        self.out.append(pulses[(read - first) // 2] * COUNT_NS)
        self.registers[CC] = pulses[(read - first) // 2]
        self.channel = [first + (read - first + 2) % 32, left - 1]

    def frames(self, count):
        for _ in range(count):
            self.registers.wait_ns(20_000_000)

    def lock(self):
        self.locked = True
        return 7

    def unlock(self, before):
        assert before == 7
        self.locked = False

    def supply(self, on):
        self.done.append(("supply", on))

    def sleep_ms(self, ms):
        assert self.registers[CC] == 0, "a pulse must not be cut"
        self.done.append(("sleep", ms))


@pytest.fixture
def bench():
    return ServoBench()


def send(bench, *pulses_us):
    for us in pulses_us:
        bench.servo.add(us * 1000)
    bench.servo.send()


def out_us(bench):
    return [ns / 1000 for ns in bench.out]


def test_idle_servo_has_frames_of_20_ms_without_pulses(bench):
    """125 MHz / 40 / 62 500 is 50 Hz."""
    assert bench.registers[DIV] == 40 << 4
    assert bench.registers[TOP] == 62_499
    assert bench.registers[CC] == 0
    assert bench.fields == {"size": 1, "inc_write": False, "ring_size": 5, "treq_sel": WRAPPED}
    bench.frames(3)
    assert bench.out == []
    assert bench.done == []


def test_pulses_take_one_frame_each_and_the_last_one_stays(bench):
    send(bench, 1440, 1456, 1472)
    bench.frames(6)
    assert out_us(bench) == [1440, 1456, 1472]
    assert bench.registers[CC] * COUNT_NS == 1_472_000


def test_added_pulses_follow_the_waiting_ones(bench):
    """The pulses fill the ring several times. They are sent at any moment of a frame."""
    wanted = [1440 + 16 * frame for frame in range(60)]
    send(bench, *wanted[:10])
    added = 10
    while added < len(wanted):
        bench.frames(4)
        bench.registers.wait_ns(3_170_000)
        room = 10 - bench.servo.waiting
        send(bench, *wanted[added : added + room])
        added += room
    bench.frames(20)
    assert out_us(bench) == wanted[: len(bench.out)]
    assert len(bench.out) >= len(wanted)


def test_empty_queue_continues_with_the_next_pulses(bench):
    send(bench, 1440, 1456)
    bench.frames(9)
    assert bench.servo.waiting == 0
    send(bench, 1472, 1488)
    bench.frames(3)
    assert out_us(bench) == [1440, 1456, 1472, 1488]


def test_pulses_start_before_the_power(bench):
    send(bench, *[1440] * 10)
    bench.frames(2)
    send(bench, 1440, 1440)
    assert bench.done == []
    bench.frames(1)
    send(bench, 1440)
    assert bench.done == [("supply", 1)]


def test_ending_pulses_stops_them_at_once_and_off_cuts_power(bench):
    send(bench, *[1440] * 10)
    bench.frames(2)
    bench.servo.end_pulses()
    assert bench.registers[CC] == 0
    assert bench.servo.waiting == 0
    bench.frames(4)
    assert len(bench.out) == 2
    assert ("supply", 0) not in bench.done, "the power must end a frame later"
    bench.servo.off()
    assert bench.done[-1] == ("supply", 0)


def test_close_during_motion_waits_a_whole_frame_without_a_pulse(bench):
    """Longer than the 20 ms of a frame."""
    send(bench, *[1440] * 10)
    bench.frames(2)
    bench.servo.close()
    bench.servo.close()
    assert bench.done == [("sleep", 21), ("supply", 0)]
    assert bench.closed == 1


def test_interrupted_close_still_cuts_power_and_releases_the_channel(bench):
    def interrupted(_ms):
        raise KeyboardInterrupt

    send(bench, 1440)
    bench.servo._sleep_ms = interrupted
    with pytest.raises(KeyboardInterrupt):
        bench.servo.close()
    assert bench.done[-1] == ("supply", 0)
    assert bench.closed == 1
