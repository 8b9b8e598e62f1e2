"""Random32 against published numbers, and its rejection sampling."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.shared import random32
from pingware.shared.random32 import Random32, from_bytes, from_int


def numbers(generator, count):
    return [generator.next_u32() for _ in range(count)]


class Scripted(Random32):
    """Returns prepared numbers, so that a test can watch rejection."""

    def __init__(self, script):
        super().__init__((1, 0, 0, 0))
        self.script = list(script)

    def next_u32(self):
        return self.script.pop(0)


def test_generator_gives_the_reference_numbers_from_little_endian_bytes():
    # The vector of rand_xoshiro, from the authors' C program (version 1.1), for state 1, 2, 3, 4.
    assert numbers(Random32((1, 2, 3, 4)), 4) == [11520, 0, 5927040, 70819200]
    # Made with the authors' C program by the project edorfaus/xoshiro-6502, testdata.asm, for the
    # state 0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0.
    entropy = bytes.fromhex("0c4a4d96 95b80ad4 cbde7fad f0f00630")
    assert numbers(from_bytes(entropy), 4) == [0xF1391922, 0x6FE53806, 0xA5BE2840, 0xF510EE70]


def test_seeding_is_splitmix64():
    # a widely published vector of SplitMix64 for seed 1234567
    expected = (6457827717110365317, 3203168211198807973)
    low, high = 0xFFFFFFFF, 32
    state = (expected[0] & low, expected[0] >> high, expected[1] & low, expected[1] >> high)
    assert numbers(from_int(1234567), 20) == numbers(Random32(state), 20)


def test_generator_works_without_entropy_and_refuses_a_zero_state():
    assert len(set(numbers(from_bytes(bytes(random32.SEED_BYTES)), 50))) == 50
    with pytest.raises(ValueError, match="zero"):
        Random32((0, 0, 0, 0))


def test_every_neighbouring_seed_starts_differently():
    assert len({from_int(seed).next_u32() for seed in range(1000)}) == 1000


@given(st.integers(), st.integers(min_value=1, max_value=1 << 32))
def test_below_returns_a_number_in_range_for_any_seed(seed, n):
    assert 0 <= from_int(seed).below(n) < n


def test_below_discards_only_the_uneven_top_numbers():
    # 2**32 = 18 * 238609294 + 4: the four largest numbers would favour 0..3.
    top = (1 << 32) - 1
    assert Scripted([top, top - 3, top - 4]).below(18) == 17
    assert Scripted([top]).below(16) == 15


def test_below_with_a_huge_range_has_no_bias():
    # With n = 3 * 2**30, a plain modulo would make the lowest third twice as likely.
    generator = from_int(3)
    third = 1 << 30
    seen = Counter(generator.below(3 * third) // third for _ in range(6000))
    assert all(abs(seen[part] - 2000) < 5 * 36.5 for part in range(3))  # 5 sigma
