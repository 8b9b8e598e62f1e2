from dataclasses import replace

import pytest

from pingblock.play import panels, story
from pingblock.play.state import LogLine, PlayState
from pingblock.virtual.heard import Onset

NOTES = tuple(Onset(100.0 + 350 * number, 1175.0, -14.0) for number in range(4))
# What fits into the panels of a terminal of 80 columns.
LEFT, RIGHT, WHOLE = 32, 42, 80


def event(kind, **fields):
    return {"at_ms": 0.0, "kind": kind, **fields}


BATTERY = event("battery", verdict="fair", open_mv=3660, loaded_mv=3540, milliohm=3200)
DEMO = {**BATTERY, "verdict": "replace_soon", "demo_cell": True}
ON_USB = {**BATTERY, "fault": "battery_on_usb"}


FLAT = event("battery", verdict="stop", open_mv=2590, loaded_mv=2590, milliohm=0, demo_cell=True)
COINS = event("outcome", outcome="coins", coins=4)


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({}, "Press the block\nSPACE, or click it."),
        ({"playing": True, "sounding": True, "heard": NOTES[:3]}, "Listen and count\n♪ ♪ ♪ "),
        ({"playing": True, "volume": 0}, "Look and count\nThe sound is off."),
        ({"shown": COINS}, "4 coins\nTake 4 coins from the bank."),
        ({"shown": COINS | {"kind": "replay"}}, "4 coins, again\nTake 4 coins from the bank."),
        (
            {"plugged": False, "heard": NOTES},
            "Heard 4 notes\nNot reported: USB is unplugged.",
        ),
        ({"shown": BATTERY}, "Batteries fair\n3.54 V under load, 3.2 ohm"),
        ({"shown": DEMO}, "Like demo batteries\nreplace soon, but 3.2 ohm"),
        ({"shown": ON_USB}, "Batteries not tested\nFirst unplug USB with U."),
        ({"shown": FLAT}, "Batteries empty\n2.59 V open, too empty to load"),
    ],
)
def test_the_box_says_what_to_do_and_what_came(state, says):
    assert panels.result(PlayState(**state)).plain == says


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


def test_the_power_panel_tells_source_cells_and_check():
    cells = {"plugged": False, "cells": "worn", "cell_mv": 1250, "cell_ohm": 0.9, "vsys_mv": 3370}
    assert panels.power(PlayState(battery=BATTERY, **cells)).plain.split("\n") == [
        "Runs on batteries, USB is out: 3.37 V",
        "Battery 3 AAA, worn: 1.25 V, 0.9 ohm",
        "Check   fair, 3.2 ohm",
    ]
    assert panels.power(PlayState(battery=FLAT)).plain.endswith("Check   empty, too empty to load")
    assert story.sentence(FLAT) == "Batteries empty (2.59 V open, too empty to load)"


def test_the_light_has_a_word_beside_its_colour():
    assert panels.light(PlayState(colour=(255, 113, 0))).plain.endswith("yellow")
    assert panels.light(PlayState()).plain.endswith("dark")


def test_notes_show_number_pitch_and_level_and_the_latest_where_there_are_many():
    rows = panels.heard(PlayState(heard=NOTES), 6).plain.split("\n")
    assert len(rows) == 4
    assert rows[3].startswith(" 4 ♪  1175 Hz")
    assert rows[3].endswith("-14.0 dB")
    assert max(map(len, rows)) <= RIGHT
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
    state = PlayState(engine="chip", slow=True, speed=0.62, sound_out="no sound: no player found")
    shown = panels.status(state, "no desk engine here").plain
    assert "SLOW: 62 % of real time" in shown
    assert "(no desk engine here)" in shown
    assert "real time ·" not in shown.replace("SLOW: 62 % of real time", "")


@pytest.mark.parametrize(("width", "lines"), [(WHOLE, 2), (60, 3), (40, 5), (20, 10)])
def test_the_help_fits_and_names_every_key(width, lines):
    rows = panels.keys(width).plain.split("\n")
    assert max(len(row.rstrip()) for row in rows) <= width
    assert len(rows) <= lines
    for key in ("SPACE", "H ", "C ", "B ", "U ", "P ", "1 ", "4 ", "+ -", "Q "):
        assert key in panels.keys(width).plain


def test_a_state_is_never_changed_but_replaced():
    with pytest.raises(AttributeError):
        PlayState().volume = 3
    assert replace(PlayState(), volume=3).volume == 3


def test_the_horn_stands_on_a_bar_and_the_lever_is_told():
    for horn_deg, place in ((0, 0), (90, 6), (180, 12), (200, 12), (-5, 0)):
        bar = panels.worms(PlayState(horn_deg=horn_deg)).plain.removeprefix("Worms ")
        assert (bar.index("●"), bar[:13].count("─")) == (place, 12)
    assert panels.worms(PlayState()).plain.endswith("at rest")
    assert panels.worms(PlayState(lever_pulled=True)).plain.endswith("pulled")
    assert panels.worms(PlayState(lever_pulled=True, bobbing=True)).plain.endswith("bobbing")
