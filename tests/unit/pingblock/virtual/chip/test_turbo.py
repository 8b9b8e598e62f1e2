"""Compares the compiled loop with rp2040py's own: single instructions, then whole programs."""

import hashlib
from itertools import product
from random import Random

import pytest
from tests.fakes.xip_loop import XipLoop
from tests.seldom import seldom

from pingblock.errors import Unavailable
from pingblock.virtual.chip import silicon
from pingblock.virtual.chip.corrections import sio_divider
from pingblock.virtual.chip.loop import StockLoop
from pingblock.virtual.chip.silicon import QuietLogger, bare_chip
from pingblock.virtual.chip.turbo import build as build_turbo

VECTORS, BACK = 0x20001800, 0x20000180  # exceptions, and an endless loop for each
CODE, STACK, DATA, FLASH, SIO = 0x20000100, 0x20002000, 0x20001000, 0x10000400, 0xD0000000
ADC_CS = 0x4004C000
FLAGS = ("n", "z", "c", "v")
STATE = (*FLAGS, "pm", "waiting", "event_registered", "interrupts_updated", "cycles", "ipsr")
EDGES = (0, 1, 2, 31, 32, 33, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFF, 0x100, 0x8000)


@pytest.fixture(scope="module")
def turbo_loop():
    try:
        return build_turbo.load().TurboLoop
    except Unavailable as missing:
        pytest.skip(str(missing))


class Pair:
    """The same chip twice: one for each loop."""

    def __init__(self, turbo_loop, xip=False):
        self.chips = [bare_chip(), bare_chip()]
        for chip in self.chips:
            chip.logger = QuietLogger()
            sio_divider.apply(chip)
            chip.flash[:4096] = Random(5).randbytes(4096)
        stock_loop = XipLoop if xip else StockLoop
        self.loops = [stock_loop(self.chips[0]), turbo_loop(self.chips[1], xip)]

    def prepare(self, words, seed):
        for chip in self.chips:
            chance = Random(seed)
            chip.sram[:0x3000] = chance.randbytes(0x3000)
            chip.core.reset()
            for index in range(13):
                chip.core.registers[index] = some_value(chance)
            chip.core.registers[13], chip.core.registers[14] = STACK, some_value(chance)
            chip.core.registers[15] = CODE
            for flag in FLAGS:
                setattr(chip.core, flag, chance.random() < 0.5)
            for place, word in enumerate(words):
                chip.write_uint16(CODE + 2 * place, word)

    def run(self, ns):
        for chip, loop in zip(self.chips, self.loops, strict=True):
            alarm = chip.clock.create_alarm(lambda loop=loop: setattr(loop, "stopped", True))
            alarm.schedule(ns)
            loop.run()
        return [state(chip) for chip in self.chips]


def some_value(chance):
    kind = chance.randrange(5)
    if kind == 0:
        return chance.choice(EDGES)
    if kind == 1:
        return DATA + chance.randrange(0, 1024, 4)
    if kind == 2:
        return FLASH + chance.randrange(0, 1024, 4)
    if kind == 3:
        return SIO + chance.choice((0x0, 0x60, 0x64, 0x68, 0x6C, 0x70, 0x74, 0x78, 0x100, 0x17C))
    return chance.getrandbits(32)


def state(chip):
    found = {name: getattr(chip.core, name) for name in STATE}
    found["registers"] = [hex(word) for word in chip.core.registers]
    found["ns"] = chip.clock.nanos
    found["sram"] = hashlib.sha256(chip.sram).hexdigest()
    return found


def words_of(chance):
    """Returns an opcode and valid operands. It never ends in an unknown peripheral."""
    first = chance.getrandbits(16)
    if chance.random() < 0.05:
        return [0xF3EF, 0x8010 | chance.randrange(8) << 8]
    if chance.random() < 0.05:
        return [0xF380 | chance.randrange(8), 0x8810]
    return [first, chance.getrandbits(16)]


def avoids_peripherals(pair):
    """Random addresses hit peripherals, whose effects the two chips share only by luck of time."""
    return not any(word >> 28 in (0x4, 0x5, 0xE) for word in pair.chips[0].core.registers)


@pytest.mark.parametrize("block", [*range(5), seldom(5), seldom(6), seldom(7)])
def test_random_instructions_end_as_on_stock_core(turbo_loop, block):
    pair, chance = Pair(turbo_loop), Random(f"opcodes {block}")
    compared = 0
    for seed in range(1500):
        words = words_of(chance)
        pair.prepare(words, block * 10_000 + seed)
        if not avoids_peripherals(pair):
            continue
        stock, turbo = pair.run(8.0)
        assert turbo == stock, [hex(word) for word in words]
        compared += 1
    assert compared > 800


def test_instruction_sequences_end_as_on_stock_core(turbo_loop):
    pair = Pair(turbo_loop)
    for seed in range(40):
        chance = Random(seed)
        safe = [word for word in (chance.getrandbits(16) for _ in range(400)) if word < 0x4400]
        pair.prepare([*safe[:60], 0xE7FE], seed)
        stock, turbo = pair.run(8.0 * 50)
        assert turbo == stock, seed


