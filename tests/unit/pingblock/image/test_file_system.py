import pytest
from tests.fakes.sinks import SerialSink

from pingblock.errors import BadInput, Unavailable
from pingblock.image import file_system
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.published import uf2_path

FILES = {"main.py": b"print(1)\n", "a/b/c.mpy": bytes(range(256)) * 40, "/seed": b"7\n", "e": b""}


def test_built_file_system_is_reproducible_and_reads_back():
    made = file_system.build(FILES)
    assert file_system.read(made) == {name.lstrip("/"): FILES[name] for name in FILES}
    file_system._built.cache_clear()
    assert made == file_system.build(FILES)


def test_file_system_has_the_size_and_version_of_micropython():
    made = file_system.build({"a": b"1"})
    assert len(made) == 1_441_792 == file_system.PICO.size
    assert file_system.PICO.offset + file_system.PICO.size == 2 * 1024 * 1024
    assert made[-4096:] == b"\xff" * 4096
    at = made[:64].index(b"littlefs") + 12
    assert made[at : at + 4] == (0x00020000).to_bytes(4, "little")


def test_too_large_file_is_refused_by_name():
    with pytest.raises(BadInput, match=r"/big\.bin does not fit"):
        file_system.build({"big.bin": bytes(file_system.PICO.size)})


def test_micropython_reads_and_writes_the_built_file_system():
    try:
        uf2_path()
    except Unavailable as missing:
        pytest.skip(str(missing))
    program = b"""
with open('out', 'w') as file:
    file.write(str(sum(open('a/b/c.mpy', 'rb').read())))
"""
    engine = ChipEngine(SerialSink(), files={**FILES, "main.py": program})
    engine.advance(100_000)
    assert engine.device_files()["out"] == b"%d" % sum(FILES["a/b/c.mpy"])
