"""Who may import whom: the table of the architecture, enforced by walking the syntax trees."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FIRMWARE = ROOT / "firmware"
PACKAGE = FIRMWARE / "pingware"
PLAIN = {"array", "struct", "json", "binascii", "math", "collections", "errno", "gc", "sys"}

# The first entry whose prefix fits a file holds: what that file may import.
ALLOWED = {
    "boards": {
        "machine",
        "rp2",
        "micropython",
        "pingware.boards",
        "sys",
        "select",
        "time",
        "os",
        "uctypes",
        "binascii",
    },
    "shared/ticks": {"time"},
    # What the games declare comes together here; a game's declarations need the rules alone.
    "shared/settings": {"pingware.shared", "pingware.games.options", *PLAIN},
    "shared/requests": {"pingware.shared", "pingware.games.requests", *PLAIN},
    "shared": {"pingware.shared", *PLAIN},  # pure all through: the host imports it
    "drivers": {
        "pingware.shared",
        "pingware.drivers",
        "micropython",
        "array",
        "struct",
        "uctypes",
    },
    "services": {"pingware.shared", "pingware.services", *PLAIN},
    "link": {"pingware.shared", "pingware.link", "io", "os", "select", "micropython", *PLAIN},
    "storage": {"pingware.shared", "pingware.storage", "os", "select", *PLAIN},
    "games/block/options": {"pingware.shared.rules"},
    "games/block/requests": {"pingware.shared.rules", "pingware.games.block.options"},
    "games/worms/options": {"pingware.shared.rules"},
    "games/worms/requests": {
        "pingware.shared.rules",
        "pingware.shared.device_options",
        "pingware.games.worms.options",
    },
    "games": {"pingware.shared", "pingware.games", *PLAIN},
}
CHIP = {"machine", "rp2"}
ONLY_TYPES = {"typing", "collections.abc"}  # MicroPython has neither
HOST_MAY_IMPORT = {"pingware.shared", "pingware.games"}


def imports_of(path: Path) -> set[str]:
    """Returns every module that a file imports, also inside functions."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    for_checker = [each for node in nodes if is_guard(node) for each in node.body]
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node in for_checker and node.module in ONLY_TYPES:
                continue
            assert node.level == 0, f"{path}: relative imports hide the layer"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def is_guard(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def allowed_for(relative: str) -> set[str] | None:
    """Returns what a file may import; None = everything. Fails on an unknown room."""
    if relative.split("/")[0] in ("app", "__init__"):
        return None  # the composition root
    for layer, may in ALLOWED.items():
        if relative == layer or relative.startswith(layer + "/"):
            return may
    raise AssertionError(f"pingware/{relative}.py stands in no room of the architecture")


def may_import(name: str, may: set[str]) -> bool:
    return any(name == entry or name.startswith(entry + ".") for entry in may)


FILES = sorted(FIRMWARE.rglob("*.py"))
MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_firmware_file_imports_only_what_its_layer_may(path: Path) -> None:
    may = allowed_for(str(path.relative_to(PACKAGE).with_suffix("")))
    if may is None:
        return
    wrong = {name for name in imports_of(path) if not may_import(name, may)}
    assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


def test_only_the_boards_and_the_rescue_path_touch_the_chip() -> None:
    """The composition root may import everything else; ``start`` must do without our files."""
    names = {path: {name.split(".")[0] for name in imports_of(path)} for path in FILES}
    users = {path.relative_to(FIRMWARE).parts[:2] for path in FILES if names[path] & CHIP}
    assert users == {("pingware", "boards"), ("start.py",)}
    assert "pingware" not in names[FIRMWARE / "start.py"] | names[FIRMWARE / "main.py"]


def calls_at_import(path: Path) -> list[str]:
    """Returns statements that do something when a module is merely imported."""
    harmless = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    harmless += (ast.Assign, ast.AnnAssign, ast.If, ast.Try)  # guards for where it runs
    found = []
    for node in ast.parse(path.read_text()).body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not isinstance(node, harmless):
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_importing_a_firmware_module_does_nothing(path: Path) -> None:
    if path.name == "main.py":  # it runs, it is not imported
        return
    assert calls_at_import(path) == []


HOST_FILES = sorted((ROOT / "host_tools").rglob("*.py"))


@pytest.mark.parametrize("path", HOST_FILES, ids=lambda path: path.stem)
def test_host_tools_import_only_pure_rooms_of_the_firmware(path: Path) -> None:
    ours = {name for name in imports_of(path) if name.split(".")[0] == "pingware"}
    wrong = {name for name in ours if not may_import(name, HOST_MAY_IMPORT)}
    assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


def test_there_is_no_boot_py() -> None:
    """USB starts after boot.py: one that hangs is a brick (reliability, D)."""
    assert not (FIRMWARE / "boot.py").exists()


def test_the_rules_bite(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import machine\nmachine.Pin(3)\n")
    assert not may_import("machine", ALLOWED["drivers"])
    assert imports_of(bad) == {"machine"}
    assert calls_at_import(bad) == ["machine.Pin(3)"]
    bad.write_text("from typing import Any\nif TYPE_CHECKING:\n    from typing import Final\n")
    assert imports_of(bad) == {"typing.Any"}
    bad.write_text("if TYPE_CHECKING:\n    from machine import Pin\n")
    assert imports_of(bad) == {"machine.Pin"}
