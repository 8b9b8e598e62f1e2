"""A virtual Pingblock with all its parts, which is the same with every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from pathlib import Path
from random import Random

from pingblock.boards.board import BOARD, BoardData
from pingblock.errors import BadInput, PingblockError
from pingblock.virtual import report_tap
from pingblock.virtual.engine import Engine, Sink
from pingblock.virtual.engines import COMPILED, ENGINES, SAME_EVERY_TIME, Loaded, choose
from pingblock.virtual.harness import Harness
from pingblock.virtual.heard import Heard
from pingblock.virtual.parts.battery import Cell
from pingblock.virtual.parts.button import PRESS_MS, ButtonModel
from pingblock.virtual.parts.contact import DEFAULT, Bounce
from pingblock.virtual.parts.lever import LeverModel
from pingblock.virtual.parts.light import Colour
from pingblock.virtual.parts.servo import ServoRow
from pingblock.virtual.parts.speaker import BLOCKS_A_S
from pingblock.virtual.serial_tap import Event, sealed
from pingblock.virtual.session_budget import LOOK_US, SessionBudget
from pingblock.virtual.sound_follower import SoundFollower
from pingblock.virtual.supply import SupplyModel
from pingblock.virtual.waveform import Floats
from pingware.shared import protocol

EngineFactory = Callable[[Sink], Engine]

RATE_HZ = 22_050
# Engines add up time in different steps, so a time can be too small by a rounding error.
SAME_US = 0.001
REPLY_STEP_MS = 2.0
REPLY_LIMIT_MS = 2000.0


class Bench:
    """A virtual Pingblock, with methods to move its parts and to see and hear it.

    It starts with power, USB plugged in, and three fresh alkaline cells. Time passes only in
    ``advance``. Without ``at_ms`` an action happens now.

    Args:
        factory: makes the engine, which reports to this device's sink.
        seed: seed for the random behaviour of the parts (bounce, ADC noise), not of the firmware.
        board: the pin map that the parts are wired to.
    """

    def __init__(self, factory: EngineFactory, seed: int = 0, board: BoardData = BOARD) -> None:
        self.parts = Harness(Random(f"adc {seed}"), board)
        self.engine = factory(self.parts)
        gpio = self.parts.gpio
        self._block = ButtonModel(self.engine, gpio["block_button"], Random(f"block {seed}"))
        self._check = ButtonModel(self.engine, gpio["check_button"], Random(f"check {seed}"))
        self._lever: LeverModel | None = None
        if "lever" in gpio:
            self._lever = LeverModel(self.engine, gpio["lever"], Random(f"lever {seed}"))
        self._board = board
        self._supply = SupplyModel(self.engine, self.parts)
        self._last_id = 0

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops the engine. It can be called twice."""
        self.engine.close()

    @property
    def now_ms(self) -> float:
        """Emulated ms since the first power-on."""
        return self.engine.now_us / 1000

    def advance(self, ms: float) -> None:
        """Advances emulated time by ``ms`` (0 or more)."""
        self.advance_to(self.now_ms + ms)

    def advance_to(self, at_ms: float) -> None:
        """Advances emulated time to ``at_ms`` after the first power-on."""
        until_us = at_ms * 1000
        budget = self.parts.budget
        while until_us - self.engine.now_us > SAME_US:
            slice_us = min(self._supply.slice_us(), LOOK_US if budget else inf)
            self.engine.advance(min(until_us, self.engine.now_us + slice_us))
            self._supply.watch()
            if budget:
                budget.check_computing(self.engine.now_us)
        self.parts.servo.advance(self.engine.now_us)

    def limit(self, live: bool = False, long: bool = False) -> None:
        """Limits time and memory from now on, because a stranger made the session.

        Args:
            live: see ``SessionBudget``. If the session exceeds the limits, ``advance`` raises
                PingblockError.
            long: see ``SessionBudget``.
        """
        self.parts.budget = SessionBudget(self.engine.name, live, long)

    def press(
        self, at_ms: float | None = None, for_ms: float = PRESS_MS, bounce: Bounce = DEFAULT
    ) -> None:
        """Presses the block's button for ``for_ms``."""
        self._block.press(self._us(at_ms), for_ms, bounce)

    def check(
        self, at_ms: float | None = None, for_ms: float = PRESS_MS, bounce: Bounce = DEFAULT
    ) -> None:
        """Presses the check button on the back for ``for_ms``."""
        self._check.press(self._us(at_ms), for_ms, bounce)

    def pull_lever(self, at_ms: float | None = None, bounce: Bounce = DEFAULT) -> None:
        """Pulls the lever back and holds it. Raises BadInput if the pin map has no lever."""
        self._fitted_lever().pull(self._us(at_ms), bounce)

    def release_lever(self, at_ms: float | None = None, bounce: Bounce = DEFAULT) -> None:
        """Lets the lever go. Raises BadInput if the pin map has no lever."""
        self._fitted_lever().release(self._us(at_ms), bounce)

    def _fitted_lever(self) -> LeverModel:
        if self._lever is None:
            raise BadInput(f"The board {self._board.NAME} has no lever.")
        return self._lever

    def block_servo(self, low_deg: float, high_deg: float) -> None:
        """Limits the worms' servo now: its horn turns only from ``low_deg`` to ``high_deg``.

        Both are 0..180. If the horn is outside of this range, it stays where it is.
        """
        self.parts.servo.block(self.engine.now_us, low_deg, high_deg)

    def free_servo(self) -> None:
        """Removes the obstacle in the worms' way."""
        self.parts.servo.block(self.engine.now_us)

    def _us(self, at_ms: float | None) -> float:
        return self.engine.now_us if at_ms is None else at_ms * 1000

    def set_battery(self, cells: Sequence[Cell]) -> None:
        """Fits other cells now. Raises BadInput unless there are 1 to 4."""
        self.parts.meter(self.engine.now_us)
        self.parts.battery.fit(cells)
        self._supply.watch()

    @property
    def drawn_mah(self) -> float:
        """Charge in mAh that each cell gave since it was fitted. On USB, cells give none."""
        self.parts.meter(self.engine.now_us)
        return self.parts.battery.drawn_mah

    def unplug(self) -> None:
        """Unplugs the USB cable now: the link ends, and the cells power the device."""
        self._supply.cable(False)

    def plug(self) -> None:
        """Plugs the USB cable in now."""
        self._supply.cable(True)

    def power_off(self) -> None:
        """Removes all power now, of the cells and of the cable."""
        self._supply.switch(False)

    def power_on(self) -> None:
        """Switches the power on again now."""
        self._supply.switch(True)

    @property
    def powered(self) -> bool:
        """True unless the power is off or the supply has collapsed."""
        return self._supply.powered

    def send(self, line: str | bytes) -> None:
        """Sends a line now. Text gets a CRC and a newline. Bytes are sent unchanged."""
        data = line if isinstance(line, bytes) else sealed(line)
        self.engine.send(self.engine.now_us, data)

    def request(self, do: str, **arguments: object) -> Event:
        """Sends a request and advances time until the firmware answers.

        Returns:
            The answer: ``{"id": ..., "ok": {...}}`` or ``{"id": ..., "error": {...}}``.

        Raises:
            PingblockError: no answer came within two emulated seconds.
        """
        self._last_id += 1
        self.send(protocol.encode({"id": self._last_id, "do": do, **arguments}))
        limit_ms = self.now_ms + REPLY_LIMIT_MS
        while self._last_id not in self.parts.tap.replies:
            if self.now_ms >= limit_ms:
                raise PingblockError(f"The firmware did not answer '{do}' within 2 s.")
            self.advance(REPLY_STEP_MS)
        return self.parts.tap.replies[self._last_id]

    @cached_property
    def _follower(self) -> SoundFollower:
        return SoundFollower(self.parts.sound, RATE_HZ)

    def audio(self, start_ms: float = 0.0, rate_hz: int = RATE_HZ) -> tuple[Floats, int]:
        """Returns the sound from ``start_ms`` until now (-1.0..1.0), and its sample rate."""
        first, last = (int(ms * rate_hz / 1000) for ms in (start_ms, self.now_ms))
        return self.parts.sound.heard(rate_hz, first, last), rate_hz

    def audio_blocks(self, rate_hz: int) -> Iterator[Floats]:
        """Yields the sound of ``audio`` in pieces of 10 s."""
        last, step = int(self.now_ms * rate_hz / 1000), rate_hz // BLOCKS_A_S * (10 * BLOCKS_A_S)
        for first in range(0, last, step):
            yield self.parts.sound.heard(rate_hz, first, min(first + step, last))

    def heard(self) -> Heard:
        """Returns the analysed sound from the first power-on until now."""
        return Heard(self._follower.features(self.now_ms), self.parts.sound.waveform())

    def forget_sound(self) -> None:
        """Analyses the sound until now, then drops all of the recording except its last second.

        ``heard().features`` stays complete. After this, ``audio`` and the waveform begin later.
        """
        self._follower.follow(self.now_ms)
        self._follower.forget()

    def servo(self) -> list[ServoRow]:
        """Returns the record of the servo."""
        return self.parts.servo.rows

    def led(self) -> Colour:
        """Returns the light's current colour: red, green, blue, each 0..255."""
        return self.parts.light.colour

    def events(self, kind: str | None = None) -> list[Event]:
        """Returns the firmware's events so far, oldest first.

        With ``kind``, returns only those.
        """
        return [event for event in self.parts.tap.events if kind in (None, event["kind"])]


