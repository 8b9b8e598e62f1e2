"""The wires between the Pico and the part models, for all engines."""

from __future__ import annotations

from random import Random

from pingblock.boards.board import BOARD, BoardData, gpios, has_radio
from pingblock.boards.pins import ADC, pins_of
from pingblock.boards.wiring import adc_channel
from pingblock.virtual.engine import Samples
from pingblock.virtual.parts.adc import Adc
from pingblock.virtual.parts.battery import PICO_MW, BatteryModel
from pingblock.virtual.parts.light import LightModel
from pingblock.virtual.parts.pico_power import AWAKE, pico_mw
from pingblock.virtual.parts.servo import NOMINAL_MV, STALL_MA, ServoModel
from pingblock.virtual.parts.speaker import AMP_FULL_SINE_MW, AMP_IDLE_MW, KEPT_US, SpeakerModel
from pingblock.virtual.parts.vsys_gate import VsysGate
from pingblock.virtual.serial_tap import SerialTap
from pingblock.virtual.session_budget import SessionBudget

LIGHTS = ("light_red", "light_green", "light_blue")
TEMPERATURE_CHANNEL = 4
# RP2040 datasheet 4.9.5: 0.706 V at 27 degrees C.
TEMPERATURE_MV = 706.0
SUPPLY_MV = 3300.0
# R7 of the circuit, which loads VSYS during a battery test.
CELL_LOAD_OHM = 220.0
FULL_SOUND_MW = AMP_IDLE_MW + 2 * AMP_FULL_SINE_MW  # the power of a square wave


