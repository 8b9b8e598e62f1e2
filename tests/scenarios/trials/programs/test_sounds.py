"""Sounds of one's own, put on a running device and taken away again, by library and command."""

import json
import wave

import pytest
from tests.scenarios.trials.own_sound_files import LAUGH_HZ, PING, PING_HZ, made, on_device, wav

from pingblock import Device
from pingblock.errors import BadInput, LinkError, Refused
from pingblock.sounds import shelf
from pingblock.virtual.fake_serial import FakeSerial

POLL_S = 0.05
OUR_PING_HZ, OUR_LAUGH_HZ = 1175, 196
LONGEST_MS = 2500
AT_PORT = ("--port", "{port}")


def connected(board, **options):
    stream = FakeSerial(board.bench.engine, board.forwarder, POLL_S)
    return Device(stream, clock=lambda: board.bench.now_ms / 1000, **options)


def pitch_of_a_press(board):
    """Presses, lets it sound to its end, and returns the pitch of the first note, Hz."""
    at_ms = board.bench.now_ms
    board.bench.press()
    board.bench.advance(LONGEST_MS)
    heard = [onset for onset in board.bench.heard().onsets if onset.at_ms > at_ms]
    assert heard[0].at_ms - at_ms < 60
    return heard[0].hz


def about(hz):
    return pytest.approx(hz, rel=0.03)


def test_put_plays_from_the_next_press_on_and_reset_brings_ours_back(any_board):
    board = any_board("coins", 1)
    assert pitch_of_a_press(board) == about(OUR_PING_HZ)
    with connected(board) as device:
        assert shelf.put(device, made("ping", PING)) is True
        assert pitch_of_a_press(board) == about(PING_HZ)
        held = shelf.held(device)
        assert held.own == {"ping": (88, 350)}
        assert shelf.reset(device, ["ping"]) == ["ping"]
        assert pitch_of_a_press(board) == about(OUR_PING_HZ)
        assert shelf.held(device).own == {}


def test_recording_replaces_a_recording_many_times(any_board):
    board = any_board("laugh")
    with connected(board) as device:
        for turn in range(4):
            hz = (LAUGH_HZ, 900)[turn % 2]
            assert shelf.put(device, made("laugh", wav(hz=hz, lasts_ms=1400), ".wav"))
            assert pitch_of_a_press(board) == about(hz)
        assert shelf.reset(device) == ["laugh"]
        assert pitch_of_a_press(board) == about(OUR_LAUGH_HZ)
        assert shelf.held(device).ram_bytes == 0


def test_put_sound_is_there_after_the_next_start(any_board):
    board = any_board("laugh")
    with connected(board) as device:
        shelf.put(device, made("laugh", wav(), ".wav"))
    board.bench.power_off()
    board.bench.advance(100)
    board.bench.power_on()
    board.bench.advance(1500)
    assert pitch_of_a_press(board) == about(LAUGH_HZ)


def test_put_while_it_sounds_waits_for_silence(any_board):
    board = any_board("coins", 6)
    with connected(board) as device:
        device.press()
        assert shelf.put(device, made("ping", PING)) is True
        board.bench.advance(3000)
        heard = [onset for onset in board.bench.heard().onsets if onset.at_ms > 1000]
        assert len(heard) == 6
        assert all(onset.hz == about(OUR_PING_HZ) for onset in heard)
        assert pitch_of_a_press(board) == about(PING_HZ)


def test_same_sound_is_not_sent_again(any_board):
    board = any_board("coins", 1)
    sent = []
    with connected(board) as device:
        for _ in range(2):
            shelf.put(device, made("ping", PING), lambda done, _all: sent.append(done))
            sent.append("next")
    assert sent[-2:] == ["next", "next"]


def test_what_does_not_fit_beside_the_others_is_not_sent(any_board):
    board = any_board("laugh")
    big = {name: made(name, wav(lasts_ms=900), ".wav") for name in ("laugh", "game_over")}
    with connected(board) as device:
        shelf.put(device, big["laugh"])
        with pytest.raises(BadInput, match=r"left beside laugh\.snd: reset one"):
            shelf.put(device, big["game_over"])
        assert list(device.files("/sounds")) == ["laugh.snd"]


