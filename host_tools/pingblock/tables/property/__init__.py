"""Referee of the property games: one engine, an edition is a board file."""

from __future__ import annotations

from functools import partial

from pingblock.languages import N_
from pingblock.tables.property.editions import EDITIONS
from pingblock.tables.record import Picture, TableParts, TableRecord

_TITLES = {
    "celebration": N_("Celebration"),
    "hideout": N_("Hideout"),
    "wasteland": N_("Wasteland"),
    "wasteland_speed": N_("Wasteland speed"),
}
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


def _parts(name: str) -> TableParts:
    from pingblock.tables.property.board_file import BOARDS
    from pingblock.tables.property.device import PropertyDevice
    from pingblock.tables.property.game import PropertyGame
    from pingblock.tables.property.panel import LOOKS

    return TableParts(partial(PropertyGame, name), LOOKS, PropertyDevice(), BOARDS)


TABLES = tuple(
    TableRecord(
        name=name,
        title=_TITLES[name],
        say=say,
        folder="property",
        sections=_SECTIONS[name],
        parts=partial(_parts, name),
        press_games=_PRESSED.get(name, ("dice",)),
        has_boards=True,
        variants=_VARIANTS if name == "celebration" else {},
        picture=Picture((), *_SHOWN[name], ("cards=none",)),
    )
    for name, say in EDITIONS.items()
)
