"""Custom sounds as a device stores them, made in the same way as by the command."""

import io
import math
import struct
import wave
from pathlib import Path
from tempfile import TemporaryDirectory

from pingblock.sounds import sound
from pingblock.sounds.sound_file import path_of
from pingware.shared.light_show import EVERY_MS

PING_HZ, LAUGH_HZ = 880, 660
PING = f"repeat_every_ms {EVERY_MS}\n0 bell A5 200 60\n"
RISE = "0 flute C5 400 50\n500 flute E5 400 50\n1000 flute G5 2600 50\n"
RATE_HZ = 44_100


def made(name, content, ending=".tune"):
    """Returns a sound that replaces tune ``name``."""
    with TemporaryDirectory() as folder:
        path = Path(folder, f"own{ending}")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return sound.of_file(path, name)


def wav(hz=LAUGH_HZ, lasts_ms=400, rate_hz=RATE_HZ, lead_ms=0, share=0.7):
    """Returns a WAV file (bytes): silence, then a sine."""
    silent = [0] * (rate_hz * lead_ms // 1000)
    count = rate_hz * lasts_ms // 1000
    tone = [round(32767 * share * math.sin(2 * math.pi * hz * n / rate_hz)) for n in range(count)]
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(struct.pack(f"<{len(silent) + count}h", *silent, *tone))
    return out.getvalue()


def on_device(*sounds):
    """Returns the files of a device that has these sounds."""
    return {path_of(each.name): each.data for each in sounds}
