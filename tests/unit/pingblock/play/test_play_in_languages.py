"""The screen of ``virtual play`` in other languages: nothing is left in English, and all fits."""

from dataclasses import replace
from itertools import product
from textwrap import wrap
from types import SimpleNamespace

import pytest
from tests.strange_language import readable, strange_words
from tests.unit.pingblock.play.test_face import shown
from tests.unit.pingblock.play.test_panels import (
    BATTERY,
    DEMO,
    NOTES,
    ON_USB,
    RIGHT,
    WHOLE,
    event,
)

from pingblock.languages import ENGLISH, speaking, spoken
from pingblock.languages.catalogues import words_of
from pingblock.play import launch, lines, panels, story
from pingblock.play.state import LogLine, PlayState
from pingware.games.fortune.options import CARDS
from pingware.games.storm_dice.rules import ACTIONS

GAMES = [
    ("block", None),
    *(("dice", rules) for rules in ("one", "two", "celebration", "hideout", "wasteland_speed")),
    ("storm_dice", None),
    *(("fortune", rules) for rules in ("card", "turn", "skull")),
]
LEFT = 32  # columns of the box, in a terminal of 80
TOLD = [
    event("outcome", outcome="coins", coins=6),
    *(event("replay", outcome=kind) for kind in ("power_up", "laugh", "game_over")),
    *(BATTERY, {**BATTERY, "verdict": "stop"}, DEMO, ON_USB),
]
GAMES_SAY = [
    *({"outcome": "card", "card": name} for name in CARDS),
    *(
        {"outcome": "skull", "card": "sea4", "skulls": 3, "state": state, "penalty": 1000}
        for state in ("rolling", "doubt", "out", "island")
    ),
    {"outcome": "skull", "card": "sorceress", "skulls": 3, "state": "doubt", "penalty": 0},
    *({"outcome": "roll", "dice": [6], "action": action} for action in ACTIONS),
    {"outcome": "storm", "space": 17},
    {"outcome": "roll_off", "players": 0},
    {"outcome": "jail_try", "dice": [2], "action": "none", "result": "free_next_turn"},
    {"outcome": "roll", "dice": [6, 6], "jail": True},
]
LIGHT = event("battery", seen="yellow-green", verdict="fair", demo_cell=False)
LIGHT_DEMO = event("battery", seen="pink", verdict="", demo_cell=True)
EMPTY = event("battery", verdict="stop", open_mv=2590, loaded_mv=2590, milliohm=0)
RESULTS = [*TOLD, *(event("outcome", **fields) for fields in GAMES_SAY), LIGHT, LIGHT_DEMO, EMPTY]
MORE = [
    {"outcome": "auction"},
    {"outcome": "bid", "bid": 2},
    {"outcome": "sold"},
    {"outcome": "unsold"},
    {"outcome": "roll_off", "first": 1},
    {"outcome": "roll_off", "again": [1, 2]},
    {"outcome": "roll_off", "player": 1},
    {"outcome": "clock", "left_min": 5},
    {"outcome": "clock", "left_min": 0},
    {"outcome": "roll", "dice": [1, 1], "bonus": True},
    {"outcome": "jail_try", "dice": [1, 2], "result": "pay", "pay": 50},
    {"outcome": "jail_try", "dice": [1, 2], "result": "stay", "try": 1},
    {"outcome": "storm", "space": 0},
]
EVENTS = [
    *RESULTS,
    *(event("outcome", **fields) for fields in MORE),
    event("hello", version=1, board=2),
    *(event("press", button=button) for button in ("block", "check")),
    *(event("reset", cause=cause) for cause in ("power_on", "watchdog", "run_pin", "soft_reset")),
    *(event("run", state=state) for state in story.RUNS),
    event("run", state="started", length_ms=20_000),
    event("turn", player=1),
    event("score", player=1, count=2, of=5),
    event("hand", player=1, cards=[1, 1, 1, 1]),
    *(event("skulls", act=act, skulls=0, state="over") for act in ("undo", "next", "finish")),
    *(event(kind) for kind in ("brown_out", "lever_free")),
    event("fault", code=1),
    event("reply", error={"say": 1}),
    event("game", name=1),
]
KNOWN = {"PINGBLOCK", "Pingblock", "USB", "AAA", "Hz", "dB", "desk"}


SCREENS = [
    PlayState(game="dice", rules="hideout", volume=3, cells="worn"),
    PlayState(heard=NOTES, playing=True, sounding=True, volume=0, profile="junior", battery=DEMO),
    PlayState(shown=TOLD[0], muted=True, volume=3, plugged=False, slow=True, bobbing=True),
    replace(
        PlayState(colour=(255, 113, 0), lever_pulled=True, volume=0, battery=ON_USB, heard=NOTES),
        plugged=False,
        log=(LogLine(1000.0, "you", "", 1), LogLine(1000.0, "ear", "", 2)),
    ),
]


