"""Instruments, and the sequencer, which turns tunes into programs for the mixer."""
