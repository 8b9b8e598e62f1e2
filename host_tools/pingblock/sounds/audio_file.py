"""Reads sound files with libsndfile, and mixes their channels down to one.

page/board/audio_file.js does the same in a browser. Tests check both with the same files.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from pingblock.common.extras import need, np
from pingblock.errors import BadInput, Unavailable
from pingblock.sounds.coded_file import Part, first_part
from pingblock.sounds.file_kind import WAV, FileKind
from pingblock.sounds.recording import Recording
from pingblock.sounds.wav_file import find_samples
from pingblock.virtual.waveform import Floats

if TYPE_CHECKING:
    import numpy.typing as npt

    Channels = npt.NDArray[Any]  # an array with a row for each frame

LONGEST_READ_S = 60
# Maximum samples of all channels together, because all are in memory at once.
VALUES_MOST = 8_000_000
_SILENT = 1e-4  # largest sample of a silent file, where 1 is full scale
# Lower limit of the mix, relative to the loudest channel. Two unrelated channels give 0.7.
_WEAK = 0.4
_CUT_MS = 1  # A shorter cut is not reported.
_STDERR = 2  # file descriptor of standard error
_UNKNOWN = 1 << 36  # number of frames, larger than any header can give


class Read(NamedTuple):
    """A recording, and sentences about missing or skipped parts of its file."""

    recording: Recording
    said: tuple[str, ...] = ()


def read_audio(data: bytes, kind: FileKind) -> Read:
    """Reads a WAV, MP3, Ogg or FLAC file as one channel, without its mean.

    Args:
        data: content of the file.
        kind: kind of file, from ``file_kind.kind_in``.

    Raises:
        BadInput: the file is damaged, silent or too long.
        Unavailable: this computer has no libsndfile.
    """
    said: list[str] = []
    content = data[kind.at :]
    channels, rate_hz = _wav(content, said) if kind.kind == WAV else _coded(content, kind, said)
    return Read(Recording(_mono(channels, said), float(rate_hz)), tuple(said))


def _wav(content: bytes, said: list[str]) -> tuple[Channels, int]:
    found = find_samples(content)
    have_ms, named_ms = map(found.length_ms, (len(found.data), found.named_bytes))
    _check_length(have_ms / 1000, len(found.data) // found.width)
    _tell_cut(have_ms, named_ms, said)
    dtype = "float64" if found.subtype == "DOUBLE" else "float32"
    values, _ = _library().read(
        io.BytesIO(found.data), dtype=dtype, always_2d=True, format="RAW", subtype=found.subtype,
        samplerate=found.rate_hz, channels=found.channels,
        endian="BIG" if found.big_endian else "LITTLE",
    )  # fmt: skip
    return values, found.rate_hz


def _coded(content: bytes, kind: FileKind, said: list[str]) -> tuple[Channels, int]:
    part = first_part(content, kind.kind)
    values, rate_hz = _decoded(part, kind.name, said)
    if part.is_first:
        said.append("The file holds several recordings: only the first is used.")
    if part.is_cut and not said:
        ms = _rounded(1000 * len(values) / rate_hz)
        said.append(f"The file ends early: it has {ms} ms, and its end is missing.")
    return values, rate_hz


def _decoded(part: Part, name: str, said: list[str]) -> tuple[Channels, int]:
    library = _library()
    try:
        with _quiet(), library.SoundFile(io.BytesIO(part.data)) as file:
            rate_hz, named, channels = int(file.samplerate), int(file.frames), int(file.channels)
            most = min(LONGEST_READ_S * rate_hz, VALUES_MOST // channels) + 1
            values = np.full((min(named, most), channels), np.nan, np.float32)
            with suppress(library.LibsndfileError):  # The file is cut or damaged there.
                file.read(out=values)
    except library.LibsndfileError:  # libsndfile's reasons often refer to another format.
        raise _unreadable(part, name) from None
    values = values[: np.count_nonzero(~np.isnan(values[:, 0]))]
    if not len(values):
        raise _unreadable(part, name)
    _check_length(len(values) / rate_hz, values.size)
    if named < _UNKNOWN:
        _tell_cut(1000 * len(values) / rate_hz, 1000 * named / rate_hz, said)
    return values, rate_hz


def _unreadable(part: Part, name: str) -> BadInput:
    if part.is_cut:
        return BadInput(
            f"This looks like {name}, but it ends before its sound begins: get the whole "
            "file again."
        )
    return BadInput(
        f"This looks like {name}, but no sound in it can be read: save it as a WAV file."
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppresses messages of the MP3 reader, which C code writes to the terminal."""
    try:
        shown = os.dup(_STDERR)
    except OSError:  # The program has no terminal.
        yield
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), _STDERR)
        try:
            yield
        finally:
            os.dup2(shown, _STDERR)
            os.close(shown)


def _check_length(seconds: float, values: int) -> None:
    if seconds > LONGEST_READ_S:
        raise BadInput(
            f"The sound lasts longer than {LONGEST_READ_S} s: keep only the part that you want."
        )
    if values > VALUES_MOST:
        raise BadInput(
            f"The sound has more than {VALUES_MOST} samples in all channels together: save it "
            "with fewer channels or fewer samples a second."
        )


def _tell_cut(have_ms: float, named_ms: float, said: list[str]) -> None:
    if named_ms - have_ms >= _CUT_MS:
        said.append(
            f"The file ends early: it has {_rounded(have_ms)} of the {_rounded(named_ms)} ms that "
            "its header names."
        )


def _rounded(ms: float) -> int:
    """Returns a time in whole ms. Rounds half up, as the page does."""
    return int(ms + 0.5)


def _mono(channels: Channels, said: list[str]) -> Floats:
    """Returns the average of all channels, or the loudest if they cancel out, without its mean."""
    finite = np.nan_to_num(channels, copy=False, nan=0.0, posinf=0.0, neginf=0.0)
    if not len(finite):
        raise BadInput("The file is empty: it has no samples.")
    peak = float(np.abs(finite).max())
    if peak > 1:
        finite = finite / peak
    level = finite - finite.mean(axis=0, dtype=np.float64)
    mixed: Floats = level.mean(axis=1, dtype=np.float64)
    power = np.square(level).mean(axis=0)
    loudest = int(power.argmax())
    if float(np.square(mixed).mean()) < _WEAK**2 * float(power[loudest]):
        mixed = level[:, loudest].astype(np.float64)
        said.append(
            f"Only channel {loudest + 1} of {level.shape[1]} is used: the sum of all is much "
            "softer."
        )
    if float(np.abs(mixed).max()) < _SILENT:
        raise BadInput(
            "There is no sound in the file: it is silent, or below 0.01 % of full scale."
        )
    return mixed


def _library() -> Any:
    """Returns the package soundfile."""
    need("soundfile")
    try:
        import soundfile
    except OSError:  # Some wheels of soundfile, for rare computers, do not contain libsndfile.
        raise Unavailable(
            "This computer lacks the library libsndfile, which reads sound files. Install it, for "
            "example with 'apt install libsndfile1'."
        ) from None
    return soundfile
