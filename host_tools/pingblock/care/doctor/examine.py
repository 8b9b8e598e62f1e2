"""Gathers all facts for the doctor."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version

from pingblock.block.owning import running
from pingblock.care.carry.copies import waiting
from pingblock.care.doctor import computer
from pingblock.care.doctor.facts import Facts
from pingblock.care.doctor.ports import ports
from pingblock.care.flash.drive import chip_at, drives
from pingblock.common.installation import installation
from pingblock.connection.discovery import PORT_VARIABLE, choose, other_ports
from pingblock.image.ready_slots import name_of
from pingblock.virtual.engines import engine_command


def examine(port: str | None = None) -> Facts:
    """Collects all facts without changing anything.

    Args:
        port: the only port to look at, see ``Device``. None takes the port in PINGBLOCK_PORT, or
            else all ports.
    """
    named = port or os.environ.get(PORT_VARIABLE)
    return Facts(
        platform=sys.platform,
        version=version("pingblock"),
        ports=ports(choose(named) if named else None),
        other_ports=other_ports(),
        rule=computer.has_rule(),
        modem_manager=computer.runs("ModemManager"),
        drives={place: chip_at(place) for place in drives()},
        missing_files=computer.missing_files(),
        engines=computer.engines(),
        engine_command=engine_command(),
        mending_command=installation().mends(),
        virtual=running(),
        waiting={copy.place: name_of(copy.pico) for copy in waiting()},
    )
