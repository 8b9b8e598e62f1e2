"""DMA feeding the speaker: pace, chaining, interrupts, and memory read when it is played."""

import numpy as np
import pytest

from pingblock.virtual.desk.life import HardwareMisuse

PERIOD_US = 45.36

# Two chained channels, each with a ring over its own half buffer of 8 samples.
PLAYER = """
import machine, rp2, time, uctypes
mem32 = machine.mem32
pwm = machine.PWM(machine.Pin(16), freq=132275, duty_u16=0)
mem32[0x50000420] = 1 << 16 | 5670
room = bytearray(48)
start = -uctypes.addressof(room) % 16
halves = [memoryview(room)[start + 16 * i:start + 16 * i + 16] for i in (0, 1)]
dmas = [rp2.DMA(), rp2.DMA()]
def fill(half, first):
    for i in range(8):
        half[2 * i] = (first + i) & 255
        half[2 * i + 1] = (first + i) >> 8
def setup(dma, half, other, **more):
    ctrl = dma.pack_ctrl(size=1, inc_write=False, ring_size=4, ring_sel=False,
                         chain_to=other.channel, treq_sel=0x3b, irq_quiet=False, **more)
    dma.config(read=half, write=0x4005000c, count=8, ctrl=ctrl)
fill(halves[0], 100)
fill(halves[1], 108)
setup(dmas[0], halves[0], dmas[1])
setup(dmas[1], halves[1], dmas[0])
"""

ENDLESS = (
    PLAYER
    + """
count = 16
def refill(dma):
    global count
    fill(halves[dmas.index(dma)], 100 + count)
    count += 8
for dma in dmas:
    dma.irq(refill, hard=True)
dmas[0].active(1)
"""
)


def test_chained_channels_play_without_gaps_at_timer_rate(desk):
    program = ENDLESS.replace("dmas[0].active(1)", "time.sleep_ms(10)\ndmas[0].active(1)")
    times, levels = desk(program + "time.sleep(1)").run(100).told.samples()
    assert levels[:500].tolist() == list(range(100, 600))
    assert np.abs(np.diff(times[:2000]) - PERIOD_US).max() < 0.01
    assert 10_000 < times[0] < 10_000 + 2 * PERIOD_US, "the first sample must follow the start"
    assert 100_000 - PERIOD_US < times[-1] <= 100_000, "all due samples must be reported"


@pytest.mark.parametrize("desk", ["desk"], indirect=True)
def test_sound_during_busy_loop_is_sent_in_small_batches(desk, exchanges):
    """A batch of a second's single samples would not fit into a fragmented heap."""
    program = ENDLESS + "while True:\n  time.sleep_us(20)\n"
    times, _ = desk(program).run(1000).told.samples()
    assert len(times) > 20_000
    assert max(exchanges) < 2000


def test_other_outputs_are_reported_in_order_between_samples(desk):
    bench = desk(ENDLESS + "time.sleep_ms(7)\nprint('x')\ntime.sleep_ms(9)").run(15)
    ends = [
        entry[1] + entry[2] * (len(entry[3]) - 1) if entry[0] == "speaker" else entry[1]
        for entry in bench.told.all
    ]
    assert ends == sorted(ends)
    assert "x" in bench.told.text


def test_late_mixer_repeats_old_samples(desk):
    late = ENDLESS.replace("    fill(", "    if count == 32: time.sleep_us(500)\n    fill(")
    _, levels = desk(late + "time.sleep(1)").run(20).told.samples()
    assert levels[:32].tolist() == list(range(100, 132))
    # A block lasts 363 us: three items of the old content were played before the new content came.
    assert levels[32:40].tolist() == [116, 117, 118, 135, 136, 137, 138, 139]


def test_dma_reads_each_item_when_it_plays(desk):
    program = PLAYER.replace("chain_to=other.channel, ", "")
    program += "dmas[0].active(1)\ntime.sleep_us(46 * 4)\nfill(halves[0], 500)\ntime.sleep(1)"
    _, levels = desk(program).run(5).told.samples()
    assert levels.tolist() == [0, 100, 101, 102, 103, 504, 505, 506, 507][1:]


def test_abort_cuts_block_and_ends_both_channels(desk):
    program = (
        PLAYER
        + """
dmas[0].active(1)
time.sleep_us(46 * 3)
left = dmas[0].count
dmas[1].ctrl = dmas[1].pack_ctrl(enable=False)
mem32[0x50000444] = 1
print(left, dmas[0].active(), dmas[1].active())
mem32[0x4005000c] = 0
time.sleep(1)
"""
    )
    told = desk(program).run(5).told
    assert told.text == "5 False False\n"
    assert told.samples()[1].tolist() == [100, 101, 102, 0]


