import sys
from types import ModuleType

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.chip import loop
from pingblock.virtual.chip.loop import StockLoop, best_loop
from pingblock.virtual.chip.turbo import build as build_turbo
from pingblock.virtual.chip.xip_loop import XipLoop


@pytest.fixture
def no_turbo(monkeypatch):
    def fail():
        raise Unavailable("no compiler")

    monkeypatch.setattr(build_turbo, "load", fail)
    loop._say_once.cache_clear()


def test_without_a_compiler_the_stock_loop_runs_and_says_so_once(no_turbo, mcu, capsys):
    assert isinstance(best_loop(mcu, None), StockLoop)
    assert isinstance(best_loop(mcu, None, xip=True), XipLoop)
    said = capsys.readouterr().err
    assert said.count("slow loop: no compiler") == 1


def test_insisting_on_the_compiled_loop_is_an_error_without_it(no_turbo, mcu):
    with pytest.raises(Unavailable, match="no compiler"):
        best_loop(mcu, True)


def test_the_stock_loop_can_be_chosen(mcu, capsys):
    assert isinstance(best_loop(mcu, False), StockLoop)
    assert capsys.readouterr().err == ""


def test_key_depends_on_source_and_rp2040py(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = build_turbo.built_path()
    assert build_turbo.built_path() == first
    monkeypatch.setattr(build_turbo, "version", lambda name: "0.3.7")
    assert build_turbo.built_path() != first
    assert first.is_relative_to(tmp_path)


def test_missing_cython_is_told_with_the_fix(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "Cython", None)
    monkeypatch.delitem(sys.modules, "Cython.Build", raising=False)
    with pytest.raises(Unavailable, match=r"needs Cython.* type: .* pip install 'cython"):
        build_turbo.build()


def test_another_modules_distutils_is_not_in_the_way(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "loop.pyx").write_text("cdef int one():\n    return 1\n")
    monkeypatch.setattr(build_turbo, "_FOLDER", tmp_path)
    monkeypatch.setitem(sys.modules, "setuptools", None)  # as if it refused
    monkeypatch.setitem(sys.modules, "distutils", ModuleType("distutils"))
    monkeypatch.setattr(build_turbo, "find_spec", lambda name: True)
    assert build_turbo.build().stat().st_size > 1000


def test_source_that_does_not_compile_is_unavailable(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "loop.pyx").write_text("cdef int f(:\n")
    monkeypatch.setattr(build_turbo, "_FOLDER", tmp_path)
    with pytest.raises(Unavailable, match="cannot be built"):
        build_turbo.build()


def test_a_damaged_file_is_built_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(build_turbo, "_compiled", lambda: b"a library")
    path = build_turbo.build()
    path.write_bytes(b"a lib")
    assert build_turbo.build() == path
    assert path.read_bytes() == b"a library"


def test_a_file_of_another_rp2040py_is_unavailable(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, build_turbo._NAME, raising=False)
    broken = tmp_path / "loop.so"
    broken.write_bytes(b"not a library")
    monkeypatch.setattr(build_turbo, "build", lambda: broken)
    with pytest.raises(Unavailable, match="does not fit"):
        build_turbo.load()
