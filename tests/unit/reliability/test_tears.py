"""The seven ways to tear a write: each leaves bits from before or after, as flash memory can."""

from random import Random

import pytest
from reliability.tears import NAMES, SECTOR_BYTES, Change, names_for, torn

CHANCE = Random(1)
OLD = CHANCE.randbytes(4096)
PAGE = CHANCE.randbytes(256)
ERASE = Change(0x1000, OLD, b"\xff" * 4096, 0, 4096)
BLANK = OLD[:512] + b"\xff" * 3584
PROGRAM = Change(0x1000, BLANK, BLANK[:512] + PAGE + BLANK[768:], 512, 768)


def bits(data):
    return sum(byte.bit_count() for byte in data)


def one_of_both(change, data):
    """Returns whether each bit is that of before or of after."""
    rows = zip(change.before, change.after, data, strict=True)
    return all(not (value ^ old) & (value ^ new) for old, new, value in rows)


def test_seven_tears_exist_and_a_program_suffers_six():
    assert len(NAMES) == 7
    assert names_for(ERASE.erases) == list(NAMES)
    assert set(NAMES) - set(names_for(PROGRAM.erases)) == {"stuck erase"}


@pytest.mark.parametrize("change", [ERASE, PROGRAM], ids=["erase", "program"])
@pytest.mark.parametrize("name", ["whole", "none", "half", "random bits", "weak bits"])
def test_torn_bits_are_old_or_new(change, name):
    left = torn(change, name, Random(2))
    assert len(left.now) == SECTOR_BYTES
    assert one_of_both(change, left.now)
    assert one_of_both(change, left.later)


@pytest.mark.parametrize("change", [ERASE, PROGRAM], ids=["erase", "program"])
def test_each_tear_does_its_share_of_the_change(change):
    changes = bits(a ^ b for a, b in zip(change.before, change.after, strict=True))

    def done(name):
        now = torn(change, name, Random(3)).now
        return bits(a ^ b for a, b in zip(change.before, now, strict=True)) / changes

    assert done("none") == 0
    assert done("whole") == 1
    assert 0.4 < done("half") < 0.6
    assert 0.4 < done("random bits") < 0.6
    assert 0.9 < done("weak bits") < 1


def test_weak_bits_change_at_the_next_power_on():
    left = torn(ERASE, "weak bits", Random(4))
    other = bits(a ^ b for a, b in zip(left.now, left.later, strict=True))
    # about 16 000 bits change, 10 % of them are weak, and half of those differ
    assert 300 < other < 1500


def test_stuck_erase_leaves_only_zeros():
    assert torn(ERASE, "stuck erase", Random(5)).now == bytes(4096)


def test_only_the_neighbour_page_is_disturbed():
    now = torn(PROGRAM, "neighbour page", Random(6)).now
    assert now[:768] == PROGRAM.after[:768]
    assert now[1024:] == PROGRAM.after[1024:]
    assert 800 < bits(now[768:1024]) < 1250  # half of its 2048 bits are cleared
    erased = torn(ERASE, "neighbour page", Random(6)).now
    kept = [at for at in range(0, 4096, 256) if erased[at : at + 256] == OLD[at : at + 256]]
    assert len(kept) == 1
    assert bits(erased) == 15 * 256 * 8 + bits(OLD[kept[0] : kept[0] + 256])
