"""Declares all settings and requests of the device, and checks requests against them."""

from pingware.games import registry
from pingware.games.catalog import CATALOG
from pingware.shared import protocol
from pingware.shared.declarations import Declarations
from pingware.shared.requests import OWN


def declarations() -> Declarations:
    """Returns the declarations of device and block. Other games are loaded from the catalog."""
    return Declarations(registry.OWN, CATALOG.game("block"), lambda: CATALOG)


DECLARATIONS = declarations()
SETTINGS = {
    name: table[name]
    for table in registry.OWN + [game.settings for game in CATALOG.games()]
    for name in table
}
REQUESTS = {
    name: table[name]
    for tables in (OWN, [CATALOG.requests()])
    for table in tables
    for name in table
}


def request(
    declarations: Declarations, id: int | str, do: str, **arguments: object
) -> dict[str, object]:
    """Returns a checked request (dict). Raises ProtocolError if the device would refuse it."""
    message: dict[str, object] = {"id": id, "do": do}
    message.update(arguments)
    return protocol.checked(message, declarations)
