import pytest

from pingblock.virtual.chip.corrections import dma_pacing, pwm_request, pwm_slices

PWM, DMA = 0x40050000, 0x50000000
CSR, DIV, CTR, CC, TOP = 0x00, 0x04, 0x08, 0x0C, 0x10
PERIOD_NS = 1000 * 8


@pytest.fixture
def slices(mcu):
    return pwm_slices.apply(mcu)


def start(mcu, compare=250):
    mcu.write_uint32(PWM + TOP, 999)
    mcu.write_uint32(PWM + CC, compare)
    mcu.write_uint32(PWM + CSR, 1)


def count_alarms(mcu):
    """Counts the events that a slice causes in one period."""
    seen = []
    end = mcu.clock.nanos + PERIOD_NS
    while mcu.clock.has_scheduled_alarm and mcu.clock.nanos < end:
        step = min(mcu.clock.nanos_to_next_alarm, end - mcu.clock.nanos)
        if step < end - mcu.clock.nanos:
            seen.append(mcu.clock.nanos + step)
        mcu.clock.tick(max(step, 1))
    return seen


def test_running_slice_counts_without_causing_events(mcu, slices):
    start(mcu)
    assert count_alarms(mcu) == []
    mcu.clock.tick(PERIOD_NS * 6 + 123 * 8)
    assert mcu.read_uint32(PWM + CTR) == 123


def test_uncorrected_slice_causes_events(mcu):
    start(mcu)
    assert count_alarms(mcu)


def test_new_top_takes_effect_at_the_wrap(mcu, slices):
    start(mcu)
    changes = []
    slices.on_change = lambda index: changes.append((index, mcu.clock.nanos))
    mcu.clock.tick(300 * 8)
    mcu.write_uint32(PWM + TOP, 99)
    mcu.write_uint32(PWM + CC, 50)
    mcu.clock.tick(500 * 8)
    assert changes == []
    mcu.clock.tick(300 * 8)
    assert changes == [(0, PERIOD_NS)]
    mcu.clock.tick(1000 * 8)
    assert mcu.read_uint32(PWM + CTR) == 0


def test_every_compare_write_is_reported_at_once(mcu, slices):
    start(mcu)
    writes = []
    slices.on_write = lambda index, offset: writes.append((index, offset))
    for level in (1, 2, 2):
        mcu.write_uint32(PWM + CC, level)
    assert writes == [(0, CC)] * 3


def test_wrap_interrupt_still_comes_when_enabled(mcu, slices):
    start(mcu)
    mcu.write_uint32(PWM + 0xA8, 1)
    mcu.clock.tick(PERIOD_NS * 1.1)
    assert mcu.read_uint32(PWM + 0xB0) == 1


def test_wrap_still_paces_a_dma_that_waits_for_it(mcu):
    for correction in (dma_pacing, pwm_request, pwm_slices):
        correction.apply(mcu)
    start(mcu)
    for place, value in enumerate((0x20000000, 0x20001000, 100, 24 << 15 | 1 << 2 | 1)):
        mcu.write_uint32(DMA + 4 * place, value)
    mcu.clock.tick(PERIOD_NS * 5.5)
    assert mcu.read_uint32(DMA + 8) == 95


def test_chip_reset_discards_pending_writes(mcu, slices):
    start(mcu)
    mcu.write_uint32(PWM + TOP, 99)
    changes = []
    slices.on_change = lambda index: changes.append(index)
    mcu.reset(preserve_flash=True)
    slices.after_reset()
    changes.clear()
    mcu.clock.tick(PERIOD_NS * 3)
    assert changes == []


def test_compare_write_of_untimed_slice_causes_no_event(mcu, slices):
    slices.untimed.add(0)
    start(mcu)
    mcu.write_uint32(PWM + CC, 500)
    assert count_alarms(mcu) == []
    assert mcu.read_uint32(PWM + CC) == 500
