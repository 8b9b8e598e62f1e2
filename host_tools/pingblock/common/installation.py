"""This installation of Pingblock: its kind, and the commands that add packages or repair it."""

from __future__ import annotations

import json
import os
import re
import shlex
import site
import sys
import sysconfig
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

NAME = "pingblock"
_WINDOWS = os.name == "nt"
CHECKOUT, PIPX, UV_TOOL, VENV, SYSTEM = "checkout", "pipx", "uv tool", "venv", "system"
PIPX_GLOBAL, PIPX_RUN, UVX = "pipx --global", "pipx run", "uvx"
# Kinds that pip does not manage: the beginnings of the commands that add packages and that install
# again.
_PIPX = {
    PIPX: (("pipx", "inject"), ("pipx", "install", "--force")),
    PIPX_GLOBAL: (
        ("sudo", "pipx", "inject", "--global"),
        ("sudo", "pipx", "install", "--global", "--force"),
    ),
}
# Temporary environments in a cache, which the next start can replace: the start command, the
# beginning of a start with a new environment, and its option for the wheel.
_ONCE = {
    PIPX_RUN: (("pipx", "run"), "--no-cache", "--spec"),
    UVX: (("uvx",), "--refresh", "--from"),
}
_QUOTED = re.compile(r"[^\w./\\:@=+~-]")  # characters with a meaning in cmd.exe or PowerShell
WHEEL = "pingblock-{}-py3-none-any.whl"


@dataclass(frozen=True)
class Installation:
    """One installation of Pingblock.

    Args:
        kind: CHECKOUT (editable), PIPX, PIPX_GLOBAL, UV_TOOL, VENV, SYSTEM for the system's own
            Python, or PIPX_RUN and UVX, whose environments are temporary.
        python: path of the Python interpreter.
        environment: folder of the environment.
        source: the checkout, or the installed wheel if it still exists, or None.
        has_pip: whether the interpreter has pip.
        of_uv: whether uv made the environment. Such an environment does not need pip.
        refuses: whether pip refuses to install without a flag (PEP 668).
        of_user: whether Pingblock is in the user's packages of the system's Python.
        version: the version of Pingblock, or "" if it is not installed.
    """

    kind: str
    python: str
    environment: str
    source: Path | None = None
    has_pip: bool = True
    of_uv: bool = False
    refuses: bool = False
    of_user: bool = False
    version: str = ""

    def adds(self, packages: Iterable[str]) -> str:
        """Returns the command that installs packages for Pingblock, such as ``numpy>=1.26``."""
        if self.kind in _PIPX:
            return command(*_PIPX[self.kind][0], Path(self.environment).name, *packages)
        if self.kind in _ONCE:
            start, _, wheel = _ONCE[self.kind]
            brought = [word for package in packages for word in ("--with", package)]
            return command(*start, *brought, wheel, self._wheel(), NAME)
        return self._installs(*packages)

    def mends(self) -> str:
        """Returns the command that installs the same version again.

        Returns "" if the files must come from elsewhere, as in a checkout.
        """
        if self.kind == CHECKOUT:
            return ""
        wheel = self._wheel()
        if self.kind in _PIPX:
            return command(*_PIPX[self.kind][1], wheel)
        if self.kind in _ONCE:
            start, new, option = _ONCE[self.kind]
            return command(*start, new, option, wheel, NAME)
        if self.kind == UV_TOOL:
            return command("uv", "tool", "install", "--force", wheel)
        return self._installs("--reinstall" if self.of_uv else "--force-reinstall", wheel)

    def _wheel(self) -> str:
        return str(self.source or WHEEL.format(self.version))

    def _installs(self, *words: str) -> str:
        if self.of_uv:
            return command("uv", "pip", "install", "--python", self.python, *words)
        flags = ("--user",) * self.of_user + ("--break-system-packages",) * self.refuses
        installs = command(self.python, "-m", "pip", "install", *flags, *words)
        if self.has_pip:
            return installs
        return f"{command(self.python, '-m', 'ensurepip')} && {installs}"


