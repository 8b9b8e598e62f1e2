"""A device in real time: sessions that are played again, and how far ahead it runs."""

import json
from itertools import count
from queue import Queue
from types import SimpleNamespace

import pytest

from pingblock.errors import BadInput
from pingblock.serve_page.live_device import LEAD_MS, MOST_MS, LiveDevice, Opening
from pingblock.virtual.scenario import parse
from pingblock.virtual.serial_tap import sealed

LINES = b"".join(b'{"at_ms": %d, "do": "press", "for_ms": 60}\n' % ms for ms in (400, 900_000))


class Story:
    """A device that plays two presses, a quarter of an hour apart, and its events."""

    def __init__(self):
        self.told, self.bytes = [], []
        self._coming = Queue()
        opening = Opening("wasm", seed=3, script=parse(LINES))
        self.device = LiveDevice(opening, self._coming.put)

    def until(self, holds):
        while not holds():
            for each in self._coming.get():
                (self.told if isinstance(each, dict) else self.bytes).append(each)

    def kinds(self):
        return [each["kind"] for each in self.told]

    def text(self):
        return b"".join(each[1:] for each in self.bytes if each[0] == 2)

    def keeps(self, path):
        """Returns whether a file of the owner's is found within 8 s."""
        end = self.kinds().count("clock") + 80
        self.until(lambda: path in self.device.block().files or self.kinds().count("clock") > end)
        return path in self.device.block().files

    def actions(self):
        return [each["action"] for each in self.told if each["kind"] == "did"]


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A clock that advances by 10 ms each time that it is read."""
    made = SimpleNamespace(monotonic=count(0, 0.01).__next__)
    monkeypatch.setattr("pingblock.serve_page.live_device.time", made)


@pytest.fixture
def story():
    story = Story()
    yield story
    story.device.end()


def test_session_is_replayed_and_its_quiet_parts_are_skipped(story):
    """Lines that the page sends automatically come after its end."""
    story.device.send(sealed('{"id":9,"do":"status"}'), "page")
    story.device.start()
    story.until(lambda: story.kinds().count("hand") == 4)
    story.until(lambda: story.text().count(b'"outcome":') == 2)
    story.until(lambda: b'"id":9' in story.text())
    did = story.actions()
    assert [each["do"] for each in did] == ["press", "press", "serial"]
    assert did[1]["at_ms"] == 900_000


def test_hand_takes_over_a_session_and_is_recorded_at_once(story):
    story.device.order(lambda hands: hands.move("block", True, "a"))  # before its first press
    story.device.start()
    story.until(story.actions)
    assert "for_ms" not in story.actions()[0]
    story.device.order(lambda hands: hands.move("block", False, "a"))
    story.until(lambda: len(story.actions()) == 2)
    begun, ended = story.actions()
    assert ended == {**begun, "for_ms": ended["for_ms"]}
    assert ended["for_ms"] >= 40
    assert story.device._hands.next_ms == float("inf")


def test_lever_that_two_pages_pull_is_recorded_as_pulled_once(story):
    """A link with two pulls in a row would be refused, because a person cannot do that."""
    moves = [(False, "a"), (True, "a"), (True, "b"), (False, "b"), (False, "a"), (True, "a")]
    for down, page in moves:
        story.device.order(lambda hands, down=down, page=page: hands.move("lever", down, page))
    story.device.start()
    story.until(lambda: story.kinds().count("clock") > 2)
    did = story.actions()
    assert [each["do"] for each in did] == ["pull_lever", "release_lever", "pull_lever"]
    assert parse("\n".join(map(json.dumps, did)).encode())


def test_written_settings_are_kept_at_once_or_after_play(story):
    """After a kill, the stored files are those of the last time that the server read them."""
    story.device.order(lambda hands: None)
    story.device.start()
    story.until(lambda: story.kinds().count("clock") > 120)  # 12 s is long after a sound
    story.device.send(sealed('{"id":1,"do":"volume","level":3}'), "page")
    assert story.keeps("/settings.a")
    for down in (True, False):
        story.device.order(lambda hands, down=down: hands.move("block", down, "a"))
    story.until(lambda: story.kinds()[-1] == "silence")
    story.device.send(sealed('{"id":2,"do":"volume","level":4}'), "page")
    assert story.keeps("/settings.b")


def test_program_on_the_device_is_not_kept_with_owners_files():
    told = Queue()
    opening = Opening("wasm", files={"/main.py": b"", "/settings.py": b"", "/settings.a": b"{}"})
    device = LiveDevice(opening, told.put)
    device.start()
    assert device.end().files == {"/settings.a": b"{}"}


def test_ended_device_first_writes_the_last_change(story):
    story.device.order(lambda hands: None)
    story.device.start()
    story.device.send(sealed('{"id":1,"do":"volume","level":3}'), "page")
    story.until(lambda: b'"id":1' in story.text())
    assert "/settings.a" in story.device.end().files


def test_late_sound_gets_a_longer_lead(story):
    """Each action of a person reduces the lead, so that later ones take effect at once again."""
    device = story.device
    device._taps[0].sounding = True
    for ahead_ms, lead_ms in ((20, 28), (-1, 46), (-30, 46), (5, 46), (20, 46), (3, 46), (-1, 64)):
        device._keep_ahead(ahead_ms)
        assert device._sound_lead_ms == lead_ms
    for _ in range(9):
        device._keep_ahead(30)
        device._keep_ahead(-1)
    assert device._sound_lead_ms == MOST_MS
    for _ in range(20):
        device.order(lambda _hands: None)
    device._obey()
    assert device._sound_lead_ms == LEAD_MS
    device.start()


def test_device_of_a_link_is_sealed_and_keeps_no_files():
    with pytest.raises(BadInput, match="'wasm' and 'chip' run it"):
        LiveDevice(Opening("desk", replay=True), list)
    with pytest.raises(BadInput, match="'wasm' and 'chip' run it"):
        LiveDevice(Opening("desk", script=parse(LINES)), list)
    told = Queue()
    opening = Opening("wasm", files={"/settings.a": b"{}"}, replay=True)
    device = LiveDevice(opening, told.put)
    device.start()
    while not any(each["kind"] == "clock" for each in told.get() if isinstance(each, dict)):
        pass
    assert device.end() is None
