"""KiCad netlist and electrical rules check by SKiDL, from our circuits' data.

It also reads that netlist, so that drawings, wiring pictures and tests can compare with it.
"""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

from tools.hardware.model import Circuit

Netlist = dict[str, frozenset[tuple[str, str]]]  # net -> (ref, pin number)
_FUNCTIONS = {
    "passive": "PASSIVE",
    "input": "INPUT",
    "output": "OUTPUT",
    "bidirectional": "BIDIR",
    "power_in": "PWRIN",
    "power_out": "PWROUT",
}
_DATE = re.compile(r'\(date "[^"]*"\)')
_LINE = re.compile(r'\(field\s+\(name "SKiDL Line"\)[^)]*\)')
_TOOL = re.compile(r'\(source "[^"]*"\)')
_NET = re.compile(r'\(net\s+\(code [^)]*\)\s+\(name "?([^")]+)"?\)(.*?)(?=\(net\s|\Z)', re.DOTALL)
_NODE = re.compile(r'\(node\s+\(ref "?([^")]+)"?\)\s+\(pin "?([^")]+)"?\)')


def _skidl() -> Any:
    """Returns the module SKiDL, which writes its logs into the current folder of its import."""
    for version in ("", *range(5, 11)):
        os.environ.setdefault(f"KICAD{version}_SYMBOL_DIR", tempfile.gettempdir())
    import skidl

    # because it warns about missing libraries that this does not use
    skidl.logger.active_logger.setLevel("ERROR")
    return skidl


def build(circuit: Circuit) -> Any:
    """Returns SKiDL's form of a circuit. It needs the extra ``hardware``."""
    # because SKiDL writes logs into the current folder
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        skidl = _skidl()
        skidl.set_default_tool(skidl.SKIDL)
        whole = skidl.Circuit(name=circuit.name)
        parts = {}
        for ours in circuit.parts:
            pins = [
                skidl.Pin(
                    num=pin.number,
                    name=pin.name,
                    func=getattr(skidl.Pin.types, _FUNCTIONS[pin.kind]),
                )
                for pin in ours.kind.pins
            ]
            parts[ours.ref] = skidl.Part(
                tool=skidl.SKIDL,
                name=ours.kind.name,
                ref=ours.ref,
                value=ours.value,
                footprint=ours.kind.footprint or "Pingblock:on_wires",
                tag=ours.ref,
                pins=pins,
                circuit=whole,
                dest=skidl.NETLIST,
            )
        for name in circuit.nets:
            net = skidl.Net(name, circuit=whole)
            if name in circuit.fed:
                net.drive = skidl.POWER
            for ref, pin in circuit.pins_of(name):
                net += parts[ref][circuit.part(ref).kind.pin(pin).number]
        open_net = whole.NC
        for ref, pin in map(circuit.resolve, sorted(circuit.open_pins)):
            open_net += parts[ref][circuit.part(ref).kind.pin(pin).number]
        return whole


def netlist_text(circuit: Circuit) -> str:
    """Returns the netlist in KiCad's form, without date and path."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        skidl = _skidl()
        text = str(build(circuit).generate_netlist(tool=skidl.KICAD6))
    text = _LINE.sub("", _TOOL.sub('(source "pingblock")', _DATE.sub('(date "")', text)))
    return "".join(line.rstrip() + "\n" for line in text.splitlines() if line.strip())


def erc(circuit: Circuit) -> tuple[int, int, str]:
    """Runs SKiDL's electrical rules check. Returns errors, warnings, and its output."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        skidl = _skidl()
        whole = build(circuit)
        logger = skidl.logger.erc_logger
        logger.error.reset()
        logger.warning.reset()
        whole.ERC()
        words = "".join(path.read_text() for path in Path(folder).glob("*.erc"))
        return logger.error.count, logger.warning.count, words


def read_netlist(text: str) -> Netlist:
    """Returns the nets of a KiCad netlist. Raises ValueError if it has none."""
    nets = {
        found[1]: frozenset(_NODE.findall(found[2]))
        for found in _NET.finditer(text[text.find("(nets") :])
    }
    if not nets:
        raise ValueError("This netlist has no net.")
    return nets


def expected_netlist(circuit: Circuit) -> Netlist:
    """Returns the netlist that a circuit must have."""
    return {
        net: frozenset(
            (ref, circuit.part(ref).kind.pin(pin).number) for ref, pin in circuit.pins_of(net)
        )
        for net in circuit.nets
    }
