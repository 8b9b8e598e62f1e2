"""WAV files of every kind, made of a sine."""

import io
import wave

import numpy as np


def tone(hz=440.0, lasts_ms=400, rate_hz=44_100, share=0.7):
    """Returns the samples of a tone, -1.0..1.0."""
    at = np.arange(rate_hz * lasts_ms // 1000) / rate_hz
    return share * np.sin(2 * np.pi * hz * at)


def wav(samples, rate_hz=44_100, width=2, channels=1):
    """Returns a WAV file (bytes) with the same samples on every channel."""
    whole = np.repeat(np.asarray(samples), channels)
    if width == 1:
        frames = np.round(whole * 127 + 128).astype(np.uint8).tobytes()
    else:
        wide = np.round(whole * (2 ** (8 * width - 1) - 1)).astype("<i8")
        frames = wide.view(np.uint8).reshape(-1, 8)[:, :width].tobytes()
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate_hz)
        file.writeframes(frames)
    return out.getvalue()
