import sys

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.bench import open_bench
from pingblock.virtual.engines import ENGINES, NEEDS, choose


class Made(Exception):
    pass


class FakeModule:
    """Stands in for an engine's module; making the engine tells what it was given."""

    def __init__(self, name):
        def make(sink, **given):
            raise Made(given)

        setattr(self, name, make)


def test_desk_is_chosen_before_wasm_and_that_before_the_chip():
    assert list(NEEDS) == ["desk", "wasm", "chip"]
    assert set(NEEDS) <= set(ENGINES)


def test_desk_gets_the_source_files_and_the_seed(monkeypatch):
    monkeypatch.setitem(sys.modules, "pingblock.virtual.desk.engine", FakeModule("DeskEngine"))
    with pytest.raises(Made) as made:
        open_bench("desk", seed=7, files={"/note": b"hi"})
    (given,) = made.value.args
    assert (given["firmware_dir"] / "root" / "main.py").is_file()
    assert given["files"] == {"/note": b"hi", "/seed": b"7\n"}


def test_chip_gets_compiled_files_and_the_flash_cache_model(monkeypatch):
    monkeypatch.setitem(sys.modules, "pingblock.virtual.chip.engine", FakeModule("ChipEngine"))
    with pytest.raises(Made) as made:
        open_bench("chip", seed=7, xip=True)
    (given,) = made.value.args
    assert given["files"]["/seed"] == b"7\n"
    assert any(name.endswith(".mpy") for name in given["files"])
    assert given["xip"] is True


def test_without_a_seed_there_is_no_seed_file(monkeypatch):
    monkeypatch.setitem(sys.modules, "pingblock.virtual.desk.engine", FakeModule("DeskEngine"))
    with pytest.raises(Made) as made:
        open_bench("desk")
    assert "/seed" not in made.value.args[0]["files"]


def test_what_an_engine_lacks_reaches_the_caller(monkeypatch):
    class Lacking:
        @staticmethod
        def ChipEngine(sink, **given):
            raise Unavailable("No image: run this.")

    monkeypatch.setitem(sys.modules, "pingblock.virtual.chip.engine", Lacking)
    with pytest.raises(Unavailable, match="run this"):
        open_bench("chip")


def test_without_desk_and_wasm_the_chip_is_chosen_and_says_why(monkeypatch):
    def lacks(name):
        raise Unavailable(f"No {name}.")

    monkeypatch.setitem(NEEDS, "desk", lambda: lacks("port"))
    monkeypatch.setattr("pingblock.build.engine_module.module_path", lambda: None)
    assert choose(None) == ("wasm", "")
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    name, why = choose(None)
    assert name == "chip"
    assert why.startswith("This is the chip engine. No port. The engine 'wasm' needs wasmtime")
    assert choose("wasm") == ("wasm", "")
    with pytest.raises(Unavailable, match="needs wasmtime"):
        open_bench("wasm")
