"""After a loss of power at any write of an update in place, the old or the new firmware plays."""

import pytest
from reliability import cuts, slot_operations
from reliability.slot_operations import NAMES, REJECTION, recorded
from tests.version import VERSION

FEW = 3
EACH = {"upload": 40, "upload over the latest": 20, "confirm": 30}
EACH = {name: EACH.get(name, 12) for name in NAMES}  # number of cuts in `make test-all`
OLD, BACK = (VERSION, "a", "confirmed", ""), (VERSION, "a", "rolled_back", "power")
FIRMWARE = {
    "commit": (OLD, (VERSION, "a", "trial", "")),
    "trial": ((VERSION, "a", "trial", ""), BACK),
    "confirm": (BACK, (VERSION, "b", "confirmed", "")),
    "rollback": (BACK, (VERSION, "a", "rolled_back", "crash")),
    REJECTION: ((VERSION, "a", "rolled_back", "damaged"),) * 2,
}


@pytest.fixture(autouse=True)
def image():
    """Skips the test if the image that runs in place was not built."""
    slot_operations.slots_image.built()


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("confirm", REJECTION) else pytest.param(name, marks=pytest.mark.long)
        for name in NAMES
    ],
)
def test_power_cut_during_an_update_leaves_old_or_new(name, pytestconfig):
    everything = pytestconfig.getoption("everything")
    record, count = recorded(name), EACH[name] if everything else FEW
    old, new = record.old_and_new()
    assert (old.firmware, new.firmware) == FIRMWARE.get(name, (OLD, OLD))
    assert (old.volume, old.sounds) == (3, new.sounds)
    tried = cuts.sample(record, count)
    found = {cut.key: cuts.verdict(cut, record) for cut in tried}
    assert {key: said for key, said in found.items() if said not in ("old", "new")} == {}
    assert len(found) == min(count, len(list(cuts.every_cut(record))))
