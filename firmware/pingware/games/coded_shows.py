"""Light shows written as digits: each is the brightness for a step of 175 ms, 9 is full.

One row of bytes takes less memory than a ``Show`` each, so a show is made on request. Bytes also
add no text to the device's table of names. Where a sound has counted beats, two steps are one
beat.
"""

from pingware.shared.light_show import COUNTED, FLASH_MS, FULL, Show, flashes

_DIGIT_0 = 48  # its code in ASCII


class CodedShows:
    """Shows by name.

    Args:
        shows: rows of name, digits, and red, green and blue as a hexadecimal digit each, separated
            by semicolons. ``n`` instead of the digits is a flash for each counted item.
    """

    def __init__(self, shows: bytes) -> None:
        self.shows = shows

    def get(self, name: str) -> "Show | None":
        """Returns a ``Show``, or None if the name is unknown."""
        wanted = name.encode()
        for row in self.shows.split(b";"):
            found, digits, rgb = row.split()
            if found == wanted:
                return _show(digits, int(rgb, 16))
        return None


def _show(digits: bytes, colour: int) -> Show:
    rgb = tuple([17 * (colour >> shift & 15) for shift in (8, 4, 0)])
    if digits == b"n":
        return Show(flashes, rgb, COUNTED)

    def pattern(_count: int, ms: int) -> int:
        return (digits[ms // FLASH_MS] - _DIGIT_0) * FULL // 9

    return Show(pattern, rgb, FLASH_MS * len(digits))


# The shows that games with dice and jails share. Each die is counted.
ROLL_SHOWS = (
    b"die_1 n fff;die_2 n 04f;beeps n f60;"
    b"jail 1496941496941 f00;free 0369036999 0f2;stay 99911000 f60;"
    b"pay 99099000 fa0;tick 1 fff;again 9909 0ff;first n 0f2"
)
