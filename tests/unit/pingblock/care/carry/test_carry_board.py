"""Files of a Pico at its prompt: the files to keep, and their comparison."""

from hashlib import sha256
from types import SimpleNamespace

import pytest

from pingblock.care.carry import board
from pingblock.care.install.prompt import Prompt
from pingblock.common.micropython import PICO, PICO_2
from pingblock.errors import BadInput, PingblockError, WrongDevice

OURS = {"/slot": 2, "/a/app.mpy": 9, "/main.py": 225, "/settings.a": 200, "/sounds/laugh.snd": 144}
LOOKED = {"machine": PICO.machine, "release": "1.24.1", "slots": False, "uid": b"\xe6\x61"}


class FakePrompt:
    """A Pico with files. If a path is ``damaged``, another content is read back."""

    port = "COM7"

    def __init__(self, files, damaged=()):
        self.files, self.damaged = files, damaged

    def ask(self, program):
        path = program.split("digest('")[1].split("'")[0]
        data = self.files.get(path)
        return sha256(data + b"!" * (path in self.damaged)).hexdigest() if data else ""

    def read(self, path):
        return self.files[path]

    def write(self, path, data, progress):
        self.files[path] = data

    def run(self, program):
        assert "mkdir('/sounds')" in program


def holding(files, in_place=False, pico=PICO):
    return board.Holding("e661", pico, "1.24.1", in_place, files)


def test_files_of_pingblock_and_of_the_owner_are_separated():
    found = holding({**OURS, "/notes.txt": 7, "/b/app.mpy.new": 3, "/trial": 4, "/battery.b": 5})
    assert set(found.carried) == {"/settings.a", "/sounds/laugh.snd", "/battery.b"}
    assert set(found.others) == {"/notes.txt"}


def test_frozen_pingblock_without_updates_is_known_by_its_mark():
    found = holding({"/factory": 16, "/slot": 2, "/settings.b": 1})
    assert (found.is_pingblock, set(found.carried), found.others) == (True, {"/settings.b"}, {})


def test_settings_of_another_program_are_not_carried_over():
    found = holding({"/main.py": 9, "/settings.a": 7, "/sounds/x.snd": 8})
    assert found.carried == {}
    assert set(found.others) == {"/main.py", "/settings.a", "/sounds/x.snd"}


@pytest.mark.parametrize(("kB", "pico", "fits"), [(900, PICO, True), (1100, PICO, False)])
def test_files_that_do_not_fit_are_refused_before_reading(kB, pico, fits):
    found = holding({"/slot": 2, "/sounds/laugh.snd": kB * 1000}, pico=pico)
    if fits:
        board.check_fits(found)
        return
    with pytest.raises(
        BadInput, match=r"have 1100 kB, .* has only 1024 KiB .*Nothing was changed"
    ):
        board.check_fits(found)


def test_many_small_files_are_counted_in_blocks():
    many = {f"/sounds/s{number}.snd": 1500 for number in range(300)}
    with pytest.raises(BadInput, match="have 450 kB"):
        board.check_fits(holding({"/slot": 2, **many}))
    board.check_fits(holding({"/slot": 2, **many}, pico=PICO_2))


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        (LOOKED | {"files": {"/x": "large"}}, "/x"),
        (LOOKED | {"files": {"/sounds/a.snd": -1}}, "/sounds/a.snd"),
        (LOOKED | {"files": {"/sounds/a.snd": 2**60}}, "/sounds/a.snd"),
        (["files"], "answer"),
        ({1: 2}, ""),
    ],
)
def test_answer_of_another_form_is_refused(monkeypatch, answer, wrong):
    monkeypatch.setattr(Prompt, "_stop", lambda self: None)
    monkeypatch.setattr(Prompt, "run", lambda self, program: repr(answer))
    port = SimpleNamespace(write=print, close=print)
    monkeypatch.setattr("pingblock.care.install.prompt.open_port", lambda _: port)
    prompt = Prompt("COM7")
    says = f"does not answer like a Pico .*its {wrong} is wrong" if wrong else "lacks machine"
    with pytest.raises(WrongDevice, match=says):
        board.look(prompt)


@pytest.mark.parametrize("size", [3, 5])
def test_partly_read_or_damaged_file_stops_reading(size):
    prompt = FakePrompt({"/settings.a": b"four"})
    with pytest.raises(PingblockError, match=r"/settings\.a was not read correctly"):
        board.read(prompt, {"/settings.a": size}, lambda _bytes: None)
    damaged = FakePrompt({"/settings.a": b"four"}, damaged=("/settings.a",))
    with pytest.raises(PingblockError, match="not read correctly"):
        board.read(damaged, {"/settings.a": 4}, lambda _bytes: None)
    assert board.read(prompt, {"/settings.a": 4}, lambda _bytes: None) == {"/settings.a": b"four"}


def test_path_that_leaves_the_folder_is_refused():
    with pytest.raises(BadInput, match="is not a path on the device"):
        board.read(FakePrompt({}), {"/../../.profile": 4}, lambda _bytes: None)


COPY = {"/settings.a": b"old", "/settings.b": b"new", "/sounds/laugh.snd": b"haha"}


@pytest.mark.parametrize(
    ("there", "changed", "lost"),
    [
        (COPY, False, []),
        # written in the meantime to one of the two copies
        (COPY | {"/settings.a": b"newer"}, False, []),
        (COPY | {"/settings.a": b"newer", "/settings.b": b"newest"}, False, ["/settings.a"]),
        (COPY | {"/settings.a": b"newer", "/settings.b": b"newest"}, True, []),
        (COPY | {"/sounds/laugh.snd": b"hoho"}, False, ["/sounds/laugh.snd"]),
        (COPY | {"/sounds/laugh.snd": b"hoho"}, True, []),
        ({"/settings.b": b"new"}, True, ["/sounds/laugh.snd"]),
        ({}, True, ["/settings.a", "/settings.b", "/sounds/laugh.snd"]),
    ],
)
def test_files_missing_from_the_board_are_found(there, changed, lost):
    found = board.missing(FakePrompt(dict(there)), COPY, changed)
    assert [path for path in found if path in lost] == lost
    assert (found == []) == (lost == [])


def test_restored_files_are_read_back():
    prompt = FakePrompt({})
    board.restore(prompt, COPY)
    assert prompt.files == COPY
    with pytest.raises(PingblockError, match="The copy on this computer stays"):
        board.restore(FakePrompt({}, damaged=("/sounds/laugh.snd",)), COPY)
