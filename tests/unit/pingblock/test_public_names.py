"""The names that ``import pingblock`` gives: to a program, to a type checker, and how fast."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import pingblock
from pingblock.common.firmware import firmware_dir
from pingblock.connection import answers
from pingblock.connection.device import Device

NAMES = ["BatteryCheck", "Device", "Hello", "Outcome", "PingblockError", "Volume"]


def python(*words, folder):
    return subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def checked(tmp_path):
    """Returns what a strict mypy says to a user's file."""

    def check(text):
        (tmp_path / "user.py").write_text(text)
        cache = f"--cache-dir={tmp_path.parent / 'mypy'}"
        done = python("-m", "mypy", "--strict", cache, "user.py", folder=tmp_path)
        assert done.stderr == ""
        return done.stdout

    return check


def test_names_are_the_types_themselves():
    assert pingblock.Device is Device
    assert pingblock.Outcome is answers.Outcome
    assert pingblock.Outcome("coins", 2, 1).coins == 2
    assert [type(getattr(pingblock, name)) for name in NAMES] == [type] * 6


def test_dir_and_star_list_them():
    assert set(NAMES) <= set(dir(pingblock))
    everything = {}
    exec("from pingblock import *", everything)
    assert sorted(set(everything) - {"__builtins__"}) == NAMES


def test_other_names_are_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'pingblock' has no attribute 'Devize'"):
        pingblock.Devize  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'Devize'"):
        exec("from pingblock import Devize")


def test_import_loads_nothing_until_a_name_is_used(tmp_path):
    program = (
        "import sys\nbefore = set(sys.modules)\nimport pingblock\ndir(pingblock)\n"
        "print(sorted(name for name in set(sys.modules) - before if name != 'typing'"
        " and not name.startswith('_')))\n"
        "pingblock.Outcome\n"
        "print('serial' in sys.modules, 'pingblock.connection.answers' in sys.modules)\n"
    )
    output = python("-S", "-c", program, folder=firmware_dir().parent / "host_tools").stdout
    first, second = output.splitlines()
    loaded = set(first.strip("[]").replace("'", "").split(", "))
    assert {name for name in loaded if name.startswith(("ping", "serial"))} == {"pingblock"}
    assert second == "False True"


def test_strict_mypy_takes_the_names_as_types(checked):
    text = (
        "from pingblock import Device, Outcome\n"
        "def coins(device: Device) -> Outcome: return device.press()\n"
        "reveal_type(coins)\n"
    )
    output = checked(text)
    assert (
        "def (device: pingblock.connection.device.Device) -> pingblock.connection.answers.Outcome"
        in output
    )
    assert "Success" in output


@pytest.mark.parametrize(
    "text",
    [
        "from pingblock import Devize\n",
        "import pingblock\npingblock.Devize()\n",
        "from pingblock import Outcome\nx: int = Outcome('coins', 1, 1)\n",
        "from pingblock import Device\nDevice().volumes()\n",
        "from pingblock import Device\nDevice().status()['drawn']\n",
        "from pingblock import Device\nx: str = Device().wait_for('outcome')['draw']\n",
    ],
    ids=["import", "attribute", "type", "method", "status", "event"],
)
def test_a_slip_of_a_user_is_a_type_error(checked, text):
    assert "Found 1 error in 1 file" in checked(text)


def test_shared_room_is_typed_for_the_host(checked):
    text = (
        "from pingware.shared import protocol, sequencer, slots\n"
        "reveal_type(protocol.decode)\nreveal_type(sequencer.ticks)\nreveal_type(slots.other)\n"
    )
    output = checked(text)
    assert "-> dict[str, object]" in output
    assert "def (ms: float) -> int" in output
    assert "def (slot: str) -> str" in output
    assert "Success" in output


def test_page_names_every_member_of_a_device():
    root = Path(__file__).resolve().parents[3]
    page = (root / "docs" / "programs.md").read_text(encoding="utf-8")
    table = page[page.index("| of `Device` |") : page.index("All errors are")]
    members = {name for name in dir(Device) if not name.startswith("_")}
    assert len(members) > 30
    assert {name for name in members if not re.search(rf"`{name}[(`]", table)} == set()
