"""Compares the check of sound files in the page with the command line's."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser
from tests import sound_corpus
from tests.coded_corpus import coded_cases
from tests.sound_corpus import Case

from pingblock.errors import BadInput
from pingblock.make_page.page import page_dir
from pingblock.sounds import sound
from pingblock.sounds.audio_file import read_audio
from pingblock.sounds.file_kind import kind_in
from pingblock.sounds.rules import rule_of
from pingblock.sounds.sound_file import unpack

DOOR = Path(__file__).parent / "sounds" / "door.mjs"
NODE = shutil.which("node")
WAV_CASES = sound_corpus.wav_cases()
MADE = ("8 bits", "4000 a second", "192000 a second", "opposite phase", "cut in a sample")
LAUGH = json.dumps(vars(rule_of("laugh")))

Answer = dict[str, Any]


def _file(folder: Path, case: Case) -> Path:
    path = folder / f"{WAV_CASES.index(case)}{case.ending}"
    path.write_bytes(case.data)
    return path


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    """The answers of the page's code to each file, by the name of its case."""
    if NODE is None:
        pytest.skip("the page's door for sounds needs node here: install Debian's package nodejs")
    folder = tmp_path_factory.mktemp("sounds")
    paths = "\n".join(str(_file(folder, case)) for case in WAV_CASES)
    made = json.dumps([WAV_CASES.index(case) for case in WAV_CASES if case.name in MADE])
    command = (NODE, str(DOOR), str(page_dir() / "board"), LAUGH, made)
    ran = subprocess.run(command, input=paths.encode(), capture_output=True, check=True)
    found = map(json.loads, ran.stdout.splitlines())
    return dict(zip((case.name for case in WAV_CASES), found, strict=True))


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in WAV_CASES])
def test_page_reads_each_wav_file_as_the_command_line_does(
    answers: dict[str, Answer], case: Case, tmp_path: Path
) -> None:
    answer, path = answers[case.name], _file(tmp_path, case)
    if case.refused:
        with pytest.raises(BadInput) as wrong:
            sound.of_file(path, "laugh")
        sentence = str(wrong.value).removeprefix(f"{path}: ")
        assert answer["refused"] == sentence or case.name == "a text"
        return
    samples = np.frombuffer(b64decode(answer["samples"]))
    sound_corpus.check_samples(case, samples, answer["hz"])
    content = case.data
    assert answer["said"] == list(read_audio(content, kind_in(content)).said)
    assert case.said in " ".join(answer["said"])


@pytest.mark.parametrize(
    "case", [each for each in WAV_CASES if each.name in MADE], ids=lambda case: case.name
)
def test_page_converts_wav_files_like_the_command_line(
    answers: dict[str, Answer], case: Case, tmp_path: Path
) -> None:
    answer, ours = answers[case.name], sound.of_file(_file(tmp_path, case), "laugh")
    program, recording = unpack(b64decode(answer["data"]))
    assert program[5] == ours.program[5], "the rate differs"
    assert abs(len(recording) - len(ours.recording)) <= 4
    count = min(len(recording), len(ours.recording))
    both = np.stack([recording[:count], ours.recording[:count]]).astype(float)
    assert np.corrcoef(both)[0, 1] > 0.97, "the length can differ by a part of a sample"


READ = """async (packed) => {
    const {readAudio} = await import("/board/audio_file.js");
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)), said = [];
    try {
        const {samples, hz} = await readAudio(bytes, said);
        const letters = new Uint8Array(new Float32Array(samples).buffer);
        const text = Array.from(letters, (byte) => String.fromCharCode(byte)).join("");
        return {samples: btoa(text), hz, said};
    } catch (fault) {
        return {refused: fault.message};
    }
}"""


def test_page_reads_each_coded_file_as_the_command_line_does(browser: Browser, front: str) -> None:
    page = browser.new_page()
    page.goto(f"{front}empty.html")
    for case in coded_cases():
        answer = page.evaluate(READ, b64encode(case.data).decode())
        if case.refused:
            assert answer["refused"].startswith(case.refused), case.name
            continue
        assert "samples" in answer, (case.name, answer)
        said = " ".join(answer["said"])
        assert case.said in said, case.name
        assert bool(case.said) == bool(said), case.name
        sound_corpus.check_tone(
            case, np.frombuffer(b64decode(answer["samples"]), np.float32), answer["hz"]
        )
    page.close()
