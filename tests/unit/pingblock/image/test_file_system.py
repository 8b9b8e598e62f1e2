import pytest
from tests.fakes.sinks import SerialSink

from pingblock.errors import BadInput, Unavailable
from pingblock.image import file_system
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.published import uf2_path

FILES = {"main.py": b"print(1)\n", "a/b/c.mpy": bytes(range(256)) * 40, "/seed": b"7\n", "e": b""}


def test_holds_the_files_and_reads_back_and_is_the_same_every_time():
    made = file_system.build(FILES)
    assert file_system.read(made) == {name.lstrip("/"): FILES[name] for name in FILES}
    file_system._built.cache_clear()
    assert made == file_system.build(FILES)


def test_is_as_large_as_micropythons_file_system_on_a_pico_of_version_2_0_and_else_erased():
    made = file_system.build({"a": b"1"})
    assert len(made) == 1_441_792 == file_system.PICO.size
    assert file_system.PICO.offset + file_system.PICO.size == 2 * 1024 * 1024
    assert made[-4096:] == b"\xff" * 4096
    at = made[:64].index(b"littlefs") + 12
    assert made[at : at + 4] == (0x00020000).to_bytes(4, "little")


def test_too_much_is_refused_with_the_file():
    with pytest.raises(BadInput, match=r"/big\.bin does not fit"):
        file_system.build({"big.bin": bytes(file_system.PICO.size)})


def test_micropython_mounts_it_and_reads_and_writes():
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