def test_abort_starts_chained_channel_unless_both_are_disabled(desk):
    """Erratum RP2040-E13: an abort can count as the end of the block."""
    program = PLAYER + "dmas[0].active(1)\ntime.sleep_us(46 * 3)\n"
    disabled = "".join(f"dmas[{n}].ctrl = dmas[{n}].pack_ctrl(enable=False)\n" for n in (0, 1))
    aborted = "dmas[0].active(0)\ndmas[1].active(0)\nprint([dma.active() for dma in dmas])\n"
    assert desk(program + aborted).run(1).told.text == "[True, False]\n"
    assert desk(program + disabled + aborted).run(1).told.text == "[False, False]\n"


def test_disabled_partner_ends_chain(desk):
    program = PLAYER + "dmas[1].ctrl = dmas[1].pack_ctrl(enable=False)\ndmas[0].active(1)\n"
    _, levels = desk(program + "time.sleep(1)").run(5).told.samples()
    assert levels.tolist() == list(range(100, 108))


def test_pack_ctrl_defaults_are_quiet_and_chain_to_itself(desk):
    program = """
import rp2
a, b = rp2.DMA(), rp2.DMA()
fields = rp2.DMA.unpack_ctrl(b.pack_ctrl())
print(fields["irq_quiet"], fields["chain_to"], fields["treq_sel"], fields["size"])
try:
    b.pack_ctrl(size=4)
except ValueError:
    print("too big")
"""
    assert desk(program).run(1).told.lines == ["1 1 63 2", "too big"]


def test_quiet_channel_raises_no_interrupt(desk):
    program = (
        PLAYER
        + """
dmas[0].ctrl = dmas[0].pack_ctrl(default=dmas[0].ctrl, irq_quiet=True, chain_to=0)
dmas[0].irq(lambda dma: print("irq"), hard=True)
dmas[0].active(1)
time.sleep_ms(5)
print("end", mem32[0x50000400])
"""
    )
    assert desk(program).run(10).told.text == "end 0\n"


def test_trigger_register_starts_several_channels(desk):
    program = PLAYER.replace("chain_to=other.channel, ", "")
    program += "mem32[0x50000430] = 3\nprint(dmas[0].active(), dmas[1].active())\n"
    assert desk(program).run(1).told.text == "True True\n"


@pytest.mark.parametrize(
    ("offset", "value", "starts"),
    [
        (0x0C, "dma.ctrl", True),  # CTRL_TRIG
        (0x10, "dma.ctrl", False),  # AL1_CTRL
        (0x1C, "8", True),  # AL1_TRANS_COUNT_TRIG
        (0x24, "8", False),  # AL2_TRANS_COUNT
        (0x2C, "0x4005000c", True),  # AL2_WRITE_ADDR_TRIG
        (0x34, "0x4005000c", False),  # AL3_WRITE_ADDR
    ],
)
def test_only_the_last_register_of_each_alias_triggers(desk, offset, value, starts):
    program = PLAYER + f"dma = dmas[1]\nmem32[0x50000040 + {offset}] = {value}\n"
    assert desk(program + "print(dma.active())").run(1).told.text == f"{starts}\n"


def test_unpaced_channel_copies_memory(desk):
    program = """
import rp2
a, b = bytearray(b"pingblock"), bytearray(9)
dma = rp2.DMA()
dma.config(read=a, write=b, count=9, ctrl=dma.pack_ctrl(size=0), trigger=True)
while dma.active():
    pass
print(b.decode())
"""
    assert desk(program).run(1).told.text == "pingblock\n"


def test_thirteenth_channel_fails_until_another_is_closed(desk):
    program = """
import rp2
all = [rp2.DMA() for _ in range(12)]
try:
    rp2.DMA()
except OSError as error:
    print(error.errno)
all[4].close()
print(rp2.DMA().channel)
"""
    assert desk(program).run(1).told.text == "16\n4\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("machine.mem32[0x40034000]", "0x40034000"),
        ("machine.mem32[0x50000800]", "0x50000800"),
        ("machine.freq(48_000_000)", "125 MHz"),
    ],
)
def test_unsupported_hardware_on_desk_raises_error_naming_it(desk, line, says):
    with pytest.raises(HardwareMisuse, match=says):
        desk("import machine\n" + line).run(1)


def test_unset_pacing_timer_is_hardware_misuse(desk):
    with pytest.raises(HardwareMisuse, match="timer 0 is not set"):
        desk(PLAYER.replace("mem32[0x50000420] =", "_ =") + "dmas[0].active(1)").run(1)


@pytest.mark.parametrize("mode", ["w", "a"])
def test_file_can_be_read_but_not_written_while_sound_plays(desk, mode):
    """Otherwise the sound would stutter."""
    bench = desk(ENDLESS + f"print(open('/main.py').read().strip()[:6])\nopen('/x', '{mode}')")
    with pytest.raises(HardwareMisuse, match="/x is written while sound plays"):
        bench.run(1)
    assert bench.told.text == "import\n"
