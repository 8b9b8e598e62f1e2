"""Our own figures for deeds without a source, so that people can play on a page at once."""

from __future__ import annotations

from collections.abc import Iterable

from pingblock.tables.board_form import Figure

_SETS = ("brown", "light blue", "pink", "orange", "red", "yellow", "green", "dark blue")
_TAX = 2
_WITHOUT_SET = 2  # A utility costs as much as a location of the set at this index in _SETS.


def our_figures(lacks: Iterable[Figure]) -> dict[str, str]:
    """Returns a value for each figure that a board lacks, by its place: ``1.price``.

    The figures grow with the sets, so that the price of each set is fair. A location pays for
    itself after about five rents without buildings in the cheap sets, and after three in the
    expensive ones.
    """
    return {f"{each.space}.{each.key}": _value(each) for each in lacks}


def _value(figure: Figure) -> str:
    place = _SETS.index(figure.set) if figure.set in _SETS else _WITHOUT_SET
    price, rent, house = place + 2, 1 + place // 3, 1 + place // 2
    mortgage = (price + 1) // 2
    rents = (rent, 2 * rent + 1, 3 * rent + 2, 4 * rent + 3, 5 * rent + 5, 6 * rent + 8)
    values = {
        "price": price,
        "rent": ",".join(map(str, rents)),
        "house_cost": house,
        "hotel_cost": house,
        "mortgage": mortgage,
        "unmortgage": mortgage + 1,
        "tax": _TAX,
    }
    return str(values[figure.key])