@pytest.mark.parametrize("dividend_at", [0x60, 0x68], ids=["unsigned", "signed"])
def test_divisions_end_as_on_stock_core(turbo_loop, dividend_at):
    """The results are read by ``str r1``, ``str r2`` and ``ldr``. The base address is in r0."""
    pair = Pair(turbo_loop)
    words = [0x6001 | dividend_at << 4, 0x6002 | (dividend_at + 4) << 4]
    words += [0x6805 | 0x78 << 4, 0x6804 | 0x74 << 4, 0x6803 | 0x70 << 4, 0xE7FE]
    for operands in product(EDGES, EDGES):
        pair.prepare(words, 1)
        for chip in pair.chips:
            chip.core.registers[0], chip.core.registers[1], chip.core.registers[2] = SIO, *operands
        stock, turbo = pair.run(8.0 * 20)
        assert turbo == stock, operands


ASM_COVERED = {
    "push_pop": [0xB5F0, 0xBDF0],
    "bl_back": [0xF7FF, 0xFFFE],
    "stm_ldm": [0xC1FF, 0xC9FC],
    "cpsid_cpsie": [0xB672, 0xB662, 0xBF00],
    "barriers": [0xF3BF, 0x8F5F, 0xF3BF, 0x8F4F, 0xF3BF, 0x8F6F],
    "wfi": [0xBF30],
    "sev_wfe": [0xBF40, 0xBF20],
    "svc": [0xDF01],
    "udf": [0xDE01],
}


@pytest.mark.parametrize("name", ASM_COVERED)
def test_special_sequences_end_as_on_stock_core(turbo_loop, name):
    pair = Pair(turbo_loop)
    for seed in range(20):
        pair.prepare([*ASM_COVERED[name], 0xE7FE], seed)
        for index in (1, 0):
            for chip in pair.chips:
                chip.core.registers[index] = DATA
        for chip in pair.chips:  # jumps end where there is code, see ``corrections.lockup``
            chip.write_uint16(BACK, 0xE7FE)
            chip.core.registers[14] = BACK | 1
            chip.core.vtor = VECTORS
            for vector in range(16):
                chip.write_uint32(VECTORS + 4 * vector, BACK)
        stock, turbo = pair.run(8.0 * 24)
        assert turbo == stock


# Two NOPs that the program replaces with other instructions, before it runs them and again.
REWRITTEN = {
    "ahead": [0x8001, 0xBF00, 0xBF00, 0x8042, 0xBF00, 0xE7F9],
    "by push": [0xB401, 0xBF00, 0xBF00, 0xB001, 0xE7FA],
}


@pytest.mark.parametrize("name", REWRITTEN)
def test_self_modifying_code_ends_as_on_stock_core(turbo_loop, name):
    pair = Pair(turbo_loop)
    for seed in range(20):
        pair.prepare(REWRITTEN[name], seed)
        for chip in pair.chips:
            # MOVS r3, #seed and ADDS r4, #1 in one word. r0 and r2 point at the NOPs, SP behind
            # them.
            chip.core.registers[0] = CODE + 2 if name == "ahead" else 0x34012300 | seed
            chip.core.registers[1] = 0x3401 if name == "ahead" else 0
            chip.core.registers[2] = 0x2300 | seed
            chip.core.registers[13] = CODE + 6
        for _ in range(3):
            stock, turbo = pair.run(8.0 * 7)
            assert turbo == stock


def test_code_changed_from_outside_is_decoded_again(turbo_loop):
    pair = Pair(turbo_loop)
    pair.prepare([0x3301, 0xE7FD], 1)
    # Each run ends between the two, so that the next one begins with the branch.
    for word, cycles in ((0x3301, 31), (0x3B01, 30), (0x4063, 30)):
        for chip in pair.chips:
            chip.write_uint16(CODE, word)
        stock, turbo = pair.run(8.0 * cycles)
        assert turbo == stock


def test_polled_register_costs_same_cycles_as_on_stock_core(turbo_loop):
    pair = Pair(turbo_loop, xip=True)
    pair.prepare([], 1)
    for chip in pair.chips:
        # LDR r0, [r1], then ADDS r2, #1, then B
        chip.flash[0x800:0x806] = bytes.fromhex("0868 0132 fce7")
        chip.core.registers[1], chip.core.registers[15] = ADC_CS, 0x10000800
    stock, turbo = pair.run(8.0 * 500)
    assert turbo == stock


