"""Entry of a slot: ``main.py`` imports it and calls ``run``."""

from pingware.app.boot import run

__all__ = ["run"]
