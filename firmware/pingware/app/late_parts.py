"""Rare requests: each group's handler is loaded with the first request of it."""

import asyncio

_OWNER = ("log", "odds", "settings")
_FILES = ("put", "files", "remove")
_UPDATE = ("update", "bootsel")
REQUESTS = _OWNER + _FILES + _UPDATE + ("sounds", "selftest")


async def actions(do, device, supply, base, port):
    """Loads the part that does a request.

    Args:
        do: str, the request.
        device: ``app.device.Block``.
        supply: ``app.supply.Supply``.
        base: ``app.base_link.BaseLink``; None if the board carries no base.
        port: the console, the stream that it reads, and a callable: there is something to send.

    Returns:
        dict of request (str) to a function of it; empty if there is no such part.
    """
    if do in _OWNER:
        from pingware.app import owner_link

        return owner_link.OwnerLink(device, base).actions
    if do in _FILES:
        return await _files(device, supply, port)
    if do in _UPDATE:
        from pingware.app import update_link

        return update_link.UpdateLink(device, supply).actions
    return _of_sounds(do, device, supply)


async def _files(device, supply, port):
    """Loads what files need by thirds, and lets others run in between."""
    from pingware.link import blocks  # noqa: F401

    await asyncio.sleep_ms(0)
    from pingware.shared import slots  # noqa: F401

    await asyncio.sleep_ms(0)
    from pingware.app import files_link

    return files_link.FilesLink(device, supply, *port).actions


def _of_sounds(do, device, supply):
    if do == "sounds":
        from pingware.app import sounds_link

        return sounds_link.SoundsLink(device, supply).actions
    if do == "selftest":
        from pingware.app import selftest_link

        return selftest_link.SelftestLink(device).actions
    return {}
