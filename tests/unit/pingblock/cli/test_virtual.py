import io
import json
import re
import wave

import numpy as np
import pytest

from pingblock.cli import virtual_run as cli
from pingblock.errors import Unavailable
from pingblock.virtual.serial_tap import sealed

SCENARIO = '{"at_ms": 1200, "do": "press", "for_ms": 60}\n'


@pytest.fixture
def opened(monkeypatch, make_bench, make_pings):
    """Lets the command open benches with a firmware that always gives two pings."""
    asked = []

    def open_bench(engine, seed, tap):
        asked.append((engine, seed, tap))
        bench = make_bench(seed)
        bench.engine.serial(1203, sealed('{"event":"outcome","outcome":"coins","coins":2}'))
        bench.engine.sound(1200.5, make_pings(2))
        return bench

    monkeypatch.setattr(cli, "open_bench", open_bench)
    return asked


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "press.jsonl"
    path.write_text(SCENARIO)
    return path


def test_json_prints_nothing_but_events_one_a_line(call, opened, scenario):
    code, out, err = call("virtual", "run", scenario, "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [event["kind"] for event in events] == ["outcome", "onset", "onset", "end"]
    assert "4 events" in err


def test_people_get_a_table(call, opened, scenario):
    code, out, _ = call("virtual", "run", scenario)
    assert code == 0
    assert "coins 2" in out
    assert out.count("onset") == 2
    assert "{" not in out


def test_table_shows_what_the_firmware_says_as_it_is(call, opened, scenario, monkeypatch):
    def open_bench(engine, seed, **options):
        bench = made(engine, seed, **options)
        bench.engine.serial(1210, b"[/red] \x1b[2J\r\n")
        return bench

    made = cli.open_bench
    monkeypatch.setattr(cli, "open_bench", open_bench)
    code, out, _ = call("virtual", "run", scenario)
    assert code == 0
    assert "[/red]" in out
    assert "\x1b" not in out


def test_engine_and_seed_reach_the_bench(call, opened, scenario):
    call("virtual", "run", scenario, "--engine", "chip", "--seed", 7)
    call("virtual", "run", scenario)
    assert opened == [("chip", 7, False), ("desk", 1, False)]


def test_events_are_tapped_where_the_scenario_pulls_the_cable(call, opened, scenario):
    scenario.write_text(SCENARIO + '{"at_ms": 1300, "do": "unplug"}\n')
    call("virtual", "run", scenario)
    assert opened == [("desk", 1, True)]


def test_until_cuts_the_run(call, opened, scenario):
    _, out, err = call("virtual", "run", scenario, "--until", "1300.5", "--json")
    assert "1300.5 ms emulated" in err
    assert "end" not in out


def test_files_are_written_as_asked(call, opened, scenario, tmp_path):
    wav, servo, events = (tmp_path / name for name in ("a.wav", "s.csv", "e.jsonl"))
    arguments = ("--wav", wav, "--servo", servo, "--events", events)
    code, out, _ = call("virtual", "run", scenario, "--json", *arguments)
    assert code == 0
    assert events.read_text() == out
    assert servo.read_text().startswith("time_ms,pulse_us,")
    with wave.open(str(wav)) as file:
        assert file.getframerate() == 44_100
        assert file.getnframes() == pytest.approx(44_100 * 2.6, rel=0.1)
        assert any(file.readframes(file.getnframes()))


def test_sound_that_would_clip_is_scaled_and_said(
    call, opened, scenario, tmp_path, make_pings, monkeypatch
):
    plain = cli.open_bench

    def open_loud(engine, seed, tap):
        bench = plain(engine, seed, tap)
        bench.engine.sound(100, make_pings(1, swing=0.5))
        return bench

    monkeypatch.setattr(cli, "open_bench", open_loud)
    code, _, err = call("virtual", "run", scenario, "--wav", tmp_path / "a.wav")
    with wave.open(str(tmp_path / "a.wav")) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert code == 0
    assert np.count_nonzero(np.abs(samples) == 32_767) == 1
    assert re.search(r"a\.wav is [1-9]\.\d dB below what was heard: it would clip\.", err)


def test_sound_that_fits_is_not_called_scaled(call, opened, scenario, tmp_path):
    _, _, err = call("virtual", "run", scenario, "--wav", tmp_path / "a.wav")
    assert "dB" not in err


@pytest.mark.parametrize(
    ("line", "options"),
    [(SCENARIO, ["--until", "86400000"]), ('{"at_ms": 49e6, "do": "press"}\n', [])],
)
def test_run_longer_than_a_wav_file_is_refused_before_it(
    call, opened, scenario, tmp_path, line, options
):
    scenario.write_text(line)
    code, _, err = call("virtual", "run", scenario, "--wav", tmp_path / "a.wav", *options)
    assert code == 2
    assert "--wav holds up to 13.5 h" in err
    assert opened == []


def test_dash_reads_stdin(call, opened, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(SCENARIO.encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    code, out, _ = call("virtual", "run", "-", "--json")
    assert code == 0
    assert len(out.splitlines()) == 4


def test_bad_scenario_tells_file_line_and_reason_with_exit_code_2(call, opened, scenario):
    scenario.write_text('\n{"at_ms": 1, "do": "jump"}\n')
    code, out, err = call("virtual", "run", scenario)
    assert (code, out) == (2, "")
    assert f"{scenario}, line 2: 'do' is \"jump\"" in err
    assert opened == []


def test_missing_scenario_is_told_with_exit_code_2(call, opened, tmp_path):
    code, _, err = call("virtual", "run", tmp_path / "none.jsonl")
    assert code == 2
    assert "cannot be read: No such file" in err


def test_unknown_engine_is_told_with_exit_code_2(call, opened, scenario):
    code, _, err = call("virtual", "run", scenario, "--engine", "table")
    assert code == 2
    assert "desk, wasm, chip, pico2" in err


@pytest.mark.parametrize(
    "arguments",
    [["--until", "-5"], ["--seed", "-1"], ["--seed", "x"], ["--loud"], ["--until", "nan"]],
)
def test_wrong_options_end_with_exit_code_2(call, opened, scenario, arguments):
    code, out, _ = call("virtual", "run", scenario, *arguments)
    assert (code, out) == (2, "")


def test_folder_that_is_not_there_is_told_before_the_run(call, opened, scenario, tmp_path):
    code, _, err = call("virtual", "run", scenario, "--wav", tmp_path / "no" / "a.wav")
    assert code == 2
    assert "there is no folder" in err
    assert opened == []


def test_file_that_cannot_be_written_is_told(call, opened, scenario, tmp_path):
    code, _, err = call("virtual", "run", scenario, "--events", tmp_path)
    assert code == 2
    assert "cannot be written" in err


def test_what_an_engine_lacks_is_one_sentence_and_exit_code_1(call, monkeypatch, scenario):
    def open_bench(engine, seed, tap):
        raise Unavailable("There is no MicroPython image: run `pingblock fetch`.")

    monkeypatch.setattr(cli, "open_bench", open_bench)
    code, out, err = call("virtual", "run", scenario)
    assert (code, out) == (1, "")
    assert err == "pingblock: There is no MicroPython image: run `pingblock fetch`.\n"


def test_a_fade_of_the_light_is_one_line_up_and_one_down():
    def light(at_ms, level):
        return {"at_ms": at_ms, "source": "light", "kind": "colour", "rgb": [level, 0, 0]}

    sound = {"at_ms": 30.0, "source": "sound", "kind": "onset", "hz": 440.0}
    rows = cli._folded(
        [
            light(0.0, 10),
            light(20.0, 20),
            sound,
            light(100.0, 30),
            light(120.0, 0),
            light(600.0, 9),
        ]
    )
    assert [(row["at_ms"], row["kind"], row.get("until_ms")) for row in rows] == [
        (0.0, "fade", 100.0),
        (30.0, "onset", None),
        (120.0, "colour", None),
        (600.0, "colour", None),
    ]
    assert (rows[0]["rgb"], rows[0]["to"]) == ([10, 0, 0], [30, 0, 0])


def test_a_day_is_told_without_an_exponent(call, opened, scenario):
    assert "86400000 ms emulated" in call("virtual", "run", scenario, "--until", "86400000")[2]
