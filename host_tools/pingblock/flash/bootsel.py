"""Asking a running board to show itself as a drive."""

from __future__ import annotations

from pingblock.device import Device
from pingblock.errors import NoAnswer, Refused, WrongDevice
from pingblock.install.prompt import Prompt
from pingblock.micropython import MACHINE, check_chip

BOOTLOADER = "import machine; machine.bootloader()"
_HELLO_S = 2.0


def ask(port: str) -> None:
    """Puts a board into BOOTSEL mode: a Pingblock by its link, any other at its prompt.

    Raises:
        WrongDevice: it is no Pico.
        LinkError: nothing that could do so answers there.
    """
    try:
        with Device(port, timeout_s=_HELLO_S) as device:
            device.request("bootsel")
    except (NoAnswer, WrongDevice, Refused):  # no Pingblock, or an old one
        with Prompt(port) as prompt:
            check_chip(port, prompt.ask(MACHINE))
            prompt.leave(BOOTLOADER)