class Harness:
    """Implements ``pingblock.virtual.engine.Sink``. Contains the parts that the Pico controls.

    Args:
        rng: random source for the noise of the ADC.
        board: the pin map that the parts are wired to.
    """

    def __init__(self, rng: Random, board: BoardData = BOARD) -> None:
        self.gpio = gpios(board)  # signal -> GPIO, for code that drives an input
        pins = pins_of(board)
        self._signals = {pin.gpio: pin.name for pin in pins}
        self._senses = {adc_channel(pin.gpio): pin for pin in pins if pin.kind == ADC}
        self.sound = SpeakerModel()
        self.light = LightModel()
        self.servo = ServoModel()
        self.battery = BatteryModel()
        self.tap = SerialTap()
        self.budget: SessionBudget | None = None  # set for the session of a stranger
        self.cells_loaded = False
        self._pico_mw = AWAKE.power_mw
        self._metered_us = 0.0
        self.broken: set[str] = set()  # signals at the ADC whose wires are broken
        self._adc = Adc(rng)
        self._gate = VsysGate() if has_radio(board) else None

    def pin(self, at_us: float, gpio: int, level: bool) -> None:
        self.meter(at_us)
        signal = self._signals.get(gpio)
        if signal == "amp_shutdown":
            self.sound.amplifier(at_us, level)
        elif signal == "radio_select" and self._gate:
            self._gate.select(at_us, level)
        elif signal == "cell_load":
            self.cells_loaded = level
        elif signal == "servo_supply":
            self.servo.supply(at_us, level)
            self._feed_servo(at_us)
        elif signal in LIGHTS:
            self.light.channel(at_us, LIGHTS.index(signal), float(level))
        self._check_budget(at_us)

    def pwm(self, at_us: float, gpio: int, freq_hz: float, duty: float) -> None:
        self.meter(at_us)
        signal = self._signals.get(gpio)
        if signal in LIGHTS:
            self.light.channel(at_us, LIGHTS.index(signal), duty if freq_hz else 0.0)
        elif signal == "servo":
            self.servo.signal(at_us, freq_hz, duty)
            self._feed_servo(at_us)
        self._check_budget(at_us)

    def _check_budget(self, at_us: float) -> None:
        if self.budget:
            self.budget.check_computing(at_us)
            self.budget.check_changes(len(self.light.changes) + len(self.servo.rows))

    def _feed_servo(self, at_us: float) -> None:
        """Updates the voltage that limits the servo's speed. One update a frame is enough."""
        self.servo.feed(at_us, self.vsys_mv(at_us))

    def clocks(self, at_us: float, system: bool, usb: bool) -> None:
        self.meter(at_us)
        self._pico_mw = pico_mw(system, usb)

    def speaker(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        self.meter(at_us)
        self.sound.write(at_us, period_us, levels, top)

    def adc(self, at_us: float, channel: int) -> int:
        self.servo.advance(at_us)
        return self._adc.code(self._pin_mv(at_us, channel))

    def _pin_mv(self, at_us: float, channel: int) -> float:
        """Returns the voltage at an input of the ADC in mV.

        It is 0 if the input's wire is broken.
        """
        if channel == TEMPERATURE_CHANNEL:
            return TEMPERATURE_MV
        pin = self._senses.get(channel)
        if pin is None or pin.name in self.broken:
            return 0.0
        if pin.name == "cell_sense":
            return self.battery.cell_mv(self.load_mw(at_us), self._siemens) / pin.ratio
        mv = self.vsys_mv(at_us) / pin.ratio
        return self._gate.passes_mv(at_us, mv) if self._gate else mv

    def serial(self, at_us: float, data: bytes) -> None:
        self.tap.feed(at_us, data)

    def report(self, at_us: float, line: bytes) -> None:
        self.tap.report(at_us, line)

    def reset(self, at_us: float, cause: str) -> None:
        """See ``Sink.reset``. Every output pin is an input until the firmware sets it."""
        if self.budget:  # A device can start hundreds of times between two checks.
            self.budget.check_computing(at_us)
        self.dark(at_us)
        self._pico_mw = AWAKE.power_mw
        self.tap.reset(at_us, cause)

    def dark(self, at_us: float) -> None:
        """Switches all outputs off. The chip draws no power until it starts."""
        self.meter(at_us)
        self._pico_mw = 0.0
        self.sound.silence(at_us)
        self.light.off(at_us)
        self.cells_loaded = False
        if self._gate:
            self._gate.select(at_us, False)
        self.servo.signal(at_us, 0.0, 0.0)
        self.servo.supply(at_us, False)

    def forget(self, now_us: float) -> None:
        """Drops old recordings, because over weeks they would fill the memory."""
        self.tap.forget()
        self.servo.rows.clear()
        del self.light.changes[:-1]
        self.sound.forget(now_us - KEPT_US)

    def meter(self, at_us: float) -> None:
        """Adds the charge that the cells gave until ``at_us``.

        Call it before the load changes.
        """
        since_us, self._metered_us = self._metered_us, max(at_us, self._metered_us)
        if at_us > since_us and not self.battery.plugged:
            self.battery.drain(at_us - since_us, self.load_mw(at_us), self._siemens)

    def vsys_mv(self, at_us: float) -> float:
        """Returns the supply voltage in mV under the whole load, or 0 if the voltage collapses."""
        self.servo.advance(at_us)
        return self.battery.vsys_mv(self.load_mw(at_us), self._siemens)

    @property
    def _siemens(self) -> float:
        """Conductance of the servo and of the battery test's load at VSYS, in A/V, 0 or more."""
        return self.servo.siemens + (1 / CELL_LOAD_OHM if self.cells_loaded else 0.0)

    def worst_vsys_mv(self) -> float:
        """Returns the supply voltage in mV that the loudest sound and a stalled servo cause."""
        return self.battery.vsys_mv(
            PICO_MW + self._light_mw + FULL_SOUND_MW, STALL_MA / NOMINAL_MV
        )

    def load_mw(self, at_us: float) -> float:
        """Returns the constant power from VSYS at ``at_us`` in mW, without the servo."""
        return self._pico_mw + self._light_mw + self.sound.power_mw(at_us)

    @property
    def _light_mw(self) -> float:
        return self.light.current_ma * SUPPLY_MV / 1000
