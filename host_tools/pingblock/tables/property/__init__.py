"""Referee of the property games. The same code plays all editions. Each is a board file."""

from __future__ import annotations

from functools import partial
from typing import Any

from pingblock.languages import N_
from pingblock.tables.record import Picture, TableParts, TableRecord

BLOCK = ("block", "open_block", "block_device")  # sections of the rules about the block
_WASTELAND = ("wasteland", "open_wasteland", "house")


def _parts(name: str) -> TableParts:
    from pingblock.tables.board_form import BoardFiles
    from pingblock.tables.property import board_file as boards
    from pingblock.tables.property.board_figures import figures, names_of, our_figures, renamed
    from pingblock.tables.property.device import PropertyDevice
    from pingblock.tables.property.game import PropertyGame
    from pingblock.tables.property.panel import LOOKS
    from pingblock.tables.property.rule_ids import SPECS

    texts = (SPECS, boards.shipped_text, boards.report)
    files = BoardFiles(*texts, figures, our_figures, names_of, renamed)
    return TableParts(partial(PropertyGame, name), LOOKS, PropertyDevice(), files)


def _edition(
    name: str, title: str, say: str, sections: tuple[str, ...], shown: tuple[int, int], **more: Any
) -> TableRecord:
    """Makes the record of an edition.

    Args:
        shown: a number of commands and a seed, for its picture.
    """
    fields = {"press_games": ("dice",), "has_boards": True, "boxless": {"cards": "deck"}, **more}
    picture = Picture((), *shown, ("cards=none",))
    parts = partial(_parts, name)
    return TableRecord(name, title, say, "property", sections, parts, picture=picture, **fields)


TABLES = (
    _edition(
        "celebration",
        N_("Celebration"),
        N_("Referees Celebration for 2 to 6 players, with coins, a block and a die."),
        ("celebration", "open_celebration", *BLOCK, "house"),
        (150, 3),
        # a device without the dice game rolls with the block game
        press_games=("dice", "block"),
        # languages whose booklet differs from the English one
        variants={**dict.fromkeys(("de", "pt", "es", "it", "da"), "SM-A-10"), "pl": "SM-A-06"},
    ),
    _edition(
        "hideout",
        N_("Hideout"),
        N_("Referees Hideout for 2 to 8 players, with two dice, doubles and elevens."),
        ("hideout", "hideout_outside", "open_hideout", "house"),
        (260, 5),
    ),
    _edition(
        "wasteland",
        N_("Wasteland"),
        N_("Referees Wasteland for 2 to 6 players, with two dice and doubles."),
        _WASTELAND,
        (300, 8),
    ),
    _edition(
        "wasteland_speed",
        N_("Wasteland speed"),
        N_("Referees the speed play of Wasteland, 60 to 90 minutes."),
        _WASTELAND,
        (120, 2),
    ),
)
