from pingblock.virtual.chip.corrections import dma_pacing, pwm_request

DMA, PWM, WRAP0 = 0x50000000, 0x40050000, 24
PERIOD_NS = 1000 * 8


def start_paced_by_wrap(mcu, count: int) -> None:
    dma_pacing.apply(mcu)
    mcu.write_uint32(PWM + 0x10, 999)
    mcu.write_uint32(PWM, 1)
    mcu.write_uint32(DMA, 0x20000000)
    mcu.write_uint32(DMA + 4, 0x20001000)
    mcu.write_uint32(DMA + 8, count)
    mcu.write_uint32(DMA + 0xC, WRAP0 << 15 | 1 << 2 | 1)


def test_one_wrap_moves_one_word(mcu):
    pwm_request.apply(mcu)
    start_paced_by_wrap(mcu, 100)
    mcu.clock.tick(PERIOD_NS * 10.5)
    assert mcu.read_uint32(DMA + 8) == 90


def test_the_uncorrected_chip_moves_all_after_the_first_wrap(mcu):
    start_paced_by_wrap(mcu, 100)
    mcu.clock.tick(PERIOD_NS * 1.5)
    assert mcu.read_uint32(DMA + 8) == 0
