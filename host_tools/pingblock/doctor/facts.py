"""Facts about this computer and what is plugged into it, gathered without changing anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pingblock.common.owner import Holder

PINGBLOCK, PROMPT, SILENT, STRANGER, UNTRIED = "pingblock", "prompt", "silent", "stranger", ""


@dataclass(frozen=True)
class PortFacts:
    """One serial port.

    ``permitted``: this user may read and write it; ``group`` owns it, and ``in_group`` says that
    the user belongs to it by now, if not since the login. ``answers`` is what talks there, of the
    names above; ``version`` is the firmware's; ``say`` is why it could not be asked; ``safe_mode``
    is why a device at the prompt is in safe mode, "" if it is not, ``machine`` its board as
    MicroPython calls it, "" if that is not known, and ``frozen`` says that its MicroPython
    starts our firmware by itself. ``in_place`` says that it runs in place there.
    ``slots`` says which slot plays, "" if that is not known.
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
    """All that the doctor looks at. ``engines``: name to why it does not run here, "" if it does.

    ``rule``: a udev rule for the Pico is there. ``modem_manager``: that program runs. ``drives``:
    of boards in BOOTSEL mode, each with its chip. ``engine_command`` adds an engine to this
    installation, ``mending_command`` installs it again; "" if no command does. ``virtual`` is the
    program that runs the user's virtual block now. ``waiting``: copies of settings and sounds that
    are not back on their boards yet, each with the name of its image.
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
