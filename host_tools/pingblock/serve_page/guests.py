"""Address and code for guests on the local network, also as a QR code."""

from __future__ import annotations

import socket
from secrets import choice
from typing import NamedTuple

import segno

from pingblock.errors import BadInput

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # letters and digits that do not look alike
_CODE_LETTERS = 8
_ELSEWHERE = ("192.0.2.1", 9)  # An address for documentation (RFC 5737). Nothing is sent to it.


class Guests(NamedTuple):
    """The address of the server for guests and the code that admits them, or "" for both."""

    name: str = ""
    code: str = ""


def new_code() -> str:
    """Returns a code that people can read to each other."""
    return "".join(choice(_LETTERS) for _ in range(_CODE_LETTERS))


def qr_code(url: str) -> str:
    """Returns the QR code of an address as a picture (SVG) in a data URI.

    It is dark on light in both themes, and has the quiet zone of 4 modules, because many phones
    cannot read an inverted code.
    """
    made = segno.make_qr(url, error="m", boost_error=False)
    return made.svg_data_uri(dark="#000", light="#fff", omitsize=True)


def network_address() -> str:
    """Returns this computer's address in its network. Raises BadInput if it has no address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            raise BadInput(
                "This computer is not in a network: connect it.", "Or leave out --share."
            ) from None
