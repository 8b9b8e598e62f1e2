"""Custom sounds, put on a running device and removed again, by library and command."""

import json
import signal
import subprocess
import sys
import wave

import pytest
from tests.scenarios.trials.own_sound_files import LAUGH_HZ, PING, PING_HZ, made, on_device, wav
from tests.scenarios.trials.programs.test_serve import served
from tests.seldom import seldom

from pingblock.errors import BadInput, LinkError, Refused
from pingblock.sounds import shelf
from pingblock.virtual.engines import ENGINES

OUR_PING_HZ, OUR_LAUGH_HZ = 1175, 643
LONGEST_MS = 2500
AT_PORT = ("--port", "{port}")


def pitch_of_a_press(board):
    """Presses, waits for the end of the sound, and returns the pitch of the first note in Hz."""
    at_ms = board.bench.now_ms
    board.bench.press()
    board.bench.advance(LONGEST_MS)
    heard = [onset for onset in board.bench.heard().onsets if onset.at_ms > at_ms]
    assert heard[0].at_ms - at_ms < 60
    return heard[0].hz


def about(hz):
    return pytest.approx(hz, rel=0.03)


@pytest.mark.rules
def test_custom_sound_plays_at_once_until_a_reset(any_board):
    board = any_board("coins", 1)
    assert pitch_of_a_press(board) == about(OUR_PING_HZ)
    with board.device() as device:
        assert shelf.put(device, made("ping", PING)) == shelf.NOW
        assert pitch_of_a_press(board) == about(PING_HZ)
        held = shelf.held(device)
        assert held.own == {"ping": (88, 350)}
        assert shelf.reset(device, ["ping"]) == ["ping"]
        assert pitch_of_a_press(board) == about(OUR_PING_HZ)
        assert shelf.held(device).own == {}


@pytest.mark.rules
def test_recording_can_be_replaced_many_times(any_board):
    board = any_board("laugh")
    with board.device() as device:
        for turn in range(4):
            hz = (LAUGH_HZ, 900)[turn % 2]
            own = made("laugh", wav(hz=hz, lasts_ms=1400), ".wav")
            assert shelf.put(device, own) == shelf.NOW
            assert pitch_of_a_press(board) == about(hz)
        assert shelf.reset(device) == ["laugh"]
        assert pitch_of_a_press(board) == about(OUR_LAUGH_HZ)
        assert shelf.held(device).ram_bytes == 0


def restart(board):
    board.bench.power_off()
    board.bench.advance(100)
    board.bench.power_on()
    board.bench.advance(1500)


@pytest.mark.rules
def test_long_recording_plays_at_once_or_after_a_restart(
    any_board,
):
    board = any_board("laugh")
    with board.device() as device:
        device.settings()
        device.odds()
        device.request("log", part="faults")
        device.request("update", what="state")
        device.start_worms()
        device.stop_worms()
        shelf.put(device, made("ping", PING))
        own = made("laugh", wav(lasts_ms=1400), ".wav")
        plays_from = shelf.put(device, own)
        assert plays_from in (shelf.NOW, shelf.START)
        hz = LAUGH_HZ if plays_from == shelf.NOW else OUR_LAUGH_HZ
        assert pitch_of_a_press(board) == about(hz)
        assert "ping" in shelf.held(device).own
    restart(board)
    assert pitch_of_a_press(board) == about(LAUGH_HZ)
    assert board.bench.events("fault") == []


@pytest.mark.rules
def test_requested_restart_waits_for_the_sound(any_board):
    board = any_board("laugh", **on_device(made("laugh", wav(), ".wav")))
    with board.device() as device:
        device.press()
        at_ms = board.bench.now_ms
        shelf.restart(device)
        board.bench.advance(3000)
    (reset,) = [event for event in board.bench.events("reset") if event["at_ms"] > at_ms]
    assert reset["at_ms"] - at_ms > 1700, "the restart must wait for the light"
    assert pitch_of_a_press(board) == about(LAUGH_HZ)


@pytest.mark.rules
def test_custom_sound_plays_after_a_restart(any_board):
    board = any_board("laugh")
    with board.device() as device:
        shelf.put(device, made("laugh", wav(), ".wav"))
    restart(board)
    assert pitch_of_a_press(board) == about(LAUGH_HZ)


