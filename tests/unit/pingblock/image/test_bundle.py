"""Merging modules: a bundle does the same as its modules, with fewer names."""

import sys
from functools import cache

import pytest

from pingblock.common.firmware import firmware_dir
from pingblock.image import mpy
from pingblock.image.bundle import bundle, entries_of, firmware_sources
from pingblock.image.programs import for_device
from pingblock.virtual.report_tap import QUEUE
from pingware.games.catalog import CATALOG

# Of a firmware with our games. Another firmware has other files.
BUNDLES = [
    *("app", "app_timed", "app_game_block", "app_game_dice", "app_game_fortune"),
    *("app_game_storm_dice", "app_game_worms", "app_tasks", "app_other_pico", "app_lever"),
    *(
        "app_on_demand",
        "app_cells",
        "app_owner",
        "app_sounds",
        "app_call",
        "app_files",
        "app_slot",
    ),
    *("app_game_block_requests", "app_game_dice_more", "app_game_dice_requests"),
    *("app_game_fortune_more", "app_game_fortune_requests", "app_game_storm_dice_requests"),
    *("app_game_worms_more", "app_game_worms_requests", "app_timed_more", "app_timed_sequence"),
]
TWO_ROOMS = {"first": ("main_part",), "second": ("late",)}


OURS = ("block", "dice", "storm_dice", "fortune", "worms")


@cache
def device_bundles():
    """Returns the bundles of the firmware, in a device's form."""
    sources = for_device(firmware_sources(mpy.shipped(firmware_dir())))
    return bundle(sources, entries_of(sources))


def merged(entries=None, **sources):
    """Returns the bundles of modules given as text. A dot in a name is written ``__``."""
    texts = {name.replace("__", "."): text.encode() for name, text in sources.items()}
    return bundle(texts, entries or {"all": ("main_part",)})


