"""Our circuit boards in KiCad's program: no error, no open connection, and the circuit's nets."""

import json
import re
import zipfile

import pytest
from tools.hardware import pcb, pcb_made, pcb_page
from tools.hardware.products import ROOT

BOARDS = tuple(pcb.BOARDS)


def folder_of(name):
    return ROOT / "hardware" / name / "made" / "board"


def checked(text, folder):
    """Returns (errors, unconnected, nets) that KiCad finds in the file of a circuit board."""
    path = folder / "board.kicad_pcb"
    path.write_text(text, encoding="utf-8")
    pcb_made.run_writer(path, folder)
    errors, unconnected, _ = pcb_made.drc((folder / "drc.txt").read_text(encoding="utf-8"))
    nets = json.loads((folder / "nets.json").read_text(encoding="utf-8"))
    return errors, unconnected, {net: frozenset(map(tuple, pins)) for net, pins in nets.items()}


def committed(name):
    return (folder_of(name) / f"{name}.kicad_pcb").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BOARDS)
def test_kicad_finds_no_error_and_the_expected_nets(name, tmp_path):
    board = pcb.BOARDS[name]()
    assert checked(committed(name), tmp_path) == (0, 0, pcb.expected(board))


@pytest.mark.parametrize("name", BOARDS)
def test_kicad_finds_missing_and_crossing_tracks(name, tmp_path):
    text = committed(name)
    at = text.index("(segment ")
    cut = text[:at] + text[text.index("\n", at) + 1 :]
    assert checked(cut, tmp_path)[:2] != (0, 0)
    first = re.search(r"\(segment .*?\(end [^)]*\)", text)[0]
    across = first.replace(re.search(r"\(end [^)]*\)", first)[0], "(end 62 60)")
    assert checked(text.replace(first, across, 1), tmp_path)[0] > 0


def test_pad_on_another_net_changes_the_netlist(tmp_path):
    text = committed("apple_base")
    swapped = text.replace('"SERVO")', '"LEVER")', 1)
    assert swapped != text
    assert checked(swapped, tmp_path)[2] != pcb.expected(pcb.apple_base())


@pytest.mark.parametrize("name", BOARDS)
def test_archive_holds_all_layers_and_holes_for_manufacturing(name):
    with zipfile.ZipFile(folder_of(name) / f"{name}_gerber.zip") as archive:
        names = {member.partition("-")[2] for member in archive.namelist()}
        drill = archive.read(f"{name}-PTH.drl").decode()
    assert names >= {"F_Cu.gbr", "B_Cu.gbr", "F_Mask.gbr", "B_Mask.gbr", "Edge_Cuts.gbr"}
    assert names >= {"F_Silkscreen.gbr", "B_Silkscreen.gbr", "PTH.drl"}
    holes = len(re.findall(r"^X-?[\d.]+Y-?[\d.]+$", drill, re.MULTILINE))
    assert holes >= sum(pad.drill_mm > 0 for pad in pcb.BOARDS[name]().pads)


@pytest.mark.parametrize("name", BOARDS)
def test_soldering_page_lists_each_part(name, tmp_path):
    pcb_page.write(folder_of(name) / f"{name}.kicad_pcb", tmp_path)
    page = (tmp_path / pcb_page.NAME).read_text(encoding="utf-8")
    assert set(pcb.BOARDS[name]().parts()) <= set(re.findall(r'"ref": "(\w+)"', page))
    assert '"date": ""' in page
