"""A celebration board with invented figures, for tests only (SM, section 5, marked there too)."""

import tomlkit

from pingblock.tables.property.board_file import shipped_text

PRICES = {"location": 1, "utility": 2}


def filled_board() -> str:
    """Returns the shipped board with figures: sets cost from 1 coin to 5."""
    board = tomlkit.parse(shipped_text("celebration"))
    locations = 0
    for space in board["space"]:
        if space["kind"] == "location":
            step = locations // 4
            locations += 1
            space["price"] = 1 + step
            space["rent"] = [1 + step // 2, 2 + step, 4 + step, 6 + step, 8 + step, 10 + step]
            space["house_cost"], space["hotel_cost"] = 1 + step, 2 + step
            space["mortgage"], space["unmortgage"] = 1 + step // 2, 2 + step // 2
        elif space["kind"] == "utility":
            space["price"], space["mortgage"], space["unmortgage"] = 2, 1, 2
        elif space["kind"] == "tax":
            space["tax"] = 2
    return tomlkit.dumps(board)
