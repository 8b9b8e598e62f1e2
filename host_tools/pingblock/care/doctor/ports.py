"""Collects facts about the serial ports: the user's permission, other programs, the answer."""

from __future__ import annotations

import getpass
import os
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pingblock.care.doctor.facts import PINGBLOCK, PROMPT, SILENT, STRANGER, PortFacts
from pingblock.care.update import words
from pingblock.care.update.plan import state
from pingblock.common.micropython import pico_of_device
from pingblock.connection.device import Device
from pingblock.connection.discovery import Found, picos
from pingblock.connection.port_holders import holders
from pingblock.connection.port_lock import holder
from pingblock.connection.recovery import PromptFacts
from pingblock.errors import (
    AtPrompt,
    BadInput,
    LinkError,
    NoAnswer,
    PingblockError,
    Unavailable,
    WrongDevice,
)

PATIENCE_S = 2.0
# the firmware's version at a port, MicroPython's name of its board, and the running slot
Answers = tuple[str, str, str]


def ask(port: str) -> Answers:
    """Asks the firmware at a port. Facts that an old firmware cannot report are "".

    Raises the same errors as ``Device.open``.
    """
    with Device(port, timeout_s=PATIENCE_S, recover="prompt") as device:
        with suppress(PingblockError):
            now = state(device)
            machine = pico_of_device(now.mpy, device.hello.board).machine
            return device.hello.version, machine, words.text(now)
        return device.hello.version, "", ""


def ports(only: str | None) -> tuple[PortFacts, ...]:
    """Returns the facts of each port that looks like a Pico, or of ``only`` one."""
    found = picos()
    if only is not None:
        found = [each for each in found if each.port == only] or [Found(only, "", "")]
    return tuple(map(_facts, found))


def _facts(found: Found) -> PortFacts:
    seen = PortFacts(found.port, found.serial_number, found.description)
    held = holder(found.port)
    others = [held] if held else holders(found.port)
    if others:
        return replace(seen, holders=tuple(others))
    if not _permitted(found.port):
        group = _group(found.port)
        member = group in _groups(getpass.getuser())
        return replace(seen, permitted=False, group=group, in_group=member)
    return _asked(seen)


def _asked(seen: PortFacts) -> PortFacts:
    """Returns the facts with the firmware's answer or the reason why it could not be asked."""
    try:
        version, machine, slots = ask(seen.name)
        return replace(seen, answers=PINGBLOCK, version=version, machine=machine, slots=slots)
    except AtPrompt as error:
        told = replace(seen, answers=PROMPT, say=str(error))
        if isinstance(at := error.facts, PromptFacts):
            told = replace(told, frozen=at.frozen, in_place=at.in_place)
            return replace(told, safe_mode=at.safe_mode, machine=at.machine)
        return told
    except NoAnswer as error:
        return replace(seen, answers=SILENT, say=str(error))
    except WrongDevice as error:
        return replace(seen, answers=STRANGER, say=str(error))
    except (LinkError, BadInput, Unavailable) as error:
        return replace(seen, say=str(error))


def _permitted(port: str) -> bool:
    """Returns whether the user can open the port. Only device files have permissions."""
    return not os.path.exists(port) or os.access(port, os.R_OK | os.W_OK)


def _group(port: str) -> str:
    if sys.platform != "win32":
        with suppress(KeyError, OSError):
            return Path(port).group()
    return ""


def _groups(user: str) -> set[str]:
    """Returns the groups that the system lists for a user. Changes count after a login."""
    if sys.platform == "win32":
        return set()
    import grp

    return {group.gr_name for group in grp.getgrall() if user in group.gr_mem}
