"""Files on the device: after a loss of power at any moment, the old or new content is there."""

import builtins
import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.storage import files
from pingware.storage.files import SlotStore, read_seed

OLD = {"volume": 3, "weights": [2, 2, 1, 1]}
NEW = {"volume": 9, "weights": [1, 0, 0, 0], "text": "né"}


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "settings")


def saved(path, *values):
    """Returns a store that saved each of ``values``."""
    store = SlotStore(path)
    store.load()
    for value in values:
        assert store.save(value)
    return store


def written_bytes(path):
    """Returns the contents of the two slots, or None for a missing one."""
    places = [Path(path + slot) for slot in (".a", ".b")]
    return [place.read_bytes() if place.exists() else None for place in places]


# Contents of files on devices: CRC-32 of the rest in hexadecimal, number, JSON.
FIRST, SECOND = b'da1d5473 1 {"volume": 3}', b'318fd680 2 {"volume": 9}'


def test_slot_files_have_the_recorded_bytes(path) -> None:
    store = saved(path, {"volume": 3}, {"volume": 9})
    assert written_bytes(path) == [FIRST, SECOND]
    store.save({"volume": 4})
    assert written_bytes(path)[1] == SECOND


@pytest.mark.parametrize(
    ("first", "second", "volume"),
    [
        *((FIRST, SECOND, 9), (SECOND, FIRST, 9), (None, None, None), (FIRST, None, 3)),
        *((None, SECOND, 9), (FIRST, SECOND[:-1], 3)),
    ],
)
def test_slots_of_earlier_firmware_are_read(path, first, second, volume) -> None:
    for ending, data in ((".a", first), (".b", second)):
        if data is not None:
            Path(path + ending).write_bytes(data)
    store = SlotStore(path)
    assert store.load() == (volume and {"volume": volume})
    assert store.damaged == (second == SECOND[:-1])


def test_save_changes_only_the_other_slot_and_latest_value_loads(path) -> None:
    store = saved(path, OLD)
    for n in range(6):
        before = written_bytes(path)
        store.save({"n": n})
        after = written_bytes(path)
        assert sum(x != y for x, y in zip(before, after, strict=True)) == 1
        again = SlotStore(path)
        assert store.load() == again.load() == {"n": n}
        assert again.damaged == 0
        assert not store.save({"n": n}), "an equal value must not be written again"
        assert written_bytes(path) == after


def test_save_cut_at_any_byte_keeps_the_old_value(path) -> None:
    saved(path, OLD)
    before = written_bytes(path)
    saved(path, NEW)
    after = written_bytes(path)
    (slot,) = [n for n in range(2) if before[n] != after[n]]
    for size in range(len(after[slot])):
        with open(path + (".a", ".b")[slot], "wb") as file:
            file.write(after[slot][:size])
        store = SlotStore(path)
        assert store.load() == OLD
        # the file is empty, because it was being written for the first time
        assert store.damaged == (1 if size else 0)
        assert store.save(NEW)
        again = SlotStore(path)
        assert again.load() == NEW
        assert again.damaged == 0


def test_flipped_bit_in_the_newer_slot_gives_the_older_value(path) -> None:
    saved(path, OLD, NEW)
    good = written_bytes(path)[1]
    for bit in range(len(good) * 8):
        rotten = bytearray(good)
        rotten[bit // 8] ^= 1 << (bit % 8)
        with open(path + ".b", "wb") as file:
            file.write(rotten)
        store = SlotStore(path)
        assert store.load() == OLD
        assert store.damaged == 1


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_garbage_in_both_slots_gives_no_value_and_no_crash(tmp_path_factory, one, two) -> None:
    path = str(tmp_path_factory.getbasetemp() / "garbage")
    for slot, junk in ((".a", one), (".b", two)):
        Path(path + slot).write_bytes(junk)
    store = SlotStore(path)
    assert store.load() is None
    assert store.damaged == bool(one) + bool(two)  # an empty slot is not damaged
    assert store.save(OLD)
    assert SlotStore(path).load() == OLD


def test_valid_crc_with_invalid_json_counts_as_damage(path) -> None:
    for text in ('{"a"', "x"):
        files.write_slot(path + ".a", 3, text)
        store = SlotStore(path)
        assert store.load() is None
        assert store.damaged == 1


@pytest.mark.parametrize("value", [{"a": (1, 2)}, {1: 2}, {"a": print}])
def test_value_that_json_would_change_is_refused_before_writing(path, value) -> None:
    store = saved(path, OLD)
    before = written_bytes(path)
    with pytest.raises(ValueError, match="cannot be stored as JSON"):
        store.save(value)
    assert written_bytes(path) == before


class Cut(BaseException):
    """Ctrl-C or the end of power."""


def breaking_open(monkeypatch, after_bytes, error):
    """Makes every file that is written take ``after_bytes`` and then raise ``error``."""

    def broken(name, mode="r"):
        file = builtins.open(name, mode)  # noqa: SIM115  closed in Half.__exit__
        if "w" not in mode:
            return file

        class Half:
            def __enter__(self):
                return self

            def __exit__(self, *_):
                file.close()

            def write(self, data):
                file.write(data[:after_bytes])
                raise error

        return Half()

    monkeypatch.setattr(files, "open", broken, raising=False)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28), Cut()])
@pytest.mark.parametrize("after_bytes", [0, 1, 9, 20])
def test_interrupted_save_keeps_the_value_in_force(path, monkeypatch, error, after_bytes) -> None:
    store = saved(path, {"n": 0}, OLD)
    breaking_open(monkeypatch, after_bytes, error)
    with pytest.raises(type(error)):
        store.save(NEW)
    monkeypatch.undo()
    assert SlotStore(path).load() == OLD
    assert store.save(NEW)
    assert SlotStore(path).load() == NEW


def test_folder_in_place_of_a_slot_is_moved_away(path) -> None:
    store = saved(path, OLD)
    folder = Path(store.paths[1])
    (folder / "in").mkdir(parents=True)
    assert store.save(NEW)
    assert SlotStore(path).load() == NEW
    assert Path(f"{folder}.old", "in").is_dir()


def test_seed_is_read_only_from_a_decimal_32_bit_number(tmp_path) -> None:
    path = tmp_path / "seed"
    assert read_seed(str(path)) is None
    seeds = {b"0": 0, b"12345\n": 12345, b"  7\r\n": 7, b"4294967295": 2**32 - 1}
    wrong = [b"4294967296", b"42949672950", b"9" * 100_000, b"", b"-1", b"1_0", b"0x10", b"seed"]
    for content, seed in {**seeds, **dict.fromkeys([*wrong, b"\xff\xfe", "²".encode()])}.items():
        path.write_bytes(content)
        assert read_seed(str(path)) == seed, content[:20]


def test_higher_sequence_number_wins_in_either_slot(path) -> None:
    for one, two in itertools.permutations((1, 2, 2_000_000_000), 2):
        for slot, sequence in ((".a", one), (".b", two)):
            files.write_slot(path + slot, sequence, f'{{"n": {sequence}}}')
        assert SlotStore(path).load() == {"n": max(one, two)}
