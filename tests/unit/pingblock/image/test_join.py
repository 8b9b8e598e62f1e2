"""Joining modules: a joined file does the same as its modules, with fewer names."""

import ast
import sys
from collections import Counter

import pytest

from pingblock.common.firmware import firmware_dir
from pingblock.errors import BadInput
from pingblock.image import frozen, join, mpy, stages
from pingblock.image.join import joined, line_in_source
from pingblock.tunes.tune_files import ENDING
from pingblock.virtual.report_tap import REPORTS
from pingware.games.catalog import CATALOG

TWO = {"first": ("main_part",), "second": ("late",)}
RUN = "def run():\n    pass\n"
# The files of the firmware with our games. Another firmware has other files.
FILES = [
    *("app", "app_tasks", "app_other_pico", "app_lever", "ask_on_demand", "ask_cells"),
    *("ask_owner", "ask_sounds", "ask_files", "ask_slot"),
    "app_timed",
    "app_game_block",
    *("app_game_dice", "app_game_dice_more"),
    *("app_game_fortune", "app_game_fortune_more"),
    "app_game_storm_dice",
    *("app_game_worms", "app_game_worms_more"),
]
OURS = ("block", "dice", "storm_dice", "fortune", "worms")


@pytest.fixture(scope="module")
def sources():
    return stages.firmware_sources(mpy.shipped(firmware_dir()))


@pytest.fixture(scope="module")
def texts(sources):
    return frozen.joined_texts(sources)


def of(files=None, **sources):
    """Returns the files of modules given as text. A dot in a name is written ``__``."""
    texts = {name.replace("__", "."): text.encode() for name, text in sources.items()}
    return joined(texts, files or {"all": ("main_part",)})


