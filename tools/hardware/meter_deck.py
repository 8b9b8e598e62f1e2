"""A circuit at a step of its guide in ngspice's form: parts so far, one mistake, and a meter.

All currents are direct. So capacitors are open, but a reversed electrolytic one leaks. A meter of
10 MOhm reads volts. Ohms and diodes are read without a supply.
"""

from __future__ import annotations

import math
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tools.hardware.model import Circuit, Part, number
from tools.hardware.simulate import SimulationFailed

Pin = tuple[str, str]
# The meter in a circuit: MOhm at volts. For ohms and diodes it is a source and a resistor.
VOLTS_OHM, OHMS_V, OHMS_OHM, DIODE_V, DIODE_OHM = 10e6, 0.3, 10e3, 2.6, 2e3
CELLS = {"question_block": 3, "apple_base": 4}
OPEN_OHM = 10e6  # the highest resistance that a meter shows
_INPUTS = ("block_button", "check_button", "lever")
_OUTPUTS = (
    "speaker", "amp_shutdown", "light_red", "light_green", "light_blue", "cell_load",
    "servo_supply", "servo",
)  # fmt: skip
MODELS = """.model SILICON D(Is=14n N=1.98 Rs=0.034)
.model CLAMP D(Is=1e-14 N=1)
.model NPN NPN(Is=4e-14 Bf={beta} Br=5 Rb=10 Rc=0.3 Re=0.1 Vaf=80)
.model PMOS PMOS(Level=1 Vto={gate_v} Kp={gate_kp} Rd=0.02 Rs=0.01)
.model BODY D(Is={body_a} N=1.1 Rs=0.02)
.model LEAK D(Is=1e-9 N=2 Rs={reversed_ohm})
"""


@dataclass(frozen=True)
class Spread:
    """Figures that differ from device to device. The defaults are typical."""

    resistor: float = 1.0  # factor of every resistor
    schottky: str = "Is=31.7u N=1.373 Rs=0.051"
    pull_ohm: float = 65e3
    pico_w: float = 0.105
    fuse_ohm: float = 1.06
    block_fuse_ohm: float = 0.3
    cell_v: float = 1.58
    cell_ohm: float = 0.2
    beta: float = 300
    gate_v: float = -0.7
    speaker_ohm: float = 7.2
    leak_ua: float = 0.5  # leakage of the amplifier in shutdown
    red_v: float = 2.0
    blue_v: float = 3.0
    servo_ma: float = 8.0
    supply_v: float = 1.0  # factor of the bench supply
    reversed_ohm: float = 300
    capacitor_ohm: float = 3e6  # leak of an electrolytic capacitor
    body_v: float = 0.6  # voltage of the transistor's body diode at 1 mA

    @property
    def usb_v(self) -> float:
        """USB's voltage: 4.40 V (USB 2.0, 7.2.2) to 5.50 V (USB Type-C, vSafe5V)."""
        return 4.4 if self.supply_v < 1 else 5.5 if self.supply_v > 1 else 5.0


TYPICAL = Spread()
# Each varies with the others in the same or in the opposite direction.
LOW = Spread(
    0.99, "Is=20u N=1.2 Rs=0.05", 50e3, 0.085, 0.76, 0.1, 1.55, 0.1, 160, -0.4, 6.8, 0, 1.7, 2.7,
    5, 0.98, 200, 3e5, 0.5,
)  # fmt: skip
HIGH = Spread(
    1.01, "Is=40u N=1.4 Rs=0.08", 80e3, 0.125, 1.36, 0.5, 1.65, 0.3, 600, -1.0, 8.8, 1, 2.3, 3.3,
    15, 1.02, 500, 1e9, 0.7,
)  # fmt: skip


@dataclass(frozen=True)
class Mistake:
    """One wrong thing in a build.

    Args:
        name: the mistake in a builder's words.
        step: first step with the mistake. "" means the step of its part.
        turned: ref -> the other order of its pins' names.
        opened: pins whose joint does not conduct.
        bridges: pairs of pins that a blob joins.
        factors: ref -> factor of its value.
        module: references of the amplifier's module that were left as bought.
    """

    name: str
    turned: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    opened: frozenset[Pin] = frozenset()
    bridges: tuple[tuple[Pin, Pin], ...] = ()
    factors: Mapping[str, float] = field(default_factory=dict)
    module: frozenset[str] = frozenset()

    @property
    def refs(self) -> set[str]:
        """Parts that must be present for it."""
        pins = {*self.opened, *(pin for pair in self.bridges for pin in pair)}
        on_module = {"U2"} if self.module else set()
        return {*self.turned, *self.factors, *on_module, *(ref for ref, _ in pins)}


NONE = Mistake("none")


