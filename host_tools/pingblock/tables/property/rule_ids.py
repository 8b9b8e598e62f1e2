"""Ids of the rules by subject, for each of the three property games' specifications.

``STX`` rules come from sources other than the edition's text.
"""

from __future__ import annotations

# subject -> ids for (celebration, hideout, wasteland)
_IDS: dict[str, tuple[str, str, str]] = {
    "players": ("SM-02", "STX-01", "FO-01"),
    "first": ("SM-07", "ST-06", "FO-07"),
    "turn": ("SM-08", "ST-06", "FO-08"),
    "dice": ("SM-09", "ST-06", "FO-08"),
    "bonus": ("SM-09", "STX-03", "FO-09"),
    "parking": ("SM-10", "STX-10", "FO-20"),
    "jail": ("SM-11", "ST-10", "FO-20"),
    "tax": ("SM-12", "ST-09", "FO-18"),
    "go_to_jail": ("SM-13", "ST-11", "FO-19"),
    "go": ("SM-15", "ST-07", "FO-08"),
    "jail fee": ("SM-16", "ST-13", "FO-21"),
    "jail card": ("SM-16", "ST-14", "FO-21"),
    "jail roll": ("SM-16", "ST-15", "FO-21"),
    "jail last": ("SM-17", "ST-15", "FO-21"),
    "card": ("SM-18", "ST-08", "FO-17"),
    "block": ("SM-19", "", ""),
    "buy location": ("SM-21", "STX-04", "FO-11"),
    "buy station": ("", "ST-18", "FO-11"),
    "buy utility": ("SM-21", "ST-16", "FO-11"),
    "auction": ("SM-22", "STX-06", "FO-23"),
    "ask": ("SM-24", "ST-20", "FO-12"),
    "rent location": ("SM-25", "STX-04", "FO-13"),
    "rent station": ("", "ST-19", "FO-14"),
    "rent utility": ("SM-26", "ST-17", "FO-15"),
    "own": ("SM-25", "STX-04", "FO-16"),
    "build": ("SM-27", "ST-21", "FO-24"),
    "even": ("SM-28", "ST-22", "FO-24"),
    "hotel": ("SM-29", "ST-23", "FO-24"),
    "most": ("SM-29", "STX-07", "FO-24"),
    "build mortgaged": ("SM-30", "STX-07", "FO-24"),
    "shortage": ("SM-31", "STX-08", "FO-25"),
    "deal": ("SM-32", "STX-11", "FO-28"),
    "debt": ("SM-33", "STX-16", "FO-29"),
    "sell": ("SM-34", "STX-13", "FO-26"),
    "mortgage": ("SM-35", "STX-14", "FO-27"),
    "lift": ("SM-36", "STX-14", "FO-27"),
    "mortgaged": ("SM-37", "STX-15", "FO-12"),
    "deal fee": ("SM-38", "STX-12", "FO-28"),
    "bankrupt": ("SM-39", "STX-16", "FO-29"),
    "bankrupt bank": ("SM-40", "STX-16", "FO-29"),
    "end": ("SM-41", "ST-02", "FO-06"),
    "loan": ("SM-32", "STX-17", "FO-30"),
    "free deeds": ("", "", "FO-S1"),
}
_SPEED = {"free deeds": "FO-S1", "hotel": "FO-S2", "jail last": "FO-S3", "end": "FO-S4"}
_COLUMN = {"SM": 0, "ST": 1, "FO": 2, "FO-S": 2}
SPECS = tuple(_COLUMN)


def ids_of(spec: str) -> dict[str, str]:
    """Returns the ids of an edition's rules by subject. An id is "" if the edition has no such
    rule.

    Args:
        spec: "SM", "ST", "FO" or "FO-S".
    """
    ids = {subject: found[_COLUMN[spec]] for subject, found in _IDS.items()}
    return {**ids, **_SPEED} if spec == "FO-S" else ids
