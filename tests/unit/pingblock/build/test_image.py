import shutil
from hashlib import sha256

import pytest
from tests.fakes.sinks import SerialSink

from pingblock.build import image
from pingblock.build.bundle import entries_of, firmware_sources
from pingblock.build.mpy import shipped
from pingblock.build.uf2 import uf2_path
from pingblock.common.firmware import firmware_dir
from pingblock.errors import BadInput, Unavailable
from pingblock.virtual.chip.engine import ChipEngine

FILES = {"main.py": b"print(1)\n", "a/b/c.mpy": bytes(range(256)) * 40, "/seed": b"7\n", "e": b""}
STARTS = ("app.mpy", "safe.mpy", "pins.mpy")


def test_holds_the_files_and_reads_back_and_is_the_same_every_time():
    made = image.build(FILES)
    assert image.read(made) == {name.lstrip("/"): FILES[name] for name in FILES}
    image._built.cache_clear()
    assert made == image.build(FILES)


def test_is_as_large_as_micropythons_file_system_on_a_pico_of_version_2_0_and_else_erased():
    made = image.build({"a": b"1"})
    assert len(made) == 1_441_792 == image.PICO.size
    assert image.PICO.offset + image.PICO.size == 2 * 1024 * 1024
    assert made[-4096:] == b"\xff" * 4096
    at = made[:64].index(b"littlefs") + 12
    assert made[at : at + 4] == (0x00020000).to_bytes(4, "little")


def test_too_much_is_refused_with_the_file():
    with pytest.raises(BadInput, match=r"/big\.bin does not fit"):
        image.build({"big.bin": bytes(image.PICO.size)})


def test_extra_files_win_over_the_firmwares(tmp_path):
    folder = tmp_path / "firmware"
    shutil.copytree(firmware_dir(), folder)
    knock = "pingware/shared/sounds/knock.bin"
    (folder / knock).write_bytes(b"data")
    found = image.device_files(folder, {"main.py": b"new", "/seed": b"1"})
    assert found["main.py"] == b"new"
    assert found[f"a/{knock}"] == b"data"
    bundles = {f"a/{name}.mpy" for name in entries_of(firmware_sources(shipped(firmware_dir())))}
    rescue = {"main.py", "slot", *(f"start/{each}" for each in ("last.py", *STARTS))}
    assert set(found) == {*bundles, *rescue, "/seed", f"a/{knock}", "a/manifest.txt"}


def test_bundles_are_kept_for_these_sources_and_this_builder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    merged = []
    made = {"b.mpy": bytes(range(256)), "a.mpy": b""}
    monkeypatch.setattr(image, "_merge", lambda modules: merged.append(modules) or made)
    anew = image._merged.__wrapped__  # as another process would ask

    def asked(source):
        return list(anew((("m", source),)).items())

    assert asked(b"1") == asked(b"1") == list(made.items())
    assert merged == [{"m": b"1"}]
    asked(b"2")
    monkeypatch.setattr(image, "_BUILDER", [b"a later one"])
    asked(b"1")
    assert merged == [{"m": b"1"}, {"m": b"2"}, {"m": b"1"}]


def test_damaged_bundles_are_merged_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(image, "_merge", lambda _modules: {"b.mpy": bytes(256)})
    anew = image._merged.__wrapped__
    anew((("m", b"1"),))
    (path,) = tmp_path.rglob("merged/*.zip")
    for damage in (b"", path.read_bytes()[:50]):
        path.write_bytes(damage)
        assert anew((("m", b"1"),)) == {"b.mpy": bytes(256)}


def test_the_manifest_of_the_slot_is_what_sha256sum_writes():
    files = image.slot_files(firmware_dir())
    lines = files["manifest.txt"].decode().splitlines()
    assert [line[66:] for line in lines] == sorted(files.keys() - {"manifest.txt"})
    assert f"{sha256(files['app.mpy']).hexdigest()}  app.mpy" in lines


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
