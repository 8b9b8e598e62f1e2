"""Two followers at a time, each at a virtual device over its real link."""

from types import SimpleNamespace

import pytest
from benchmarks.fake_serial import FakeSerial

from pingblock.connection.device import Device
from pingblock.connection.follower import follow
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.virtual_device import open_bench


class Cable(FakeSerial):
    """A serial port that disappears while the device's cable is unplugged."""

    plugged = True

    @property
    def in_waiting(self):
        self._gone()
        return super().in_waiting

    def read(self, size=1):
        self._gone()
        return super().read(size)

    def _gone(self):
        assert self._engine.now_us < 60e6, "no more bytes will come"
        if not self.plugged:
            raise OSError(5, "gone")


@pytest.fixture
def boards(usable_desk):
    """Two virtual devices on cables, in emulated time."""
    made = []
    for seed in (1, 2):
        line = SerialForwarder()
        bench = open_bench("desk", seed, in_front=line.in_front)
        bench.advance(1500)
        made.append((bench, line))
    yield made
    for bench, _ in made:
        bench.close()


def test_two_followers_survive_an_unplugged_and_a_reset_device(boards, monkeypatch):
    said = []
    cables = []

    def opened(port):
        bench, forwarder = boards[int(port)]
        cable = Cable(bench.engine, forwarder, 0.05)
        cables.append(cable)
        return Device(cable, clock=lambda: bench.now_ms / 1000).open()

    def plug(_for_s):
        assert len(cables) < 4, "the device will not return"
        boards[0][0].plug()
        boards[0][0].advance(500)

    monkeypatch.setattr("pingblock.connection.follower.time", SimpleNamespace(sleep=plug))
    monkeypatch.setattr("pingblock.connection.follower._open", opened)
    first = follow("0", said.append)
    second = follow("1", said.append)
    for events, (bench, _) in zip((first, second), boards, strict=True):
        assert next(event for event in events if event["event"] == "hello")
        bench.press()
    pressed = [next(e for e in events if e["event"] == "outcome") for events in (first, second)]
    assert pressed[0]["draw"] == pressed[1]["draw"] == 1
    boards[0][0].unplug()
    cables[0].plugged = False
    boards[1][0].power_off()
    boards[1][0].advance(100)
    boards[1][0].power_on()
    boards[0][0].advance(8000)  # the longest sound is over
    boards[0][0].press()
    again = next(e for e in first if e["event"] == "outcome" and e["draw"] == 2)
    assert again["event"] == "outcome"
    assert next(e for e in second if e["event"] == "hello")
    assert [text.partition(",")[0] for text in said[3:]] == [
        "Device e660583883112233 is back at 0"
    ]
