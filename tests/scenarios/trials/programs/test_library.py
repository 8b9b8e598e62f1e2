"""The library on the real firmware, in emulated time."""

import pytest

from pingblock.connection.answers import Outcome, Volume
from pingblock.errors import NoAnswer, Refused, WrongDevice
from pingware.shared import protocol

COINS = 3
LONGEST_MS = 4000  # longest sound in this test


@pytest.fixture
def held(any_board):
    """A device whose every press gives three coins, and its ``Device`` in emulated time."""
    board = any_board("coins", COINS)
    with board.device() as device:
        yield board, device


@pytest.mark.rules
def test_device_reports_its_identity(held):
    _, device = held
    assert device.hello.protocol == protocol.PROTOCOL_VERSION
    assert (device.hello.board, device.hello.seeded) == ("rev_a", True)
    assert len(device.hello.uid) == 16


@pytest.mark.rules
def test_second_press_during_a_sound_does_not_count(held):
    board, device = held
    assert device.press() == Outcome("coins", COINS, 1)
    with pytest.raises(Refused, match="did not count"):
        device.press(wait=False)
    with pytest.raises(Refused, match="No replay"):
        device.replay(wait=False)
    board.bench.advance(LONGEST_MS)
    onsets = [onset for onset in board.bench.heard().onsets if onset.at_ms > 1000]
    assert len(onsets) == COINS


def test_three_presses_and_a_replay_follow_each_other(held):
    board, device = held
    presses = [device.press().draw for _ in range(3)]
    assert presses == [1, 2, 3]
    assert device.replay() == Outcome("coins", COINS, 3)
    assert device.wait_until_quiet()
    onsets = [onset for onset in board.bench.heard().onsets if onset.at_ms > 1000]
    assert len(onsets) == 4 * COINS
    assert device.wait_until_quiet(limit_s=0), "the device was quiet already"


@pytest.mark.rules
def test_press_after_an_unseen_press_gets_its_own_outcome(held):
    board, device = held
    device.close()
    board.bench.press()
    board.bench.advance(LONGEST_MS)
    with board.device() as device:
        assert device.press().draw == 2


@pytest.mark.rules
def test_replay_needs_an_outcome_and_does_not_draw(held):
    board, device = held
    with pytest.raises(Refused, match="nothing to replay"):
        device.replay()
    board.bench.advance(LONGEST_MS)
    device.press()
    board.bench.advance(LONGEST_MS)
    assert device.replay() == Outcome("coins", COINS, 1)
    assert device.status()["draws"] == 1


@pytest.mark.rules
def test_volume_and_mute_have_the_values_that_were_set(held):
    _, device = held
    assert device.volume(3, cap=5, chime=0) == Volume(3, 5, 0, False)
    assert device.volume(mute=True) == Volume(3, 5, 0, True)
    assert device.volume() == Volume(3, 5, 0, True)


@pytest.mark.rules
def test_profile_returns_its_nine_weights(held):
    board, device = held
    assert device.profile("junior") == [1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert device.profile("custom", [0, 0, 0, 0, 0, 1, 0, 0, 0])[5] == 1
    board.bench.advance(LONGEST_MS)
    assert device.press().coins == 6


@pytest.mark.rules
def test_battery_test_on_usb_returns_its_fault(held):
    _, device = held
    assert device.battery().fault == "battery_on_usb"


@pytest.mark.rules
def test_worms_start_once_and_stop(held):
    _, device = held
    assert device.worms()["state"] == "ready"
    assert device.start_worms()["state"] == "started"
    with pytest.raises(Refused, match="cannot start"):
        device.start_worms()
    assert device.stop_worms()["state"] == "ready"
    assert device.stop_worms()["reply"] == "nothing"


@pytest.mark.rules
def test_events_of_a_press_by_hand_come_in_order(held):
    board, device = held
    board.bench.press()
    kinds = [event["event"] for event in device.events(for_s=0.5)]
    assert kinds[-2:] == ["press", "outcome"]
    assert device.status()["draws"] == 1


@pytest.mark.rules
def test_unfinished_line_of_a_dead_program_is_ignored(held):
    board, device = held
    device.close()
    board.bench.send(b'{"id":1,"do":"pre')
    board.bench.advance(50)
    with board.device() as device:
        assert device.status()["draws"] == 0


@pytest.mark.rules
def test_silent_device_ends_the_wait_after_5_s(held):
    board, device = held
    board.bench.unplug()
    began_ms = board.bench.now_ms
    with pytest.raises(NoAnswer, match=r"'status' within 5 s"):
        device.status()
    assert board.bench.now_ms - began_ms == pytest.approx(5000, abs=200)


@pytest.mark.rules
def test_firmware_with_another_protocol_version_is_refused(any_board, monkeypatch):
    board = any_board()
    monkeypatch.setattr(protocol, "PROTOCOL_VERSION", 2)
    with pytest.raises(
        WrongDevice, match=r"speaks protocol 1 .*but this program needs 2: install the"
    ):
        board.device().open()
