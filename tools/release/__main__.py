"""Makes the files of a release: ``python -m tools.release dist``. ``make release`` calls it.

With the same sources and the same SOURCE_DATE_EPOCH, two runs make the same bytes.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from tools import one_file, page_bundle, slots, words
from tools.docs.__main__ import build as build_site
from tools.micropython_source import ROOT, run
from tools.release import which_file
from tools.release.bill import bill
from tools.release.notes import notes
from tools.release.packed import sums, zipped
from tools.release.told import stale

from pingblock.errors import BadInput, PingblockError, Unavailable
from pingblock.image.ready_slots import image_in_place
from pingblock.languages.catalogues import FOLDER

DOWNLOADS = ROOT / "docs" / "downloads.md"


def make(folder: Path) -> list[Path]:
    """Makes all files of a release in a folder, which is emptied first. Returns their paths.

    Raises:
        PingblockError: an input is missing, or belongs to another version.
    """
    number = version("pingblock")
    _translated()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        images = Path(scratch)
        _images(images)
        _python(folder, images)
        for path in images.iterdir():
            shutil.copy(path, folder / path.name.replace("pingblock", f"pingblock-{number}", 1))
        if not list(folder.glob(f"pingblock-{number}-*.whl")):
            told = f"Pingblock {number} is installed here, but the firmware has another version"
            raise BadInput(f"{told}.\nFix: {sys.executable} -m pip install -e .")
        _archives(folder, f"pingblock-{number}", images)
    _cards(folder, f"pingblock-{number}")
    rows = which_file.choices(folder)
    (folder / which_file.NAME).write_text(which_file.page(rows))
    news = notes((ROOT / "CHANGELOG.md").read_text(), number, files=which_file.table(rows))
    (folder / "RELEASE_NOTES.md").write_text(news)
    listed = sorted(folder.iterdir())
    (folder / f"pingblock-{number}.cdx.json").write_text(bill(number, listed))
    (folder / "SHA256SUMS").write_text(sums(folder.iterdir()))
    return sorted(folder.iterdir())


def _translated() -> None:
    """Raises BadInput if a sentence is missing in a language of the release."""
    if lacking := words.lacking():
        listed = "\n".join(f"    {line}" for line in lacking)
        raise BadInput(
            f"{len(lacking)} sentences are not translated:\n{listed}\n"
            f"Fix: make words, then translate them in {FOLDER}."
        )


def _python(folder: Path, images: Path) -> None:
    """Makes the wheel with the images in it, and the archive of the sources."""
    words = (sys.executable, "-m", "hatchling", "build", "-d", folder)
    run(*words, what="Building the wheel", PINGBLOCK_WITH_IMAGES=str(images))


def _images(folder: Path) -> None:
    """Copies the images, which contain the current firmware."""
    for name, kind in slots.KINDS.items():
        content = image_in_place(kind.pico, slots.OUT)
        if not content:
            missing = f"{slots.OUT / name}.uf2 is missing, or has other firmware in it"
            raise Unavailable(f"{missing}.\nFix: make images")
        (folder / f"{name}.uf2").write_bytes(content)


def _archives(folder: Path, name: str, images: Path) -> None:
    makers: dict[str, Callable[[Path], object]] = {
        "page": lambda place: page_bundle.write(place, images),
        "docs": lambda place: build_site(place, images),
    }
    for kind, maker in makers.items():
        with tempfile.TemporaryDirectory() as scratch:
            place = Path(scratch) / kind
            maker(place)
            zipped(folder / f"{name}-{kind}.zip", place)
    one_file.write(folder, images)
    zipped(folder / f"{name}-hardware.zip", ROOT / "hardware", _hardware())


def _hardware() -> Iterator[Path]:
    """Yields the files for builders: guides, pictures, data of the parts, and generated files."""
    for path in (ROOT / "hardware").rglob("*"):
        if "made" in path.parts or path.suffix in (".md", ".png", ".svg", ".toml"):
            yield path


def _cards(folder: Path, name: str) -> None:
    words = (sys.executable, "-m", "pingblock", "cards", "-g", "all", "-l", "all")
    run(*words, "-o", folder / f"{name}-cards.pdf", what="Drawing the cards")


def main() -> None:
    """Makes the release in the folder that the argument names, and lists it."""
    try:
        made = make(Path(sys.argv[1]).absolute())
    except (PingblockError, OSError) as fault:
        sys.exit(f"There is no release. {fault}")
    for path in made:
        print(f"{path.stat().st_size / 1e6:8.2f} MB  {path.name}")
    sizes = {path.name: path.stat().st_size for path in made}
    if wrong := stale(DOWNLOADS.read_text(encoding="utf-8"), version("pingblock"), sizes):
        sys.exit("The release is made, but docs/downloads.md is stale. " + " ".join(wrong))


if __name__ == "__main__":
    main()
