"""The guides: the entrance leads to all of them, and they name the parts that are."""

import csv
import re

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.board import CIRCUIT as BLOCK_BOARD
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware.guide_pdf import PAGES, blocks
from tools.hardware.parts import STATUSES
from tools.hardware.products import ROOT

HARDWARE = ROOT / "hardware"
_LINK = re.compile(r"\]\(([^)#]+)\)")


def test_the_entrance_leads_everywhere():
    links = set(_LINK.findall((HARDWARE / "README.md").read_text(encoding="utf-8")))
    wanted = {"SAFETY.md", "VARIANTS.md", "question_block/GUIDE.md", "apple_base/GUIDE.md"}
    assert wanted | {"made/guide.pdf", "made/power.md"} <= links
    assert {name for name in PAGES if name.endswith("GUIDE.md")} <= links


@pytest.mark.parametrize("circuit", [BLOCK, BASE], ids=lambda circuit: circuit.name)
def test_a_guide_speaks_of_parts_that_exist(circuit):
    text = (HARDWARE / circuit.name / "GUIDE.md").read_text(encoding="utf-8")
    spoken = set(re.findall(r"\b(?:R|C|D|Q|S|F|J)\d{1,2}\b", text))
    variants = (circuit, BLOCK_BOARD) if circuit is BLOCK else (circuit,)
    assert spoken - {part.ref for variant in variants for part in variant.parts} == set()
    assert len(spoken) >= 3


def printing_hours(thing, part=""):
    """Returns what the slicer said of all pieces of a thing, or of one part of it."""
    path = HARDWARE / thing / "made" / "printed" / "printing.csv"
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    return sum(
        int(row["pieces"]) * float(row["hours of one"])
        for row in rows
        if part in ("", row["part"])
    )


def test_the_guides_say_how_long_printing_takes():
    block, base = printing_hours("question_block"), printing_hours("apple_base")
    said = {
        name: (HARDWARE / name).read_text(encoding="utf-8")
        for name in ("question_block/GUIDE.md", "apple_base/GUIDE.md", "README.md")
    }
    assert f"about {block:.0f} hours" in said["question_block/GUIDE.md"]
    worms = printing_hours("apple_base", "worm")
    assert (
        f"about {base:.0f} hours, of which 20 worms\ntake {worms:.0f};"
        in said["apple_base/GUIDE.md"]
    )
    assert f"{block + base:.0f} hours of printing" in said["README.md"]


def test_every_size_of_a_bought_part_says_how_sure_it_is():
    for thing in ("question_block", "apple_base"):
        path = HARDWARE / thing / "made" / "printed" / "bought_sizes.csv"
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        assert len(rows) >= 6
        assert {row["status"] for row in rows} <= set(STATUSES)
        unsure = [row for row in rows if row["status"] == "memory"]
        assert all(float(row["borne +- mm"]) > 0 for row in unsure)


def test_blocks_of_a_page():
    page = "# Head\ntext\nmore\n\n1. one\n   two ![P](p.png)\n\n| a |\n|---|\n| b |\n"
    assert blocks(page) == [
        "# Head",
        "text more",
        "1. one",
        "two",
        "![P](p.png)",
        "| a |\n|---|\n| b |",
    ]
