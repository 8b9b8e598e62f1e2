"""Notes of battery tests: limited in number, stored, and readable even if flash is damaged."""

from types import SimpleNamespace

from pingware.app.power.cell_test import MOST, BatteryNotes


def check(loaded_mv, verdict="good"):
    return SimpleNamespace(open_mv=4500, loaded_mv=loaded_mv, milliohm=900, verdict=verdict)


def test_notes_survive_power_loss_and_the_latest_comes_last(tmp_path) -> None:
    path = str(tmp_path / "battery")
    assert BatteryNotes(path).read() == {"count": 0, "tests": []}
    BatteryNotes(path).add(check(4400))
    BatteryNotes(path).add(check(3000, "replace_soon"))
    tests = [[4500, 4400, 900, 0], [4500, 3000, 900, 2]]
    assert BatteryNotes(path).read() == {"count": 2, "tests": tests}


def test_only_latest_notes_are_kept_in_at_most_512_bytes(tmp_path) -> None:
    notes = BatteryNotes(str(tmp_path / "battery"))
    for n in range(MOST + 9):
        notes.add(check(4000 + n))
    found = notes.read()
    assert (found["count"], len(found["tests"])) == (MOST + 9, MOST)
    assert found["tests"][-1][1] == 4000 + MOST + 8
    assert max(path.stat().st_size for path in tmp_path.iterdir()) <= 512


def test_damaged_notes_read_as_empty_and_can_be_added_to(tmp_path) -> None:
    for slot in "ab":
        (tmp_path / f"battery.{slot}").write_bytes(b"00000000 1 [1,2]")
    notes = BatteryNotes(str(tmp_path / "battery"))
    assert notes.read()["tests"] == []
    notes.add(check(4100))
    assert notes.read()["count"] == 1
