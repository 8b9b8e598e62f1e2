"""Findings of the doctor: for each fact a verdict, a sentence and a remedy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pingblock.care.doctor.facts import PINGBLOCK, PROMPT, SILENT, STRANGER, Facts, PortFacts
from pingblock.common import project
from pingblock.common.micropython import PICOS, pico_of
from pingblock.connection.recovery import SAFE_MODE
from pingblock.errors import WrongDevice

OK, HINT, WRONG = "ok", "hint", "wrong"
RULE_FILE = "/etc/udev/rules.d/60-pingblock.rules"
# uaccess gives access to the logged-in user. ModemManager would send AT commands to a
# Pico. Sources: systemd 73-seat-late.rules (a rule with uaccess must come before it),
# ModemManager's ID_MM_DEVICE_IGNORE.
RULE = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", MODE="0660", TAG+="uaccess",'
    ' ENV{ID_MM_DEVICE_IGNORE}="1"'
)
RULE_COMMAND = (
    f"pingblock doctor --udev-rule | sudo tee {RULE_FILE}"
    " && sudo udevadm control --reload && sudo udevadm trigger"
)


@dataclass(frozen=True)
class Finding:
    """One finding. ``code`` is for programs. ``fix`` is a command, or "" if no command helps."""

    section: str
    level: str
    code: str
    say: str
    fix: str = ""


def findings(facts: Facts) -> list[Finding]:
    """Returns all findings, first for this computer, then for each port."""
    found = [*_package(facts), *_engines(facts), *_virtual(facts)]
    found += [*_linux(facts), *_plugged(facts), *_waiting(facts)]
    for port in facts.ports:
        found += _port(port, facts)
    return found


def _package(facts: Facts) -> Iterator[Finding]:
    if facts.missing_files:
        lacking = ", ".join(facts.missing_files)
        say = f"This installation is incomplete: {lacking} is missing. {project.where()}"
        yield Finding("package", WRONG, "files_missing", say, facts.mending_command)
    else:
        yield Finding("package", OK, "whole", f"pingblock {facts.version} is complete.")


def _engines(facts: Facts) -> Iterator[Finding]:
    if facts.engines and all(facts.engines.values()):
        say = "No engine of the virtual device runs here, so 'pingblock play' does not work."
        yield Finding("virtual", WRONG, "no_engine", say, facts.engine_command)
        return
    for name, lack in facts.engines.items():
        if lack:
            yield Finding("virtual", HINT, f"no_{name}", f"The {name} engine does not run: {lack}")
        else:
            yield Finding("virtual", OK, name, f"The {name} engine runs here.")


def _virtual(facts: Facts) -> Iterator[Finding]:
    if facts.virtual:
        say = f"The virtual block runs in {facts.virtual}: --port virtual reaches it."
        yield Finding("virtual", OK, "runs", say)


def _linux(facts: Facts) -> Iterator[Finding]:
    if facts.platform != "linux":
        return
    refused = any(not port.permitted for port in facts.ports)
    if facts.rule:
        yield Finding("udev", OK, "rule", "There is a udev rule for the Pico.")
    elif refused or facts.modem_manager:
        say = f"There is no udev rule for the Pico: {RULE}"
        yield Finding("udev", HINT, "no_rule", say, RULE_COMMAND)
    if facts.modem_manager and not facts.rule:
        say = (
            "ModemManager runs, and may use a Pico's port for some seconds after it is plugged in."
        )
        yield Finding("udev", HINT, "modem_manager", say, RULE_COMMAND)


def _plugged(facts: Facts) -> Iterator[Finding]:
    for drive, chip in facts.drives.items():
        kinds = [pico.name for pico in PICOS if pico.chip == chip]
        say = (
            f"A board with an {chip.upper()} at {drive} is in BOOTSEL mode: it runs nothing, and "
            f"waits for a UF2 file for {' or '.join(kinds)}."
        )
        yield Finding("device", WRONG, "bootsel", say, f"pingblock flash {kinds[0]}")
    if not (facts.ports or facts.drives):
        others = (
            f" Other serial ports: {', '.join(facts.other_ports)}." if facts.other_ports else ""
        )
        say = f"No Pico is plugged in. If one is, try another cable: some can only charge.{others}"
        yield Finding("device", WRONG, "no_device", say)


def _waiting(facts: Facts) -> Iterator[Finding]:
    for place, image in facts.waiting.items():
        say = (
            "The transfer of a board's settings and sounds was interrupted. Their copy is in "
            f"{place}."
        )
        yield Finding("device", HINT, "copy_waits", say, f"pingblock flash {image}")


def _port(port: PortFacts, facts: Facts) -> Iterator[Finding]:
    if port.holders:
        by = " and ".join(map(str, port.holders))
        yield Finding("port", WRONG, "busy", f"{port.name} is in use by {by}: stop that first.")
    elif not port.permitted:
        yield _forbidden(port)
    else:
        yield _talk(port, facts)


def _forbidden(port: PortFacts) -> Finding:
    if port.in_group:
        say = (
            f"You have no permission to use {port.name} yet: you joined the group {port.group} "
            "only recently."
        )
        return Finding("port", WRONG, "log_in_again", f"{say} Log out and in again.")
    if not port.group:
        say = f"You have no permission to use {port.name}. {port.say}".strip()
        return Finding("port", WRONG, "forbidden", say)
    say = (
        f"You have no permission to use {port.name}, which belongs to the group "
        f"{port.group}. Type this, then log out and in again:"
    )
    return Finding("port", WRONG, "forbidden", say, f"sudo usermod -a -G {port.group} $USER")


def _talk(port: PortFacts, facts: Facts) -> Finding:
    at, restart = f"at {port.name}", f"pingblock restart --port {port.name}"
    if port.answers == PINGBLOCK:
        return _skew(port, facts)
    if port.frozen and not port.safe_mode:
        say = f"The firmware of the Pingblock {at} was interrupted."
        return Finding("port", WRONG, "interrupted", say, restart)
    if port.safe_mode:
        why = SAFE_MODE.get(port.safe_mode, f"it says '{port.safe_mode}'")
        return _safe_mode(port, f"Pingblock {at} is in safe mode: {why}.")
    if port.answers == PROMPT:
        if wrong := _other_board(port):
            return Finding("port", WRONG, "other_board", wrong)
        if not port.machine:
            return Finding("port", WRONG, "at_prompt", port.say, restart)
        say = f"MicroPython {at}, on a {port.machine}, runs but does not start Pingblock."
        return Finding("port", WRONG, "no_firmware", say, f"pingblock install --port {port.name}")
    if port.answers == STRANGER:
        return Finding("port", WRONG, "stranger", port.say)
    if port.answers == SILENT:
        return Finding("port", WRONG, "silent", port.say, restart)
    return Finding("port", WRONG, "unusable", port.say or f"Nothing is known about {port.name}.")


def _safe_mode(port: PortFacts, say: str) -> Finding:
    fix = f"pingblock install --port {port.name}"
    how = "To repair it, install Pingblock again. The settings stay."
    if port.in_place:
        how = "Write the image onto it again: settings and sounds stay."
        fix = f"pingblock flash {pico_of(port.name, port.machine).name} --port {port.name}"
    return Finding("port", WRONG, "safe_mode", f"{say} {how}", fix)


def _other_board(port: PortFacts) -> str:
    """Returns why our firmware cannot run on a device at the prompt, or "" if it can."""
    try:
        if port.machine:
            pico_of(port.name, port.machine)
    except WrongDevice as wrong:
        return str(wrong)
    return ""


def _skew(port: PortFacts, facts: Facts) -> Finding:
    if port.version == facts.version:
        kind = f", on a {port.machine}" if port.machine else ""
        plays = f" Firmware: {port.slots}." if port.slots else ""
        say = f"Pingblock {port.version} answers at {port.name}{kind}.{plays}"
        return Finding("port", OK, "answers", say)
    say = (
        f"The device at {port.name} has firmware {port.version}, but this program has version "
        f"{facts.version}."
    )
    return Finding("port", HINT, "version_skew", say, f"pingblock update --port {port.name}")