def ran(texts, monkeypatch):
    """Runs files as the device does: the first file, which can import the others."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    files = {name: type(sys)(name) for name in texts}
    for name, module in files.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name, text in texts.items():
        exec(text, files[name].__dict__)
    return next(iter(files.values()))


def test_modules_that_use_each_other_work_in_one_file(monkeypatch):
    found = of(
        main_part="import low\nfrom high import Doubler as Twice\n"
        "def run():\n    return Twice(low.START).go()\n",
        low="START = [20]\ndef bump(x):\n    return x[0] + 1\n",
        high="from low import bump\nclass Doubler:\n"
        "    def __init__(self, at):\n        self._at = at\n"
        "    def go(self):\n        return bump(self._at) * 2\n",
    )
    assert ran(found, monkeypatch).run() == 42


def test_constants_are_folded_and_cost_no_name(monkeypatch):
    found = of(
        main_part="from micropython import const\nimport low\n_A, B = 3, 'word'\n"
        "_C = const(_A << 2)\ndef run():\n    return _C, B, 7 - low.D, low.E\n",
        low="D = -5\nE = ('block', 'base')\n",
    )
    assert ran(found, monkeypatch).run() == (12, "word", 12, ("block", "base"))
    assert "micropython" not in found["all"]
    assert not {"_A", "B", "_C", "D", "E"} & set(vars(sys.modules["all"]))


def test_module_with_only_constants_is_in_no_file():
    found = of(
        main_part="from chosen import board\ndef run():\n    return board.SPEAKER // 2\n",
        chosen="import other as board\n",
        other="SPEAKER = 10\nPINS = (('speaker', SPEAKER, 'a pin of the amplifier, and more'),)\n",
    )["all"]
    assert "return 10 // 2" in found
    assert "amplifier" not in found


def test_changed_name_is_not_a_constant(monkeypatch):
    found = of(main_part="x = 1\nx = 2\ny = 3\ndef run(y=4):\n    return x, y\n")
    assert ran(found, monkeypatch).run() == (2, 4)


def test_import_within_a_function_loads_the_later_file(monkeypatch):
    found = of(
        TWO,
        main_part="from low import both\ndef run():\n    import late\n"
        "    from late import answer, LIMIT\n    return late.answer(), answer(), LIMIT, both()\n",
        late="from low import both\nLIMIT = 5\ndef answer():\n    from low import both as same\n"
        "    return [both(), same()]\n",
        low="def both():\n    return 7\n",
    )
    assert "import second as late\n" in found["first"]
    assert "from first import both\n" in found["second"]
    assert ran(found, monkeypatch).run() == ([7, 7], [7, 7], 5, 7)


def test_names_of_two_files_stay_apart(monkeypatch):
    found = of(
        TWO,
        main_part="SHOWS = [1]\ndef run():\n    import late\n    return late.SHOWS, SHOWS\n",
        late="SHOWS = [2]\n",
    )
    assert ran(found, monkeypatch).run() == ([2], [1])


def test_import_of_a_module_outside_the_firmware_stays():
    found = of(main_part="def run():\n    from drivers import spare\n    return spare\n")["all"]
    assert "    from drivers import spare\n    return spare\n" in found


def test_modules_used_only_by_annotations_are_in_no_file(monkeypatch):
    found = of(
        main_part="from low import Low, Other\n"
        "def run(x: 'Low' = 1) -> 'Other':\n    y: Other = x\n    return y\n",
        low="class Low:\n    pass\nclass Other:\n    pass\n",
    )
    assert "class" not in found["all"]
    assert ran(found, monkeypatch).run() == 1


def test_lines_of_a_file_are_found_in_the_sources():
    sources = {
        "main_part": "import low\n\nA = (\n    3\n)\n\n\ndef run():\n    return low.go(A)\n",
        "low": "def go(x):\n    return x\n",
    }
    found = of(**sources)["all"]
    lines = found.splitlines()
    for module, line, text in (("main_part", 8, "def run"), ("low", 2, "    return x")):
        (at,) = (number for number, each in enumerate(lines, 1) if each.startswith(text))
        assert line_in_source(found, at) == (module, line)
    assert line_in_source(found, 1)[0] == ""


def test_traceback_has_the_files_and_lines_of_the_sources(texts):
    lines = texts["app"].splitlines()
    at = next(number for number, line in enumerate(lines, 1) if line.startswith("class Button"))
    source = (firmware_dir() / "pingware/drivers/button.py").read_text().splitlines()
    line = source.index(lines[at - 1]) + 1
    told = 'File "f/app.py", line {}, in run\nFile "start.py", line 3, in x\n'
    expected = told.replace("f/app.py", "pingware/drivers/button.py").format(line)
    assert frozen.traced(told.format(at)) == expected


def test_file_loads_without_searching_flash_for_modules():
    lines = of(main_part="import json\ndef run():\n    return json\n")["all"].splitlines()
    assert lines[1:3] == ["path_before = sys.path[:]", "sys.path[:] = ('.frozen',)"]
    assert lines.index("    import json") < lines.index("finally:")


def test_path_is_restored_if_a_module_is_missing(monkeypatch):
    monkeypatch.setattr(sys, "path", ["/a", "/b"])
    with pytest.raises(ModuleNotFoundError):
        exec(of(main_part="import not_there\n" + RUN)["all"], {})
    assert sys.path == ["/a", "/b"]


def test_often_used_builtins_become_globals_of_the_file(monkeypatch):
    often = " + ".join(["len('ab')"] * 4)
    found = of(main_part=f"def run():\n    return {often} + max(1, 2)\n")
    assert "len = len\n" in found["all"]
    assert "max = " not in found["all"], "used once"
    assert ran(found, monkeypatch).run() == 10


OTHERS = {
    "base": "ONE = 1\ncount = [1]\ndef go():\n    return 1\n",
    "circle": "import main\ndef go():\n    return main.run()\n",
    "far": "def far():\n    return 1\n",
    "lost": "def go():\n    return 1\n",
}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def go():\n    pass\n", "base and main both have go: rename it"),
        ("def len():\n    pass\n", "Python and main both have len: rename it"),
        ("from os import go\n", "base and from os import go both have go: rename it"),
        (
            "import far\ndef run():\n    far.far()\nfar = [1]\n",
            "main:4: far is set here: set it in the module that",
        ),
        ("import base\ndef run():\n    return base\n", "base does not define its value"),
        (
            "import base\ndef run():\n    return base.lost\n",
            "main:3: base.lost: base does not define lost",
        ),
        (
            "import base\ndef run():\n    base.count = 2\n",
            "base.count is set here: set it in the module",
        ),
        ("x = [1]\ndef run():\n    global x\n", "main:3: set an attribute instead of a global"),
        ("import base\ndef run(go):\n    base.go()\n", "base.go: go is a variable, too"),
        ("import base\ndef run():\n    from os import go\n    base.go()\n", "go is a variable"),
        ("from base import ONE\ndef run(ONE):\n    return ONE\n", "ONE is a variable, too"),
        ("def run():\n    from base import go\nfrom lost import go\n", "from two places"),
        ("import circle\ndef run():\n    circle.go()\n", "main imports circle imports main"),
        ("def run():\n    import lost\n    lost.go()\n", "the module lost is not in any file"),
    ],
)
def test_refused_code_is_named_with_its_place(text, words):
    sources = {name: each.encode() for name, each in {"main": text, **OTHERS}.items()}
    with pytest.raises(BadInput, match=words):
        joined(sources, {"first": ("far",), "second": ("base", "main")})


def test_firmware_joins_into_the_expected_files_that_compile(texts):
    others = tuple(f"app_game_{game.name}" for game in CATALOG.games() if game.name not in OURS)
    assert [name for name in texts if not name.startswith(others)] == FILES
    assert [name for name in others if name not in texts] == []
    for name, text in texts.items():
        assert mpy.compile_file(text.encode(), f"{name}.py")


@pytest.mark.parametrize("game", OURS)
def test_game_uses_only_files_that_its_kind_shares(sources, texts, game):
    """A press game must not load the code of timed games, nor that of another game."""
    play = sources[f"pingware.games.{game}.play"].decode()
    shared = {"app"} | ({"app_timed"} if "TimedGame" in play else set())
    itself = {name for name in (f"app_game_{game}", f"app_game_{game}_more") if name in texts}
    used = {name for file in itself for name in imported(texts[file]) if name in texts}
    assert used | itself == shared | itself


def imported(text):
    """Yields the modules that a source imports, also in functions."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