@pytest.mark.rules
def test_put_during_a_sound_waits_for_silence(any_board):
    board = any_board("coins", 6)
    with board.device() as device:
        device.press()
        assert shelf.put(device, made("ping", PING)) == shelf.NOW
        board.bench.advance(3000)
        heard = [onset for onset in board.bench.heard().onsets if onset.at_ms > 1000]
        assert len(heard) == 6
        assert all(onset.hz == about(OUR_PING_HZ) for onset in heard)
        assert pitch_of_a_press(board) == about(PING_HZ)


@pytest.mark.rules
def test_identical_sound_is_not_sent_again(any_board):
    board = any_board("coins", 1)
    sent = []
    with board.device() as device:
        for _ in range(2):
            shelf.put(device, made("ping", PING), lambda done, _all: sent.append(done))
            sent.append("next")
    assert sent[-2:] == ["next", "next"]


@pytest.mark.rules
def test_sound_too_long_for_the_free_memory_is_not_sent(any_board):
    board = any_board("laugh")
    big = {name: made(name, wav(lasts_ms=900), ".wav") for name in ("laugh", "game_over")}
    with board.device() as device:
        shelf.put(device, big["laugh"])
        with pytest.raises(BadInput, match=r"free, because of laugh\.snd: make it shorter"):
            shelf.put(device, big["game_over"])
        assert list(device.files("/sounds")) == ["laugh.snd"]


@pytest.mark.rules
def test_play_waits_for_a_sound_or_is_refused(any_board):
    board = any_board("coins", 6)
    with board.device() as device:
        shelf.play(device, "laugh")
        board.bench.advance(100)
        assert board.bench.heard().sounds[-1][0].hz == about(OUR_LAUGH_HZ)
        device.press()
        with pytest.raises(Refused, match="The block is playing a sound"):
            shelf.play(device, "laugh", wait=False)
        shelf.play(device, "laugh")
        board.bench.advance(100)
        assert board.bench.heard().sounds[-1][0].hz == about(OUR_LAUGH_HZ)


@pytest.mark.rules
def test_damaged_sound_is_reported_and_can_be_replaced(any_board):
    good = made("laugh", wav(), ".wav")
    spoilt = {path: data[:-9] + b"X" + data[-8:] for path, data in on_device(good).items()}
    board = any_board("laugh", **spoilt)
    assert pitch_of_a_press(board) == about(OUR_LAUGH_HZ)
    with board.device() as device:
        assert shelf.held(device).unusable == ("laugh",)
        assert shelf.put(device, good) == shelf.NOW
        assert shelf.held(device).unusable == ()
    assert pitch_of_a_press(board) == about(LAUGH_HZ)


@pytest.mark.parametrize(
    ("engine", "share"), [seldom("desk", 0.1), ("desk", 0.5), seldom("desk", 0.9), ("chip", 0.5)]
)
def test_power_cut_during_a_put_keeps_the_old_sound(any_board, share):
    old, new = (made("laugh", wav(hz=hz, lasts_ms=1400), ".wav") for hz in (LAUGH_HZ, 900))
    board = any_board("laugh", **on_device(old))

    def cut(done, size):
        if done >= share * size:
            board.bench.power_off()

    with board.device(timeout_s=1.0) as device, pytest.raises(LinkError):
        shelf.put(device, new, cut)
    board.bench.advance(200)
    board.bench.power_on()
    board.bench.advance(1500)
    assert pitch_of_a_press(board) == about(LAUGH_HZ)
    assert board.bench.events("fault") == []
    with board.device() as device:
        assert shelf.put(device, new) == shelf.NOW
    assert pitch_of_a_press(board) == about(900)


def called(board, *words):
    """Runs the command to its end. Returns (exit code, stdout, stderr)."""
    with board.started("pingblock", "sounds", *words, *AT_PORT) as program:
        program.serve(lambda: program.process.poll() is not None)
        out, err = program.process.communicate()
        return program.process.returncode, out, err


