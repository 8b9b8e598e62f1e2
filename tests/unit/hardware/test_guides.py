"""The guides: the entrance leads to all of them, and they name the parts that are."""

import re

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware.guide_pdf import PAGES, blocks
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
    assert spoken - {part.ref for part in circuit.parts} == set()
    assert len(spoken) >= 3


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
