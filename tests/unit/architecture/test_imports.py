"""Who may import whom: the table of the architecture, enforced by walking the syntax trees."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FIRMWARE = ROOT / "firmware"
OURS = {"boards", "drivers", "services", "games", "link", "storage", "sounds", "ticks", "app"}
PLAIN = {"array", "struct", "json", "binascii", "math", "collections", "errno", "gc", "sys"}

# The first layer whose prefix fits a file holds: what that file may import.
ALLOWED = {
    "boards": {
        "machine",
        "rp2",
        "micropython",
        "boards",
        "sys",
        "select",
        "time",
        "os",
        "uctypes",
        "binascii",
    },
    "ticks": {"time"},
    "drivers": {"ticks", "micropython", "array", "struct", "drivers", "uctypes"},
    "services": {"ticks", "services", *PLAIN},
    "link/protocol": {"link", "services", *PLAIN},  # pure all through: the host loads it
    "link/requests": {"link", "services", *PLAIN},
    "link/late_requests": {"services"},
    "link/block_format": set(),
    "link/strict_json": PLAIN,
    "storage/settings": {"ticks", "services", "storage", *PLAIN},
    "link": {"io", "os", "json", "select", "link", "ticks", "services", "micropython", *PLAIN},
    "storage": {"os", "json", "select", "storage", "ticks", *PLAIN},
    "games": {"ticks", "games", "services.events", *PLAIN},
    "sounds": {"sounds"},
}
CHIP = {"machine", "rp2"}
FREE = ("app", "main", "start")  # the composition root, and what tries it
# Of the services the pure ones: the host renders tunes with one and draws motion with two.
HOST_MAY_LOAD = {
    "storage.slots",
    "link.protocol",
    "link.block_format",
    "games",
    "sounds",
    "services.sequencer",
    "services.motion",
    "services.own_sound",
    "services.light_show",
    "services.volume",
    "services.servo_calibration",
    "services.late_limits",
    "services.sayings",
    "services.battery",
    "storage.settings",
}


def imports_of(path: Path) -> set[str]:
    """Returns every module that a file imports, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def allowed_for(relative: str) -> set[str] | None:
    """Returns what a firmware file may import; None = everything. Fails on an unknown room."""
    if relative.split("/")[0] in FREE:
        return None
    for layer, may in ALLOWED.items():
        if relative == layer or relative.startswith(layer + "/"):
            return may
    raise AssertionError(f"firmware/{relative}.py stands in no room of the architecture")


def may_import(name: str, may: set[str]) -> bool:
    return any(name == entry or name.startswith(entry + ".") for entry in may)


FILES = sorted(FIRMWARE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_firmware_file_imports_only_what_its_layer_may(path: Path) -> None:
    may = allowed_for(str(path.relative_to(FIRMWARE).with_suffix("")))
    if may is None:
        return
    wrong = {name for name in imports_of(path) if not may_import(name, may)}
    assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


def test_only_the_boards_and_the_rescue_path_touch_the_chip() -> None:
    """The composition root may import everything else; ``start`` must do without our files."""
    names = {path: {name.split(".")[0] for name in imports_of(path)} for path in FILES}
    users = {path.relative_to(FIRMWARE).parts[0] for path in FILES if names[path] & CHIP}
    assert users == {"boards", "start.py"}
    assert not names[FIRMWARE / "start.py"] & (OURS - {"app"})


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


def loads_in(path: Path) -> set[str]:
    """Returns the firmware modules that a host file asks ``pingblock.firmware.load`` for."""
    found: set[str] = set()
    if not any(name.startswith("pingblock.firmware") for name in imports_of(path)):
        return found
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("load", "firmware.load"):
            assert isinstance(node.args[0], ast.Constant), f"{path}: load() of a computed name"
            found.add(node.args[0].value)
    return found


HOST_FILES = sorted((ROOT / "host_tools").rglob("*.py"))


@pytest.mark.parametrize("path", HOST_FILES, ids=lambda path: path.stem)
def test_host_tools_take_only_pure_firmware_modules(path: Path) -> None:
    if "sim" in path.parts:
        return  # runs inside the device, on the desk
    wrong = {name for name in loads_in(path) if not may_import(name, HOST_MAY_LOAD)}
    wrong |= {name for name in imports_of(path) if name.split(".")[0] in OURS}
    assert not wrong, f"{path.relative_to(ROOT)} takes {sorted(wrong)}"


def test_there_is_no_boot_py() -> None:
    """USB starts after boot.py: one that hangs is a brick (reliability, D)."""
    assert not (FIRMWARE / "boot.py").exists()


def test_the_rules_bite(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import machine\nmachine.Pin(3)\n")
    assert not may_import("machine", ALLOWED["drivers"])
    assert imports_of(bad) == {"machine"}
    assert calls_at_import(bad) == ["machine.Pin(3)"]
