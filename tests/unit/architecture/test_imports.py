"""Allowed imports: the table of the architecture, enforced by walking the syntax trees."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FIRMWARE = ROOT / "firmware"
PACKAGE = FIRMWARE / "pingware"
ROOT_FOLDER = FIRMWARE / "root"
PLAIN = {"array", "struct", "json", "binascii", "math", "collections", "errno", "gc", "sys"}

# Prefix of a file's path -> its allowed imports. The first prefix that fits counts.
ALLOWED = {
    "version": set(),
    "boards/peripherals": {
        "machine",
        "rp2",
        "micropython",
        "pingware.boards",
        "os",
        "sys",
        "uctypes",
        "binascii",
    },
    "boards/radio_rp2": {"machine", "time", "micropython", "pingware.boards"},
    "boards/this_pico": {"machine", "micropython", "pingware.boards"},
    "boards/sense_rp2350": {"machine", "micropython", "pingware.boards"},
    "boards/looks_rp2": {"machine", "time", "micropython"},
    "boards/usb_port_rp2": {"machine", "micropython", "time"},
    "boards/naps_rp2": {"machine", "micropython", "pingware.boards"},
    "boards/health_rp2": {"machine", "micropython", "pingware.boards"},
    "boards/resets_rp2": {"machine", "micropython", "pingware.boards"},
    "boards": {"pingware.boards"},  # data only, because the host imports it
    "shared/ticks": {"time"},
    "shared": {"pingware.shared", *PLAIN},  # only pure code, because the host imports it
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
    "storage/partial_slot": {"pingware.shared", "firmware_slots", *PLAIN},
    "storage/slot_state": {"pingware.shared", "firmware_slots", *PLAIN},
    "storage": {"pingware.shared", "pingware.storage", "os", "select", *PLAIN},
    # The declarations of a game need only the rules.
    "games/block/options": {"pingware.shared.schema", "pingware.games.block.outcomes"},
    "games/dice/options": {"pingware.shared.schema"},
    "games/worms/options": {
        "pingware.shared.schema",
        "pingware.shared.device_options",
    },
    "games": {"pingware.shared", "pingware.games", *PLAIN},
}
CHIP = {"machine", "umachine", "rp2"}
# MicroPython has neither module. A build removes these imports.
ONLY_TYPES = {"typing", "collections.abc"}
HOST_MAY_IMPORT = {"pingware.shared", "pingware.games", "pingware.boards"}
_OF_THE_CHIP = (
    "peripherals",
    "radio_rp2",
    "sense_rp2350",
    "this_pico",
    "looks_rp2",
    "usb_port_rp2",
    "naps_rp2",
    "health_rp2",
    "resets_rp2",
)
HOST_MAY_NOT_IMPORT = {f"pingware.boards.{name}" for name in _OF_THE_CHIP}


def imports_of(path: Path) -> set[str]:
    """Returns every module that a file imports, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.module in ONLY_TYPES:
                continue
            assert node.level == 0, f"{path}: relative imports hide the layer"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def allowed_for(relative: str) -> set[str] | None:
    """Returns a file's allowed imports, or None if all are allowed. Fails for unknown packages."""
    if relative.split("/")[0] in ("app", "__init__"):
        return None  # it connects all parts
    for layer, may in ALLOWED.items():
        if relative == layer or relative.startswith(layer + "/"):
            return may
    raise AssertionError(f"pingware/{relative}.py is in no package of the architecture")


def may_import(name: str, may: set[str]) -> bool:
    return any(name == entry or name.startswith(entry + ".") for entry in may)


def wrong_files(paths: list[Path], faults: Callable[[Path], list[str]]) -> dict[str, list[str]]:
    """Returns the faults of each file that has any."""
    found = {str(path.relative_to(ROOT)): faults(path) for path in paths}
    return {name: wrong for name, wrong in found.items() if wrong}


FILES = sorted(FIRMWARE.rglob("*.py"))
MODULES = sorted(PACKAGE.rglob("*.py"))


