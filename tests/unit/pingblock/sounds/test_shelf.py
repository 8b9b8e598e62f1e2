"""Sounds on a device: sent once, taken in a quiet moment, and its answers understood."""

from array import array
from zlib import crc32

import pytest

from pingblock.connection.device import Device
from pingblock.connection.files import FileInfo
from pingblock.errors import BadInput, Refused
from pingblock.sounds import listing, shelf
from pingblock.sounds.sound import Sound, of_name
from pingblock.sounds.tables import names_played
from pingblock.virtual.bench_port import open_bench_with_port

ROOM = 32_768


def sound(name="ping", halfwords=0):
    program = of_name("ping").program
    recording = array("H", [32_768] * halfwords)
    return Sound(name, "tune", program, recording, 241, 350)


class FakeDevice:
    """Stores files, and loads them after ``looks`` further questions."""

    def __init__(self, looks=0, unusable=()):
        self.kept = {}
        self.asked = []
        self.unusable = unusable
        self.busy = self.restart = False
        self.paused_s = 0.0
        self._looks = looks
        self._left = 0

    def until_accepted(self, ask, wait=True):
        return ask()

    def files(self, folder):
        assert folder == "/sounds"
        return {name: FileInfo(len(data), crc32(data)) for name, data in self.kept.items()}

    def put(self, path, data, progress=None):
        self.asked.append(("put", path))
        self.kept[path.removeprefix("/sounds/")] = data
        if progress:
            progress(len(data), len(data))

    def remove(self, path):
        self.asked.append(("remove", path))
        return self.kept.pop(path.removeprefix("/sounds/"), None) is not None

    def pause(self, for_s):
        self.paused_s += for_s

    def request(self, do, load=False, play=None, restart=False):
        assert do == "sounds"
        self._left = self._looks if load else max(0, self._left - 1)
        self.asked += [("load",)] * load + [("restart",)] * restart
        kept = {} if self.restart else self.kept
        own = {name.removesuffix(".snd"): [len(data), 350] for name, data in kept.items()}
        fields = {"own": own, "unusable": self.unusable, "waiting": self._left > 0}
        fields["restart"] = self.restart
        return {**fields, "ram": [100, ROOM], "playing": not self.busy}


@pytest.fixture
def device():
    return FakeDevice()


def test_put_sends_only_new_files_but_always_loads_them(device):
    steps = []
    assert shelf.put(device, sound(), lambda done, size: steps.append((done, size))) == "now"
    assert device.asked == [("put", "/sounds/ping.snd"), ("load",)]
    assert device.kept["ping.snd"] == sound().data
    assert steps == [(len(sound().data),) * 2]
    device.asked.clear()
    assert shelf.put(device, sound())
    assert device.asked == [("load",)]


def test_changed_file_of_same_size_is_sent(device):
    device.kept["ping.snd"] = bytes(len(sound().data))
    shelf.put(device, sound())
    assert ("put", "/sounds/ping.snd") in device.asked


def test_put_waits_limited_time_until_device_is_quiet():
    device = FakeDevice(looks=7)
    assert shelf.put(device, sound()) == "now"
    assert device.paused_s == pytest.approx(0.7)
    never = FakeDevice(looks=10_000)
    assert shelf.put(never, sound()) == "silent"
    assert never.paused_s == pytest.approx(shelf.QUIET_S)


def test_put_returns_start_if_device_must_restart(device):
    device.restart = True
    assert shelf.put(device, sound()) == "start"
    assert shelf.held(device).restart is True


def test_sound_that_device_cannot_play_is_refused():
    with pytest.raises(Refused, match="cannot play"):
        shelf.put(FakeDevice(unusable=["ping"]), sound())


def test_free_memory_excludes_only_other_files(device):
    for name in ("laugh", "ping"):
        device.kept[f"{name}.snd"] = bytes(12 + 20_000)
    shelf.put(device, sound(halfwords=6_000))
    with pytest.raises(BadInput, match=r"12768 of 32768 are free, because of laugh\.snd"):
        shelf.put(device, sound(halfwords=7_000))


def test_play_is_refused_while_device_is_playing(device):
    shelf.play(device, "laugh")
    device.busy = True
    with pytest.raises(Refused, match="is playing a sound"):
        shelf.play(device, "laugh", wait=False)


def test_reset_removes_stored_sounds_and_reloads_if_any(device):
    device.kept = {"ping.snd": b"1", "laugh.snd": b"2", "notes.txt": b"3"}
    assert shelf.reset(device, ["ping", "undo"]) == ["ping"]
    assert device.asked == [("remove", "/sounds/ping.snd"), ("load",)]
    assert shelf.reset(device) == ["laugh"]
    assert list(device.kept) == ["notes.txt"]
    device.asked.clear()
    assert shelf.reset(device) == []
    assert device.asked == []


def test_sound_list_shows_source_of_each_sound():
    held = shelf.Held({"ping": (88, 350)}, ("laugh",), True, True, 100, ROOM)
    rows = {row["name"]: row for row in listing.rows(held)}
    assert rows["beeps"]["tells"] == ["number", "first", "player"]
    assert set(rows) == set(names_played())
    assert (rows["ping"]["source"], rows["ping"]["bytes"]) == ("own", 88)
    assert rows["laugh"]["source"] == "built-in (yours cannot be played)"
    assert rows["laugh"]["length_ms"] == 1516
    text = listing.text(list(rows.values()), held)
    assert "Your own sounds take 100 of 32768 bytes of memory." in text
    assert "as soon as the block is silent" in text
    assert "only after a restart" in text


def test_sound_of_another_game_is_stored_and_reported(usable_desk):
    bench, port = open_bench_with_port("desk", 1)
    with bench, Device(port, clock=port.clock) as device:
        bench.advance(1000)
        device.game("dice")
        assert shelf.put(device, of_name("ping")) == "other_game"
        with pytest.raises(Refused, match=r"has no sound 'ping'.*'pingblock game'"):
            shelf.play(device, "ping")
        with pytest.raises(Refused, match="'pingblock game block'") as refused:
            device.request("odds")
        assert refused.value.code == "other_game"
        device.game("block")
        assert shelf.put(device, of_name("ping")) == "now"
