from pingblock.virtual.chip.corrections import xip_flush
from pingblock.virtual.chip.corrections.xip_flush import MISS_CYCLES, XipCache

FLASH, WAY_SIZE = 0x10000000, 8192


def costs(cache: XipCache, *addresses: int) -> list[int]:
    return [cache.cost(address) // MISS_CYCLES for address in addresses]


def test_a_word_misses_once():
    assert costs(XipCache(), FLASH, FLASH, FLASH + 2, FLASH + 1) == [1, 0, 0, 0]


def test_each_word_of_a_line_is_filled_on_its_own():
    assert costs(XipCache(), FLASH, FLASH + 4, FLASH + 4, FLASH + 8) == [1, 1, 0, 1]


def test_two_ways_hold_two_lines_and_the_oldest_goes():
    lines = [FLASH + way * WAY_SIZE for way in range(3)]
    assert costs(XipCache(), lines[0], lines[1], lines[0], lines[1]) == [1, 1, 0, 0]
    assert costs(XipCache(), *lines[:2], lines[0], lines[2], lines[0], lines[1]) == [
        1,
        1,
        0,
        1,
        0,
        1,
    ]


def test_sixteen_kilobytes_stay_in():
    cache = XipCache()
    words = range(FLASH, FLASH + 2 * WAY_SIZE, 4)
    assert sum(costs(cache, *words)) == len(words)
    assert sum(costs(cache, *words)) == 0


def test_uncached_mirrors_always_miss_and_memory_never():
    assert costs(XipCache(), 0x13000000, 0x13000000, 0x20000000, 0x0) == [1, 1, 0, 0]


def test_flush_empties_it():
    cache = XipCache()
    cache.cost(FLASH)
    cache.flush()
    assert costs(cache, FLASH) == [1]


def test_firmware_flushes_through_the_register(mcu):
    flushes = []
    xip_flush.apply(mcu, lambda: flushes.append(1))
    mcu.write_uint32(0x14000004, 1)
    mcu.write_uint32(0x14000000, 3)
    assert flushes == [1]