def wrong_imports(path: Path) -> list[str]:
    """Returns the imports of a firmware file that break the rules of its package."""
    may = allowed_for(str(path.relative_to(PACKAGE).with_suffix("")))
    return sorted(
        name for name in imports_of(path) if may is not None and not may_import(name, may)
    )


def test_firmware_files_import_only_what_their_layers_may() -> None:
    assert len(MODULES) > 140
    assert wrong_files(MODULES, wrong_imports) == {}


def test_only_peripherals_and_rescue_files_import_chip_modules() -> None:
    """``app`` can import everything else. ``start`` must work without our files."""
    names = {path: {name.split(".")[0] for name in imports_of(path)} for path in FILES}
    users = {str(path.relative_to(FIRMWARE)) for path in FILES if names[path] & CHIP}
    boards = set(_OF_THE_CHIP)
    starts = {f"root/{name}.py" for name in ("main", "start", "safe")}
    assert users == {f"pingware/boards/{name}.py" for name in boards} | starts
    for name in ("main", "start", "safe"):
        assert "pingware" not in names[ROOT_FOLDER / f"{name}.py"]


def calls_at_import(path: Path) -> list[str]:
    """Returns statements that do something when a module is merely imported."""
    harmless = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    harmless += (ast.Assign, ast.AnnAssign, ast.If, ast.Try)  # checks for the interpreter
    found = []
    for node in ast.parse(path.read_text()).body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not isinstance(node, harmless):
            found.append(ast.unparse(node))
    return found


def test_importing_a_firmware_module_does_nothing() -> None:
    imported = [path for path in FILES if path.name != "main.py"]  # this file runs
    assert wrong_files(imported, calls_at_import) == {}


HOST_FILES = sorted((ROOT / "host_tools").rglob("*.py"))


def wrong_host_imports(path: Path) -> list[str]:
    """Returns the imports of a host file from packages of the firmware that it cannot use."""
    ours = {name for name in imports_of(path) if name.split(".")[0] == "pingware"}
    return sorted(name for name in ours if not host_may_import(name))


def test_host_tools_import_only_pure_packages_of_the_firmware() -> None:
    assert len(HOST_FILES) > 300
    assert wrong_files(HOST_FILES, wrong_host_imports) == {}


# Why these files can load code by name or path. It is never used as an import of the firmware.
LOADERS = {
    "cli/commands.py": "one command's module, when it is called",
    "sounds/mixer_host.py": "viper code as plain Python, which no import gives",
    "image/programs.py": "tunes of the sources that are built, maybe a changed copy",
    "virtual/chip/turbo/build.py": "the loop that was compiled on this computer",
}
ON_MICROPYTHON = {"entry.py", "programs.py"}
LOADING = {"import_module", "__import__", "exec", "run_path", "spec_from_file_location"}


def loads_by_name(path: Path) -> bool:
    calls = (node.func for node in ast.walk(ast.parse(path.read_text())) if is_call(node))
    names = [ast.unparse(call).split(".") for call in calls]
    plain = [name for name in names if len(name) == 1 or name[0] in ("importlib", "runpy")]
    return any(name[-1] in LOADING for name in plain)


def is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)


