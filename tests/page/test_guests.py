"""A guest's page hides the block, and its table comes back with its server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.page.conftest import PATIENT_MS, TOO_WIDE
from tests.page.seen import unseen
from tests.page.test_served import until

STATE: dict[str, Any] = {
    "ok": True,
    "steps": 3,
    "turn": 0,
    "to_act": [0],
    "offered": [[{"do": "roll", "seat": 0}, "roll"]],
    "events": [{"kind": "rolled", "rule": "DR-01", "seat": 0, "args": [], "say": "Ann rolls 4."}],
    "bots": {},
    "board": ["a table in words"],
    "state": {"players": [{}, {}]},
}
GAME = {**STATE, "table": "die_race", "players": ["Ann", "Ben"], "seed": 5, "log": [{"do": "x"}]}


class Server:
    """Answers for a server's table instead of the page's WebSocket."""

    def __init__(self, page: Page, answer: dict[str, Any] | None = None) -> None:
        self.answer = answer
        self.here = True
        self.turned_away: list[int] = []  # codes of refusals that wait, each for one connection
        self.lines: list[Any] = []
        self.is_met = False
        self._page = page
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/table", self._come)

    def _come(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        if self.turned_away:
            socket.close(code=self.turned_away.pop(0), reason="The server says why.")
        elif self.here:
            socket.on_message(lambda text: self._hear(json.loads(text)))
        else:
            socket.close()

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("do") == "hello":
            self.is_met = True
            return self.tell({"kind": "table", "answer": self.answer})
        line = json.loads(message["line"])
        self.lines.append(line)
        wish = {"wish": [line["line"], ""]} if "line" in line else {}
        return self.tell({"kind": "answer", "id": message["id"], "answer": GAME | wish})

    def await_load(self) -> None:
        """Waits until the page has brought its game."""
        for _ in range(PATIENT_MS // 20):
            if any("load" in line for line in self.lines):
                return
            self._page.wait_for_timeout(20)
        raise AssertionError("The page has not brought its game.")

    def meet(self) -> None:
        """Waits until the page has come to the table."""
        for _ in range(PATIENT_MS // 20):
            if self.is_met:
                return
            self._page.wait_for_timeout(20)
        raise AssertionError("The page has not come to the table.")

    def tell(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def stop(self) -> None:
        self.here = False
        assert self._socket is not None
        self._socket.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_guest_sees_the_game_but_not_the_block(page: Page, front: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    server = Server(page)
    page.goto(f"{front}#at=abc")
    until(page, "pingblock.state().engine.status === 'guest'")
    assert unseen(page, "Wait until the host begins a game.") == []
    for part in (".stage", ".tabs", "#engine", "[data-hand=block]"):
        expect(page.locator(part).first).to_be_hidden()
    server.meet()
    server.tell({"kind": "table", "answer": GAME})
    expect(page.locator("#evening .go")).to_have_text("Roll")
    expect(page.get_by_role("button", name="Back to the block")).to_be_hidden()


def test_guest_continues_when_the_server_returns(page: Page, front: str) -> None:
    """A guest gets the game from the server. A host's page sends the game that it has stored."""
    server = Server(page, GAME)
    page.goto(f"{front}#at=abc")
    expect(page.locator("#evening .go")).to_have_text("Roll")
    server.stop()
    expect(page.locator("#evening .fault")).to_contain_text("continues here when it does")
    server.here = True
    expect(page.locator("#evening .fault")).to_be_hidden()
    page.locator("#evening .go").click()
    until(page, "document.querySelector('#evening').ariaBusy === 'false'")
    assert server.lines == [{"after": 3, "do": "roll", "seat": 0}]


def test_guest_that_was_turned_away_joins_by_itself(page: Page, front: str) -> None:
    server = Server(page, GAME)
    server.turned_away = [4004, 4005]
    page.goto(f"{front}#at=abc")
    expect(page.locator("#evening .go")).to_have_text("Roll")
    expect(page.locator("#evening .fault")).to_be_hidden()
    assert server.turned_away == []


def test_host_sends_its_game_to_a_restarted_server(page: Page, front: str) -> None:
    server = Server(page, GAME)
    page.goto(f"{front}?table=#token=abc")
    page.locator("#tab-table").click()  # The server has a game, which the page shows at once.
    expect(page.locator("#evening .go")).to_have_text("Roll")
    server.answer = None
    server.stop()
    server.here = True
    server.await_load()
    expect(page.locator("#evening .fault")).to_be_hidden()


def test_guest_with_an_old_code_joins_by_the_new_address(page: Page, front: str) -> None:
    """The server has started again with another code. Only the fragment of the address differs."""
    server = Server(page, GAME)
    server.turned_away = [4001]
    page.goto(f"{front}#at=abc")
    old = "The code in this address is no longer valid: scan the new code"
    expect(page.locator("#toasts")).to_contain_text(old)
    page.goto(f"{front}#at=def")
    expect(page.locator("#evening .go")).to_have_text("Roll")


def test_guest_reads_whose_phone_is_away_and_how_to_leave(page: Page, front: str) -> None:
    """The sentences stay until a player moves."""
    server = Server(page, GAME)
    page.goto(f"{front}#at=abc")
    expect(page.locator("#evening .go")).to_have_text("Roll")
    server.tell({"kind": "seats", "own": [1], "phones": {"0": False, "1": True}})
    said = "Ann’s phone is not connected. On the host’s page, tap Phones and Ann to free the seat."
    expect(page.locator("#evening .lost-phone")).to_have_text(f"{said}Play the seat here")
    assert (unseen(page, said), page.evaluate(TOO_WIDE)) == ([], [])
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Type a command").click()
    page.get_by_role("combobox", name="Type a command").fill("quit")
    page.keyboard.press("Enter")
    hint = "To give up your seat, tap Seats."
    expect(page.locator("#evening .now")).to_contain_text(hint)
    server.tell({"kind": "table", "answer": STATE | {"events": [], "kept": []}})
    server.tell({"kind": "seats", "own": [1], "phones": {"0": True, "1": True}})
    expect(page.locator("#evening .lost-phone")).to_be_hidden()
    expect(page.locator("#evening .now")).to_contain_text(hint)
