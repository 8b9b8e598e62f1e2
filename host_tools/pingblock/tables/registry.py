"""The games with a referee, by name, in the order of lists. Each has a folder and a line here."""

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
