"""Builds the chip engine's compiled loop: ``python -m pingblock.virtual.chip.turbo.build``.

Optional: without Cython or a C compiler the engine runs rp2040py's own loop, 50 times slower.
The result lies in the user's cache under a key of everything that it depends on.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.machinery
import importlib.util
import shutil
import sys
import sysconfig
import tempfile
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from pingblock.common.cache import cache_dir, kept
from pingblock.common.installation import extra_command
from pingblock.errors import PingblockError, Unavailable

_NAME = "pingblock.virtual.chip.turbo.loop"
_FOLDER = Path(__file__).parent
_FLAGS = ["-O3", "-fno-strict-aliasing", "-w"]


def built_path() -> Path:
    """Returns where the compiled loop of this source, Python and rp2040py belongs."""
    sources = (source.read_text() for source in _sources())
    parts = (sys.version, sysconfig.get_platform(), version("rp2040py"), *sources)
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
    return cache_dir("turbo") / f"loop-{key}{sysconfig.get_config_var('EXT_SUFFIX')}"


def shipped_path() -> Path:
    """Returns where a wheel for this kind of Python and computer carries the compiled loop."""
    parts = (version("rp2040py"), *(source.read_text() for source in _sources()))
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
    return _FOLDER / f"loop-{key}{sysconfig.get_config_var('EXT_SUFFIX')}"


def _sources() -> list[Path]:
    return sorted([*_FOLDER.glob("*.pyx"), *_FOLDER.glob("*.h")])


def build() -> Path:
    """Compiles the loop unless that was done before; returns the file.

    Raises:
        Unavailable: Cython or a C compiler is missing, or it does not compile.
    """
    result = built_path()
    kept(result, _compiled)
    return result


def _compiled() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return _compile(Path(folder)).read_bytes()


def _compile(folder: Path) -> Path:
    try:
        # setuptools first: it brings the distutils that Cython then takes.
        tools = importlib.import_module("setuptools")
        cython = importlib.import_module("Cython.Build")
    except ImportError as fault:
        raise Unavailable(
            "The compiled loop needs Cython; the engine 'wasm' does not. To add it, type: "
            f"{extra_command('turbo')}"
        ) from fault
    copies = [str(shutil.copy(source, folder)) for source in _sources()]
    loop = [copy for copy in copies if copy.endswith(".pyx")]
    extension = tools.Extension(_NAME.rpartition(".")[2], loop, extra_compile_args=_FLAGS)
    try:
        modules = cython.cythonize(extension, include_path=sys.path, build_dir=folder, quiet=True)
        command = tools.Distribution({"ext_modules": modules}).get_command_obj("build_ext")
        command.build_lib = command.build_temp = str(folder)
        command.ensure_finalized()
        command.run()
        return Path(next(folder.glob("loop*" + sysconfig.get_config_var("EXT_SUFFIX"))))
    except (Exception, SystemExit) as fault:
        raise Unavailable(f"The chip engine's compiled loop cannot be built: {fault}") from fault


def load() -> ModuleType:
    """Returns the compiled module, built if need be.

    Raises:
        Unavailable: it cannot be built or does not fit the installed rp2040py.
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
