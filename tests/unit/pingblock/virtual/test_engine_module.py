"""The module of the engine `wasm`: that of these sources, or a message about how to get it."""

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.wasm import module as engine_module


def test_changed_port_source_needs_another_module(tmp_path):
    (tmp_path / "port.c").write_bytes(b"one")
    before = engine_module.cached(tmp_path)
    assert engine_module.cached(tmp_path) == before
    (tmp_path / "port.c").write_bytes(b"two")
    assert engine_module.cached(tmp_path) != before


@pytest.mark.parametrize("checkout", [True, False])
def test_missing_module_error_says_how_to_get_it(tmp_path, monkeypatch, checkout):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(engine_module, "port_dir", lambda: tmp_path if checkout else None)
    monkeypatch.setattr(engine_module, "SHIPPED", tmp_path / "none")
    with pytest.raises(
        Unavailable, match="make engine" if checkout else "Install a wheel of a release"
    ):
        engine_module.module_path()