@dataclass(frozen=True)
class Scene:
    """A builder's table: the parts of a step, and the builder's actions on them.

    Args:
        refs: parts that are present.
        wired: whether the wires are on the perfboard's back.
        supply: "" (none), "bench", "cells", "reversed bench" or "usb".
        high: signals that the Pico holds high.
        pressed: switches that are pressed.
        joined: (net or ``@ref.pin``, net or volts, ohm): wires held by hand.
    """

    circuit: Circuit
    refs: frozenset[str]
    wired: bool = True
    supply: str = ""
    bench_v: float = 4.5
    high: frozenset[str] = frozenset()
    pressed: frozenset[str] = frozenset()
    joined: tuple[tuple[str, str, float], ...] = ()


class Deck:
    """Writes the lines of a scene."""

    def __init__(self, scene: Scene, mistake: Mistake = NONE, spread: Spread = TYPICAL) -> None:
        self._scene, self._mistake, self._spread = scene, mistake, spread
        self._nets = {(ref, pin): net for net, ref, pin in scene.circuit.connections()}
        self.lines: list[str] = []
        for part in scene.circuit.parts:
            if part.ref in scene.refs and mistake.factors.get(part.ref) != 0:
                self._part(part)
        for at, (one, other) in enumerate(mistake.bridges):
            self.lines.append(f"Rbridge{at} {self._net_node(one)} {self._net_node(other)} 0.01")
        for at, (net, to, ohm) in enumerate(scene.joined):
            end = f"held{at}"
            volts = re.fullmatch(r"[-0-9.]+", to)
            self.lines.append(f"V{end} {end} {'0' if volts else node(to)} {to if volts else 0}")
            self.lines.append(f"R{end} {end} {self.end(net)} {ohm}")

    def _net_node(self, pin: Pin) -> str:
        return node(self._nets[pin]) if self._scene.wired and pin in self._nets else _own(pin)

    def end(self, place: str) -> str:
        """Returns the node of a net, or of a part's pin in the form ``@ref.pin``."""
        return self.at(*place[1:].split(".")) if place.startswith("@") else node(place)

    def at(self, ref: str, pin: str) -> str:
        """Returns the node of a part's pin, in the way it was soldered in."""
        pin = self._mistake.turned.get(ref, {}).get(pin, pin)
        if (ref, pin) in self._mistake.opened:
            return _own((ref, pin)) + "_open"
        return self._net_node((ref, pin))

    def _add(self, ref: str, name: str, *rest: object) -> None:
        self.lines.append(" ".join([f"{name[0]}_{ref}{name[1:]}", *map(str, rest)]))

    def _part(self, part: Part) -> None:
        kind = part.kind.name
        write = getattr(self, f"_{_WRITERS.get(kind, '')}", None)
        if write is None:
            raise SimulationFailed(f"{part.ref}: no model for {kind}.")
        write(part.ref, part)

    def _resistor(self, ref: str, part: Part) -> None:
        ohm = number(part.value) * self._spread.resistor * self._mistake.factors.get(ref, 1)
        self._add(ref, "R", self.at(ref, "1"), self.at(ref, "2"), ohm)

    def _nothing(self, ref: str, part: Part) -> None:
        """Adds no lines, because other code joins a cable."""

    def _capacitor(self, ref: str, part: Part) -> None:
        self._add(ref, "C", self.at(ref, "1"), self.at(ref, "2"), number(part.value))

    def _electrolytic(self, ref: str, _part: Part) -> None:
        self._add(ref, "D", self.at(ref, "-"), self.at(ref, "+"), "LEAK")
        self._add(ref, "Rleak", self.at(ref, "-"), self.at(ref, "+"), self._spread.capacitor_ohm)

    def _diode(self, ref: str, part: Part) -> None:
        model = "SCHOTTKY" if part.kind.name == "D_Schottky" else "SILICON"
        self._add(ref, "D", self.at(ref, "A"), self.at(ref, "K"), model)

    def _npn(self, ref: str, _part: Part) -> None:
        self._add(ref, "Q", *(self.at(ref, pin) for pin in "CBE"), "NPN")

    def _p_mos(self, ref: str, _part: Part) -> None:
        drain, gate, source = (self.at(ref, pin) for pin in "DGS")
        self._add(ref, "M", drain, gate, source, source, "PMOS")
        self._add(ref, "Dbody", drain, source, "BODY")

    def _battery(self, ref: str, _part: Part) -> None:
        supply, spread = self._scene.supply, self._spread
        plus, minus = self.at(ref, "+"), self.at(ref, "-")
        if supply in ("cells", "reversed cells"):
            count = CELLS[self._scene.circuit.name]
            volts, ohm = count * spread.cell_v, count * spread.cell_ohm
            volts *= self._mistake.factors.get(ref, 1)
        elif supply.endswith("bench"):
            volts, ohm = self._scene.bench_v * spread.supply_v, 0.05
        else:
            return
        if supply.startswith("reversed"):
            volts = -volts
        self._add(ref, "V", f"{ref}_emf", minus, volts)
        self._add(ref, "Vmeter", f"{ref}_emf", f"{ref}_in", 0)
        self._add(ref, "R", f"{ref}_in", plus, ohm)

    def _fuse(self, ref: str, part: Part) -> None:
        base = self._scene.circuit.name == "apple_base"
        ohm = self._spread.fuse_ohm if base else self._spread.block_fuse_ohm
        self._add(ref, "R", self.at(ref, "1"), self.at(ref, "2"), ohm)

    def _slide(self, ref: str, _part: Part) -> None:
        if self._scene.supply:
            self._add(ref, "R", self.at(ref, "COM"), self.at(ref, "ON"), 0.05)

    def _key(self, ref: str, _part: Part) -> None:
        if ref in self._scene.pressed:
            self._add(ref, "R", self.at(ref, "1"), self.at(ref, "2"), 0.1)

    def _micro(self, ref: str, _part: Part) -> None:
        closed = "NO" if ref in self._scene.pressed else "NC"
        self._add(ref, "R", self.at(ref, "COM"), self.at(ref, closed), 0.1)

    def _speaker(self, ref: str, _part: Part) -> None:
        self._add(ref, "R", self.at(ref, "+"), self.at(ref, "-"), self._spread.speaker_ohm)

    def _light(self, ref: str, _part: Part) -> None:
        for pin, volts in (("R", self._spread.red_v), ("G", 0), ("B", 0)):
            volts = volts or self._spread.blue_v
            die = f"{ref}_{pin}"
            # A junction with its resistance, as in light.cir: the volts of its colour at 5 mA.
            self._add(ref, f"V{pin}", self.at(ref, pin), die, 0)
            over = f"uramp(v({die},{self.at(ref, 'K')})-{volts - 0.1:g})"
            self._add(ref, f"B{pin}", die, self.at(ref, "K"), f"I={over}/20")

    def _servo(self, ref: str, _part: Part) -> None:
        plus, minus = self.at(ref, "V+"), self.at(ref, "GND")
        self._add(ref, "R", plus, minus, 5000 / self._spread.servo_ma)
        self._add(ref, "Rsig", self.at(ref, "SIG"), minus, 1e6)

    def _amplifier(self, ref: str, _part: Part) -> None:
        vin, shutdown = (self.at(ref, pin) for pin in ("VIN", "SD"))
        self._add(ref, "Ileak", vin, shutdown, f"{self._spread.leak_ua}u")
        if "R3" in self._mistake.module:
            self._add(ref, "R3", shutdown, vin, 10e3)
        if "VR1" in self._mistake.module:
            self._add(ref, "RVR1", self.at(ref, "A-"), self.at(ref, "A+"), 10e3)
        for pin in ("A+", "A-"):  # the module's capacitor and the chip's input
            inner = node(f"{ref}_{pin}_in")
            self._add(ref, f"C{pin}", self.at(ref, pin), inner, "1u")
            self._add(ref, f"R{pin}", inner, "ground", "10k")

    def _pico(self, ref: str, _part: Part) -> None:
        add, spread, circuit = self._add, self._spread, self._scene.circuit
        vsys, ground = self.at(ref, "VSYS"), self.at(ref, "GND3")
        alive = f"0.5*(1+tanh((v({vsys},{ground})-1.8)*20))"
        add(ref, "Bload", vsys, ground, f"I={spread.pico_w}/max(v({vsys},{ground}),1.5)*{alive}")
        rail = self._net_node((ref, "3V3"))
        add(ref, "B3v3", f"{rail}_b", ground, f"V=3.3*{alive}")
        add(ref, "R3v3", f"{rail}_b", rail, 0.2)
        if self._scene.supply == "usb":
            add(ref, "Vusb", f"{ref}_vbus", ground, spread.usb_v)
            add(ref, "Rusb", f"{ref}_vbus", f"{ref}_vbus2", 0.25)
            add(ref, "Dusb", f"{ref}_vbus2", vsys, "SCHOTTKY")
        for signal, pin in circuit.signals.items():
            here = self.at(ref, pin)
            add(ref, f"Dhigh{pin}", here, rail, "CLAMP")
            add(ref, f"Dlow{pin}", ground, here, "CLAMP")
            if signal in _INPUTS:
                add(ref, f"R{pin}", here, rail, spread.pull_ohm)
            elif signal in _OUTPUTS:
                end = rail if signal in self._scene.high else ground
                if signal == "speaker":
                    add(ref, "Vtone", f"{ref}_tone", end, "DC 0 AC 1")
                    end = f"{ref}_tone"
                add(ref, f"R{pin}", here, end, 40)

    def text(self) -> str:
        """Returns the circuit. Ground is node 0."""
        spread = self._spread
        models = MODELS.format(
            body_a=1e-3 / math.exp(spread.body_v / 0.0285),
            beta=spread.beta,
            gate_v=spread.gate_v,
            gate_kp=8.2,
            reversed_ohm=spread.reversed_ohm,
        )
        ground = "Rground ground 0 1e-6"
        whole = ["A step", ".options rshunt=1e12", models, f".model SCHOTTKY D({spread.schottky})"]
        return "\n".join([*whole, ground, *self.lines]) + "\n"


