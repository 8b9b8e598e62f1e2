"""Facts about this computer and connected devices. Collecting them must not change a device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pingblock.common.owner import Holder

PINGBLOCK, PROMPT, SILENT, STRANGER, UNTRIED = "pingblock", "prompt", "silent", "stranger", ""


@dataclass(frozen=True)
class PortFacts:
    """One serial port.

    ``permitted``: this user can read and write the port. ``group`` is its group. ``in_group``: the
    system lists the user in that group, which takes effect at the next login. ``answers``
    describes the program at the port, with the names above. ``version`` is the firmware's version.
    ``say`` is the reason why the port could not be asked.

    For a device at the prompt, ``safe_mode`` is the reason for its safe mode, or "". ``machine``
    is MicroPython's name of its board, or "" if it is not known. ``frozen``: its MicroPython
    starts our firmware by itself. ``in_place``: the firmware runs in place. ``slots`` is the
    running slot, or "" if it is not known.
    """

    name: str
    serial_number: str = ""
    description: str = ""
    permitted: bool = True
    group: str = ""
    in_group: bool = False
    holders: tuple[Holder, ...] = ()
    answers: str = UNTRIED
    version: str = ""
    say: str = ""
    safe_mode: str = ""
    machine: str = ""
    frozen: bool = False
    in_place: bool = False
    slots: str = ""


@dataclass(frozen=True)
class Facts:
    """All facts for the doctor. ``engines``: name -> the reason why it cannot run here, or "".

    ``rule``: a udev rule for the Pico exists. ``modem_manager``: the program ModemManager runs.
    ``drives``: Picos in BOOTSEL mode with their chips. ``engine_command`` adds an engine to this
    installation, and ``mending_command`` installs Pingblock again, or "" if no command does.
    ``virtual`` is the program that runs the user's virtual block now. ``waiting``: copies of
    settings and sounds that are not back on their Picos, each with the name of its image.
    """

    platform: str
    version: str
    ports: tuple[PortFacts, ...] = ()
    other_ports: tuple[str, ...] = ()
    rule: bool = True
    modem_manager: bool = False
    drives: Mapping[Path, str] = field(default_factory=dict)
    missing_files: tuple[str, ...] = ()
    engines: dict[str, str] = field(default_factory=dict)
    engine_command: str = ""
    mending_command: str = ""
    virtual: Holder | None = None
    waiting: Mapping[Path, str] = field(default_factory=dict)
