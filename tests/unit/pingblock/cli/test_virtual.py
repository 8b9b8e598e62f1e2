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
    """Makes the command open virtual devices whose firmware plays two pings and does ``more``."""

    class Asked(list):
        more = staticmethod(lambda engine: None)

    def open_bench(engine, seed, tap):
        asked.append((engine, seed, tap))
        bench = make_bench(seed)
        bench.engine.serial(1203, sealed('{"event":"outcome","outcome":"coins","coins":2}'))
        bench.engine.sound(1200.5, make_pings(2))
        asked.more(bench.engine)
        return bench

    asked = Asked()
    monkeypatch.setattr(cli, "open_bench", open_bench)
    return asked


@pytest.fixture
def scenario(tmp_path):
    (tmp_path / "press.jsonl").write_text(SCENARIO)
    return tmp_path / "press.jsonl"


def test_json_prints_one_event_per_line(call, opened, scenario):
    code, out, err = call("virtual", "run", scenario, "--json")
    kinds = [json.loads(line)["kind"] for line in out.splitlines()]
    assert (code, kinds) == (0, ["outcome", "onset", "onset", "end"])
    assert "4 events" in err


def test_table_for_people_shows_firmware_text_without_control_characters(call, opened, scenario):
    opened.more = lambda engine: engine.serial(1210, b"[/red] \x1b[2J\r\n")
    code, out, _ = call("virtual", "run", scenario)
    assert (code, out.count("onset"), "{" in out, "\x1b" in out) == (0, 2, False, False)
    assert "coins 2" in out
    assert "[/red]" in out


def test_engine_seed_and_unplugging_reach_the_virtual_device(call, opened, scenario):
    call("virtual", "run", scenario, "--engine", "chip", "--seed", 7)
    call("virtual", "run", scenario)
    scenario.write_text(SCENARIO + '{"at_ms": 1300, "do": "unplug"}\n')
    call("virtual", "run", scenario)  # its events are copied by the tap
    assert opened == [("chip", 7, False), ("wasm", 1, False), ("wasm", 1, True)]


def test_until_ends_the_run_and_times_have_no_exponent(call, opened, scenario):
    _, out, err = call("virtual", "run", scenario, "--until", "1300.5", "--json")
    assert "1300.5 ms emulated" in err
    assert "end" not in out
    assert "86400000 ms emulated" in call("virtual", "run", scenario, "--until", "86400000")[2]


def test_run_writes_sound_servo_and_events_to_files(call, opened, scenario, tmp_path):
    wav, servo, events = (tmp_path / name for name in ("a.wav", "s.csv", "e.jsonl"))
    arguments = ("--wav", wav, "--servo", servo, "--events", events)
    code, out, err = call("virtual", "run", scenario, "--json", *arguments)
    assert (code, "dB" in err) == (0, False), "the sound fits, so it is not scaled"
    assert events.read_text() == out
    assert servo.read_text().startswith("time_ms,pulse_us,")
    with wave.open(str(wav)) as file:
        assert file.getframerate() == 44_100
        assert file.getnframes() == pytest.approx(44_100 * 2.6, rel=0.1)
        assert any(file.readframes(file.getnframes()))


def test_clipping_sound_is_scaled_and_reported(call, opened, scenario, tmp_path, make_pings):
    opened.more = lambda engine: engine.sound(100, make_pings(1, swing=0.5))
    code, _, err = call("virtual", "run", scenario, "--wav", tmp_path / "a.wav")
    with wave.open(str(tmp_path / "a.wav")) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert code == 0
    assert np.count_nonzero(np.abs(samples) == 32_767) == 1
    assert re.search(r"a\.wav is [1-9]\.\d dB below what was heard: it would clip\.", err)


def test_dash_reads_stdin(call, opened, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SCENARIO.encode())))
    code, out, _ = call("virtual", "run", "-", "--json")
    assert (code, len(out.splitlines())) == (0, 4)


@pytest.mark.parametrize(
    ("line", "words", "says"),
    [
        ('\n{"at_ms": 1, "do": "jump"}\n', "", "{scenario}, line 2: 'do' is \"jump\""),
        (SCENARIO, "--wav {folder}/no/a.wav", "there is no folder"),
        (SCENARIO, "--wav {folder}/a.wav --until 86400000", "--wav holds up to 13.5 h"),
        ('{"at_ms": 49e6, "do": "press"}\n', "--wav {folder}/a.wav", "--wav holds up to 13.5 h"),
        (SCENARIO, "--engine table", "There are: wasm, chip, pico2."),
        (SCENARIO, "--engine desk", "Use '--engine wasm'"),
        (SCENARIO, "--until -5", "0 or more"),
        (SCENARIO, "--until nan", "--until"),
        (SCENARIO, "--seed -1", "0 or more"),
        (SCENARIO, "--seed x", "must be a whole number"),
        (SCENARIO, "--loud", "No such option"),
    ],
)
def test_wrong_scenario_or_option_is_refused_before_the_run(
    refused, opened, scenario, tmp_path, line, words, says
):
    scenario.write_text(line)
    words = words.format(folder=tmp_path).split()
    refused(says.format(scenario=scenario), "virtual", "run", scenario, *words)
    assert opened == []


def test_unreadable_or_unwritable_file_is_named(refused, opened, scenario, tmp_path):
    refused("cannot be read: No such file", "virtual", "run", tmp_path / "none.jsonl")
    refused("cannot be written", "virtual", "run", scenario, "--events", tmp_path)


def test_missing_engine_part_is_one_sentence_and_exit_code_1(call, opened, scenario):
    def lacks(engine):
        raise Unavailable("There is no MicroPython image: run `pingblock fetch`.")

    opened.more = lacks
    says = "pingblock: There is no MicroPython image: run `pingblock fetch`.\n"
    assert call("virtual", "run", scenario) == (1, "", says)


def test_fade_of_the_light_is_folded_into_one_line():
    levels = {0.0: 10, 20.0: 20, 100.0: 30, 120.0: 0, 600.0: 9}
    rows = [
        {"at_ms": at_ms, "source": "light", "kind": "colour", "rgb": [level, 0, 0]}
        for at_ms, level in levels.items()
    ]
    rows.insert(2, {"at_ms": 30.0, "source": "sound", "kind": "onset", "hz": 440.0})
    rows = cli._folded(rows)
    assert [(row["at_ms"], row["kind"], row.get("until_ms")) for row in rows] == [
        *((0.0, "fade", 100.0), (30.0, "onset", None)),
        *((120.0, "colour", None), (600.0, "colour", None)),
    ]
    assert (rows[0]["rgb"], rows[0]["to"]) == ([10, 0, 0], [30, 0, 0])