def open_bench(
    engine: str | None = None,
    seed: int | None = None,
    files: Mapping[str, bytes] | None = None,
    xip: bool = False,
    in_front: Callable[[Sink], Sink] = lambda parts: parts,
    entropy: int = SAME_EVERY_TIME,
    board: BoardData = BOARD,
    tap: bool = False,
    image: Path | None = None,
) -> Bench:
    """Opens a virtual device with the project's firmware on it.

    Args:
        engine: ``desk``, ``wasm``, ``chip`` or ``pico2``. None takes the first that can run here.
        seed: makes the firmware's draws and the random behaviour of the parts repeatable.
        files: more files for the device, as a map from path to content.
        xip: chip only: whether to emulate flash cache misses.
        in_front: gets the sink of the parts and returns the sink that the engine reports to.
        entropy: seed for the device's random source, which it uses for draws without a ``seed``.
            By default, every device draws the same. Not for ``pico2``.
        board: the pin map of the device, a module such as ``pingware.boards.rev_a``.
        tap: whether to copy the firmware's events, so that they can be read without a cable.
        image: chip only: the UF2 file to boot, or None for the usual one (``engines.image_of``).

    Raises:
        BadInput: the engine is unknown.
        Unavailable: this computer cannot run the engine. The message names the command that helps.
    """
    engine = choose(engine).name
    if engine not in ENGINES:
        raise BadInput(f"There is no engine '{engine}': use one of {', '.join(ENGINES)}.")
    extra = {**(report_tap.files(engine in COMPILED) if tap else {}), **(files or {})}
    if seed is not None:
        extra["/seed"] = b"%d\n" % seed

    def opened(parts: Sink) -> Engine:
        return ENGINES[engine](in_front(parts), Loaded(extra, xip, entropy, board, image))

    return Bench(opened, seed or 0, board)