PROGRAMS = {
    "arithmetic": "print(sum(i * 31 // 7 % 5 for i in range(300)), 2 ** 100 // 3 ** 20, -7 // 2)",
    "floats": "import math\nprint([math.sin(i / 7) for i in range(30)])",
    "heap": "import gc\nd = {str(i): [i] * 9 for i in range(150)}\ngc.collect()\nprint(len(d))",
    "native": """
@micropython.viper
def add(data: ptr8, n: int) -> int:
    total = 0
    for i in range(n):
        total += data[i] * i >> 2
    return total
@micropython.asm_thumb
def double(r0):
    add(r0, r0, r0)
print(add(bytes(range(200)), 200), double(21))
""",
    "timers": """
from machine import Timer
import time
seen = []
t = Timer(period=3, callback=lambda t: seen.append(time.ticks_us()))
time.sleep_ms(20)
t.deinit()
print(seen)
""",
    "asyncio": """
import asyncio
async def tick(n):
    for i in range(4):
        await asyncio.sleep_ms(n)
        print(n, i)
async def main():
    await asyncio.gather(tick(3), tick(5))
asyncio.run(main())
""",
    "pins": """
from machine import Pin, PWM, ADC
import time
p = [Pin(g, Pin.OUT) for g in (2, 3, 17)]
b = Pin(14, Pin.IN, Pin.PULL_UP)
b.irq(lambda pin: p[0].toggle(), Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
light = PWM(Pin(18), freq=1000, duty_u16=100)
for i in range(20):
    p[1](i & 1)
    light.duty_u16(i * 3000)
    time.sleep_us(900)
print(ADC(3).read_u16(), p[0]())
""",
    "sound": """
import rp2, array, time, uctypes
from machine import ADC, PWM, Pin, mem32
speaker, light, sense = PWM(Pin(16), freq=132275, duty_u16=0), PWM(Pin(18), freq=999), ADC(0)
mem32[0x50000420] = 1 << 16 | 5670
room = bytearray(1024)
start = -uctypes.addressof(room) % 256 + uctypes.addressof(room)
for i in range(256):
    mem32[start + 2 * i & ~3] = i * 7 % 990 | i * 11 % 990 << 16
one, two = rp2.DMA(), rp2.DMA()
def block(dma, other, at):
    ctrl = dma.pack_ctrl(size=1, inc_write=False, treq_sel=0x3b, irq_quiet=False, chain_to=other,
                         ring_size=8, ring_sel=False)
    dma.config(read=at, write=0x40050000 + 0x0c, count=128, ctrl=ctrl, trigger=False)
for pause in (0, 900, 3170):
    block(one, two.channel, start)
    block(two, one.channel, start + 256)
    one.active(1)
    for i in range(5):
        light.duty_u16(i * 3000)
        print(one.count, two.count, one.read - start, two.read - start, sense.read_u16())
        time.sleep_us(pause)
    for dma in (one, two):
        dma.config(ctrl=0)
        dma.active(0)
""",
    "files": "f = open('x', 'w')\nf.write('y' * 3000)\nf.close()\nprint(len(open('x').read()))",
    "exceptions": """
import machine
def deep(n):
    return deep(n + 1)
for bad in (lambda: deep(0), lambda: [][1], lambda: bytearray(1 << 20)):
    try:
        bad()
    except Exception as fault:
        print(type(fault))
""",
}


@pytest.mark.parametrize(
    "name",
    [name if name in ("native", "exceptions", "files") else seldom(name) for name in PROGRAMS],
)
def test_programs_end_in_same_state_as_on_stock_core(run, turbo_loop, name):
    def end(turbo):
        running = run(PROGRAMS[name], turbo=turbo)
        for at_ms in (26.0, 26.2, 31.0):
            running.engine.drive(at_ms * 1000, 14, False)
            running.engine.drive(at_ms * 1000 + 100, 14, None)
        running.engine.send(60_000, b"1 + 1\r\n")
        running.until(80)
        mcu = running.engine.silicon.mcu
        memory = hashlib.sha256(mcu.sram).hexdigest()
        flash = hashlib.sha256(running.engine.flash_image()).hexdigest()
        assert b"Traceback" not in running.told.text
        return memory, flash, mcu.clock.nanos, running.engine.cycles, running.told.all

    assert end(True) == end(False)


def test_program_with_flash_cache_ends_as_on_stock_core(run, turbo_loop, monkeypatch):
    def end(turbo):
        if not turbo:
            monkeypatch.setattr(silicon, "best_loop", lambda mcu, *_options: XipLoop(mcu))
        running = run("print(1)", xip=True).until(11)
        mcu = running.engine.silicon.mcu
        memory = hashlib.sha256(mcu.sram).hexdigest()
        return memory, mcu.clock.nanos, running.engine.cycles, running.told.all

    assert end(True) == end(False)


def test_flash_cache_model_slows_program(run, turbo_loop):
    program = """
import time
start = time.ticks_us()
for i in range(300):
    {str(j): [j * 1.5] for j in range(10)}
print(time.ticks_diff(time.ticks_us(), start))
"""
    fast, slow = (int(run(program, xip=xip).until(700).lines[0]) for xip in (False, True))
    assert 1.02 < slow / fast < 1.6
