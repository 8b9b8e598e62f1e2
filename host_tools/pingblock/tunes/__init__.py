"""Instruments and the sequencer, which makes programs of tunes for builds and custom sounds."""
