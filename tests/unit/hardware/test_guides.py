"""The guides: the entrance links to all of them, and they name the existing parts."""

import csv
import re
import tomllib
from collections import Counter

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.board import CIRCUIT as BLOCK_BOARD
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import perfboard, products
from tools.hardware.guide_pdf import LISTS, PAGES, Guide, blocks
from tools.hardware.parts import STATUSES
from tools.hardware.products import ROOT

from pingblock.boards.wiring import EDGE_PIN
from pingware.boards import rev_a

HARDWARE = ROOT / "hardware"
CIRCUITS = {circuit.name: circuit for circuit in (BLOCK, BASE)}
ORDERED = tomllib.loads((HARDWARE / "bom.toml").read_text(encoding="utf-8"))
_LINK = re.compile(r"\]\(([^)#]+)\)")


def test_entrance_links_to_each_guide():
    links = set(_LINK.findall((HARDWARE / "README.md").read_text(encoding="utf-8")))
    wanted = {"SAFETY.md", "VARIANTS.md", "question_block/GUIDE.md", "apple_base/GUIDE.md"}
    assert wanted | {"made/guide.pdf", "made/power.md"} <= links


@pytest.mark.parametrize("circuit", [BLOCK, BASE], ids=lambda circuit: circuit.name)
def test_guides_name_only_existing_parts(circuit):
    text = (HARDWARE / circuit.name / "GUIDE.md").read_text(encoding="utf-8")
    spoken = set(re.findall(r"\b(?:R|C|D|Q|S|F|J)\d{1,2}\b", text))
    variants = (circuit, BLOCK_BOARD) if circuit is BLOCK else (circuit,)
    assert spoken - {part.ref for variant in variants for part in variant.parts} == set()
    assert len(spoken) >= 3


@pytest.mark.parametrize("thing", ["question_block", "apple_base"])
def test_guides_name_right_pins_and_holes(thing):
    text = (HARDWARE / thing / "GUIDE.md").read_text(encoding="utf-8")
    for gpio, pin in re.findall(r"(?:GP(\d+)|SD) \(pin (\d+)\)", text):
        assert int(pin) == EDGE_PIN[int(gpio or rev_a.GPIO["amp_shutdown"])]
    holes = re.search(r"holes (\w+), (\w+) and (\w+) to 3.2 mm", text)
    drilled = [perfboard.name_of(hole) for hole in perfboard.layout_of(CIRCUITS[thing]).screws]
    assert (list(holes.groups()) if holes else []) == drilled


_SCREWS = re.compile(r"\b(one|its|axle|two|three|four|ear,)(?: screws?)? M(\d) x (\d+)", re.I)
_COUNTS = {"two": 2, "three": 3, "four": 4, "ear,": 4}  # two ears, two screws in each clamp


@pytest.mark.parametrize(
    ("thing", "key"), [("question_block", "block_printed"), ("apple_base", "base")]
)
@pytest.mark.parametrize("section", ["Parts and tools", "Order of work"])
def test_guides_list_and_use_each_ordered_screw(thing, key, section):
    text = (HARDWARE / thing / "GUIDE.md").read_text(encoding="utf-8")
    words = " ".join(text.partition(f"## {section}\n")[2].partition("\n## ")[0].split())
    told = Counter()
    for count, wide, long in _SCREWS.findall(words):
        told[f"screw_m{wide}x{long}"] += _COUNTS.get(count.lower(), 1)
    for count, long in re.findall(
        r"\b(\d) x (\d+) for (?:the (?:lid|clamps|bracket)|door)", words
    ):
        told[f"screw_m3x{long}"] += int(count)
    ordered = ORDERED[key].items()
    assert told == {name: count for name, count in ordered if name.startswith("screw")}


def test_first_power_on_uses_the_voltage_of_the_cells():
    block, base = (1.5 * n for n in (ORDERED["block"]["cell_aaa"], ORDERED["base"]["cell_aa"]))
    page = (HARDWARE / "SAFETY.md").read_text(encoding="utf-8")
    assert f"({block:g} V, 50 mA; base: {base:g} V, 300 mA)" in page


