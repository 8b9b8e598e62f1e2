"""Makers of the netlists, the parts lists and the pictures of wires."""

from __future__ import annotations

from pathlib import Path

from tools.hardware import kicad, pictures
from tools.hardware.bom import bom_text
from tools.hardware.checks import faults
from tools.hardware.model import Circuit

from hardware.apple_base.circuit import CIRCUIT as APPLE_BASE
from hardware.question_block.board import CIRCUIT as BLOCK_BOARD
from hardware.question_block.circuit import CIRCUIT as QUESTION_BLOCK
from hardware.question_block.one_cell import CIRCUIT as ONE_CELL

CIRCUITS: tuple[Circuit, ...] = (QUESTION_BLOCK, ONE_CELL, BLOCK_BOARD, APPLE_BASE)


def netlist_and_bom(circuit: Circuit, folder: Path) -> None:
    """Writes netlist and parts list of a circuit. Raises ValueError if it breaks a rule."""
    found = faults(circuit)
    errors, warnings, words = kicad.erc(circuit)
    if found or errors or warnings:
        raise ValueError("\n".join([f"{circuit.name}:", *found, words]))
    text = kicad.netlist_text(circuit)
    (folder / f"{circuit.name}.net").write_text(text, encoding="utf-8")
    (folder / f"{circuit.name}_bom.csv").write_text(bom_text(circuit), encoding="utf-8")


def picture_and_lists(circuit: Circuit, folder: Path) -> None:
    """Writes wiring picture, perfboard, wire list and cut list of a circuit."""
    from tools.hardware import board_picture, perfboard, routes, wire_lengths

    layout = perfboard.layout_of(circuit)
    if found := perfboard.faults(layout):
        raise ValueError(" ".join(found))
    laid = routes.routes_of(layout)
    if found := routes.faults(layout, laid):
        raise ValueError(" ".join(found))
    pictures.wiring(circuit).save(folder / "wiring.svg")
    colours = pictures.colours_of(circuit)
    board_picture.perfboard(layout, laid, colours).save(folder / "perfboard.svg")
    wires = perfboard.wire_list(layout, laid)
    lengths = wire_lengths.lengths(circuit.name)
    (folder / "perfboard_wires.csv").write_text(wires, encoding="utf-8")
    (folder / "harness.csv").write_text(perfboard.harness(layout, lengths), encoding="utf-8")


def question_block_netlists(folder: Path) -> None:
    """Writes netlists and parts lists of the block and its variants: one cell, and our board."""
    netlist_and_bom(QUESTION_BLOCK, folder)
    netlist_and_bom(BLOCK_BOARD, folder)
    netlist_and_bom(ONE_CELL, folder)


def apple_base_netlists(folder: Path) -> None:
    """Writes netlist and parts list of the base."""
    netlist_and_bom(APPLE_BASE, folder)


def question_block_pictures(folder: Path) -> None:
    """Writes wiring picture, perfboard and cut lists of the block."""
    picture_and_lists(QUESTION_BLOCK, folder)


def apple_base_pictures(folder: Path) -> None:
    """Writes wiring picture, perfboard and cut lists of the base."""
    picture_and_lists(APPLE_BASE, folder)