def ran(texts, monkeypatch):
    """Runs bundles like the device: the first one, which can import the others."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    rooms = {name: type(sys)(name) for name in texts}
    for name, module in rooms.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name, text in texts.items():
        exec(text, rooms[name].__dict__)
    return next(iter(rooms.values()))


def test_modules_that_use_each_other_work_in_one_file(monkeypatch):
    found = merged(
        main_part="import low\nfrom high import Doubler\n"
        "def run():\n    return Doubler(low.START).go()\n",
        low="START = 20\ndef bump(x):\n    return x + 1\n",
        high="from low import bump\nclass Doubler:\n"
        "    def __init__(self, at):\n        self._at = at\n"
        "    def go(self):\n        return bump(self._at) * 2\n",
    )
    assert ran(found, monkeypatch).run() == 42


def test_the_second_global_of_a_name_gets_its_modules_name(monkeypatch):
    found = merged(
        main_part="import one, two\ndef run():\n    return one.get(), two.get()\n",
        one="_x = [1]\ndef get():\n    return _x\n",
        two="_x = [2]\ndef get():\n    return _x\n",
    )
    assert ran(found, monkeypatch).run() == ([1], [2])
    assert "    return (get(), two_get())" in found["all"]


def test_a_global_of_another_module_gets_its_modules_name_where_a_local_has_its_own(monkeypatch):
    found = merged(
        main_part="import one\ndef run(first=2):\n    return one.first(), first\n",
        one="def first():\n    return 1\n",
    )
    assert ran(found, monkeypatch).run() == (1, 2)


def test_names_of_two_bundles_stay_apart(monkeypatch):
    found = merged(
        TWO_ROOMS,
        main_part="SHOWS = [1]\ndef run():\n    import late\n    return late.both(), SHOWS\n",
        late="import main_part\nSHOWS = [2]\ndef both():\n    return SHOWS, main_part.SHOWS\n",
    )
    assert ran(found, monkeypatch).run() == (([2], [1]), [1])


def test_a_tuple_of_a_chosen_module_is_found_from_another_bundle(monkeypatch):
    found = merged(
        TWO_ROOMS,
        main_part="from chosen import board\ndef run():\n    import late\n"
        "    return late.answer(), board.GAMES\n",
        late="from chosen import board\nTIMES = [3]\ndef answer():\n"
        "    return board.GAMES, TIMES\n",
        chosen="import rev_a as board\n",
        rev_a="GAMES = ('block', 'base')\n",
    )
    games = ("block", "base")
    assert ran(found, monkeypatch).run() == ((games, [3]), games)


def test_constants_are_folded_and_cost_no_name():
    found = merged(
        main_part="from micropython import const\nimport low\n_A, B = 3, 'word'\n"
        "_C = const(_A << 2)\ndef run():\n    return _C, B, low.D\n",
        low="D = -5\n",
    )["all"]
    assert "return (12, 'word', -5)" in found
    assert "const" not in found


def test_constants_of_a_module_that_another_one_chooses_are_folded():
    found = merged(
        main_part="from chosen import board\n"
        "def run():\n    return board.SPEAKER // 2, board.GAMES\n",
        chosen="import other as board\n",
        other="SPEAKER = 10\nGAMES = ('block',)\nPINS = (('speaker', SPEAKER, 'amplifier'),)\n",
    )["all"]
    assert "return (10 // 2, GAMES)" in found
    assert "PINS" not in found
    assert "amplifier" not in found


def test_what_a_board_tells_the_host_alone_stays_off_the_device():
    texts = device_bundles()
    whole = "".join(texts.values())
    assert f", 132275, {0x50000420}, " in whole  # carrier and timer of the speaker
    assert "'speaker': 16, 'amp_shutdown': 17" in whole
    assert "amplifier SD pin" not in whole
    assert "wired_to" not in whole


def test_what_changes_is_no_constant(monkeypatch):
    found = merged(main_part="x = 1\nx = 2\ndef run():\n    return x\n")
    assert ran(found, monkeypatch).run() == 2


def test_what_nobody_uses_is_left_out():
    found = merged(
        main_part="import json\ndef a():\n    return json\ndef b():\n    return a()\n"
        "def c():\n    return c()\ndef run():\n    pass\n"
    )["all"]
    assert [word for word in found.split() if word in ("json", "def")] == ["def"]


def test_an_import_within_a_function_waits_for_the_later_bundle(monkeypatch):
    found = merged(
        TWO_ROOMS,
        main_part="from low import both\n"
        "def run():\n    import late\n    return late.answer(), both()\n",
        late="from low import both\ndef answer():\n    return [both()]\n",
        low="def both():\n    return 7\n",
    )
    assert "from first import both" in found["second"]
    assert "answer" not in found["first"].replace("second.answer", "")
    assert ran(found, monkeypatch).run() == ([7], 7)


def test_unused_globals_go_though_another_bundle_has_one_of_that_name(monkeypatch):
    found = merged(
        TWO_ROOMS,
        main_part="_own = [1]\n_other = [3]\n"
        "def run():\n    import late\n    return late.answer(), _own\n",
        late="_other = [2]\ndef answer():\n    return _other\n",
    )
    assert "[3]" not in found["first"], "only another bundle uses its name"
    assert ran(found, monkeypatch).run() == ([2], [1])
    assert "import" not in found["second"].replace("import sys", "")


def test_a_module_outside_all_bundles_is_imported_as_before():
    found = merged(
        main_part="def run():\n    from drivers import spare\n    return spare.part\n",
        drivers__spare="part = 1\n",
    )["all"]
    assert "from drivers import spare" in found


def test_swapping_allocates_nothing_as_in_the_source():
    """MicroPython makes a tuple for ``a, b = (b, a)``, which an interrupt must not do."""
    found = merged(main_part="def run(a, b):\n    a, b = b, a\n    return a, b\n")["all"]
    assert "    a, b = b, a\n" in found


def test_built_in_modules_are_not_searched_in_flash_while_a_bundle_loads(monkeypatch):
    found = merged(main_part="import json\ndef run():\n    return json\n")["all"]
    lines = found.splitlines()
    assert lines[1:3] == ["path_before = sys.path[:]", "sys.path[:] = ('.frozen',)"]
    assert lines.index("    import json") > 2


def test_the_path_is_as_it_was_though_a_bundle_fails_to_load(monkeypatch):
    found = merged(main_part="import json\ndef run():\n    return json\nx = [1 // 0]\nx.y = run\n")
    monkeypatch.setattr(sys, "path", ["/a", "/b"])
    with pytest.raises(ZeroDivisionError):
        exec(found["all"], {})
    assert sys.path == ["/a", "/b"]


def test_the_firmware_merges_into_a_file_for_each_bundle_and_they_compile():
    found = device_bundles()
    others = tuple(f"app_game_{game.name}" for game in CATALOG.games() if game.name not in OURS)
    assert [name for name in found if not name.startswith(others)] == BUNDLES
    assert [name for name in others if name not in found] == []
    for name, text in found.items():
        assert mpy.compile_file(text.encode(), f"{name}.py")


def test_the_queue_of_events_has_its_name_for_the_tap_and_the_first_bundle_is_the_smaller():
    found = device_bundles()
    assert sum(text.count(f"class {QUEUE}:") for text in found.values()) == 1
    assert found["app"].count("asyncio") == 1  # in ``run``, once presses count
    assert "asyncio" in found["app_tasks"]


def test_what_python_has_built_in_is_found_among_a_bundles_own_names():
    """Otherwise each use of it would search all globals and all built-in names."""
    often = " + ".join(["len('ab')"] * 4)
    whole = merged(main_part=f"def run():\n    return {often} + max(1, 2)\n")["all"]
    assert "    len = len\n" in whole
    assert "max = " not in whole, "used once"
    found = {}
    exec(whole, found)
    assert found["run"]() == 10


def test_an_instruction_of_the_assembler_is_no_use_of_a_function():
    stored = "    str(r0, [r1, 0])\n" * 4
    whole = merged(
        main_part="import micropython\n@micropython.asm_thumb\n"
        f"def add(r0, r1):\n{stored}def run():\n    return add\n"
    )["all"]
    assert "str = " not in whole


def test_a_private_method_hides_no_global_that_its_class_uses(monkeypatch):
    found = merged(
        main_part="def _half(n):\n    return n // 2\nclass A:\n"
        "    def _own(self):\n        return 5\n    ROOM = _half(84)\n"
        "    def go(self, n=_half(8)):\n        return self.ROOM, n, self._own()\n"
        "def run():\n    return A().go()\n",
    )
    assert ran(found, monkeypatch).run() == (42, 4, 5)