_WRITERS = {
    "R": "resistor", "C": "capacitor", "C_Polarized": "electrolytic", "D_Schottky": "diode",
    "D": "diode", "NPN_CBE": "npn", "PMOS_GDS": "p_mos", "Battery": "battery", "Polyfuse": "fuse",
    "SW_SPDT": "slide", "SW_Push": "key", "SW_Micro": "micro", "Speaker": "speaker",
    "LED_RGB_CC": "light", "Servo": "servo", "Link_6": "nothing", "PAM8302_breakout": "amplifier",
    "Pico": "pico",
}  # fmt: skip


def node(net: str) -> str:
    """Returns the node of a net. The names 0 and gnd are reserved in ngspice."""
    if net == "GND":
        return "ground"
    return re.sub(r"\W", lambda found: {"+": "p", "-": "m"}.get(found[0], "_"), net).lower()


def _own(pin: Pin) -> str:
    return node(f"{pin[0]}_{pin[1]}")


@dataclass(frozen=True)
class Probe:
    """A place of the meter, or a builder's eye or ear.

    Args:
        kind: "volts", "millivolts", "ohms", "beep", "diode", "amps" (through red, a source),
            "shines" (the same), "sounds" (a tone at 1 kHz from red to black), or "low" or "high"
            (volts at an input, without a meter).
        red, black: nodes. ``@ref.pin`` is a part's leg.
    """

    kind: str
    red: str
    black: str = "ground"

    def lines(self) -> str:
        """Returns the meter as lines of a circuit."""
        if self.kind in ("volts", "millivolts"):
            return f"Rmeter {self.red} {self.black} {VOLTS_OHM}\n"
        if self.kind in ("ohms", "beep", "diode"):
            diode = self.kind == "diode"
            volts, ohm = (DIODE_V, DIODE_OHM) if diode else (OHMS_V, OHMS_OHM)
            return f"Vprobe probe {self.black} {volts}\nRprobe probe {self.red} {ohm}\n"
        return ""

    def printed(self) -> str:
        """Returns the expression that ngspice must print for it."""
        if self.kind in ("amps", "shines"):
            return f"i({self.red})"
        if self.kind == "sounds":
            return f"mag(v({self.red})-v({self.black}))"
        return f"v({self.red})-v({self.black})"

    def on(self, deck: Deck) -> Probe:
        """Returns the probe with the nodes of a circuit instead of legs."""
        red, black = (
            deck.at(*end[1:].split(".")) if end.startswith("@") else end
            for end in (self.red, self.black)
        )
        return replace(self, red=red, black=black)

    def reading(self, value: float) -> float:
        """Returns the meter's display: V, ohm (infinite if it is open) or A."""
        if self.kind in ("ohms", "beep"):
            ohm = value * OHMS_OHM / (OHMS_V - value) if value < OHMS_V - 1e-9 else float("inf")
            return ohm if ohm < OPEN_OHM else float("inf")
        if self.kind == "diode":
            return value if value < 2.0 else float("inf")
        return value


