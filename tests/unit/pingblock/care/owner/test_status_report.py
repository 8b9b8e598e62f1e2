"""The status report: only facts about a device that matter to its owner."""

from pingblock.care.owner.status_report import text
from pingblock.connection.answers import Hello

HELLO = Hello(1, "0.1.0", "rev_a", "e660", seeded=False)
SETTINGS = {"volume": 6, "cap": 10, "mute_lock": False, "profile": "junior", "cells": "3xaaa"}
GOOD = {
    "settings": SETTINGS,
    "usb": True,
    "battery": None,
    "draws": 0,
    "faults": {},
    "problems": [],
    "underruns": 0,
    "lines_dropped": 0,
    "lines_refused": 0,
    "ram_free": 118_900,
    "ram_largest": 97_200,
}


def told(hello=HELLO, settings=(), **changes):
    """Returns the report's texts by label (dict)."""
    status = {**GOOD, **changes, "settings": {**SETTINGS, **dict(settings)}}
    return dict(line.split(maxsplit=1) for line in text(hello, status).splitlines())


def test_status_without_troubles_has_seven_lines():
    assert told() == {
        "Pingblock": "0.1.0, board rev_a, serial number e660",
        "supply": "from USB; 3xaaa: not tested since power-on",
        "sound": "volume 6 of 10",
        "game": "block, odds junior",
        "draws": "none since power-on",
        "faults": "none since power-on",
        "memory": "118 kB free, 97 kB in one piece",
    }


def test_sound_line_shows_the_audible_volume():
    settings = ({"volume": 9, "cap": 4}, {"volume": 4, "cap": 4}, {"mute_lock": True})
    settings += ({"button_mute": True},)
    assert [told(settings=each)["sound"] for each in settings] == [
        "volume 4 of 10, the cap",
        "volume 4 of 10",
        "locked silent; 'pingblock mute off' unlocks it",
        "muted by its button; 'pingblock mute off' unmutes it",
    ]


def test_troubles_are_in_the_status_report():
    found = told(
        Hello(1, "0.1.0", "rev_a", "e660", seeded=True, ended="link_in"),
        usb=False,
        battery={"verdict": "replace_soon", "loaded_mv": 3210},
        faults={"lever_stuck": 1, "battery_low": 3},
        problems=["volume must be 0 to 10: default."],
        underruns=2,
        lines_dropped=4,
        lines_refused=1,
    )
    assert found["supply"] == "from its batteries; 3xaaa: replace soon, 3.21 V under load"
    assert "FIXED SEED" in found["game"]
    assert found["restart"] == "because of: link_in"
    assert found["faults"] == "lever stuck, battery low (3 times)"
    assert found["settings"] == "volume must be 0 to 10: default."
    assert found["link"] == "1 lines refused, 4 lines dropped, 2 underruns"


def test_dice_game_is_shown_with_rules_and_fixed_seed():
    status = {"game": "dice", "settings": {"dice_rules": "two", "volume": 1, "cap": 1}}
    status["settings"]["mute_lock"] = False
    seeded = Hello(1, "0.1.0", "rev_a", "e660", seeded=True)
    assert "game       dice, rules two\n" in text(HELLO, status)
    assert "game       dice, rules two, from a FIXED SEED" in text(seeded, status)


def test_unreported_parts_are_left_out():
    assert "draws" not in text(HELLO, {})
    assert text(HELLO, {"draws": 3}).splitlines()[1:] == [
        "supply     from its batteries",
        "draws      3 since power-on",
        "faults     none since power-on",
    ]
    status = {name: GOOD[name] for name in GOOD if name != "ram_largest"}  # a sound is playing
    assert text(HELLO, status).endswith("118 kB free")
