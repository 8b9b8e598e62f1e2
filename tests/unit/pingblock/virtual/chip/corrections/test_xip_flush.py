import pytest
from tests.fakes.xip_loop import MISS_CYCLES, XipCache

from pingblock.virtual.chip.corrections import xip_flush

FLASH, WAY_SIZE = 0x10000000, 8192


def costs(cache: XipCache, *addresses: int) -> list[int]:
    return [cache.cost(address) // MISS_CYCLES for address in addresses]


@pytest.mark.parametrize(
    ("addresses", "misses"),
    [
        ([0, 0, 2, 1], [1, 0, 0, 0]),
        ([0, 4, 4, 8], [1, 1, 0, 1]),
        ([0, WAY_SIZE, 0, WAY_SIZE], [1, 1, 0, 0]),
        ([0, WAY_SIZE, 0, 2 * WAY_SIZE, 0, WAY_SIZE], [1, 1, 0, 1, 0, 1]),
    ],
    ids=["a word misses once", "each word is filled on its own", "two ways", "the oldest goes"],
)
def test_cache_holds_words_of_two_lines_a_set(addresses, misses):
    assert costs(XipCache(), *[FLASH + address for address in addresses]) == misses


def test_cache_keeps_sixteen_kilobytes():
    cache = XipCache()
    words = range(FLASH, FLASH + 2 * WAY_SIZE, 4)
    assert sum(costs(cache, *words)) == len(words)
    assert sum(costs(cache, *words)) == 0


def test_uncached_mirror_always_misses_and_ram_never():
    assert costs(XipCache(), 0x13000000, 0x13000000, 0x20000000, 0x0) == [1, 1, 0, 0]


def test_flush_empties_cache():
    cache = XipCache()
    cache.cost(FLASH)
    cache.flush()
    assert costs(cache, FLASH) == [1]


def test_register_writes_flush_cache_once(mcu):
    flushes = []
    xip_flush.apply(mcu, lambda: flushes.append(1))
    mcu.write_uint32(0x14000004, 1)
    mcu.write_uint32(0x14000000, 3)
    assert flushes == [1]