def read(decks: Iterable[tuple[Deck, Probe]]) -> list[float]:
    """Returns the meter's reading in each circuit. Raises SimulationFailed if one has none."""
    runs = [(deck.text(), probe.on(deck)) for deck, probe in decks]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script = ["Readings", ".control", "set numdgt=7"]
        for at, (text, probe) in enumerate(runs):
            (folder / f"{at}.cir").write_text(text + probe.lines() + ".end\n", encoding="utf-8")
            run = "ac lin 1 1k 1k" if probe.kind == "sounds" else "op"
            script += [f"source {at}.cir", run, f"echo reading {at}", f"print {probe.printed()}"]
            script += ["destroy all", "remcirc"]
        (folder / "all.cir").write_text("\n".join([*script, "quit", ".endc", ".end\n"]))
        command = ["ngspice", "-b", "all.cir"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = dict(_READ.findall(done.stdout))
    missing = [at for at in range(len(runs)) if str(at) not in found]
    if missing:
        said = (done.stdout + done.stderr)[-600:]
        raise SimulationFailed(f"{len(missing)} readings are missing, {runs[missing[0]]}: {said}")
    return [probe.reading(float(found[str(at)])) for at, (_, probe) in enumerate(runs)]


_READ = re.compile(r"reading (\d+)\n[^=\n]*= ([-+0-9.eE]+)")
