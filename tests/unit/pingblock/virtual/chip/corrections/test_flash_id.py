from pingblock.virtual.chip.corrections import flash_id

NUMBER = bytes(range(0x10, 0x18))


def answer(mcu, command, count):
    mcu.ssi._tx_buffer = bytearray()
    return [mcu.ssi._shift_byte(out) for out in (command, *[0] * count)]


def test_flash_id_follows_command_and_four_dummy_bytes(mcu):
    flash_id.apply(mcu, NUMBER)
    assert bytes(answer(mcu, 0x4B, 14)) == b"\xff" * 5 + NUMBER + b"\xff" * 2
    assert answer(mcu, 0x9F, 3) == [0xFF, 0xEF, 0x40, 0x15], "other commands must not change"


def test_uncorrected_chip_has_no_flash_id(mcu):
    assert set(answer(mcu, 0x4B, 14)) == {0xFF}


def test_micropython_reads_flash_id(run):
    lines = run("import machine; print(machine.unique_id().hex())").until(100).lines
    assert lines == [flash_id.DEFAULT.hex()]
