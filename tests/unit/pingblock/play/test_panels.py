from __future__ import annotations

from dataclasses import replace
from textwrap import wrap

import pytest

from pingblock.play import panels, story
from pingblock.play.state import LogLine, PlayState
from pingblock.virtual.heard import Onset
from pingware.games.fortune.options import CARDS
from pingware.games.storm_dice.rules import ACTIONS

NOTES = tuple(Onset(100.0 + 350 * number, 1175.0, -14.0) for number in range(4))
# What fits into the panels of a terminal of 80 columns.
LEFT, RIGHT, WHOLE = 32, 42, 80


def event(kind, **fields):
    return {"at_ms": 0.0, "kind": kind, **fields}


BATTERY = event("battery", verdict="fair", open_mv=3660, loaded_mv=3540, milliohm=3200)
DEMO = {**BATTERY, "verdict": "replace_soon", "demo_cell": True}
ON_USB = {**BATTERY, "fault": "battery_on_usb"}
TOLD = [
    event("outcome", outcome="coins", coins=6),
    *(event("replay", outcome=kind) for kind in ("power_up", "laugh", "game_over")),
    BATTERY,
    {**BATTERY, "verdict": "stop"},
    DEMO,
    ON_USB,
]


def test_before_anything_happened_the_face_says_what_to_do():
    assert panels.result(PlayState()).plain == "Press the block\nSPACE, or click it."


@pytest.mark.parametrize(
    ("game", "rules", "first", "keys"),
    [
        ("dice", "hideout", "Roll the dice", ["SPACE", "H", "C", "L L", "L L"]),
        ("dice", "two", "Roll the dice", ["SPACE", "C", "L L", "L L"]),
        ("dice", "celebration", "Roll the dice", ["SPACE", "C", "H", "K", "L L", "L L"]),
        ("storm_dice", None, "Roll the dice", ["SPACE", "H", "C", "K", "L L"]),
        ("fortune", "card", "Draw a card", ["SPACE", "C", "P"]),
        ("fortune", "turn", "Draw a card", ["SPACE", "C", "K", "P"]),
        ("fortune", "skull", "Count the skulls", ["SPACE", "C", "K", "P"]),
    ],
)
def test_in_silence_a_game_says_what_each_hand_does(game, rules, first, keys):
    state = PlayState(game=game, rules=rules, heard=NOTES)
    lines = panels.heard(state, 6).plain.split("\n")
    assert [line[:6].strip() for line in lines] == keys
    assert max(map(len, lines)) <= 42
    assert panels.heard_title(state) == "Your hands"
    assert panels.result(state).plain.startswith(first)
    sounding = PlayState(game=game, rules=rules, heard=NOTES, playing=True)
    assert panels.heard_title(sounding).startswith("Heard")


@pytest.mark.parametrize(
    ("game", "rules", "says"),
    [
        ("block", None, "the virtual Question Block and apple base"),
        ("dice", "wasteland_speed", "Dice: Wasteland, speed"),
        ("storm_dice", "two", "Storm dice"),
    ],
)
def test_the_header_names_the_game_and_its_rules(game, rules, says):
    assert panels.header(PlayState(game=game, rules=rules)).plain == f"PINGBLOCK · {says}"


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


@pytest.mark.parametrize("fields", GAMES_SAY)
def test_what_a_game_says_fits_the_box(fields):
    title, meaning = panels.result(PlayState(shown=event("outcome", **fields))).plain.split("\n")
    assert 0 < len(title) <= LEFT - 2
    assert 1 <= len(wrap(meaning, LEFT - 2)) <= 2


def test_while_it_sounds_one_has_to_listen_and_sees_the_notes():
    state = PlayState(playing=True, sounding=True, heard=NOTES[:3])
    assert panels.result(state).plain == "Listen and count\n♪ ♪ ♪ "


def test_a_muted_block_is_looked_at():
    state = PlayState(playing=True, volume=0)
    assert panels.result(state).plain.startswith("Look and count")


def test_an_outcome_and_its_replay_are_told_with_their_meaning():
    outcome = event("outcome", outcome="coins", coins=4)
    assert panels.result(PlayState(shown=outcome)).plain == "4 coins\nTake 4 coins from the bank."
    again = panels.result(PlayState(shown={**outcome, "kind": "replay"})).plain
    assert again.startswith("4 coins, again\n")


def test_on_cells_the_screen_tells_only_what_it_heard():
    state = PlayState(plugged=False, heard=NOTES)
    assert panels.result(state).plain == "Heard 4 notes\nNot reported: USB is unplugged."


def test_a_check_is_told_with_figures():
    assert (
        panels.result(PlayState(shown=BATTERY)).plain
        == "Batteries fair\n3.54 V under load, 3.2 ohm"
    )
    assert (
        panels.result(PlayState(shown=DEMO)).plain
        == "Like demo batteries\nreplace soon, but 3.2 ohm"
    )
    assert panels.result(PlayState(shown=ON_USB)).plain.startswith("Batteries not tested")


@pytest.mark.parametrize("told", TOLD)
def test_every_result_fits_into_eighty_columns(told):
    lines = panels.result(PlayState(shown=told)).plain.split("\n")
    assert len(lines) == 2
    assert max(map(len, lines)) <= LEFT


@pytest.mark.parametrize("battery", [None, BATTERY, DEMO, ON_USB, {**DEMO, "milliohm": 12300}])
@pytest.mark.parametrize("plugged", [True, False])
def test_the_power_panel_has_three_rows_that_fit(battery, plugged):
    state = PlayState(battery=battery, plugged=plugged, cells="fresh", cell_mv=1580, cell_ohm=0.15)
    rows = panels.power(state).plain.split("\n")
    assert len(rows) == 3
    assert max(map(len, rows)) <= RIGHT