def edits_path(path: Path) -> bool:
    """Returns whether a file changes sys.path, by an assignment or by a method of the list."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)) if "sys.path" in text else ():
        changed = [*getattr(node, "targets", ()), getattr(node, "target", None)]
        if is_call(node) and isinstance(node.func, ast.Attribute):
            changed.append(node.func.value)
        if any(each and ast.unparse(each).startswith("sys.path") for each in changed):
            return True
    return False


def test_only_listed_host_tools_load_modules_by_name() -> None:
    tools = ROOT / "host_tools" / "pingblock"
    found = {path.relative_to(tools).as_posix() for path in HOST_FILES if loads_by_name(path)}
    assert {name for name in found if "virtual/desk/sim/" not in name} == set(LOADERS)


def test_only_programs_for_micropython_edit_the_import_path() -> None:
    trees = ("benchmarks", "reliability", "tests", "tools")
    files = [*HOST_FILES, *(path for tree in trees for path in (ROOT / tree).rglob("*.py"))]
    assert {path.name for path in files if edits_path(path)} == ON_MICROPYTHON


def host_may_import(name: str) -> bool:
    return may_import(name, HOST_MAY_IMPORT) and not may_import(name, HOST_MAY_NOT_IMPORT)


def gpio_numbers(tree: ast.AST) -> list[int]:
    """Returns the lines that give a GPIO's number: ``x_gpio = 3``, ``f(gpio=3)``, ``Pin(3)``."""
    found = []
    for node in ast.walk(tree):
        named = []
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            places = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = [(ast.unparse(place), node.value) for place in places]
        elif isinstance(node, ast.keyword):
            named = [(node.arg or "", node.value)]
        elif isinstance(node, ast.arguments):
            optional = [*node.posonlyargs, *node.args][::-1]
            named = [(a.arg, v) for a, v in zip(optional, node.defaults[::-1], strict=False)]
            named += [(a.arg, v) for a, v in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Pin") and node.args:
            named = [("gpio", node.args[0])]
        found += [
            value.lineno for name, value in named if "gpio" in name.lower() and is_int(value)
        ]
    return found


def is_int(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
        value = value.args[0]
    return isinstance(value, ast.Constant) and type(value.value) is int


def test_gpio_numbers_are_only_in_the_pin_maps() -> None:
    boards = {path for path in MODULES if path.parent.name == "boards"}
    boards.discard(PACKAGE / "boards" / "peripherals.py")
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in [*FILES, *HOST_FILES]
        if path not in boards
        for line in gpio_numbers(ast.parse(path.read_text()))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "VBUS_GPIO = 24",
        "_MARK_GPIO = const(2)",
        "speaker_gpio: int = 16",
        "def f(sink, speaker_gpio=16): pass",
        "def f(*, gpio=16): pass",
        "Engine(speaker_gpio=16)",
        "machine.Pin(14, machine.Pin.IN)",
    ],
)
def test_gpio_number_outside_the_pin_maps_is_found(line: str) -> None:
    assert gpio_numbers(ast.parse(line))


def test_root_folder_has_four_files_and_no_boot_py() -> None:
    """USB starts after boot.py. If that hangs, the Pico is unreachable."""
    assert sorted(path.name for path in ROOT_FOLDER.glob("*.py")) == [
        "app.py",
        "main.py",
        "safe.py",
        "start.py",
    ]


def test_import_rules_find_forbidden_imports_and_allow_others(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import machine\nmachine.Pin(3)\n")
    assert not may_import("machine", ALLOWED["drivers"])
    assert imports_of(bad) == {"machine"}
    assert not may_import("machine", allowed_for("boards/rev_a") or set())
    bad.write_text("def f():\n    from pingware.games import registry\n")
    shared = allowed_for("shared/declarations") or set()
    assert [name for name in imports_of(bad) if not may_import(name, shared)] == [
        "pingware.games.registry"
    ]
    bad.write_text("import machine\nmachine.Pin(3)\n")
    assert host_may_import("pingware.boards.rev_a.GPIO")
    assert not host_may_import("pingware.boards.peripherals.Peripherals")
    assert calls_at_import(bad) == ["machine.Pin(3)"]
    bad.write_text("from typing import Any\nfrom machine import Pin\n")
    assert imports_of(bad) == {"machine.Pin"}
    bad.write_text("def f():\n    from pingware.services import gesture\n    import pingware\n")
    wrong = {name for name in imports_of(bad) if not may_import(name, HOST_MAY_IMPORT)}
    assert wrong == {"pingware.services.gesture", "pingware"}
    for line in ("sys.path.insert(0, x)", "sys.path[:0] = [x]", "sys.path += [x]", "sys.path = x"):
        bad.write_text(line)
        assert edits_path(bad)
    for line in ("__import__('services')", "importlib.import_module(x)", "exec(text)"):
        bad.write_text(line)
        assert loads_by_name(bad)
    bad.write_text("print(sys.path, exec)\nself.exec(text)")
    assert not edits_path(bad)
    assert not loads_by_name(bad)
    assert may_import("pingware.shared.protocol", HOST_MAY_IMPORT)
    assert not may_import("pingware.shared_not", HOST_MAY_IMPORT)
