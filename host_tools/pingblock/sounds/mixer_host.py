"""Runs the device's own mixer in Python. It has the same sources, so it gives the same bytes.

The sources are viper code: Python that uses raw memory as arrays. On the host they run as plain
Python, with replacements for ``micropython``, ``ptr32`` and ``ptr16``.
"""

from __future__ import annotations

import builtins
import functools
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from pingblock.common.extras import np
from pingblock.common.firmware import VIPER_MIXER, firmware_dir

SAMPLE_RATE_HZ = 125e6 / 5670
BUFFER_SAMPLES = 128
MIDDLE = 472

if TYPE_CHECKING:
    import numpy.typing as npt

Samples: TypeAlias = "npt.NDArray[np.uint16]"


def _same(value: Any) -> Any:
    return value


def _halfwords(words: Any) -> Any:
    return memoryview(words).cast("B").cast("H")


def _micropython() -> ModuleType:
    module = ModuleType("micropython")
    module.__dict__.update(const=_same, viper=_same)
    return module


def mixer_paths() -> dict[str, Path]:
    """Returns the paths of the mixer's files by the names of their modules."""
    drivers = firmware_dir() / "pingware" / "drivers"
    found = {name: drivers / f"{name}.py" for name in ("mixer_score_reader", "mixer_buffer")}
    return {**found, "mixer_viper": VIPER_MIXER}


@functools.cache
def mixer_modules() -> Mapping[str, ModuleType]:
    """Returns the modules ``drivers.mixer_*`` as plain Python. Leaves other modules unchanged."""
    modules = {"micropython": _micropython()}

    def bring(name: str, *others: Any, **more: Any) -> Any:
        ours = modules.get(name.removeprefix("pingware.drivers."))
        return ours or __import__(name, *others, **more)

    for name, path in mixer_paths().items():
        module = ModuleType(name)
        module.__dict__.update(ptr32=_same, ptr16=_halfwords)
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": bring}
        exec(compile(path.read_text(), str(path), "exec"), module.__dict__)
        modules[name] = module
    return modules


class HostMixer:
    """A mixer with its state, which plays a program block by block."""

    def __init__(self, recordings: array[int] | None = None) -> None:
        """Args: recordings: result of ``pingblock.tunes.sequencer.place_recordings``, or None."""
        modules = mixer_modules()
        self._block = modules["mixer_buffer"]
        self._render = modules["mixer_viper"].render
        self.state: array[int] = self._block.new_state(recordings or array("H"))

    def set_volume(self, gain_q8: int = 256, cap: int = MIDDLE) -> None:
        """Sets the same values as ``Speaker.set_volume``."""
        self.state[self._block.GAIN_TARGET] = gain_q8 * self._block.GAIN_STEP
        self.state[self._block.CAP] = cap

    def stop(self) -> None:
        """Starts the fade-out."""
        self.state[self._block.STOP] = 1

    def start(self, program: array[int]) -> Samples:
        """Starts a program. Returns the first block: the rising bias voltage, or zeros."""
        out = array("H", bytes(2 * BUFFER_SAMPLES))
        audible = self.state[self._block.GAIN_TARGET] > 0 and self.state[self._block.CAP] > 0
        self._block.first_half(self.state, out, int(audible))
        self._block.begin(self.state, program)
        self._score = [program, self._render, self.state]
        return np.array(out, dtype=np.uint16)

    def mix(self) -> tuple[int, Samples]:
        """Returns the result of ``mix_half`` and the next block."""
        out = array("H", bytes(2 * BUFFER_SAMPLES))
        word: int = self._block.mix_half(self._score, out)
        return word, np.array(out, dtype=np.uint16)

    def play(self, program: array[int]) -> Iterator[tuple[int, Samples]]:
        """Yields the result of ``mix_half`` and the block, for each block of a program."""
        word, block = 0, self.start(program)
        yield word, block
        while word != self._block.OVER:
            word, block = self.mix()
            yield word, block


def render(
    program: array[int],
    recordings: array[int] | None = None,
    gain_q8: int = 256,
    cap: int = MIDDLE,
) -> Samples:
    """Returns a whole sound as the speaker plays it: compare values 0..944.

    Args:
        program: result of ``pingblock.tunes.sequencer.compile_tune``.
        recordings: result of ``pingblock.tunes.sequencer.place_recordings``. gain_q8: volume,
            0..256.
        cap: highest amplitude, 0..472.
    """
    mixer = HostMixer(recordings)
    mixer.set_volume(gain_q8, cap)
    return np.concatenate([block for _, block in mixer.play(program)])
