"""The names in ``import pingblock``, for a program and a type checker, and the import's speed."""

import re
import subprocess
import sys
from importlib.metadata import version
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


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """Returns the messages of a strict mypy about some users' files, by their names."""
    folder = tmp_path_factory.mktemp("users")

    def check(texts):
        files = [f"{name}.py" for name in texts]
        for name, text in zip(files, texts.values(), strict=True):
            (folder / name).write_text(text)
        done = python("-m", "mypy", "--strict", f"--cache-dir={folder}", *files, folder=folder)
        assert done.stderr == ""
        lines = done.stdout.splitlines()
        return {name: [each for each in lines if each.startswith(f"{name}.py:")] for name in texts}

    return check


def test_public_names_are_the_types_and_are_listed():
    assert pingblock.Device is Device
    assert pingblock.Outcome is answers.Outcome
    assert [type(getattr(pingblock, name)) for name in NAMES] == [type] * 6
    assert {*NAMES, "__version__"} <= set(dir(pingblock))
    assert pingblock.__version__ == version("pingblock")
    everything = {}
    exec("from pingblock import *", everything)
    assert sorted(set(everything) - {"__builtins__"}) == NAMES
    with pytest.raises(AttributeError, match="module 'pingblock' has no attribute 'Devize'"):
        pingblock.Devize  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'Devize'"):
        exec("from pingblock import Devize")


def test_import_loads_no_module_until_a_name_is_used(tmp_path):
    program = (
        f"import sys\nsys.path.append({str(firmware_dir())!r})\n"
        "before = set(sys.modules)\nimport pingblock\ndir(pingblock)\n"
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


USES = """
from pingblock import Device, Outcome
from pingblock.tunes import sequencer
from pingware.shared import protocol, slot_format
def coins(device: Device) -> Outcome: return device.press()
reveal_type(coins)
reveal_type(protocol.decode)
reveal_type(sequencer.ticks)
reveal_type(slot_format.LETTERS)
"""
SLIPS = {
    "a_name": "from pingblock import Devize\n",
    "an_attribute": "import pingblock\npingblock.Devize()\n",
    "a_type": "from pingblock import Outcome\nx: int = Outcome('coins', 1, 1)\n",
    "a_method": "from pingblock import Device\nDevice().volumes()\n",
    "a_status": "from pingblock import Device\nDevice().status()['drawn']\n",
    "an_event": "from pingblock import Device\nx: str = Device().wait_for('outcome')['draw']\n",
}


def test_strict_mypy_accepts_the_names_and_finds_users_mistakes(checked):
    found = checked({"uses": USES, **SLIPS})
    shown = [
        "def (device: pingblock.connection.device.Device) -> pingblock.connection.answers.Outcome",
        "-> dict[str, object]",
        "def (ms: float) -> int",
        'is "str"',
    ]
    assert [": error:" in line for line in found["uses"]] == [False] * 4
    assert all(type_ in line for type_, line in zip(shown, found["uses"], strict=True))
    errors = {name: [line for line in found[name] if ": error:" in line] for name in SLIPS}
    assert {name: len(lines) for name, lines in errors.items()} == dict.fromkeys(SLIPS, 1)


def test_page_names_every_member_of_a_device():
    root = Path(__file__).resolve().parents[3]
    page = (root / "docs" / "programs.md").read_text(encoding="utf-8")
    table = page[page.index("| methods of `Device` |") : page.index("All errors derive")]
    members = {name for name in dir(Device) if not name.startswith("_")}
    assert len(members) > 30
    assert {name for name in members if not re.search(rf"`{name}[(`]", table)} == set()
