from pingblock.virtual.chip.corrections import flash_id

NUMBER = bytes(range(0x10, 0x18))


def unique_id(mcu) -> list[int]:
    mcu.ssi._tx_buffer = bytearray()
    return [mcu.ssi._shift_byte(out) for out in (0x4B, *[0] * 14)]


def test_number_follows_the_command_and_four_dummy_bytes(mcu):
    flash_id.apply(mcu, NUMBER)
    answer = unique_id(mcu)
    assert bytes(answer[5:13]) == NUMBER
    assert set(answer[:5] + answer[13:]) == {0xFF}


def test_the_uncorrected_chip_has_none(mcu):
    assert set(unique_id(mcu)) == {0xFF}


def test_other_commands_are_answered_as_before(mcu):
    flash_id.apply(mcu, NUMBER)
    mcu.ssi._tx_buffer = bytearray()
    assert [mcu.ssi._shift_byte(out) for out in (0x9F, 0, 0, 0)] == [0xFF, 0xEF, 0x40, 0x15]


def test_micropython_reads_it(run):
    lines = run("import machine; print(machine.unique_id().hex())").until(100).lines
    assert lines == [flash_id.DEFAULT.hex()]