def told(board, *words):
    code, out, err = called(board, *words, "--json")
    assert (code, err) == (0, ""), out
    return json.loads(out)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_command_puts_lists_plays_and_resets(any_board, tmp_path):
    board = any_board("coins", 1)
    (tmp_path / "mine.tune").write_text(PING)
    put = told(board, "put", "ping", str(tmp_path / "mine.tune"))
    told_of_it = [put[key] for key in ("name", "format", "bytes", "plays_from")]
    assert told_of_it == ["ping", "tune", 88, "now"]
    assert pitch_of_a_press(board) == about(PING_HZ)
    rows = {row["name"]: row for row in told(board, "list")["sounds"]}
    assert (rows["ping"]["source"], rows["ping"]["length_ms"]) == ("own", 350)
    assert (rows["laugh"]["source"], rows["laugh"]["tells"]) == ("built-in", ["laugh"])
    assert told(board, "play", "laugh") == {"played": "laugh", "here": False}
    board.bench.advance(100)
    assert board.bench.heard().sounds[-1][0].hz == about(OUR_LAUGH_HZ)
    assert told(board, "reset", "ping") == {"removed": ["ping"]}
    board.bench.advance(LONGEST_MS)
    assert pitch_of_a_press(board) == about(OUR_PING_HZ)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_reset_of_all_sounds_needs_confirmation(any_board):
    board = any_board("coins", 1, **on_device(made("ping", PING)))
    code, out, err = called(board, "reset")
    assert (code, out) == (2, "")
    assert "add --yes" in err
    assert told(board, "reset", "--yes") == {"removed": ["ping"]}
    assert pitch_of_a_press(board) == about(OUR_PING_HZ)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_rendered_file_has_the_rate_and_length_of_the_device(any_board, tmp_path):
    board = any_board("laugh")
    (tmp_path / "mine.wav").write_bytes(wav(lasts_ms=300))
    code, *said = called(board, "put", "laugh", str(tmp_path / "mine.wav"))
    assert code == 0, said
    assert pitch_of_a_press(board) == about(LAUGH_HZ)
    program = board.started("pingblock", "sounds", "render", str(tmp_path / "mine.wav"),
                            str(tmp_path / "out.wav"), "--as", "laugh")  # fmt: skip
    with program as running:
        assert running.process.wait() == 0
    with wave.open(str(tmp_path / "out.wav")) as file:
        assert file.getframerate() == 22_046
        assert file.getnframes() > 1800 * 22  # It lasts as long as the light.


def sending(board, name, path):
    """Starts a ``put`` of the command. Returns it during the transfer of the file."""
    return board.started("pingblock", "sounds", "put", name, str(path), *AT_PORT)


@pytest.fixture
def big_wav(tmp_path):
    """Returns a recording that takes long to send."""
    path = tmp_path / "big.wav"
    path.write_bytes(wav(hz=900, lasts_ms=1400))
    return path


MIDWAY_BYTES = 15_000


@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_ctrl_c_during_a_put_keeps_the_old_sound(any_board, big_wav):
    board = any_board("laugh", **on_device(made("laugh", wav(), ".wav")))
    with sending(board, "laugh", big_wav) as program:
        program.serve(lambda: program.port.carried > MIDWAY_BYTES)
        program.process.send_signal(signal.SIGINT)
        program.serve(lambda: program.process.poll() is not None)
        assert program.process.returncode == 130
    assert pitch_of_a_press(board) == about(LAUGH_HZ)
    assert told(board, "put", "laugh", str(big_wav))["plays_from"] in ("now", "start")
    restart(board)
    assert pitch_of_a_press(board) == about(900)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_unplugging_during_a_put_fails_and_keeps_the_old_sound(any_board, big_wav):
    board = any_board("laugh", **on_device(made("laugh", wav(), ".wav")))
    with sending(board, "laugh", big_wav) as program:
        program.serve(lambda: program.port.carried > MIDWAY_BYTES)
        board.bench.unplug()
        program.port.close()
        out, err = program.process.communicate()
        assert (program.process.returncode, out) == (1, "")
    assert err.startswith("pingblock: The link to ")
    board.bench.advance(4000)
    board.bench.plug()
    board.bench.advance(3000)
    assert pitch_of_a_press(board) == about(LAUGH_HZ)
    assert told(board, "put", "laugh", str(big_wav))["plays_from"] in ("now", "start")
    restart(board)
    assert pitch_of_a_press(board) == about(900)


@pytest.mark.long
@pytest.mark.rules
@pytest.mark.parametrize("engine_name", sorted(ENGINES))
def test_sounds_command_works_with_each_served_engine(engine_name, tmp_path):
    (tmp_path / "mine.tune").write_text(PING)

    def sounds(*words):
        command = [sys.executable, "-m", "pingblock", "sounds", *words, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done
        return json.loads(done.stdout)

    with served("--pty", "--seed", "7", engine=engine_name) as (_, told_by_it):
        port = ("--port", told_by_it["pty"])
        assert sounds("put", "ping", str(tmp_path / "mine.tune"), *port)["plays_from"] == "now"
        rows = {row["name"]: row for row in sounds("list", *port)["sounds"]}
        assert (rows["ping"]["source"], rows["ping"]["bytes"]) == ("own", 88)
        assert sounds("reset", "--yes", *port) == {"removed": ["ping"]}
