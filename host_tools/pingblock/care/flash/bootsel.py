"""Makes a running Pico appear as a drive."""

from __future__ import annotations

from pingblock.care.install.prompt import Prompt
from pingblock.care.update.plan import state
from pingblock.common.micropython import (
    MACHINE,
    PICOS,
    Pico,
    check_chip,
    check_kind,
    pico_of_device,
)
from pingblock.connection.device import Device
from pingblock.errors import NoAnswer, Refused, WrongDevice

BOOTLOADER = "import machine; machine.bootloader()"
_HELLO_S = 2.0


def ask(port: str, wanted: Pico | None = None) -> None:
    """Puts a Pico into BOOTSEL mode, with a request to Pingblock or at MicroPython's prompt.

    Args:
        port: port of the Pico.
        wanted: the kind of Pico that the file is for, or None if it is not known.

    Raises:
        WrongDevice: the device is not a Pico, or is not of the kind ``wanted``.
        LinkError: no device at the port can enter BOOTSEL mode.
    """
    kind = wanted
    try:
        with Device(port, timeout_s=_HELLO_S) as device:
            if wanted:
                kind = pico_of_device(state(device).mpy, device.hello.board)
            if not wanted or (kind and kind.takes(wanted)):
                device.request("bootsel")
    # The device is not a Pingblock, or its firmware is old.
    except (NoAnswer, WrongDevice, Refused):
        _ask_at_prompt(port, wanted)
        return
    if wanted and kind:
        check_kind(port, kind, wanted)


def _ask_at_prompt(port: str, wanted: Pico | None) -> None:
    with Prompt(port) as prompt:
        machine = prompt.ask(MACHINE)
        check_chip(port, machine)
        for pico in PICOS:
            if wanted and machine == pico.machine:
                check_kind(port, pico, wanted)
        prompt.leave(BOOTLOADER)
