"""Builds the chip engine's compiled loop: ``python -m pingblock.virtual.chip.turbo.build``.

This is optional. Without Cython or a C compiler, the engine runs rp2040py's own loop, which is 50
times slower. The result is stored in the user's cache, under a key that depends on all sources.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from pingblock.common.cache import cache_dir, kept
from pingblock.common.installation import extra_command
from pingblock.errors import PingblockError, Unavailable

_NAME = "pingblock.virtual.chip.turbo.loop"
_FOLDER = Path(__file__).parent
_PROGRAM = """
import glob, sys
import setuptools
from Cython.Build import cythonize

loop = setuptools.Extension("loop", glob.glob("*.pyx"), extra_compile_args=sys.argv[1:])
modules = cythonize(loop, include_path=sys.path, quiet=True)
setuptools.setup(ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace"])
"""
_FLAGS = ["-O3", "-fno-strict-aliasing", "-w"]


def built_path() -> Path:
    """Returns the path of the compiled loop in the cache, for this source, Python and rp2040py."""
    return cache_dir("turbo") / _named(sys.version, sysconfig.get_platform())


def shipped_path() -> Path:
    """Returns the path of the compiled loop in a wheel for this Python and computer."""
    return _FOLDER / _named()


def _named(*parts: str) -> str:
    """Returns the name of the library for these parts of its key, rp2040py and the sources."""
    sources = (source.read_text() for source in _sources())
    key = hashlib.sha256("\0".join((*parts, version("rp2040py"), *sources)).encode())
    return f"loop-{key.hexdigest()[:16]}{sysconfig.get_config_var('EXT_SUFFIX')}"


def _sources() -> list[Path]:
    return sorted([*_FOLDER.glob("*.pyx"), *_FOLDER.glob("*.h")])


def build() -> Path:
    """Returns the path of the compiled loop. Compiles it if needed.

    Raises:
        Unavailable: Cython or a C compiler is missing, or compiling fails.
    """
    result = built_path()
    kept(result, _compiled)
    return result


def _compiled() -> bytes:
    if not (find_spec("setuptools") and find_spec("Cython")):
        raise Unavailable(
            f"The compiled loop needs Cython. To add Cython, type: {extra_command('turbo')}. The "
            "engine 'wasm' works without it."
        )
    with tempfile.TemporaryDirectory() as folder:
        for source in _sources():
            shutil.copy(source, folder)
        # A separate process, because setuptools cannot be imported after another distutils.
        command = [sys.executable, "-c", _PROGRAM, *_FLAGS]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        built = list(Path(folder).glob("loop*" + sysconfig.get_config_var("EXT_SUFFIX")))
        if done.returncode or not built:
            raise Unavailable(
                f"The chip engine's compiled loop cannot be built: {done.stderr.strip()[-2000:]}"
            )
        return built[0].read_bytes()


def load() -> ModuleType:
    """Returns the compiled module. Builds it if needed.

    Raises:
        Unavailable: the loop cannot be built, or does not fit the installed rp2040py.
    """
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    path = shipped_path()
    if not path.is_file():
        path = build()
    loader = importlib.machinery.ExtensionFileLoader(_NAME, str(path))
    spec = importlib.util.spec_from_file_location(_NAME, path, loader=loader)
    assert spec is not None, "a path and a loader always give a spec"
    try:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except (ImportError, ValueError) as fault:
        raise Unavailable(f"The compiled loop does not fit this rp2040py: {fault}") from fault
    sys.modules[_NAME] = module
    return module


if __name__ == "__main__":
    try:
        load()
        print(f"The chip engine's compiled loop is ready: {built_path().name}")
    except PingblockError as fault:
        print(f"{fault}\nThe chip engine will work without it, about 50 times slower.")
