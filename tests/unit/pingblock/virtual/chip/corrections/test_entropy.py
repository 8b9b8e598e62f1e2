from pingblock.virtual.chip.corrections import entropy

RANDOMBIT, STATUS = 0x4006001C, 0x40060018


def bits(mcu, count: int) -> list[int]:
    return [mcu.read_uint32(RANDOMBIT) for _ in range(count)]


def test_random_bits_are_balanced_and_repeat_only_with_same_seed(mcu):
    entropy.apply(mcu, "a")
    first = bits(mcu, 10_000)
    assert 4700 < sum(first) < 5300
    entropy.apply(mcu, "a")
    assert bits(mcu, 64) == first[:64]
    entropy.apply(mcu, "b")
    assert bits(mcu, 64) != first[:64]


def test_oscillator_reports_stable_and_keeps_written_register(mcu):
    entropy.apply(mcu, "a")
    assert mcu.read_uint32(STATUS) >> 31 == 1
    mcu.write_uint32(0x40060000, 0xFAB000)
    assert mcu.read_uint32(0x40060000) == 0xFAB000


def test_uncorrected_chip_returns_only_ones(mcu):
    assert set(bits(mcu, 64)) == {0xFFFFFFFF}


def test_urandom_differs_between_seeds_and_power_ons(run):
    program = "import os; print(os.urandom(8).hex())"
    one, same, other = (run(program, entropy_seed=seed) for seed in (1, 1, 2))
    for running in (one, same, other):
        running.until(100)
    assert one.lines == same.lines != other.lines
    one.engine.power(100_000, False)
    one.engine.power(110_000, True)
    one.until(200)
    assert len(set(one.lines)) == 2
