"""The power goes at any write: the old or the new is there, a setting is saved, a press plays.

``make soak`` tries every write with every tear; here are some of each operation.
"""

import pytest
from tests.reliability import cuts, live
from tests.reliability.operations import NAMES, recorded

EACH = dict.fromkeys(NAMES, 11)  # cuts of an operation
EACH |= {"first boot": 12, "safe start": 6}  # a short start; three starts
OLDER, NEWER = ("0.0.9", "a", "confirmed", ""), ("0.1.0", "b", "confirmed", "")
NOW = ("0.1.0", "a", "confirmed", "")
# What a device that is cut before the first and after the last write runs, and its volume.
FIRMWARE = {
    "install": (OLDER, NEWER),
    "install before slots": (OLDER, NOW),
    "update": (OLDER, OLDER),
    "commit": (OLDER, ("0.1.0", "a", "trial", "")),
    "trial": (("0.1.0", "a", "trial", ""), ("0.0.9", "a", "rolled_back", "power")),
    "confirm": (("0.0.9", "a", "rolled_back", "power"), NEWER),
    "rollback": (
        ("0.0.9", "a", "rolled_back", "power"),
        ("0.0.9", "a", "rolled_back", "crash"),
    ),
    "first boot": (("", "", "", ""), ("", "", "", "")),
    "safe start": ((("0.1.0", "b", "rolled_back", "damaged"),) * 2),
}
VOLUMES = {
    "first save of settings": (6, 3),
    "save of settings": (3, 5),
    "crash note": (3, 3),
    "commit": (3, 3),
    "trial": (3, 3),
    "confirm": (3, 5),
    "rollback": (3, 3),
    "first boot": (0, 0),
}
LIVE = [("save of settings", event) for event in live.EVENTS] + [
    ("put", "Ctrl-C"),
    ("put", "unplugged"),
    ("crash note", "no power"),
    ("update", "no power"),
]


@pytest.mark.parametrize("name", NAMES)
def test_cut_at_a_write_leaves_the_old_or_the_new(name):
    pair = recorded(name).old_and_new()
    assert tuple(each.firmware for each in pair) == FIRMWARE.get(name, (NOW, NOW))
    assert tuple(each.volume for each in pair) == VOLUMES.get(name, (6, 6))
    tried = cuts.sample(recorded(name), EACH[name])
    found = {cut.key: cuts.verdict(cut) for cut in tried}
    assert {key: said for key, said in found.items() if said not in ("old", "new")} == {}
    assert len(found) == EACH[name]
    assert len({cut.tear for cut in tried}) >= 5


def test_so_many_cuts_are_tried():
    assert sum(EACH.values()) >= 150


def test_what_is_noted_or_put_is_other_afterwards():
    old, new = recorded("notes").old_and_new()
    assert (old.tests, new.tests) == (1, 2)
    old, new = recorded("crash note").old_and_new()
    assert old.crash == ""
    assert new.crash.startswith("Crash 1 in a row:")
    old, new = recorded("put").old_and_new()
    assert old.sounds != new.sounds


@pytest.mark.parametrize(("operation", "event"), LIVE)
def test_disturbed_at_any_instant_it_knows_the_old_or_the_new(operation, event):
    assert live.outcome(live.Disturbance(operation, event, 3)) in ("old", "new")