def test_no_word_of_the_screen_is_left_in_english(fake_session):
    with speaking(strange_words()):
        screens = shown(fake_session, *SCREENS, size=(160, 50))
    for screen in screens:
        assert "ж" in screen
        assert readable(screen.replace("no sound", ""), KNOWN) == []  # which the session says


def test_no_word_about_an_event_or_a_game_is_left_in_english(fake_session):
    with speaking(strange_words()):
        told = [story.sentence(each) for each in EVENTS]
        told += [panels.result(PlayState(shown=each)).plain for each in RESULTS]
        told += [
            panels.power(PlayState(battery=each)).plain
            for each in (BATTERY, DEMO, LIGHT, LIGHT_DEMO, EMPTY)
        ]
        for game, rules in GAMES:
            state = PlayState(game=game, rules=rules)
            told += [panels.header(state).plain, panels.heard(state, 9).plain]
            told += [panels.result(state).plain]
        lines.play(fake_session, ["q"], told.append)
    assert readable("\n".join(told), KNOWN) == []


def test_what_hands_do_is_told_in_the_language(session, run_ms):
    with speaking(strange_words()):
        for act in (session.press, session.finger_down, session.finger_up, session.check):
            act()
            run_ms(300)
        session.press(1000.0)
        run_ms(1200)
        session.check(2200.0)
        run_ms(2400)
        for preset in ("fresh", "worn", "demo", "flat"):
            session.set_cells(preset)
        for act in (session.move_lever, session.move_lever, session.move_cable):
            act()
        session.turn_volume(1)
        session.move_cable()
        state = run_ms(100)
    told = "\n".join(line.text for line in state.log)
    assert len(state.log) >= 12
    assert readable(told, KNOWN) == []


def test_the_session_speaks_the_language_in_its_own_thread(monkeypatch, on_fakes):
    """A thread begins without the language of the one that starts it."""
    heard = []

    def say(*_session):
        heard.append(spoken().language)

    session = SimpleNamespace(error=None, run=say, end=lambda: None)
    monkeypatch.setattr(launch, "PlaySession", lambda *_arguments: session)
    monkeypatch.setattr(launch.Face, "run", say)
    launch.play(words_of("de"))
    assert heard == ["de", "de"]
    assert spoken() is ENGLISH


@pytest.mark.parametrize(("language", "rows_of_result"), [("en", 3), ("de", 5), ("fr", 5)])
def test_all_fits_a_terminal_of_eighty_columns(language, rows_of_result):
    checks = (None, BATTERY, {**DEMO, "milliohm": 12300}, ON_USB, LIGHT, LIGHT_DEMO, EMPTY)
    with speaking(ENGLISH if language == "en" else words_of(language)):
        rows = []
        for battery, plugged in product(checks, (True, False)):
            for cells in ("fresh", "worn", "demo", "flat"):
                state = PlayState(battery=battery, plugged=plugged, cells=cells, cell_ohm=0.15)
                found = panels.power(replace(state, cell_mv=1580)).plain.split("\n")
                assert len(found) == 3
                rows += found
        for game, rules in GAMES[1:]:
            state = PlayState(game=game, rules=rules)
            rows += panels.heard(state, 9).plain.split("\n")
            assert len(panels.header(state).plain) <= WHOLE - 2
        assert [row for row in rows if len(row) > RIGHT] == []
        for shown_event in [*RESULTS, *(event("outcome", **fields) for fields in MORE)]:
            title, meaning = panels.result(PlayState(shown=shown_event)).plain.split("\n")
            assert 2 <= len(wrap(title, LEFT - 2) + wrap(meaning, LEFT - 2)) <= rows_of_result
        for state in (PlayState(bobbing=True), PlayState(lever_pulled=True)):
            assert len(panels.worms(state).plain) <= LEFT + 2
        for profile in ("manual", "junior"):
            state = PlayState(volume=10, profile=profile)
            assert len(panels.settings(state).plain) <= LEFT + 2


def test_a_german_screen_is_german(fake_session):
    state = PlayState(heard=NOTES, shown=TOLD[0], volume=6, profile="manual")
    log = (LogLine(1000.0, "you", "Block gedrückt."),)
    state = replace(state, log=log, cell_mv=1580, cell_ohm=0.15, vsys_mv=5000)
    with speaking(words_of("de")):
        [text] = shown(fake_session, state)
    for words in (
        *("6 Münzen", "Nimm 6 Münzen von der Bank.", "Gehört: 4 Töne", "USB-Kabel: 5,00 V"),
        *("3 AAA, frisch: 1,58 V, 0,15 Ohm", "1,0 du", "LEER drücken", "M stumm", "-14,0 dB"),
    ):
        assert words in text
