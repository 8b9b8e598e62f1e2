"""The image that runs in place, on the chip: which of its two slots is started, and trials."""

import re
import struct
from dataclasses import replace

import pytest
from tests import boot_drive, slots_image

from pingblock.connection.recovery import Keyboard, to_prompt
from pingblock.connection.transport import Lines
from pingblock.image import slot_image
from pingblock.image.slot_image import CONTENT, SIZE, offset
from pingblock.image.uf2 import PAGE_SIZE
from pingblock.virtual.chip.engine import ChipEngine

A, B = 0, 1
OURS, OTHER = slots_image.OURS, slots_image.OTHER
UNSET = 0xFFFFFFFF
# Reasons in the state, the same as in start.py.
DAMAGED, CRASH, POWER, STOPPED = 0, 1, 4, 5
COUNT = 16  # offset of frozen_table_t.count in the content, see slot.h
UP_MS, CONFIRMED_MS, WATCHDOG_MS, STEP_MS = 1000, 9000, 4000, 5
SAFE = re.compile(r"Pingblock is in safe mode \((\w+)\)")


@pytest.fixture
def device(boards):
    """Opens a device with other content in its slots, and these files."""
    slots_image.built()  # This skips before a file is read.
    return lambda parts, files=None: boards(
        lambda sink: ChipEngine(sink, flash=slots_image.flash(parts, files))
    )


@pytest.fixture
def other():
    """Firmware of the other version for slot b: number 2, confirmed."""
    return slots_image.other_firmware().at(B, 2)


def fresh(firmware, slot=B, number=2):
    return firmware.at(slot, number, confirmed=False)


def broken():
    """Firmware with a good head, from which no module can be loaded."""
    known = slots_image.other_firmware()
    return replace(known, content=written(known.content, COUNT, bytes(4)))


def firmware_of(board):
    return board.bench.request("hello")["ok"]["board"]


def state_of(board, slot):
    """Returns number, inverse, tried, confirmed and rejected of a slot."""
    at = offset(slot) + PAGE_SIZE
    return struct.unpack_from("<5I", board.bench.engine.flash_image(), at)


def power_cycle(board, ms=UP_MS):
    board.bench.power_off()
    board.bench.advance(100)
    board.bench.power_on()
    board.bench.advance(ms)


def safe_mode(board):
    """Returns the reason of each safe mode since power-on of the first start."""
    said = (SAFE.search(str(event["text"])) for event in board.bench.events("text"))
    return [found[1] for found in said if found]


def test_image_on_a_new_pico_plays_and_keeps_settings(boards):
    flash = boot_drive.dropped(slots_image.built().read_bytes())
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    assert (board.plays(), firmware_of(board)) == (True, OURS)
    assert board.bench.request("volume", level=3)["ok"]
    board.bench.advance(8000)  # settings are stored when it is quiet, after the longest sound
    power_cycle(board)
    assert board.plays()
    assert board.bench.request("status")["ok"]["settings"]["volume"] == 3
    assert board.bench.events("fault") == []
    code = slice(0, slot_image.STORAGE)
    assert board.bench.engine.flash_image()[code] == flash[code], "it must not write to a slot"


@pytest.mark.parametrize("runs", [A, B])
def test_image_dropped_on_a_device_replaces_both_slots(boards, runs):
    old = slots_image.other_firmware()
    before = slots_image.flash({runs: old.at(runs, 3), 1 - runs: old.at(1 - runs, 2)})
    flash = boot_drive.dropped(slots_image.built().read_bytes(), before)
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    assert (firmware_of(board), board.plays()) == (OURS, True)
    told = board.bench.request("update", what="state")["ok"]
    assert (told["slot"], told["state"], told["other"]) == ("a", "confirmed", "none")


@pytest.mark.parametrize(("numbers", "wins"), [((1, 2), OTHER), ((3, 2), OURS)])
def test_later_of_two_good_slots_runs(device, numbers, wins):
    first, second = slots_image.firmware(), slots_image.other_firmware()
    board = device({A: first.at(A, numbers[0]), B: second.at(B, numbers[1])})
    assert (firmware_of(board), board.plays()) == (wins, True)
    power_cycle(board)
    assert firmware_of(board) == wins


def written(content, at, data):
    return content[:at] + data + content[at + len(data) :]


def words(*values):
    return struct.pack(f"<{len(values)}I", *values)


