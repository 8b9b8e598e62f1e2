"""The page of downloads has the real sizes of the files, and of the packages of an extra."""

import re
import tomllib
from importlib.metadata import Distribution

import pytest
from tests.environments import ROOT, needed
from tools import one_file
from tools.release import which_file
from tools.release.told import stale

PAGE = (ROOT / "docs" / "downloads.md").read_text(encoding="utf-8")
TABLE = """
| `pingblock-VERSION-pico.uf2`, `-pico2.uf2` | 1 | a board |
| `SHA256SUMS` | | sums |
| `sounds` | an extra | 71 |
"""
SIZES = {"pingblock-1.2-pico.uf2": 958_464, "pingblock-1.2-pico2.uf2": 942_592, "SHA256SUMS": 1200}


def test_correct_table_has_no_faults():
    assert stale(TABLE, "1.2", SIZES) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"pingblock-1.2-pico.uf2": 860_000}, "pingblock-1.2-pico.uf2 has 0.9 MB, not 1."),
        ({"pingblock-1.2-pico.uf2": 1_200_000}, "pingblock-1.2-pico.uf2 has 1.2 MB, not 1."),
        ({"SHA256SUMS": 150_000}, "SHA256SUMS has 0.1 MB, not 0."),
        ({"new.zip": 5}, "The page does not list new.zip."),
    ],
)
def test_wrong_size_or_missing_entry_is_named(change, fault):
    assert stale(TABLE, "1.2", SIZES | change) == [fault]


def test_entry_without_a_file_is_named():
    assert stale(TABLE, "1.2", {name: SIZES[name] for name in list(SIZES)[1:]}) == [
        "The page lists pingblock-1.2-pico.uf2, which is missing."
    ]


def test_downloads_page_has_each_file_of_a_release():
    endings = ("py3-none-any.whl", "pico-slots.uf2", "pico2-slots.uf2")
    endings += ("page.zip", "docs.zip", "cards.pdf", "hardware.zip")
    names = [f"pingblock-1.2-{each}" for each in endings]
    names += ["pingblock-1.2.tar.gz", "SHA256SUMS", "pingblock-1.2.cdx.json", "RELEASE_NOTES.md"]
    names += [which_file.NAME, *one_file.NAMES]
    wrong = stale(PAGE, "1.2", dict.fromkeys(names, 0))
    assert [each for each in wrong if "The page" in each] == []


def installed_mb(packages: list[Distribution]) -> float:
    """Returns the size of packages of this environment, without their compiled files."""
    files = [package.locate_file(file) for package in packages for file in package.files or []]
    counted = [file for file in files if file.is_file() and file.suffix != ".pyc"]
    return sum(file.stat().st_size for file in counted) / 1e6


@pytest.mark.parametrize("extra", ["sounds", "cards", "chip", "desk", "study"])
def test_size_of_an_extra_is_as_on_the_page(extra):
    """Within a fifth: the packages of other computers differ."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    plain = {package.name for package in needed(project["dependencies"])}
    more = {
        package.name: package
        for package in needed(project["optional-dependencies"][extra], {"", extra})
        if package.name not in plain
    }
    told = float(re.search(rf"^\| `{extra}` \|.*\| (\d+) \|$", PAGE, re.MULTILINE)[1])
    assert told == pytest.approx(installed_mb(list(more.values())), rel=0.2)
