import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.chip.corrections import second_core

FIFO_STATUS, FIFO_WRITE, FIFO_READ, OUTPUTS_SET = 0xD0000050, 0xD0000054, 0xD0000058, 0xD0000014
FORCE_OFF, CORE_1 = 0x40010004, 1 << 16
VALID, ROOM = 1, 2


def test_word_for_core_1_is_refused_with_reason(mcu):
    second_core.apply(mcu)
    with pytest.raises(Unavailable, match="uses core 1"):
        mcu.write_uint32(FIFO_WRITE, 0)


def test_boot_rom_of_core_1_sends_0_after_reset(mcu):
    second_core.apply(mcu)
    seen = [mcu.read_uint32(FIFO_STATUS)]
    for forced_off in (CORE_1, 0):
        mcu.write_uint32(FORCE_OFF, forced_off)
        seen.append(mcu.read_uint32(FIFO_STATUS))
    assert mcu.read_uint32(FIFO_READ) == 0
    assert [*seen, mcu.read_uint32(FIFO_STATUS)] == [ROOM, ROOM, ROOM | VALID, ROOM]


def test_sio_registers_for_outputs_still_work(mcu):
    second_core.apply(mcu)
    mcu.write_uint32(OUTPUTS_SET, 1 << 3)
    assert mcu.sio.gpio_value == 1 << 3


def test_thread_on_core_1_ends_run_with_error(run):
    program = "import _thread\n_thread.start_new_thread(print, (1,))\nprint(2)"
    running = run(program)
    with pytest.raises(Unavailable, match="uses core 1"):
        running.until(300)
