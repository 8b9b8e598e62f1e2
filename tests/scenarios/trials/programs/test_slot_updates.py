"""Update of an image that runs in place, over the link: into the other slot, and back."""

from unittest import mock

import pytest
from tests import slots_image
from tests.bench import fake_serial
from tests.bench.fake_serial import FakeSerial

from pingblock import Device
from pingblock.build import slot_image
from pingblock.virtual.bench import Bench
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.forwarder import SerialForwarder

pytestmark = pytest.mark.desk  # boots its own image
A, B = 0, 1
UP_MS, CONFIRMED_MS = 1500, 9000
FIRMWARE = "/firmware"


@pytest.fixture
def chip():
    """Opens the chip with content in its slots: the virtual device, and a port to it."""
    slots_image.built()
    line = SerialForwarder()
    with mock.patch.object(fake_serial, "STEP_US", 100.0):
        opened = []

        def at(parts):
            flash = slots_image.flash(parts)
            bench = Bench(lambda sink: ChipEngine(line.in_front(sink), flash=flash), seed=1)
            opened.append(bench)
            bench.advance_to(UP_MS)
            port = FakeSerial(bench.engine, line)
            port.timeout = 0.05
            return bench, port

        yield at
        for bench in opened:
            bench.close()


def device(bench, port):
    return Device(port, clock=lambda: bench.now_ms / 1000)


def asked(bench):
    found = bench.request("update", what="state")["ok"]
    return found["slot"], found["state"], found["why"], bench.request("hello")["ok"]["board"]


def test_update_goes_into_the_other_slot_and_back(chip):
    bench, port = chip({})
    new = slots_image.other_firmware()
    with device(bench, port) as link:
        since_ms = bench.now_ms
        link.put(FIRMWARE, new.stream(B))
        took_ms = bench.now_ms - since_ms
        link.request("update", what="commit")
    bench.advance(2000)
    assert asked(bench) == ("a", "trial", "", slots_image.OTHER)
    bench.advance(CONFIRMED_MS)
    assert asked(bench) == ("b", "confirmed", "", slots_image.OTHER)
    assert took_ms < 6000
    bench.request("update", what="commit")  # rollback: slot a is tried
    bench.advance(CONFIRMED_MS)
    assert asked(bench) == ("a", "confirmed", "", slots_image.OURS)
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(1000)
    assert asked(bench)[3] == slots_image.OURS


def test_upload_that_was_cut_continues(chip):
    bench, port = chip({})
    new = slots_image.other_firmware().stream(B)
    seen = []

    def cut(done, whole):
        seen.append(done)
        if done > whole // 2:
            raise KeyboardInterrupt

    with device(bench, port) as link, pytest.raises(KeyboardInterrupt):
        link.put(FIRMWARE, new, cut)
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(UP_MS)
    assert asked(bench)[1:] == ("confirmed", "", slots_image.OURS)
    seen.clear()
    with device(bench, port) as link:
        link.put(FIRMWARE, new, lambda done, _whole: seen.append(done))
    assert seen[0] >= len(new) // 2 - 2 * slot_image.SECTOR_BYTES
    assert seen[-1] == len(new)
    assert bench.request("update", what="commit")["ok"] == {"restarts": True}


def test_commit_without_firmware_is_refused(chip):
    bench, _port = chip({})
    answer = bench.request("update", what="commit")
    assert answer["error"]["code"] == "no_other"
    assert asked(bench) == ("a", "confirmed", "", slots_image.OURS)
