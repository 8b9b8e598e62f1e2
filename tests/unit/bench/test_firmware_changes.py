"""The bench's changes of the firmware, and its verdicts on what was played."""

import pickle

import numpy as np
import pytest
from tests.bench import firmware_changes as changes
from tests.bench import micropython_images, programs, upload
from tests.bench.jobs import jobs
from tests.bench.marks import begins_us
from tests.bench.playing import SAMPLE_US, wrong_samples
from tests.bench.subjects import OURS, PICOZERO, open_chip

from pingblock.common.firmware import firmware_dir
from pingblock.sounds import tables
from pingblock.sounds.tunes import problems
from pingware.shared import sequencer


def test_changes_reach_the_device_and_the_sources_stay():
    before = changes.plain()
    source = (firmware_dir() / changes.SOUNDS).read_bytes()
    assert changes.changed(programs.steady(4)) != before
    assert changes.plain() == before
    assert (firmware_dir() / changes.SOUNDS).read_bytes() == source


def test_the_probe_stands_before_the_firmware_and_changes_none_of_it():
    probed, plain = changes.probed(load=True), changes.plain()
    start = b"import bench_probe; bench_probe.install(load=True)\n"
    assert probed["main.py"] == start + plain["main.py"]
    assert {name for name in plain if plain[name] != probed[name]} == {"main.py"}


def test_a_device_can_be_made_to_leave_its_dma_running():
    source = (firmware_dir() / "pingware/app/press_parts.py").read_text()
    assert "        return\n        self.key.close()" in micropython_images.without_close(source)


@pytest.mark.usefixtures("chip")
def test_the_probe_runs_beside_the_firmware():
    marks = []
    with open_chip(changes.probed(collect=True), False, marks) as bench:
        bench.advance(2500)
        assert bench.request("status")["ok"]["draws"] == 0
    assert 2 <= len(begins_us(marks)) <= 3  # one each 0.8 s


@pytest.mark.usefixtures("chip")
def test_the_beat_of_an_upload_runs_on_the_device():
    with open_chip(upload.with_beat(), False) as bench:
        bench.advance(2000)
        assert 0 <= bench.request("hello")["ok"]["late_ms"] < 50


def changed_tunes(change):
    names = {}
    exec(change[changes.SOUNDS]((firmware_dir() / changes.SOUNDS).read_text()), names)
    return names["SOUNDS"]


@pytest.mark.parametrize("change", [programs.steady(1), programs.steady(4), programs.sine()])
def test_the_bench_s_tunes_obey_the_rules_for_tunes(change):
    sounds = changed_tunes(change)
    others = {name: tune for name, tune in tables.tunes().items() if name not in sounds.tunes}
    assert problems({**others, **sounds.tunes}, sounds.instruments, {}) == []


@pytest.mark.parametrize("voices", [1, 2, 3, 4])
def test_so_many_voices_sound_at_once(voices):
    rows = changed_tunes(programs.steady(voices)).tunes["ping"]["rows"]
    assert [row[0] for row in rows] == [0] * voices
    assert len({row[1] for row in rows}) == voices
    assert all(row[4] > 0 for row in rows)


def test_without_a_voice_the_mixer_runs_a_tune_that_is_silent():
    rows = changed_tunes(programs.steady(0)).tunes["ping"]["rows"]
    assert [row[4] for row in rows] == [0]


def test_a_repetition_is_a_whole_number_of_blocks():
    every_ms = programs.repeat_ms(12_000)
    assert 12_000 <= every_ms < 12_100
    assert programs.samples(every_ms) % programs.BLOCK_SAMPLES == 0
    assert programs.samples(every_ms) == sequencer.ticks(every_ms) * programs.TICK_SAMPLES


def played(count=12):
    return np.arange(count) * SAMPLE_US, np.tile([0.1, 0.2, 0.3, 0.4], count // 4)


def test_a_sound_that_repeats_on_time_has_no_wrong_sample():
    assert wrong_samples(*played(), 4) == 0


def test_a_sample_that_differs_is_found():
    times, levels = played()
    levels[6] = 0.9
    assert wrong_samples(times, levels, 4) == 1


def test_a_gap_in_time_is_found():
    times, levels = played()
    times[5:] += SAMPLE_US
    assert wrong_samples(times, levels, 4) == 1


def test_half_a_repetition_is_refused():
    times, levels = played()
    with pytest.raises(ValueError, match="reshape"):
        wrong_samples(times[:10], levels[:10], 4)


def test_both_are_measured_under_the_same_loads_with_and_without_the_cache():
    names = set(jobs())
    for what in ("idle", "load", "collect"):
        assert {f"press {what} {OURS.name}", f"press {what} {PICOZERO.name}"} <= names
    assert {"underruns", "sinad", "loaded", "cpu silent"} <= names
    assert {f"cpu {voices}" for voices in range(5)} <= names


def test_the_peer_gets_its_own_files_and_nothing_of_ours():
    files = PICOZERO.files("load")
    assert "picozero/picozero.py" in files
    assert not {"app.mpy", "app_tasks.mpy"} & set(files)
    assert "picozero/picozero.mpy" in PICOZERO.files("compiled")


def test_a_subject_is_the_same_in_another_process():
    assert pickle.loads(pickle.dumps(OURS)) == OURS
    assert OURS != PICOZERO
