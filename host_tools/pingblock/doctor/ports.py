"""Facts about the serial ports: may this user open them, who has them, what answers there."""

from __future__ import annotations

import getpass
import os
import re
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from pingblock.common.micropython import pico_of_device
from pingblock.common.stream import Stream
from pingblock.connection.device import Device
from pingblock.connection.discovery import Found, picos
from pingblock.connection.port_holders import holders
from pingblock.connection.port_lock import holder
from pingblock.connection.transport import open_port
from pingblock.doctor.facts import PINGBLOCK, PROMPT, SILENT, STRANGER, PortFacts
from pingblock.errors import (
    AtPrompt,
    LinkError,
    NoAnswer,
    PingblockError,
    PortBusy,
    WrongDevice,
)
from pingblock.update.plan import state

PATIENCE_S = 2.0
# Run at the prompt: ``f`` is 1 if MicroPython has our firmware in it.
_FROZEN = """import sys
p, sys.path[:] = sys.path[:], ['.frozen/start']
try:
    import factory
    f = 1
except ImportError:
    f = 0
sys.path[:] = p
"""
# Asked at the prompt, and its answer; the echo of the question does not count as one.
_QUESTION = (
    f"\r\x03exec({_FROZEN!r}); import os; print('mode' + ': %s; %s; %s;' % "
    "(getattr(sys.modules.get('safe'), 'reason', ''), os.uname().machine, f))\r"
).encode()
_ANSWER = re.compile(rb"mode: (\w*); ([\w .-]*); ([01]);")
_LOOKS = 40  # without a byte, at POLL_S each
_MOST_BYTES = 4096

Ask = Callable[[str], tuple[str, str]]


def ask(port: str) -> tuple[str, str]:
    """Returns the version of the firmware at a port, and what MicroPython calls its board, "" if
    the firmware is too old to tell. Raises what ``Device.open`` does."""
    with Device(port, timeout_s=PATIENCE_S) as device:
        return device.hello.version, _machine(device)


def _machine(device: Device) -> str:
    with suppress(PingblockError):
        return pico_of_device(state(device).mpy, device.hello.board).machine
    return ""


def asked_at_prompt(
    port: str, opened: Callable[[str], Stream] = open_port
) -> tuple[str, str, bool]:
    """Asks a board at the prompt what it is, and why it is in safe mode; changes nothing.

    Args:
        port: its name.
        opened: opens it.

    Returns:
        One word, such as damaged, crash, hang or asked, "" if it is not in safe mode; what
        MicroPython calls the board; and whether that has our firmware in it. If it does not
        answer, both words are "".
    """
    said, silent = b"", 0
    with suppress(PingblockError, OSError), closing(opened(port)) as stream:
        stream.write(_QUESTION)
        while silent < _LOOKS and len(said) < _MOST_BYTES:
            more = stream.read(max(1, stream.in_waiting))
            silent = 0 if more else silent + 1
            said += more
            if found := _ANSWER.search(said):
                return found[1].decode(), found[2].decode(), found[3] == b"1"
    return "", "", False


def ports(only: str | None, ask: Ask = ask) -> tuple[PortFacts, ...]:
    """Returns the facts of each port that looks like a Pico, or of ``only`` one."""
    found = picos()
    if only is not None:
        found = [each for each in found if each.port == only] or [Found(only, "", "")]
    return tuple(_facts(each, ask) for each in found)


def _facts(found: Found, ask: Ask) -> PortFacts:
    seen = PortFacts(found.port, found.serial_number, found.description)
    held = holder(found.port)
    others = [held] if held else holders(found.port)
    if others:
        return replace(seen, holders=tuple(others))
    if not _permitted(found.port):
        group = _group(found.port)
        member = group in _groups(getpass.getuser())
        return replace(seen, permitted=False, group=group, in_group=member)
    return _asked(seen, ask)


def _asked(seen: PortFacts, ask: Ask) -> PortFacts:
    """Returns the facts with what answers and what it is, or why it could not be asked."""
    try:
        version, machine = ask(seen.name)
        return replace(seen, answers=PINGBLOCK, version=version, machine=machine)
    except AtPrompt as error:
        why, machine, frozen = asked_at_prompt(seen.name)
        told = replace(seen, answers=PROMPT, say=str(error), safe_mode=why)
        return replace(told, machine=machine, frozen=frozen)
    except NoAnswer as error:
        return replace(seen, answers=SILENT, say=str(error))
    except WrongDevice as error:
        return replace(seen, answers=STRANGER, say=str(error))
    except (PortBusy, LinkError) as error:
        return replace(seen, say=str(error))


def _permitted(port: str) -> bool:
    """Only a device file can be forbidden; Windows has none."""
    return not os.path.exists(port) or os.access(port, os.R_OK | os.W_OK)


def _group(port: str) -> str:
    if sys.platform != "win32":
        with suppress(KeyError, OSError):
            return Path(port).group()
    return ""


def _groups(user: str) -> set[str]:
    """Returns the groups that a user belongs to by the system's list, as after the next login."""
    if sys.platform == "win32":
        return set()
    import grp

    return {group.gr_name for group in grp.getgrall() if user in group.gr_mem}
