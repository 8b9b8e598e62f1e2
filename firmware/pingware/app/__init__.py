"""Composition root: boot, tasks and wiring."""
