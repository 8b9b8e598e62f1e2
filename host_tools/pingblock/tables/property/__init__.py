"""Referee of the property games: one engine, an edition is a board file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pingblock.tables.property.editions import EDITIONS
from pingblock.tables.record import Picture, TableRecord

if TYPE_CHECKING:
    from pingblock.tables.board_form import BoardFiles
    from pingblock.tables.looks import Looks
    from pingblock.tables.property.device import PropertyDevice
    from pingblock.tables.property.game import PropertyGame

BLOCK = ("block", "open_block", "block_device")  # sections of the block's own rules
_WASTELAND = ("wasteland", "open_wasteland")
_SECTIONS = {
    "celebration": ("celebration", "open_celebration", *BLOCK),
    "hideout": ("hideout", "hideout_outside", "open_hideout"),
    "wasteland": _WASTELAND,
    "wasteland_speed": _WASTELAND,
}
# Languages whose booklet of the celebration differs from the English one.
_VARIANTS = {**dict.fromkeys(("de", "pt", "es", "it", "da"), "SM-A-10"), "pl": "SM-A-06"}
_PRESSED = {"celebration": ("dice", "block")}  # its block is pressed on a device without dice
_SHOWN = {  # commands, seed
    "celebration": (150, 3),
    "hideout": (260, 5),
    "wasteland": (300, 8),
    "wasteland_speed": (120, 2),
}


def _game(name: str) -> PropertyGame:
    from pingblock.tables.property.game import PropertyGame

    return PropertyGame(name)


def _looks(language: str) -> Looks:
    from pingblock.tables.looks import Looks
    from pingblock.tables.property import panel

    board = partial(panel.board, language=language)
    return Looks(board, partial(panel.label, language=language), panel.hints)


def _device() -> PropertyDevice:
    from pingblock.tables.property.device import PropertyDevice

    return PropertyDevice()


def _boards() -> BoardFiles:
    from pingblock.tables.property.board_file import BOARDS

    return BOARDS


TABLES = tuple(
    TableRecord(
        name=name,
        say=say,
        folder="property",
        sections=_SECTIONS[name],
        game=partial(_game, name),
        looks=_looks,
        press_games=_PRESSED.get(name, ("dice",)),
        device=_device,
        boards=_boards,
        variants=_VARIANTS if name == "celebration" else None,
        picture=Picture((), *_SHOWN[name], ("cards=none",)),
    )
    for name, say in EDITIONS.items()
)