# module that is not in any file -> reason
NO_FILE = {
    "boards.chosen": "names the pin map and the chip",
    "boards.rp2040": "constants",
    "boards.rp2350": "constants of another chip",
    "games.block.outcomes": "records for the host and for values that a build computes",
    "services.task_ids": "constants",
    "shared.chunk_format": "constants",
    "shared.events": "constants",
    "version": "a constant",
}


def test_modules_in_no_file_are_listed(sources, texts):
    inside = {
        line.removeprefix(join._FROM)
        for text in texts.values()
        for line in text.splitlines()
        if line.startswith(join._FROM)
    }
    modules = {name for name in sources if not name.endswith(ENDING)}
    packages = {name.rpartition(".")[0] for name in modules}
    assert modules - inside - packages == {f"pingware.{name}" for name in NO_FILE}


# unused name -> reason
UNUSED = {"computed": "a build replaces its calls by their values"}


def test_each_global_of_a_device_is_used(texts):
    """Code that only the host or tests use would need device memory, so it belongs elsewhere."""
    used, found = Counter(), {}
    for text in texts.values():
        for node in ast.parse(text).body:
            names = Counter(names_in(node))
            used += names
            found |= {name: names[name] for name in join._defined(node)}
    del found["path_before"]
    assert {name for name, itself in found.items() if used[name] == itself} == set(UNUSED)


def names_in(tree):
    """Yields the names that a tree reads, also those after a dot or in an import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def test_game_loads_only_files_that_it_needs_at_once(texts):
    lines = [line for line in texts["app_game_dice"].splitlines() if line.startswith("from app")]
    assert {line.split()[1] for line in lines} == {"app", "app_timed"}


def test_texts_for_the_host_stay_off_the_device(texts):
    whole = "".join(texts.values())
    assert "132_275" in whole  # carrier of the speaker
    assert f"{0x50000420}" in whole  # its timer
    assert '"speaker": 16,' in whole
    assert "amplifier SD pin" not in whole
    assert "wired_to" not in whole


def test_reports_class_is_defined_once_and_app_has_no_tasks(texts):
    assert sum(text.count(f"class {REPORTS}:") for text in texts.values()) == 1
    assert texts["app"].count("from asyncio") == 1  # in ``run``, when presses already count
    assert "import asyncio" in texts["app_tasks"]
