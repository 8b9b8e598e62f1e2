"""Collects information about a device and this computer in one archive, without personal data."""

from __future__ import annotations

import getpass
import hashlib
import json
import platform
import re
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pingblock.care.update.plan import state
from pingblock.common.archive import zipped
from pingblock.connection.device import Device
from pingblock.connection.discovery import picos
from pingblock.errors import LinkError, PingblockError, WrongDevice
from pingware.shared import protocol

_PACKAGES = ("pingblock", "pyserial", "mpremote", "typer", "rich", "textual", "numpy")
_UID_DIGITS = 8
# shortest name of a user or host to remove, because a shorter one is part of too many words
_SHORTEST = 3
# folders with one folder for each user or drive
_HOMES = "(?:/home|/Users|/var/home|/export/home|/run/media|/media)"
_WINDOWS_HOMES = r"[a-z]:[\\/](?:Users|Documents and Settings)[\\/]"
# Personal data in any text. If several patterns match at a place, the first one counts.
_SECRETS = (
    # A command line can contain anything, such as names of players.
    (re.compile(r"\bin use by .+? \(process \d+\)", re.S), "in use by another program"),
    (re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"<>,;)]+", re.I), "(url)"),
    (re.compile(rf"{_HOMES}/(?:[^/'\":\n]+(?=/)|[^/\s'\":]+)", re.I), "~"),
    (re.compile(r"/root\b"), "~"),
    (re.compile(rf"{_WINDOWS_HOMES}(?:[^\\/'\":\n]+(?=[\\/])|[^\\/\s'\":]+)", re.I), "~"),
    (re.compile(r"/dev/[^\s'\",;:)]*[^\s'\",;:).]"), "(port)"),
    (re.compile(r"(?:\\\\\.\\)?\bCOM\d{1,3}\b", re.I), "(port)"),
    (re.compile(r"\b[^\s@'\"]+@[^\s@'\"]+\b"), "(address)"),
    (re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b"), "(address)"),
    (re.compile(r"\b[0-9a-f]{12,}\b", re.I), "(number)"),
)
_INTRODUCTION = """\
What is in this archive:

host.json      versions of Pingblock, Python and this system; which ports look like a Pico
device.json    version, board and protocol of the device; its serial number only as a hash
status.json    draws, supply, faults and health, as the device reports them
firmware.json  which slot of its firmware plays, and how the latest update went
settings.json  its settings; players' names are replaced by "player 1" and so on
notes.json     faults since power-on, the tests of its cells
crash.txt      what the last crash left; empty if there was none

What is missing could not be read; missing.txt then says why. There are no names of people or
computers, no ports, no serial numbers and no home folders in it. Look through it before you send
it.
"""


@dataclass(frozen=True)
class Archive:
    """The archive's bytes, and its missing parts: part -> reason."""

    data: bytes
    missing: dict[str, str]


def collect(open_device: Callable[[], Device], port: str | None = None) -> Archive:
    """Makes the archive. If the device does not answer, it contains only facts about this
    computer.

    Args:
        open_device: opens the device and returns it.
        port: the port as the user typed it, such as a serial number. It is removed from all texts.
    """
    typed = port or ""
    parts: dict[str, str] = {"README.txt": _INTRODUCTION, "host.json": _json(_host())}
    missing: dict[str, str] = {}
    try:
        with open_device() as device:
            _ask(device, parts, missing, typed)
    except PingblockError as error:
        missing["device"] = _tidy(str(error), typed)
    if missing:
        parts["missing.txt"] = "".join(f"{part}: {why}\n" for part, why in missing.items())
    return Archive(zipped(parts), missing)


def _ask(device: Device, parts: dict[str, str], missing: dict[str, str], typed: str) -> None:
    asked: dict[str, Callable[[], str]] = {
        "device.json": lambda: _json(_device(device)),
        "status.json": lambda: _json(_status(device)),
        "firmware.json": lambda: _json(state(device).fields()),
        "settings.json": lambda: _json(_settings(device.settings().values)),
        "notes.json": lambda: _json(_notes(device)),
        "crash.txt": lambda: _tidy(device.crash(), typed),
    }
    for name, ask in asked.items():
        try:
            parts[name] = ask()
        # The firmware of an older device can lack a request.
        except (PingblockError, LookupError) as error:
            if isinstance(error, LinkError) and not isinstance(error, WrongDevice):
                raise
            missing[name] = _tidy(str(error), typed)


def _host() -> dict[str, Any]:
    return {
        "packages": {name: _version(name) for name in _PACKAGES},
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
        "in_virtual_environment": sys.prefix != sys.base_prefix,
        "protocol": protocol.PROTOCOL_VERSION,
        "ports_like_a_pico": len(picos()),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _device(device: Device) -> dict[str, Any]:
    kept = asdict(device.hello)
    kept["uid"] = hashlib.sha256(kept["uid"].encode()).hexdigest()[:_UID_DIGITS]
    return kept


def _status(device: Device) -> dict[str, Any]:
    kept: dict[str, Any] = {**device.status(memory=True)}
    if isinstance(kept.get("settings"), dict):
        kept["settings"] = _settings(kept["settings"])
    return kept


def _settings(values: Mapping[str, Any]) -> dict[str, Any]:
    kept = dict(values)
    if "names" in kept:
        kept["names"] = [name and f"player {n}" for n, name in enumerate(kept["names"], 1)]
    return kept


def _notes(device: Device) -> dict[str, Any]:
    faults = [asdict(fault) for fault in device.faults()]
    return {"faults": faults, "cells": asdict(device.cell_history())}


def _tidy(text: str, typed: str) -> str:
    """Removes ports, names, numbers and home folders from a text.

    Args:
        text: any text from people or programs.
        typed: the port that the user typed.
    """
    for word in (typed, str(Path.home())):
        if len(word) > 1:
            text = text.replace(word, "~" if word != typed else "(port)")
    for pattern, stands_for in _SECRETS:
        text = pattern.sub(stands_for, text)
    for name, stands_for in ((socket.gethostname(), "(host)"), (_user(), "(user)")):
        if len(name) >= _SHORTEST:
            text = re.sub(rf"(?i)(?<!\w){re.escape(name)}(?!\w)", stands_for, text)
    return text


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # The user of this process can have only a number, without a name.
        return ""


def _json(value: object) -> str:
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