def installation() -> Installation:
    """Finds out how this program was installed."""
    ours = _ours()
    kind, source = _kind(ours)
    managed = Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").is_file()
    folder = str(ours.locate_file("")) if ours else ""
    return Installation(
        kind=kind,
        python=sys.executable,
        environment=sys.prefix,
        source=source,
        has_pip=find_spec("pip") is not None,
        of_uv=kind == UV_TOOL or _made_by_uv(),
        refuses=managed and kind == SYSTEM,
        of_user=kind == SYSTEM
        and os.path.realpath(folder) == os.path.realpath(site.getusersitepackages()),
        version=ours.version if ours else "",
    )


def packages_of(extra: str) -> list[str]:
    """Returns the packages that an extra of ours installs on this computer.

    With "", returns the packages of every installation.

    A requirement such as ``numpy>=1.26; extra == 'chip'`` has a condition. Python can evaluate all
    conditions that our requirements use (PEP 508).
    """
    import platform

    ours, machine = _ours(), platform.machine()
    values = {"extra": extra, "sys_platform": sys.platform, "platform_machine": machine}
    found = []
    for line in (ours.requires if ours else None) or []:
        package, _, condition = line.partition(";")
        fits = not condition or eval(condition.strip(), {"__builtins__": {}}, values)
        if fits and ("extra" in condition) == bool(extra):
            found.append(package.strip())
    return found


def extra_command(extra: str) -> str:
    """Returns the command that installs the packages of an extra, or "" if none is needed here."""
    packages = packages_of(extra)
    return installation().adds(packages) if packages else ""


def command(*words: str) -> str:
    """Returns a command line with the quotes that this system's shell needs."""
    if not _WINDOWS:
        return shlex.join(words)
    typed = " ".join(f'"{word}"' if _QUOTED.search(word) else word for word in words)
    return f"& {typed}" if typed.startswith('"') and _in_powershell() else typed


def _in_powershell() -> bool:
    """Returns whether PowerShell started us. It runs a path in quotes only after an ``&``."""
    import shellingham  # type: ignore[import-untyped]

    with suppress(shellingham.ShellDetectionFailure):
        return shellingham.detect_shell()[0] in ("powershell", "pwsh")
    return False


def _kind(ours: Distribution | None) -> tuple[str, Path | None]:
    source, editable = _source(ours)
    if editable or ours is None:
        return CHECKOUT, source
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").is_file():
        return _kind_of_pipx(prefix), source
    if (prefix / "uv-receipt.toml").is_file():
        return UV_TOOL, source
    if prefix.parent.name.startswith("archive-v") and _made_by_uv():
        return UVX, source
    return VENV if sys.prefix != sys.base_prefix else SYSTEM, source


def _kind_of_pipx(prefix: Path) -> str:
    if prefix.parent.name != "venvs":
        return PIPX_RUN
    everybodys = os.environ.get("PIPX_GLOBAL_HOME") or "/opt/pipx"
    return PIPX_GLOBAL if prefix.is_relative_to(everybodys) else PIPX


def _source(ours: Distribution | None) -> tuple[Path | None, bool]:
    """Returns the path that Pingblock was installed from, if any, and whether the installation is
    editable.

    Source: direct_url.json of the installed package (PEP 610).
    """
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        told = json.loads((ours.read_text("direct_url.json") if ours else None) or "{}")
        path = Path(unquote(urlsplit(told["url"]).path).removeprefix("/" if _WINDOWS else ""))
        editable = bool(told.get("dir_info", {}).get("editable"))
        return (path if path.exists() else None), editable
    return None, False


def _ours() -> Distribution | None:
    try:
        return distribution(NAME)
    except PackageNotFoundError:
        return None


def _made_by_uv() -> bool:
    """Returns whether uv made this environment without pip."""
    with suppress(OSError):
        told = Path(sys.prefix, "pyvenv.cfg").read_text("utf-8", "replace")
        return find_spec("pip") is None and any(
            line.partition("=")[0].strip() == "uv" for line in told.splitlines()
        )
    return False
