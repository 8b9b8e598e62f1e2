"""After a power cut at any write, the old or new state is whole, and the device saves and plays.

``make soak`` tries every write with every tear. Here are some of each operation.
"""

import json

import pytest
from reliability import cuts, live
from reliability.operations import LONG, NAMES, recorded
from tests.seldom import seldom
from tests.version import VERSION

# `make test` uses 6 s of CPU for power cuts: two of each operation that writes in a different way.
# `make test-all` runs the others, which write like one of these.
FEW = 2
OFTEN = ("save of settings", "put", "first boot")
EACH = dict.fromkeys(NAMES, 14)  # number of cuts in `make test-all`
EACH |= {"first boot": 12}  # a short start has fewer writes
EACH |= {"sound removal": 7}  # this operation has no more writes
NOW = (VERSION, "a", "confirmed", "")
# Volumes of a device that is cut before the first and after the last write.
VOLUMES = {
    "first save of settings": (6, 3),
    "save of settings": (3, 5),
    "long settings": (3, 3),
    "calibration": (3, 3),
    "save on a full flash": (6, 5),
    "crash note": (3, 3),
}
LIVE = [seldom("save of settings", event) for event in live.EVENTS if event != "no power"]
LIVE += [seldom(name, "no power") for name in ("crash note", "game change")]
LIVE += [("save of settings", "no power"), ("put", "unplugged"), seldom("put", "Ctrl-C")]


@pytest.mark.parametrize(
    "name",
    [name if name in OFTEN else pytest.param(name, marks=pytest.mark.long) for name in NAMES],
)
def test_power_cut_at_a_write_leaves_old_or_new(name, pytestconfig):
    everything = pytestconfig.getoption("everything")
    count = EACH[name] if everything else FEW
    pair = recorded(name).old_and_new()
    assert [each.firmware for each in pair] == [NOW, NOW]
    assert tuple(each.volume for each in pair) == VOLUMES.get(name, (6, 6))
    tried = cuts.sample(recorded(name), count)
    found = {cut.key: cuts.verdict(cut) for cut in tried}
    assert {key: said for key, said in found.items() if said not in ("old", "new")} == {}
    assert len(found) == count
    kinds = 2 if name in OFTEN else 1  # Two cuts of the other operations can be of one kind.
    assert len({cut.tear for cut in tried}) >= (5 if everything else kinds)


def test_at_least_150_power_cuts_are_listed():
    assert sum(EACH.values()) >= 150


@pytest.mark.long
def test_notes_and_sounds_differ_after_their_operations():
    old, new = recorded("notes").old_and_new()
    assert (old.tests, new.tests) == (1, 2)
    old, new = recorded("crash note").old_and_new()
    assert old.crash == ""
    assert new.crash.startswith("Crash 1 in a row:")
    for name in ("put", "put on a full flash", "sound removal"):
        old, new = recorded(name).old_and_new()
        assert old.sounds != new.sounds
        assert json.loads(old.played)[0] != json.loads(new.played)[0]


@pytest.mark.long
def test_settings_differ_after_their_operations():
    old, new = (json.loads(each.settings) for each in recorded("long settings").old_and_new())
    assert {name: new[name] for name in LONG if name != "servo"} == {
        name: LONG[name] for name in LONG if name != "servo"
    }
    assert all(new[name] != old[name] for name in LONG)
    old, new = (json.loads(each.settings) for each in recorded("game change").old_and_new())
    assert (old["game"], new["game"]) == ("block", "dice")
    old, new = (json.loads(each.settings) for each in recorded("calibration").old_and_new())
    assert (old["servo"], new["servo"]["low_deg"]) == ({}, 55)


@pytest.mark.parametrize(("operation", "event"), LIVE)
def test_disturbed_device_knows_the_old_or_the_new(operation, event):
    assert live.outcome(live.Disturbance(operation, event, 3)) in ("old", "new")
