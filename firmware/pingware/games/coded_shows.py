"""Light shows written as text: a digit of brightness for each step of 175 ms, 9 is full.

One text takes less memory than a ``Show`` each, so these are made when they are asked for. Where a
sound has beats that are counted, two steps are one beat.
"""

from pingware.shared.light_show import COUNTED, FLASH_MS, FULL, Show, flashes


class CodedShows:
    """Shows by name.

    Args:
        rows: rows of name, digits, and red, green and blue as a hexadecimal digit each, separated
            by semicolons; instead of the digits ``n`` is a flash for each that is counted.
    """

    def __init__(self, rows: str) -> None:
        self.rows = rows

    def get(self, name: str) -> "Show | None":
        """Returns a ``Show``; None if there is none of that name."""
        for row in self.rows.split(";"):
            found, digits, rgb = row.split()
            if found == name:
                return _show(digits, tuple([17 * int(each, 16) for each in rgb]))
        return None


def _show(digits: str, rgb: "tuple[int, ...]") -> Show:
    if digits == "n":
        return Show(flashes, rgb, COUNTED)

    def pattern(_count: int, ms: int) -> int:
        return int(digits[ms // FLASH_MS]) * FULL // 9

    return Show(pattern, rgb, FLASH_MS * len(digits))