def with_base(content, base):
    """Returns a slot whose head is complete, but names another base."""
    head = slot_image.head(base, content[CONTENT:])
    return written(content, 0, head)


STATE = PAGE_SIZE
HEAD_BYTES = len(slot_image.head(bytes(32), b""))
DAMAGES = {
    "erased": lambda slot: b"",
    "magic": lambda slot: written(slot, 0, b"X"),
    "format": lambda slot: written(slot, 4, words(2)),
    "half a head": lambda slot: written(slot, HEAD_BYTES // 2, b"\xff" * (HEAD_BYTES // 2)),
    "head without its CRC": lambda slot: written(slot, HEAD_BYTES - 4, b"\xff" * 4),
    "another base": lambda slot: with_base(slot, bytes(range(32))),
    "not committed": lambda slot: written(slot, STATE, words(UNSET, UNSET)),
    "half a number": lambda slot: written(slot, STATE, words(2, UNSET)),
    "tried in vain": lambda slot: written(slot, STATE, words(2, UNSET - 2, 0, UNSET)),
    "half confirmed": lambda slot: written(slot, STATE, words(2, UNSET - 2, 0, 0xFFFF)),
    "rejected": lambda slot: written(slot, STATE, words(2, UNSET - 2, 0, 0, CRASH)),
    "new, and a bit of it is wrong": lambda slot: written(
        written(slot, STATE, words(2, UNSET - 2, UNSET, UNSET)), len(slot) - 9, b"\x00"
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_bad_slot_leaves_the_start_to_the_other(device, other, damage):
    board = device({B: DAMAGES[damage](other)})
    assert (firmware_of(board), safe_mode(board)) == (OURS, [])
    assert board.plays()


@pytest.mark.parametrize("damage", ["erased", "magic", "another base"])
def test_device_without_a_good_slot_has_light_and_prompt(device, damage):
    board = device({A: DAMAGES[damage](slots_image.firmware().at(A, 1))})
    assert safe_mode(board) == ["damaged"]
    terminal = Keyboard(Lines(board.port, "any"), board.clock)
    to_prompt(terminal)
    said = terminal.type(
        b"import firmware_slots as f; print(f.running() * 7)\r", re.compile(b"-7")
    )
    assert b"-7\r\n" in said


def test_new_firmware_is_confirmed_once_it_runs_well(device):
    board = device({B: fresh(slots_image.other_firmware())})
    assert (firmware_of(board), state_of(board, B)) == (OTHER, (2, UNSET - 2, 0, UNSET, UNSET))
    board.bench.advance(CONFIRMED_MS)
    assert state_of(board, B) == (2, UNSET - 2, 0, 0, UNSET)
    power_cycle(board)
    assert (firmware_of(board), board.plays()) == (OTHER, True)


def test_power_loss_in_a_trial_restores_the_old_firmware(device):
    board = device({B: fresh(slots_image.other_firmware())})
    assert firmware_of(board) == OTHER
    for _ in range(2):
        power_cycle(board)
        assert (firmware_of(board), board.plays()) == (OURS, True)
        assert state_of(board, B) == (2, UNSET - 2, 0, UNSET, POWER)


def test_new_firmware_that_crashes_is_rolled_back(device):
    board = device({B: fresh(broken())})
    assert (firmware_of(board), board.plays()) == (OURS, True)
    assert state_of(board, B) == (2, UNSET - 2, 0, UNSET, CRASH)
    assert safe_mode(board) == []


def test_confirmed_firmware_that_crashes_three_times_is_rolled_back(device):
    board = device({B: broken().at(B, 2)})
    board.bench.advance(WATCHDOG_MS + 2000)
    assert (firmware_of(board), board.plays()) == (OURS, True)
    assert state_of(board, B) == (2, UNSET - 2, UNSET, 0, CRASH)
    power_cycle(board)
    assert firmware_of(board) == OURS


def test_sole_slot_that_crashes_three_times_ends_in_safe_mode(device):
    board = device({A: broken().at(A, 1)})
    board.bench.advance(WATCHDOG_MS + 2000)
    assert safe_mode(board) == ["crash"]
    assert state_of(board, A)[4] == UNSET, "the next power-on tries it again"


def ready_ms(board):
    """Returns the time from power-on until the firmware's hello."""
    board.bench.power_off()
    board.bench.advance(100)
    board.bench.power_on()
    before, seen = board.bench.now_ms, len(board.bench.events("hello"))
    while len(board.bench.events("hello")) == seen and board.bench.now_ms < before + UP_MS:
        board.bench.advance(STEP_MS)
    return board.bench.now_ms - before


def test_damaged_confirmed_slot_delays_only_one_start(device, other):
    usual_ms = ready_ms(device({}))
    board = device({B: written(other, CONTENT + COUNT, bytes(4))})
    board.bench.advance(WATCHDOG_MS)
    assert (firmware_of(board), board.plays()) == (OURS, True)
    assert state_of(board, B) == (2, UNSET - 2, UNSET, 0, DAMAGED)
    assert ready_ms(board) == pytest.approx(usual_ms, abs=2 * STEP_MS)
    told = board.bench.request("update", what="state")["ok"]
    assert (told["slot"], told["state"], told["why"]) == ("a", "rolled_back", "damaged")
    assert safe_mode(board) == []


def test_damaged_sole_slot_is_not_rejected(device):
    board = device({A: written(slots_image.firmware().at(A, 1), CONTENT + COUNT, bytes(4))})
    board.bench.advance(WATCHDOG_MS)
    assert safe_mode(board) == ["damaged"]
    assert state_of(board, A)[4] == UNSET, "a reading error must not be stored"


def typed(board, *lines):
    """Types lines at the prompt. Returns the output of the last line."""
    terminal = Keyboard(Lines(board.port, "any"), board.clock)
    to_prompt(terminal)
    said = b""
    for line in lines:
        said = terminal.type(line.encode() + b"\r", re.compile(rb"\n>>> $"))
    return said.decode().replace("\r", "").split("\n", 1)[1]


def test_soft_reset_keeps_the_running_slot(device):
    new = fresh(slots_image.other_firmware())
    board = device({B: written(new, STATE, words(UNSET, UNSET))})
    commit = "f.write(1, 256, b'\\x02\\0\\0\\0\\xfd\\xff\\xff\\xff' + b'\\xff' * 248)"
    typed(board, "import firmware_slots as f", commit)
    terminal = Keyboard(Lines(board.port, "any"), board.clock)
    terminal.type(b"\x04", re.compile(b'"hello"'), 3)
    assert firmware_of(board) == OURS
    typed(board, "import machine")
    terminal.type(b"machine.reset()\r", re.compile(b'"hello"'), 3)
    board.bench.advance(UP_MS)
    assert firmware_of(board) == OTHER


def test_reset_at_the_prompt_in_a_trial_rolls_back(device):
    board = device({B: fresh(slots_image.other_firmware())})
    typed(board, "import machine")
    terminal = Keyboard(Lines(board.port, "any"), board.clock)
    terminal.type(b"machine.reset()\r", re.compile(b'"hello"'), 3)
    board.bench.advance(UP_MS)
    assert (firmware_of(board), board.plays()) == (OURS, True)
    assert state_of(board, B) == (2, UNSET - 2, 0, UNSET, STOPPED)


REFUSED = {
    "f.write(0, 512, bytes(256))": "this slot runs: only its state can be written",
    "f.write(0, 256, bytes(512))": "this slot runs: only its state can be written",
    "f.erase(0, 0)": "this slot runs: only its state can be written",
    "f.write(2, 0, bytes(256))": "slot must be 0 or 1",
    "f.write(1, 0, bytes(255))": "not whole pages of the slot",
    "f.write(1, -256, bytes(256))": "not whole pages of the slot",
    f"f.write(1, {SIZE}, bytes(256))": "not whole pages of the slot",
    "f.erase(1, 256)": "not whole pages of the slot",
}


def test_writes_beyond_the_other_slot_are_refused(device):
    board = device({B: b"\x0f" * SIZE})
    before = board.bench.engine.flash_image()
    typed(board, "import firmware_slots as f")
    for line, why in REFUSED.items():
        assert typed(board, line).endswith(f"ValueError: {why}\n>>> "), line
    last = SIZE - 4096
    typed(board, f"f.write(1, 0, b'\\xf3' * 256); f.erase(1, {last}); print(f.is_good(1))")
    after = board.bench.engine.flash_image()
    here = offset(B)
    assert after[:here] == before[:here]
    assert after[here + SIZE :] == before[here + SIZE :]
    assert after[here + 256 : here + last] == before[here + 256 : here + last]
    assert after[here : here + 256] == b"\x03" * 256, "without an erase, bits can only be cleared"
    assert after[here + last : here + SIZE] == b"\xff" * 4096
