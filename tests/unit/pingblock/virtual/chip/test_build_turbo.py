import sys
from types import ModuleType

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.chip import loop
from pingblock.virtual.chip.loop import StockLoop, best_loop
from pingblock.virtual.chip.turbo import build as build_turbo


@pytest.fixture
def no_turbo(monkeypatch):
    def fail():
        raise Unavailable("no compiler")

    monkeypatch.setattr(build_turbo, "load", fail)
    loop._say_once.cache_clear()


def test_missing_compiler_selects_stock_loop_with_one_warning(no_turbo, mcu, capsys):
    assert isinstance(best_loop(mcu, None), StockLoop)
    assert isinstance(best_loop(mcu, None), StockLoop)
    said = capsys.readouterr().err
    assert said.count("slow loop: no compiler") == 1


@pytest.mark.parametrize(("turbo", "xip"), [(True, False), (None, True), (False, True)])
def test_required_compiled_loop_without_compiler_is_an_error(no_turbo, mcu, turbo, xip):
    with pytest.raises(Unavailable, match="no compiler"):
        best_loop(mcu, turbo, xip)


def test_stock_loop_can_be_chosen_without_warning(mcu, capsys):
    assert isinstance(best_loop(mcu, False), StockLoop)
    assert capsys.readouterr().err == ""


def test_built_path_depends_on_rp2040py_version(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = build_turbo.built_path()
    assert build_turbo.built_path() == first
    monkeypatch.setattr(build_turbo, "version", lambda name: "0.3.7")
    assert build_turbo.built_path() != first
    assert first.is_relative_to(tmp_path)


def test_missing_cython_error_names_install_command(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "Cython", None)
    monkeypatch.delitem(sys.modules, "Cython.Build", raising=False)
    with pytest.raises(Unavailable, match=r"needs Cython.* type: .* pip install 'cython"):
        build_turbo.build()


def test_build_works_despite_foreign_distutils_module(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "loop.pyx").write_text("cdef int one():\n    return 1\n")
    monkeypatch.setattr(build_turbo, "_FOLDER", tmp_path)
    monkeypatch.setitem(sys.modules, "setuptools", None)  # setuptools cannot be imported
    monkeypatch.setitem(sys.modules, "distutils", ModuleType("distutils"))
    monkeypatch.setattr(build_turbo, "find_spec", lambda name: True)
    assert build_turbo.build().stat().st_size > 1000


def test_source_that_does_not_compile_is_unavailable(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "loop.pyx").write_text("cdef int f(:\n")
    monkeypatch.setattr(build_turbo, "_FOLDER", tmp_path)
    with pytest.raises(Unavailable, match="cannot be built"):
        build_turbo.build()


def test_damaged_library_is_built_again(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(build_turbo, "_compiled", lambda: b"a library")
    path = build_turbo.build()
    path.write_bytes(b"a lib")
    assert build_turbo.build() == path
    assert path.read_bytes() == b"a library"


def test_library_that_cannot_be_loaded_is_unavailable(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, build_turbo._NAME, raising=False)
    broken = tmp_path / "loop.so"
    broken.write_bytes(b"not a library")
    monkeypatch.setattr(build_turbo, "build", lambda: broken)
    with pytest.raises(Unavailable, match="does not fit"):
        build_turbo.load()
