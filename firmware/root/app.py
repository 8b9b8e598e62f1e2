"""Entry of a slot: ``main.py`` imports it and calls ``run``."""

from pingware.app.boot.boot import run

__all__ = ["run"]
