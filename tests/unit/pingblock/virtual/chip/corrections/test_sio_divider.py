import pytest

from pingblock.virtual.chip.corrections import sio_divider

SIO = 0xD0000000
UNSIGNED, SIGNED = 0x60, 0x68
WORD = 1 << 32


def divided(mcu, kind: int, dividend: int, divisor: int) -> tuple[int, int]:
    mcu.write_uint32(SIO + kind, dividend % WORD)
    mcu.write_uint32(SIO + kind + 4, divisor % WORD)
    remainder = mcu.read_uint32(SIO + 0x74)
    return mcu.read_uint32(SIO + 0x70), remainder


@pytest.mark.parametrize(
    ("kind", "dividend", "divisor", "quotient", "remainder"),
    [
        (UNSIGNED, 100, 7, 14, 2),
        (UNSIGNED, WORD - 1, 3, 0x55555555, 0),
        (UNSIGNED, 5, 0, WORD - 1, 5),
        (UNSIGNED, 0, 0, WORD - 1, 0),
        (SIGNED, -100, 7, -14, -2),
        (SIGNED, 100, -7, -14, 2),
        (SIGNED, -100, -7, 14, -2),
        (SIGNED, 100, 0, -1, 100),
        (SIGNED, -100, 0, 1, -100),
        (SIGNED, -(1 << 31), -1, 1 << 31, 0),
    ],
)
def test_divider_follows_data_sheet_without_hidden_cycles(
    mcu, kind, dividend, divisor, quotient, remainder
):
    sio_divider.apply(mcu)
    before = mcu.core.cycles
    assert divided(mcu, kind, dividend, divisor) == (quotient % WORD, remainder % WORD)
    assert mcu.core.cycles == before, "the division must take no extra cycles"


def test_uncorrected_divider_costs_cycles_and_mishandles_zero(mcu):
    before = mcu.core.cycles
    assert divided(mcu, SIGNED, -100, 0)[0] == WORD - 1
    assert mcu.core.cycles == before + 16


def test_result_is_dirty_until_the_quotient_is_read(mcu):
    sio_divider.apply(mcu)
    mcu.write_uint32(SIO + UNSIGNED, 9)
    assert mcu.read_uint32(SIO + 0x78) == 0b11
    mcu.read_uint32(SIO + 0x70)
    assert mcu.read_uint32(SIO + 0x78) == 0b01
