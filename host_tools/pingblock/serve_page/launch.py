"""Starts the page's server, opens the page if there is a desktop, and serves until stopped."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import closing
from secrets import randbits

from websockets.asyncio.server import Server

from pingblock.block.kept import Kept
from pingblock.block.owning import ENGINE, PAGE, WHY
from pingblock.block.owning import PORT as REACH
from pingblock.block.saving import Saver, owner_or_holder
from pingblock.common.background import begin
from pingblock.common.endings import ending
from pingblock.common.owner import Holder, Owner
from pingblock.common.plain_text import say
from pingblock.errors import BadInput
from pingblock.make_page import page_data, page_firmware, page_images
from pingblock.make_page.page import PACK, engine_files
from pingblock.make_page.page_device import PLACE, device_data
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.live_device import Opening
from pingblock.serve_page.page_files import Maker, PageFiles
from pingblock.serve_page.program_port import ProgramPort
from pingblock.serve_page.server import LOOPBACK, PageServer

# The usual port, so that an open page finds the server after a restart.
PORT = 8421
SWITCH_S = 0.0005
# Pattern of paths -> function that builds these files when the page requests them.
MAKERS: Mapping[str, Maker] = {
    page_data.PATHS: page_data.data_files,
    PLACE: device_data,
    PACK: engine_files,
    page_firmware.PATHS: page_firmware.firmware_packs,
    page_images.PATHS: page_images.image_files,
}

Ready = Callable[..., None]  # called with both URLs, and with True if another program serves them

_JOINS = (
    "{holder} is already running, and this is its page. The options that you gave have no effect "
    "there."
)


def play(
    engine: str, seed: int | None, port: int | None, ready: Ready, share: bool = False
) -> None:
    """Serves the page and a virtual device until SIGINT, SIGTERM or SIGHUP.

    If another ``play`` of this user is running, this one returns the URL of the other's page.

    Args:
        engine: name of the engine.
        seed: makes the draws repeatable, or None.
        port: number of the TCP port. None takes the usual port, or any free port if that is in
            use.
        ready: called when a browser can open the page, with its URL and the URL for guests, or "".
            If another program serves the page, a third argument is True.
        share: whether guests on the local network can join the game.

    Raises:
        BadInput: the port is in use, or this computer has no network.
        PingblockError: the engine cannot run here, or the other ``play`` has no page yet.
    """
    owner = owner_or_holder()
    if isinstance(owner, Holder):
        say(_JOINS.format(holder=owner))
        ready(owner.says[PAGE], owner.says.get("guests", ""), True)
        return
    # Browsers open connections that they do not use. Messages about these are useless in a
    # terminal.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    # asyncio warns of each message to a guest that left. It still reports failed tasks, which are
    # errors.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    # The device's thread computes all the time, but the thread that sends its sound must not wait
    # 5 ms for its turn.
    sys.setswitchinterval(SWITCH_S)
    try:
        asyncio.run(_serve(Opening(engine, seed, randbits(32)), port, ready, share, owner))
    finally:
        if owner:
            owner.release()


def open_browser(url: str) -> bool:
    """Opens ``url`` in the browser of this desktop. Returns False without a desktop."""
    if "SSH_CONNECTION" in os.environ:
        return False  # The desktop belongs to another computer.
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ):
        return False
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False


async def _serve(
    opening: Opening,
    port: int | None,
    ready: Ready,
    share: bool,
    owner: Owner | None = None,
) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, *ending()):
        signal.signal(each, lambda *_: loop.call_soon_threadsafe(stopped.set))
    kept = Kept.load()
    with closing(ProgramPort()) as programs:
        about_page: dict[str, str] = {}  # fields of the note, once the page is ready

        def note() -> None:
            """Notes where this user's other programs can find the page and the block."""
            if owner and about_page:
                why = host.why_no_port
                reach = {WHY: why} if why else {REACH: programs.url, ENGINE: host.engine}
                owner.note(**about_page, **reach)

        host = DeviceHost(kept.block, programs, note)
        pages = PageServer(PageFiles(MAKERS), host, kept.token)
        server, number = await _opened(pages, port)
        async with server:
            await _open(host, opening, kept)
            guests = await pages.share(number) if share else ""
            saver = Saver(kept, owner)
            # This saves the token, so that an open page finds its server again.
            saver.save(kept.block)
            url = f"http://{LOOPBACK}:{number}/#token={kept.token}&engine={opening.engine}"
            about_page.update({PAGE: url, "guests": guests})
            note()
            ready(url, guests)
            saving = begin(saver.go_on(host.block), "Saving settings and sounds")
            await stopped.wait()
            saving.cancel()
            await pages.end()
            saver.store(await host.close())


async def _opened(pages: PageServer, port: int | None) -> tuple[Server, int]:
    """Opens the page's server at a port. None takes the usual port, or any free port."""
    if port is not None:
        return await pages.open(port)
    try:
        return await pages.open(PORT)
    except BadInput:
        return await pages.open(0)


async def _open(host: DeviceHost, opening: Opening, kept: Kept) -> None:
    """Opens the device. If no device can hold the stored files, sets them aside."""
    try:
        await host.open(opening, keep=True)
    except BadInput as fault:
        if not kept.block.files:
            raise
        host.forget_block()
        await host.open(opening, keep=True)
        kept.set_aside(str(fault))
