"""A tab that one test after the other uses. It is reset in between, so each finds it like new.

A new tab for each test takes 0.3 s of CPU more, because its process compiles all scripts again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error

# After one of these, the tab is closed, because the next test could notice it.
OF_PAGE = (
    *("add_locator_handler", "expose_binding", "expose_function", "once"),
    *("route_web_socket", "set_extra_http_headers"),
)
OF_CONTEXT = ("add_init_script", "new_cdp_session", "new_page", "on", "route")
_USUAL_MEDIA = dict.fromkeys(
    ("media", "color_scheme", "reduced_motion", "forced_colors", "contrast"), "null"
)


class Tab:
    """A tab that is reset after each test.

    Args:
        browser: Chromium.
        viewport: width and height, CSS px.
    """

    def __init__(self, browser: Browser, viewport: dict[str, int]) -> None:
        self._viewport = viewport
        self._context = browser.new_context(viewport=viewport)  # type: ignore[arg-type]
        self.page = self._context.new_page()
        self._chromium = self._context.new_cdp_session(self.page)
        self._chromium.send("Page.enable")
        self._sites: set[str] = set()
        self._heard: list[tuple[str, Callable[..., Any]]] = []
        self._scripts: list[str] = []
        self._is_spoiled = False
        self._watch()

    def _watch(self) -> None:
        """Notes what a test does that the next test could notice."""
        page, context = self.page, self._context
        page.on("framenavigated", lambda frame: self._visited(frame.url))
        context.on("page", lambda _page: self._spoil())
        for thing, names in (
            (page, OF_PAGE),
            (context, OF_CONTEXT),
            (page.clock, ("install",)),
        ):
            for name in names:
                setattr(thing, name, self._spoiling(getattr(thing, name)))
        on = page.on

        def listen(event: Any, handler: Callable[..., Any]) -> None:
            self._heard.append((event, handler))
            on(event, handler)

        page.on = listen  # type: ignore[method-assign, assignment]
        page.add_init_script = self._add_script  # type: ignore[method-assign, assignment]

    def _add_script(self, script: str = "", path: Path | None = None) -> None:
        """Runs a script before those of each document. Playwright cannot remove its own."""
        text = path.read_text(encoding="utf-8") if path else script
        source = {"source": f"(() => {{ {text}\n }})();"}
        added = self._chromium.send("Page.addScriptToEvaluateOnNewDocument", source)
        self._scripts.append(added["identifier"])

    def _spoil(self) -> None:
        self._is_spoiled = True

    def _spoiling(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def spoils(*words: Any, **more: Any) -> Any:
            self._spoil()
            return act(*words, **more)

        return spoils

    def _visited(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https"):
            self._sites.add(f"{parts.scheme}://{parts.netloc}")
        elif parts.scheme != "about":
            self._spoil()  # Files share a storage.

    def reset(self) -> bool:
        """Makes the tab like new, or closes it. Returns whether it can be used again."""
        try:
            if not (self._is_spoiled or self.page.is_closed() or len(self._sites) > 1):
                self._forget()
                return True
        except Error:
            pass
        self._context.close()
        return False

    def _forget(self) -> None:
        page, chromium = self.page, self._chromium
        for event, handler in self._heard:
            page.remove_listener(event, handler)  # type: ignore[call-overload]
        for script in self._scripts:
            number = {"identifier": script}
            chromium.send("Page.removeScriptToEvaluateOnNewDocument", number)
        page.unroute_all()
        if self._sites:
            # A process can show its copy of localStorage after Chromium has cleared that.
            page.evaluate("sessionStorage.clear(); localStorage.clear()")
        page.goto("about:blank")
        for site in self._sites:
            everything = {"origin": site, "storageTypes": "all"}
            chromium.send("Storage.clearDataForOrigin", everything)
        chromium.send("Page.resetNavigationHistory")
        self._context.clear_permissions()
        self._context.set_offline(False)
        page.set_viewport_size(self._viewport)  # type: ignore[arg-type]
        page.emulate_media(**_USUAL_MEDIA)  # type: ignore[arg-type]
        page.mouse.move(0, 0)
        for used in (self._heard, self._scripts, self._sites):
            used.clear()
