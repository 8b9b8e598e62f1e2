from pingblock.virtual.chip.corrections import adc_start

CS, XOR, RESULT = 0x4004C000, 0x1000, 0x04
ENABLE, START_ONE, READY, CHANNEL_3 = 1, 1 << 2, 1 << 8, 3 << 12


def convert_then_choose(mcu) -> list[int]:
    asked = []
    mcu.adc.on_adc_read = lambda channel: (asked.append(channel), mcu.adc.complete_adc_read(7, 0))
    mcu.write_uint32(CS, ENABLE | START_ONE)
    mcu.write_uint32(CS + XOR, CHANNEL_3)
    return asked


def test_adc_converts_chosen_channel_only_when_started(mcu):
    adc_start.apply(mcu)
    asked = convert_then_choose(mcu)
    assert asked == [0]
    assert mcu.read_uint32(CS) == ENABLE | READY | CHANNEL_3
    mcu.write_uint32(CS + 0x2000, START_ONE)
    assert asked == [0, 3]
    assert mcu.read_uint32(CS + RESULT) == 7


def test_uncorrected_chip_converts_when_channel_is_chosen(mcu):
    assert convert_then_choose(mcu) == [0, 3]
