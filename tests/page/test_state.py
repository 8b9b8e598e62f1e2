"""Tests the page's state: the shown text and its time."""

from __future__ import annotations

from playwright.sync_api import Page

from pingblock.sounds import sound

# Returns, for each outcome, the first whole ms at which a page without sound shows it.
SHOWN = """async (outcomes) => {
    const {initialState, reduce} = await import("./state.js");
    const games = await (await fetch("data/games.json")).json();
    return outcomes.map((fields) => {
        const message = {event: "outcome", ...fields};
        let state = reduce(initialState(games), {kind: "message", message, pageMs: 0});
        let pageMs = 0;
        while (!state.outcome.shown) state = reduce(state, {kind: "tick", pageMs: ++pageMs});
        return pageMs;
    });
}"""


def test_outcome_of_a_pico_appears_after_its_sound(page: Page, front: str) -> None:
    page.goto(f"{front}empty.html")
    names = ("power_up", "laugh", "game_over")
    shown = page.evaluate(SHOWN, [{"outcome": name} for name in names])
    for name, ms in zip(names, shown, strict=True):
        assert 0 < ms - sound.of_name(name).sounds_ms <= 2, name
    ping_ms = sound.of_name("ping").sounds_ms
    coins = (1, 2, 4)
    shown = page.evaluate(SHOWN, [{"outcome": "coins", "coins": count} for count in coins])
    for count, ms in zip(coins, shown, strict=True):
        last_ms = 350 * (count - 1) + ping_ms
        assert last_ms < ms < last_ms + 500
