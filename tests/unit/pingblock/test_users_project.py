"""A user's project next to Pingblock: no name of its packages conflicts with ours."""

import os
import subprocess
import sys

import pytest

from pingblock.common.firmware import firmware_dir

pytest_plugins = ["pytester"]
PLUGIN = ("-p", "no:pingblock", "-p", "pingblock.pytest_plugin", "-p", "no:cacheprovider")
# Packages of ours, and our start file, whose names another project can also use.
ROOMS = ("app", "boards", "drivers", "games", "link", "services", "shared", "sounds", "storage")
NAMES = (*ROOMS, "main", "start", "root")
TEST = f"""
import importlib
import pytest
from pingblock import Device, Outcome
import app.mine
import services.limits

@pytest.mark.parametrize("name", {NAMES!r})
def test_package_is_my_own(name):
    assert importlib.import_module(name).OWNER == "me"
    assert importlib.import_module(name + ".mine").NAME == name

def test_device_plays_beside_them(pingblock_device, pingblock_bench):
    assert isinstance(pingblock_device, Device)
    assert isinstance(pingblock_device.press(), Outcome)
    assert pingblock_bench.events("outcome")[0]["draw"] == 1
    assert services.limits.LEVEL_MAX == "mine"
"""


@pytest.fixture
def project(pytester):
    """Somebody's project: a package for each of the names, and tests that use the device."""
    for name in NAMES:
        folder = pytester.mkpydir(name)
        (folder / "__init__.py").write_text('OWNER = "me"\n')
        (folder / "mine.py").write_text(f"NAME = {name!r}\n")
    (pytester.path / "services" / "limits.py").write_text('LEVEL_MAX = "mine"\n')
    pytester.makepyfile(test_mine=TEST)
    return pytester


@pytest.mark.parametrize("mode", ["prepend", pytest.param("importlib", marks=pytest.mark.long)])
def test_packages_with_names_of_ours_work_with_the_device(project, usable_desk, mode):
    told = project.runpytest_subprocess(*PLUGIN, f"--import-mode={mode}")
    told.assert_outcomes(passed=len(NAMES) + 1)


@pytest.mark.long
def test_users_packages_fail_if_ours_are_on_the_path(project, usable_desk):
    rooms = str(firmware_dir() / "pingware")
    project.makeconftest(f"import sys\nsys.path.insert(0, {rooms!r})\n")
    told = project.runpytest_subprocess(*PLUGIN, "--import-mode=importlib")
    told.assert_outcomes(errors=1)
    assert "No module named 'app.mine'" in told.stdout.str()


def test_only_two_packages_of_ours_can_be_imported(tmp_path):
    wanted = (*NAMES, "boot", "pingblock", "pingware")
    program = (
        "from importlib.util import find_spec\n"
        f"specs = {{name: find_spec(name) for name in {wanted!r}}}\n"
        "print(*[name for name in specs if specs[name] and specs[name].origin])\n"
    )
    clean = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", program]
    told = subprocess.check_output(command, cwd=tmp_path, env=clean, text=True)
    assert told.split() == ["pingblock", "pingware"]
