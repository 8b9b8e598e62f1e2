from pingblock.virtual.chip.corrections import dma_pacing, pwm_request

DMA, PWM, WRAP0 = 0x50000000, 0x40050000, 24
PERIOD_NS = 1000 * 8


def left_after(mcu, periods):
    dma_pacing.apply(mcu)
    mcu.write_uint32(PWM + 0x10, 999)
    mcu.write_uint32(PWM, 1)
    for place, value in enumerate((0x20000000, 0x20001000, 100, WRAP0 << 15 | 1 << 2 | 1)):
        mcu.write_uint32(DMA + 4 * place, value)
    mcu.clock.tick(PERIOD_NS * periods)
    return mcu.read_uint32(DMA + 8)


def test_one_wrap_moves_one_word(mcu):
    pwm_request.apply(mcu)
    assert left_after(mcu, 10.5) == 90


def test_uncorrected_chip_moves_all_words_after_first_wrap(mcu):
    assert left_after(mcu, 1.5) == 0
