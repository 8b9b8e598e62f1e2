"""``install`` on a board that only answers what it is: refused, warned of, or taken."""

import json
import threading
from contextlib import closing, contextmanager
from types import SimpleNamespace

import pytest
from tests.bench.ports import PtyPort

PICO = "Raspberry Pi Pico with RP2040"
MPY_OF_A_PICO = 0x1306  # version 6.3, ARMv6-M: sys.implementation._mpy


SURVEY = {"machine": PICO, "release": "1.24.1", "mpy": MPY_OF_A_PICO, "uid": b"\xe6"}
SURVEY |= {"files": {}, "folders": [], "slot": "", "trial": "", "frozen": ""}


@pytest.fixture
def board(monkeypatch):
    """Plugs in a bare Pico, or one that says more of itself; returns what is done to it."""
    done = []

    def plugged(**more):
        def ask(program):
            if "aside(" in program:
                done.append(program.splitlines()[-1])
                return "/boot.py.old"
            assert "os.uname().machine" in program
            return SURVEY | more

        def act(*what):
            done.append(what)

        @contextmanager
        def opened(port):
            try:
                yield SimpleNamespace(port=port, ask=ask, write=act, run=act)
            finally:
                done.append("left")

        monkeypatch.setattr("pingblock.install.prompt.Prompt", opened)
        return done

    return plugged


FEATHER, RISCV = "Adafruit Feather RP2040 with RP2040", "Raspberry Pi Pico2 with RP2350-RISCV"


@pytest.mark.parametrize(
    ("found", "says"),
    [
        ({"machine": RISCV}, (RISCV, "another chip")),
        ({"machine": FEATHER}, (FEATHER, "pins")),
        ({"frozen": "fe61f3"}, ("has the firmware in its MicroPython", "'pingblock update'")),
    ],
)
def test_other_board_and_one_that_has_it_already_are_refused_and_nothing_is_written(
    call, board, found, says
):
    done = board(**found)
    code, out, _ = call("--json", "--port", "COM7", "install", "--files", "--yes")
    error = json.loads(out)["error"]
    assert (code, error["code"], done) == (1, "wrong_device", ["left"])
    assert all(words in error["say"] for words in says)


@pytest.mark.parametrize(
    ("release", "tested"),
    [
        *(("1.23.0", False), ("1.29.0-preview", False), ("1.30.0", False)),
        *(("1.24.1", True), ("1.26.1", True), ("1.28.0", True)),
    ],
)
def test_untested_micropython_gets_a_warning_and_goes_on(call, board, release, tested):
    board(release=release)
    code, _, err = call("--port", "COM7", "install", "--files", "--dry-run")
    assert code == 0
    warning = f"Warning: the board runs MicroPython {release}; this firmware is tested on"
    assert (warning not in err, "MicroPython 1.24.1 to 1.28.0." not in err) == (tested, tested)
    assert "would write" in err


def test_file_that_runs_before_ours_is_named_and_set_aside_where_that_is_agreed(call, board):
    done = board(files={"/boot.py": "", "/main.py": "e3b0"})
    code, _, err = call("--port", "COM7", "install", "--files", "--dry-run")
    assert code == 0
    assert "Warning: /boot.py on this board would run in the place of" in err
    assert "/main.py holds a program of your own: it is kept as /main.py.old." in err
    assert done == ["left"]
    done.clear()
    code, out, _ = call("--port", "COM7", "install", "--files", "--dry-run", "--yes", "--json")
    assert json.loads(out)["set_aside"] == []
    call("--port", "COM7", "install", "--files", "--yes")
    assert done[1:3] == ["print(repr(aside('/boot.py')))", "print(repr(aside('/main.py')))"]


def test_install_leaves_a_real_port_that_talks_without_a_pause(monkeypatch, call):
    def talk():
        while not over.is_set():
            port.write(b"21.5 degrees\r\n" * 50)
            port.read(0)

    monkeypatch.setattr("pingblock.install.prompt.STOP_S", 0.2)
    over = threading.Event()
    with closing(PtyPort()) as port:
        talker = threading.Thread(target=talk)
        talker.start()
        code, out, _ = call("--json", "--port", port.name, "install", "--files", "--yes")
        over.set()
        talker.join()
    error = json.loads(out)["error"]
    assert (code, error["code"]) == (1, "no_answer")
    assert "it has sent data without a pause" in error["say"]
    assert "'pingblock devices'" in error["say"]
