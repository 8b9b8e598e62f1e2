"""The mixer's kernels give the same bytes: Python, viper on desk and chip, thumb, C."""

import re
from pathlib import Path

import pytest
from tests.fakes.sinks import SerialSink
from tests.unit.firmware.drivers import mixer_story
from tests.unit.firmware.micropython import MICROPYTHON, needs_micropython, printed

from pingblock.common.firmware import VIPER_MIXER, firmware_dir
from pingblock.errors import Unavailable
from pingblock.image.mpy import compile_file
from pingblock.sounds.mixer_host import mixer_modules
from pingblock.tunes import sequencer
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.desk.engine import DeskEngine
from pingblock.virtual.published import uf2_path
from pingblock.virtual.wasm.interpreter import WasmPort

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
SOUNDS = 40
SLOW_SOUNDS = 10  # for viper on the emulated chip
DRIVERS = [
    f"mixer_{name}" for name in ("score_reader", "buffer", "viper", "thumb", "thumb_finish")
]


@pytest.fixture(scope="module")
def lines():
    """Returns the samples when plain Python mixes."""
    modules = mixer_modules()
    mixer, render = modules["mixer_buffer"], modules["mixer_viper"].render
    return [mixer_story.tell(seed, sequencer, mixer, render) for seed in range(SOUNDS)]


def on_chip(kernel, count):
    """Returns the lines that the emulated chip prints."""
    try:
        uf2_path()
    except Unavailable as missing:
        pytest.skip(str(missing))
    files = story(kernel, count)
    for name in [name for name in files if name.startswith("pingware/")]:
        compiled = compile_file(files.pop(name), name.removeprefix("pingware/"))
        files[name.replace(".py", ".mpy")] = compiled
    sink = SerialSink()
    return told_by(ChipEngine(sink, files=files), sink)


def story(kernel, count):
    """Returns the files of a device that mixes the random sounds."""
    files = {"main.py": f"import mixer_story\nmixer_story.main({count}, {kernel!r})\n".encode()}
    files["mixer_story.py"] = (HERE / "mixer_story.py").read_bytes()
    files["sequencer.py"] = Path(sequencer.__file__).read_bytes()
    for name in (f"drivers/{name}" for name in DRIVERS):
        files[f"pingware/{name}.py"] = path_of(f"{name}.py").read_bytes()
    return files


def path_of(file):
    """Returns the path of a file of the firmware, or of the viper kernel, which the desk has."""
    return VIPER_MIXER if file.endswith(VIPER_MIXER.name) else firmware_dir() / "pingware" / file


def told_by(engine, sink):
    """Runs a device to the end of the story. Returns the lines that it prints."""
    while b"told" not in sink.text and b"Error" not in sink.text and engine.now_us < 60e6:
        engine.advance(engine.now_us + 250_000)
    engine.close()
    return [line for line in sink.text.decode().splitlines() if "peak" in line]


def test_most_random_sounds_differ_and_are_audible(lines):
    assert len({line.split()[1] for line in lines}) > SOUNDS * 3 // 4
    assert sum(int(line.split()[-1]) > 50 for line in lines) > SOUNDS // 2


@needs_micropython
def test_viper_on_the_desk_gives_the_bytes_of_plain_python(lines, tmp_path):
    for name, content in story("viper", SOUNDS).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    told = printed(MICROPYTHON, "-c", "import main", MICROPYPATH=str(tmp_path))
    assert told[:-1] == lines


@pytest.mark.parametrize(("kernel", "count"), [("viper", SLOW_SOUNDS), ("thumb", SOUNDS)])
def test_kernel_on_the_chip_gives_the_bytes_of_plain_python(kernel, count, lines):
    assert on_chip(kernel, count) == lines[:count]


def test_kernels_in_c_give_the_bytes_of_plain_python(lines, tmp_path):
    sink = SerialSink()
    try:
        files = story("viper", SOUNDS)
        engine = DeskEngine(sink, firmware_dir=tmp_path, files=files, interpreter=WasmPort)
    except Unavailable as missing:
        pytest.skip(str(missing))
    assert told_by(engine, sink) == lines


def test_each_c_kernel_is_named_like_the_function_it_replaces():
    """With an unknown name, the slow function would stay, and no other test would notice."""
    table = (ROOT / "engine" / "port" / "mixer.c").read_text().partition("engine_kernels[] = {")[2]
    named = re.findall(r'\{"pingware\.drivers\.(\w+)", "(\w+)"', table)
    assert len(named) >= 5
    for module, function in named:
        source = path_of(f"drivers/{module}.py").read_text()
        assert f"@micropython.viper\ndef {function}(" in source


def constants(name):
    text = path_of(f"drivers/{name}.py").read_text()
    return dict(re.findall(r"^_?(\w+) = const\((.+?)\)", text, re.M))


def test_shared_constants_are_equal_in_all_mixer_files():
    seen: dict[str, str] = {}
    for name in DRIVERS:
        for word, value in constants(name).items():
            assert seen.setdefault(word, value) == value, f"{word} in {name}"


def test_sequencer_uses_the_constants_of_the_mixer():
    words = {**constants("mixer_buffer"), **constants("mixer_viper")}
    assert int(words["VOICE"]) == sequencer._VOICE
    assert int(words["VOICE_WORDS"]) == sequencer._VOICE_WORDS
    assert int(words["SINE_HALF"]) == sequencer._SINE_AT
    assert int(words["RECORDINGS_WORD"]) * 2 == sequencer._RECORDINGS_AT


def test_mixer_words_used_elsewhere_have_their_designed_values():
    """The speaker, the host's mixer and ``mixer_story`` set them."""
    block = mixer_modules()["mixer_buffer"]
    words = (block.GAIN_TARGET, block.CAP, block.PEAK, block.STOP, block.BUFFERS)
    assert (*words, block.ON) == (6, 7, 8, 13, 14, 18)
    assert (block.AMP_ON, block.AMP_OFF, block.OVER, block.GAIN_STEP) == (1, 2, 3, 118)
