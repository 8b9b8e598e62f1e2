"""Recognizes the kind of a Pico from what its MicroPython reports."""

import pytest

from pingblock.common import micropython
from pingblock.errors import WrongDevice


@pytest.mark.parametrize(
    ("machine", "name", "chip", "radio", "arch", "board"),
    [  # as MicroPython 1.28.0 composes them from MICROPY_HW_BOARD_NAME and MICROPY_HW_MCU_NAME
        ("Raspberry Pi Pico with RP2040", "pico", "rp2040", False, 4, "rev_a"),
        ("Raspberry Pi Pico2 with RP2350", "pico2", "rp2350", False, 7, "rev_a"),
        ("Raspberry Pi Pico W with RP2040", "picow", "rp2040", True, 4, "rev_a_w"),
        ("Raspberry Pi Pico 2 W with RP2350", "pico2w", "rp2350", True, 7, "rev_a_w"),
    ],
)
def test_four_picos_are_known_by_machine_and_device_answer(
    machine, name, chip, radio, arch, board
):
    pico = micropython.pico_of("COM7", machine)
    assert (pico.name, pico.chip, pico.radio) == (name, chip, radio)
    assert micropython.pico_named(name) == pico
    assert micropython.pico_of_device(6 | 3 << 8 | arch << 10, board) == pico


@pytest.mark.parametrize(
    ("machine", "why"),
    [
        ("Raspberry Pi Pico 2 with RP2350-RISCV", "another chip"),
        ("ESP32 module with ESP32", "another chip"),
        ("Pimoroni Tiny 2040 with RP2040", "whose pins may differ"),
    ],
)
def test_another_board_is_refused_with_the_reason(machine, why):
    with pytest.raises(WrongDevice, match=f"COM7 is a {machine}.*{why}"):
        micropython.pico_of("COM7", machine)


def test_file_for_another_pico_is_refused_with_the_right_one():
    micropython.check_kind("COM7", micropython.PICO, micropython.PICO)
    with pytest.raises(
        WrongDevice, match=r"for a .*Pico with.* COM7 is a .*Pico2.* --board pico2'"
    ):
        micropython.check_kind("COM7", micropython.PICO_2, micropython.PICO)


def test_only_the_chip_is_checked_for_any_uf2():
    micropython.check_chip("COM7", "Raspberry Pi Pico W with RP2040")
    with pytest.raises(WrongDevice, match=r"another chip.*Arm cores"):
        micropython.check_chip("COM7", "Raspberry Pi Pico2 with RP2350-RISCV")
