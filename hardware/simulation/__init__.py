"""Simulated circuits, their cases and limits (``cases.toml``)."""