def test_the_power_panel_tells_source_cells_and_check():
    state = PlayState(
        battery=BATTERY, plugged=False, cells="worn", cell_mv=1250, cell_ohm=0.9, vsys_mv=3370
    )
    assert panels.power(state).plain.split("\n") == [
        "Runs on batteries, USB is out: 3.37 V",
        "Battery 3 AAA, worn: 1.25 V, 0.9 ohm",
        "Check   fair, 3.2 ohm",
    ]


def test_the_light_has_a_word_beside_its_colour():
    assert panels.light(PlayState(colour=(255, 113, 0))).plain.endswith("yellow")
    assert panels.light(PlayState()).plain.endswith("dark")


def test_notes_show_number_pitch_and_level():
    rows = panels.heard(PlayState(heard=NOTES), 6).plain.split("\n")
    assert len(rows) == 4
    assert rows[3].startswith(" 4 ♪  1175 Hz")
    assert rows[3].endswith("-14.0 dB")
    assert max(map(len, rows)) <= RIGHT


def test_when_there_are_more_notes_than_rows_the_latest_are_shown():
    rows = panels.heard(PlayState(heard=NOTES * 3), 6).plain.split("\n")
    assert [row[:2] for row in rows] == [" 7", " 8", " 9", "10", "11", "12"]


def test_louder_notes_have_longer_bars():
    bars = [
        panels.heard(PlayState(heard=(Onset(0.0, 1000.0, level_db),)), 1).plain.count("━")
        for level_db in (-60.0, -40.0, -20.0, -3.0, 3.0)
    ]
    assert bars == sorted(bars)
    assert (bars[0], bars[-1]) == (0, panels.LOUD_BAR)


def test_the_title_counts_and_shows_that_it_goes_on():
    assert panels.heard_title(PlayState()) == "Heard"
    assert panels.heard_title(PlayState(heard=NOTES[:1])) == "Heard: 1 note"
    assert panels.heard_title(PlayState(heard=NOTES, sounding=True)) == "Heard: 4 notes…"


def test_volume_and_odds_are_unknown_until_told_and_off_at_zero():
    assert panels.settings(PlayState()).plain == "Volume ?  Odds ?"
    assert " 7 " in panels.settings(PlayState(volume=7)).plain
    assert " off " in panels.settings(PlayState(volume=0)).plain
    assert len(panels.settings(PlayState(volume=10, profile="manual")).plain) <= LEFT + 2


def test_the_log_wraps_and_shows_the_latest_rows():
    lines = (
        LogLine(0.0, "block", "Old."),
        LogLine(12_340.0, "block", "Villain's laugh. Pay the bank 5 coins."),
        LogLine(13_000.0, "you", "Pressed the block."),
    )
    rows = panels.log(PlayState(log=lines), 42, 3).plain.split("\n")
    assert rows == [
        "  12.3 block  Villain's laugh. Pay the",
        "              bank 5 coins.",
        "  13.0 you    Pressed the block.",
    ]
    assert panels.log(PlayState(), 42, 5).plain == ""


def test_the_status_names_engine_pace_and_sound():
    state = PlayState(sound_out="sound: aplay")
    assert panels.status(state).plain == " desk engine · real time · sound: aplay"


def test_a_slow_machine_is_owned_up_to():
    state = PlayState(engine="chip", slow=True, speed=0.62, sound_out="no sound: no player found")
    shown = panels.status(state, "no desk engine here").plain
    assert "SLOW: 62 % of real time" in shown
    assert "(no desk engine here)" in shown
    assert "real time ·" not in replace_slow(shown)


def replace_slow(text):
    return text.replace("SLOW: 62 % of real time", "")


@pytest.mark.parametrize(("width", "lines"), [(WHOLE, 2), (60, 3), (40, 5), (20, 10)])
def test_the_help_fits_and_names_every_key(width, lines):
    rows = panels.keys(width).plain.split("\n")
    assert max(len(row.rstrip()) for row in rows) <= width
    assert len(rows) <= lines
    for key in ("SPACE", "H ", "C ", "B ", "U ", "P ", "1 ", "4 ", "+ -", "Q "):
        assert key in panels.keys(width).plain


def test_cells_that_were_not_loaded_have_no_resistance():
    flat = event("battery", verdict="stop", open_mv=2590, loaded_mv=2590, milliohm=0)
    flat["demo_cell"] = True
    assert (
        panels.result(PlayState(shown=flat)).plain
        == "Batteries empty\n2.59 V open, too empty to load"
    )
    assert panels.power(PlayState(battery=flat)).plain.endswith("Check   empty, too empty to load")
    assert story.sentence(flat) == "Batteries empty (2.59 V open, too empty to load)"
    assert "ohm" not in panels.result(PlayState(shown=flat)).plain


def test_a_state_is_never_changed_but_replaced():
    with pytest.raises(AttributeError):
        PlayState().volume = 3
    assert replace(PlayState(), volume=3).volume == 3


@pytest.mark.parametrize(("horn_deg", "place"), [(0, 0), (90, 6), (180, 12), (200, 12), (-5, 0)])
def test_the_horn_stands_on_a_bar(horn_deg, place):
    bar = panels.worms(PlayState(horn_deg=horn_deg)).plain.removeprefix("Worms ")
    assert bar.index("●") == place
    assert bar[:13].count("─") == 12


def test_the_lever_is_told_and_all_fits_the_left_column():
    assert panels.worms(PlayState()).plain.endswith("at rest")
    assert panels.worms(PlayState(lever_pulled=True)).plain.endswith("pulled")
    assert panels.worms(PlayState(lever_pulled=True, bobbing=True)).plain.endswith("bobbing")
    assert len(panels.worms(PlayState(lever_pulled=True)).plain) <= LEFT + 2  # no border
