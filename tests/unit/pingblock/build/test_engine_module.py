"""The engine's module: found by what it is made of, or named with what builds it."""

import pytest

from pingblock.build import engine_module
from pingblock.errors import Unavailable


def test_a_changed_port_is_another_module(tmp_path):
    found = set()
    for text in ("old", "new"):
        (tmp_path / "host.c").write_text(text)
        found.add(engine_module.cached(tmp_path))
    assert len(found) == 2


@pytest.mark.parametrize(
    ("checkout", "fix"), [(True, "make engine"), (False, "wheel of a release")]
)
def test_a_module_that_is_missing_is_told_with_what_helps(tmp_path, monkeypatch, checkout, fix):
    monkeypatch.setattr(engine_module, "port_dir", lambda: tmp_path if checkout else None)
    monkeypatch.setattr(engine_module, "SHIPPED", tmp_path / "none")
    with pytest.raises(Unavailable, match=f"Fix: .*{fix}"):
        engine_module.module_path()
