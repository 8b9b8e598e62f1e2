"""The games that have a referee, by name, in the order of the list: a folder and a line each."""

from __future__ import annotations

from collections.abc import Mapping

from pingblock.tables import fortune, property, storm, worms
from pingblock.tables.record import TableRecord

_RECORDS = (
    *property.TABLES,
    storm.TABLE,
    fortune.TABLE,
    worms.TABLE,
)
TABLES: Mapping[str, TableRecord] = {each.name: each for each in _RECORDS}
