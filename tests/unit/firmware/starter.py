"""The starter ``root/start.py`` on CPython, with the chip's words in a dictionary."""

import sys
from types import ModuleType, SimpleNamespace

from pingblock.common.firmware import firmware_dir


def loaded(monkeypatch, memory):
    """Returns the module ``start`` on a chip whose ``mem32`` is ``memory``."""
    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(mem32=memory))
    monkeypatch.setitem(sys.modules, "micropython", SimpleNamespace(const=lambda value: value))
    made = ModuleType("start")
    source = firmware_dir() / "root" / "start.py"
    exec(compile(source.read_text(), source, "exec"), vars(made))
    return made