def test_variants_page_has_the_results_of_the_simulations():
    path = HARDWARE / "simulation" / "made" / "results.csv"
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    results = {(row["case"], row["measured"]): row["value"] for row in rows}
    page = (HARDWARE / "VARIANTS.md").read_text(encoding="utf-8")
    [told] = re.findall(r"^\| full sine at 1 kHz \| (.*) mW \| (.*) mW \|$", page, re.M)
    bought = "full sine, the module as it is bought, for comparison"
    assert told == tuple(results[case, "speaker_mw"] for case in (bought, "full sine"))
    [told] = re.findall(r"^\| cube as printed" + r" \| (\d+) dB" * 4, page, re.M)
    for pitch, db in zip(("400", "700", "1k", "3k"), told, strict=True):
        found = results["loudness at 0.5 m, full sine, cube as printed", f"db_{pitch}"]
        assert abs(float(found) - int(db)) <= 0.5, pitch
    told = re.search(r"([\d.]+) V below ground and ([\d.]+) V above its supply", page)
    for state in ("asleep", "without a supply"):
        case = f"clamps at the link: 15 V of either sign, {state}"
        assert -float(results[case, "least_v"]) <= float(told[1]) < 0.5
        assert float(results[case, "over_v"]) <= float(told[2]) < 0.5
    bare = "resistors without clamps at the link: 15 V of either sign, for comparison"
    assert f"{-float(results[bare, 'least_v']):.2f} V at the pin" in " ".join(page.split())
    for inputs in ("biased", "open"):
        assert f"{results[f'thump, inputs {inputs} in shutdown', 'thump_db']} dB | " in page


def test_printed_guide_depends_on_all_pages_and_shows_all_rows(monkeypatch):
    pages = {path.relative_to(HARDWARE).as_posix() for path in HARDWARE.rglob("*.md")}
    assert set(PAGES) == pages - {"README.md"}
    [product] = [each for each in products.PRODUCTS if each.name == "printed guide"]
    inputs = products.input_files(product)
    read = [HARDWARE / name for _, name, *_ in LISTS]
    for page in (HARDWARE / name for name in PAGES):
        pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
        read += [page, *((page.parent / name).resolve() for name in pictures)]
    assert set(read) <= set(inputs)
    tables = []
    monkeypatch.setattr(Guide, "write_rows", lambda _self, rows: tables.append(rows))
    Guide().lists()
    for (_, name, _, only), rows in zip(LISTS, tables, strict=True):
        lines = (HARDWARE / name).read_text(encoding="utf-8").splitlines()[1:]
        assert len(rows) - 1 == sum(line.startswith(only) for line in lines) > 0


def printing_hours(thing, part=""):
    """Returns the slicer's hours for all pieces of a thing, or for one part."""
    path = HARDWARE / thing / "made" / "printed" / "printing.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    guide = (HARDWARE / thing / "GUIDE.md").read_text(encoding="utf-8")
    for name, pieces in re.findall(r"^\| (\w+) \| (\d+) \|", guide, re.MULTILINE):
        assert (name, pieces) in [(row["part"], row["pieces"]) for row in rows]
    return sum(
        int(row["pieces"]) * float(row["hours of one"])
        for row in rows
        if part in ("", row["part"])
    )


def test_guides_say_how_long_printing_takes():
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


def test_every_size_of_a_bought_part_has_a_status():
    """Each size that shapes a printed part has a source or a measurement."""
    for thing in ("question_block", "apple_base"):
        path = HARDWARE / thing / "made" / "printed" / "bought_sizes.csv"
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        assert len(rows) >= 6
        assert {row["status"] for row in rows} <= set(STATUSES) - {"memory"}
        assert all(row["source"] for row in rows)


def test_page_is_divided_into_blocks():
    page = "# Head\ntext\nmore\n\n1. one\n   two ![P](p.png)\n\n| a |\n|---|\n| b |\n"
    assert blocks(page) == [
        "# Head",
        "text more",
        "1. one",
        "two",
        "![P](p.png)",
        "| a |\n|---|\n| b |",
    ]


def test_printed_page_has_step_numbers_words_and_table_rows(monkeypatch):
    guide, said = Guide(), []
    guide.add_page()

    def write(_self, _wide, _high, words, dry_run=False, **_how):
        said.extend([] if dry_run else [words])
        return 5.0

    monkeypatch.setattr(Guide, "cell", write)
    monkeypatch.setattr(Guide, "multi_cell", write)
    monkeypatch.setattr(Guide, "write_rows", lambda _self, rows: said.extend(rows))
    page = "1. **One** step\n2. two\n   * inner\n\n| a | b |\n|---|---|\n| c | `d` |\n| e | f |\n"
    guide.chapter_of(page, HARDWARE)
    assert said == [
        *("1.", "**One** step", "2.", "two", "•", "inner"),
        *(["a", "b"], ["c", "d"], ["e", "f"]),
    ]
