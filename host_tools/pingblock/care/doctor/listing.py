"""Lists connected Picos with their kind and program, for ``pingblock devices``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from pingblock.block.owning import ENGINE, running
from pingblock.care.doctor import ports
from pingblock.care.doctor.facts import PINGBLOCK, PROMPT, SILENT, STRANGER, PortFacts
from pingblock.care.flash.drive import chip_at, drives
from pingblock.common.micropython import PICOS
from pingblock.common.owner import Holder
from pingblock.connection.transport import VIRTUAL

SAFE_MODE, INTERRUPTED, BOOTSEL = "safe_mode", "interrupted", "bootsel"
_SAYS = {
    SAFE_MODE: "Pingblock in safe mode",
    INTERRUPTED: "Pingblock, interrupted: 'pingblock restart' starts it",
    BOOTSEL: "in BOOTSEL mode",
    PROMPT: "MicroPython without Pingblock",
    STRANGER: "no Pingblock",
    SILENT: "does not answer",
}


@dataclass(frozen=True)
class Listed:
    """A connected Pico: at a ``port`` with its ``serial_number`` and ``description``, or as a
    ``drive``.

    The virtual block has only a port.

    Args:
        boards: the kinds in ``PICOS`` that it can be. A drive shows only its chip. Empty if the
            Pico does not answer.
        runs: pingblock, prompt, safe_mode, interrupted (a Pingblock at the prompt), bootsel,
            stranger, silent, or "" if it cannot be asked.
        version: the firmware's version, or "" if the firmware does not run.
        say: a description for people.
    """

    port: str
    serial_number: str
    description: str
    drive: str
    boards: tuple[str, ...]
    runs: str
    version: str
    say: str


def listed(only: str | None = None) -> list[Listed]:
    """Returns the connected Picos, ports first. It does not change them.

    Args:
        only: the one port to ask. None asks all ports that look like a Pico.
    """
    found = {place: chip_at(place) for place in drives()}
    plugged = [*map(_at_port, ports.ports(only)), *_at_drives(found)]
    block = running() if only is None else None
    return [*plugged, _virtual(block)] if block else plugged


def _virtual(holder: Holder) -> Listed:
    """Returns the virtual block that a program of this user runs."""
    say = f"virtual block on the engine {holder.says[ENGINE]}, in {holder}"
    return Listed(VIRTUAL, "", "", "", (), PINGBLOCK, version("pingblock"), say)


def _at_port(port: PortFacts) -> Listed:
    pico = next((pico for pico in PICOS if pico.machine == port.machine), None)
    at_prompt = SAFE_MODE if port.safe_mode else INTERRUPTED if port.frozen else ""
    runs = at_prompt or port.answers
    label = pico.label if pico else port.machine
    return Listed(
        port.name,
        port.serial_number,
        port.description,
        "",
        (pico.name,) if pico else (),
        runs,
        port.version,
        ": ".join(filter(None, (label, _does(port, runs)))),
    )


def _does(port: PortFacts, runs: str) -> str:
    if runs == PINGBLOCK:
        return f"Pingblock {port.version}"
    if port.holders:
        return f"in use by {' and '.join(map(str, port.holders))}"
    if not port.permitted:
        return "you have no permission to use it"
    return _SAYS.get(runs, port.say)


def _at_drives(found: Mapping[Path, str]) -> list[Listed]:
    rows = []
    for place, chip in found.items():
        picos = [pico for pico in PICOS if pico.chip == chip]
        say = f"{' or '.join(pico.label for pico in picos)}: {_SAYS[BOOTSEL]}"
        names = tuple(pico.name for pico in picos)
        rows.append(Listed("", "", "", str(place), names, BOOTSEL, "", say))
    return rows
