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


STEPS = InstallPlan(STAGED, SWITCHES, ("/app.mpy",), True, (), False)


def carried_out(board):
    counted = []
    carry_out(board, STEPS, counted.append)
    return sum(counted)


def test_every_file_is_verified_before_the_first_switch_and_nothing_goes_before_the_last():
    board = Board()
    assert carried_out(board) == STEPS.size
    steps = [
        *("made('/b')", "/b/app.mpy", "/b/manifest.txt", "rename('/start/app.mpy.new'"),
        *("rename('/slot.new'", "rename('/main.py.new'", "remove('/app.mpy')", "empty('/new')"),
    ]
    order = [next(at for at, what in enumerate(board.done) if step in what) for step in steps]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("path", "left_out"),
    [
        *(("/b/app.mpy", "rename"), ("/b/manifest.txt", "rename")),
        *(("/slot.new", "rename('/slot.new'"), ("/main.py.new", "rename('/main.py.new'")),
    ],
)
def test_what_does_not_read_back_is_not_switched_to(path, left_out):
    board = Board(spoils=path)
    with pytest.raises(PingblockError, match=rf"{path.removesuffix('.new')}.* does not read back"):
        carried_out(board)
    assert not any(left_out in what for what in board.done)
