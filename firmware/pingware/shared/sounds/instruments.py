"""Instruments that all tunes share. TEMPORARY: moved here with the tunes."""

from pingware.shared.sounds.tunes import INSTRUMENTS

__all__ = ["INSTRUMENTS"]
