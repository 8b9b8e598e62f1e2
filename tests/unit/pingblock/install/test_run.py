"""The plan carried out at a prompt that only notes what it is told."""

from hashlib import sha256

import pytest

from pingblock.errors import PingblockError
from pingblock.install.plan import InstallPlan
from pingblock.install.run import carry_out

STAGED = {"/b/app.mpy": b"new", "/b/manifest.txt": b"1"}
SWITCHES = {"/start/app.mpy": b"start", "/slot": b"/b", "/main.py": b"main"}


class Board:
    """A prompt; ``spoils`` is a path that does not read back."""

    def __init__(self, spoils=None):
        self.files = {}
        self.done = []
        self.spoils = spoils

    def write(self, path, data, told):
        self.files[path] = data + (b"#" if path == self.spoils else b"")
        self.done.append(path)
        told(len(data))

    def run(self, program):
        self.done.append(program)

    def ask(self, program):
        path = next(path for path in sorted(self.files, key=len)[::-1] if repr(path) in program)
        return sha256(self.files[path]).hexdigest()


def steps(removed=("/app.mpy",)):
    return InstallPlan(STAGED, SWITCHES, tuple(removed), True, (), False)


def carried_out(board):
    counted = []
    carry_out(board, steps(), counted.append)
    return sum(counted)


def place(board, words):
    return next(at for at, what in enumerate(board.done) if words in what)


def test_every_file_is_verified_before_the_first_switch_and_nothing_goes_before_the_last():
    board = Board()
    assert carried_out(board) == steps().size
    order = [
        place(board, "made('/b')"),
        place(board, "/b/app.mpy"),
        place(board, "/b/manifest.txt"),
        place(board, "rename('/start/app.mpy.new'"),
        place(board, "rename('/slot.new'"),
        place(board, "rename('/main.py.new'"),
        place(board, "remove('/app.mpy')"),
        place(board, "empty('/new')"),
    ]
    assert order == sorted(order)


@pytest.mark.parametrize("path", ["/b/app.mpy", "/b/manifest.txt"])
def test_what_does_not_read_back_switches_nothing(path):
    board = Board(spoils=path)
    with pytest.raises(PingblockError, match=rf"{path} does not read back"):
        carried_out(board)
    assert not any("rename" in what for what in board.done)


@pytest.mark.parametrize("path", ["/slot", "/main.py"])
def test_a_switch_that_does_not_read_back_is_not_made(path):
    board = Board(spoils=f"{path}.new")
    with pytest.raises(PingblockError, match="does not read back"):
        carried_out(board)
    assert not any(f"rename('{path}.new'" in what for what in board.done)