def test_play_plays_one_and_says_when_it_cannot(any_board):
    board = any_board("coins", 6)
    with connected(board) as device:
        shelf.play(device, "laugh")
        board.bench.advance(100)
        assert board.bench.heard().onsets[-1].hz == about(OUR_LAUGH_HZ)
        device.press()
        with pytest.raises(Refused, match="the block is sounding"):
            shelf.play(device, "laugh")


def test_damaged_file_on_the_device_is_told_and_put_right_again(any_board):
    good = made("laugh", wav(), ".wav")
    spoilt = {path: data[:-9] + b"X" + data[-8:] for path, data in on_device(good).items()}
    board = any_board("laugh", **spoilt)
    assert pitch_of_a_press(board) == about(OUR_LAUGH_HZ)
    with connected(board) as device:
        assert shelf.held(device).unusable == ("laugh",)
        assert shelf.put(device, good)
        assert shelf.held(device).unusable == ()
    assert pitch_of_a_press(board) == about(LAUGH_HZ)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_power_cut_in_the_middle_leaves_the_old_sound_or_the_new(any_board, share):
    old, new = (made("laugh", wav(hz=hz, lasts_ms=1400), ".wav") for hz in (LAUGH_HZ, 900))
    board = any_board("laugh", **on_device(old))

    def cut(done, size):
        if done >= share * size:
            board.bench.power_off()

    with connected(board, timeout_s=1.0) as device, pytest.raises(LinkError):
        shelf.put(device, new, cut)
    board.bench.advance(200)
    board.bench.power_on()
    board.bench.advance(1500)
    assert pitch_of_a_press(board) == about(LAUGH_HZ)
    assert board.bench.events("fault") == []
    with connected(board) as device:
        assert shelf.put(device, new)
    assert pitch_of_a_press(board) == about(900)


# The command


def called(board, *words):
    """Runs the command to its end; returns (exit code, stdout, stderr)."""
    with board.started("pingblock", "sounds", *words, *AT_PORT) as program:
        program.serve(lambda: program.process.poll() is not None)
        out, err = program.process.communicate()
        return program.process.returncode, out, err


def told(board, *words):
    code, out, err = called(board, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_command_puts_lists_plays_and_resets(any_board, tmp_path):
    board = any_board("coins", 1)
    (tmp_path / "mine.tune").write_text(PING)
    put = told(board, "put", "ping", str(tmp_path / "mine.tune"))
    assert (put["name"], put["format"], put["bytes"], put["in_force"]) == (
        "ping",
        "tune",
        88,
        True,
    )
    assert pitch_of_a_press(board) == about(PING_HZ)
    rows = {row["name"]: row for row in told(board, "list")["sounds"]}
    assert (rows["ping"]["source"], rows["ping"]["length_ms"]) == ("own", 350)
    assert (rows["laugh"]["source"], rows["laugh"]["tells"]) == ("built-in", ["laugh"])
    assert told(board, "play", "laugh") == {"played": "laugh", "here": False}
    board.bench.advance(100)
    assert board.bench.heard().onsets[-1].hz == about(OUR_LAUGH_HZ)
    assert told(board, "reset", "ping") == {"removed": ["ping"]}
    board.bench.advance(LONGEST_MS)
    assert pitch_of_a_press(board) == about(OUR_PING_HZ)


def test_command_asks_before_it_removes_all(any_board):
    board = any_board("coins", 1, **on_device(made("ping", PING)))
    code, out, err = called(board, "reset")
    assert (code, out) == (2, "")
    assert "give --yes" in err
    assert told(board, "reset", "--yes") == {"removed": ["ping"]}
    assert pitch_of_a_press(board) == about(OUR_PING_HZ)


def test_what_render_writes_is_what_the_device_plays(any_board, tmp_path):
    board = any_board("laugh")
    (tmp_path / "mine.wav").write_bytes(wav(lasts_ms=300))
    assert called(board, "put", "laugh", str(tmp_path / "mine.wav"))[0] == 0
    assert pitch_of_a_press(board) == about(LAUGH_HZ)
    program = board.started("pingblock", "sounds", "render", str(tmp_path / "mine.wav"),
                            str(tmp_path / "out.wav"), "--as", "laugh")  # fmt: skip
    with program as running:
        assert running.process.wait(60) == 0
    with wave.open(str(tmp_path / "out.wav")) as file:
        assert file.getframerate() == 22_046
        assert file.getnframes() > 1800 * 22  # as long as the light
