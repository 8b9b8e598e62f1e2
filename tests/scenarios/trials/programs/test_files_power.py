"""Loss of power while a file is put on the chip, at every write to its flash, and a full flash."""

from collections import deque
from contextlib import ExitStack
from random import Random

import pytest
from reliability.life import files_on
from tests.scenarios.trials.cable import Cable
from tests.scenarios.trials.flash_log import FlashLog
from tests.seldom import seldom

from pingblock.errors import Refused
from pingblock.virtual.chip.engine import ChipEngine

READY_MS = 700
PATH = "sounds/jump.snd"
OLD, NEW = Random(1).randbytes(5000), Random(2).randbytes(20_000)
STARTED = 100  # after one of this many cuts, the device is started and gets the file again


def on_flash(flash):
    return files_on(flash).get(PATH)


@pytest.fixture
def started():
    """Starts a chip with a whole flash image. Returns its virtual device and a ``Device``."""
    with ExitStack() as stack:

        def start(flash):
            cable = Cable(lambda sink: ChipEngine(sink, flash=flash, flash_timing=False), READY_MS)
            return stack.enter_context(cable.bench), cable.device()

        yield start


@pytest.mark.parametrize("old", [OLD, seldom(None)], ids=["replaced", "new"])
def test_power_cut_at_each_write_leaves_old_or_new_file(board, started, old):
    held = board(**({"/" + PATH: old} if old else {}))
    log = FlashLog(held.bench.engine)
    with held.device() as device:
        device.put("/" + PATH, NEW)
    found = {}
    for number, (when, flash) in enumerate(log.cuts()):
        found[when] = on_flash(flash)
        if number % STARTED == 0:
            bench, device = started(flash)
            with device:
                device.put("/" + PATH, NEW)
            assert on_flash(bench.engine.flash_image()) == NEW
    assert len(found) > 250
    assert [when for when, data in found.items() if data not in (old, NEW)] == []
    assert set(found.values()) == {old, NEW}


def test_parts_stored_before_a_power_cut_are_not_resent(board, started):
    held = board()
    log = FlashLog(held.bench.engine)
    with held.device() as device:
        device.put("/" + PATH, NEW)
    before = (flash for when, flash in log.cuts() if "not begun" in when and not on_flash(flash))
    late = deque(before, maxlen=12)
    _, device = started(late[-1])
    told = []
    with device:
        device.put("/" + PATH, NEW, lambda done, _all: told.append(done))
    assert told[0] == len(NEW)
    _, device = started(late[0])
    told.clear()
    with device:
        device.put("/" + PATH, NEW, lambda done, _all: told.append(done))
    assert 16_000 < told[0] < 16_384


def test_full_flash_is_reported_before_writing(board):
    sizes = [84_000, *[120_000] * 7]  # uses all blocks except some
    filled = {f"/sounds/{n}": Random(n).randbytes(size) for n, size in enumerate(sizes)}
    held = board(**filled, **{"/" + PATH: OLD, "/sounds/.part": NEW[:16_000]})
    before, more, told = held.bench.engine.device_files(), NEW + bytes(20_000), []
    with held.device() as device:
        says = r"The file needs 40000 bytes, but [23]\d{4} are free"
        with pytest.raises(Refused, match=says) as refused:
            device.put("/" + PATH, more)
        assert refused.value.code == "no_room"
        assert held.bench.engine.device_files() == before
        device.put("/" + PATH, NEW, lambda done, _all: told.append(done))
        assert told[0] == 16_000, "the stored part counts as free space for the rest"
        assert device.remove("/sounds/3")
        device.put("/" + PATH, more)
    assert on_flash(held.bench.engine.flash_image()) == more
