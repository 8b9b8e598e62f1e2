import pytest

from pingblock.virtual.chip.corrections import dma_pacing

DMA, TIMER0, TREQ_TIMER0, PERMANENT = 0x50000000, 0x420, 0x3B, 0x3F
SOURCE, TARGET = 0x20000000, 0x20001000
RATIO = 1 << 16 | 5670  # 125 MHz / 5670 = 22 045.9 Hz
PERIOD_NS = 5670 * 8


def start_transfer(mcu, count: int, request: int, channel: int = 0) -> None:
    base = DMA + channel * 0x40
    mcu.write_uint32(base + 0x0, SOURCE)
    mcu.write_uint32(base + 0x4, TARGET)
    mcu.write_uint32(base + 0x8, count)
    control = request << 15 | channel << 11 | 1 << 5 | 1 << 4 | 1 << 2 | 1
    mcu.write_uint32(base + 0xC, control)


def left(mcu, channel: int = 0) -> int:
    return mcu.read_uint32(DMA + channel * 0x40 + 0x8)


@pytest.mark.parametrize("timer", range(4))
def test_each_timer_divides_system_clock_by_its_ratio(mcu, timer):
    dma_pacing.apply(mcu)
    mcu.write_uint32(DMA + TIMER0 + 4 * timer, RATIO)
    start_transfer(mcu, 100, TREQ_TIMER0 + timer)
    mcu.clock.tick(PERIOD_NS * 10)
    assert left(mcu) == 90
    mcu.clock.tick(PERIOD_NS * 90)
    assert left(mcu) == 0


def test_uncorrected_chip_transfers_everything_within_one_period(mcu):
    mcu.write_uint32(DMA + TIMER0, RATIO)
    start_transfer(mcu, 100, TREQ_TIMER0)
    mcu.clock.tick(PERIOD_NS)
    assert left(mcu) == 0


@pytest.mark.parametrize("ratio", [0, 5670, 1 << 16])
def test_timer_with_x_or_y_zero_transfers_nothing(mcu, ratio):
    dma_pacing.apply(mcu)
    mcu.write_uint32(DMA + TIMER0, ratio)
    start_transfer(mcu, 3, TREQ_TIMER0)
    mcu.clock.tick(1e9)
    assert left(mcu) == 3


@pytest.mark.parametrize(("request_line", "later"), [(24, 50), (PERMANENT, 0)])
def test_only_permanent_request_transfers_without_peripheral(mcu, request_line, later):
    dma_pacing.apply(mcu)
    start_transfer(mcu, 50, request_line)
    mcu.clock.tick(1e6)
    assert left(mcu) == later
