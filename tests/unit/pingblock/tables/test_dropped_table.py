"""Another table needs only a folder and a line of the registry."""

import ast
import shutil

import pytest
from tests import dropped
from tests.dropped import ROOT

HOST = ROOT / "host_tools"
PACKAGE = HOST / "pingblock"
SAMPLE = ROOT / "tests" / "data" / "tables" / "die_race"
FOLDERS = sorted(path.parent.name for path in (PACKAGE / "tables").glob("*/rules.toml"))
# Files other than the registry that use a game's folder -> the folders, with reasons.
TAKERS = {
    "tables/rule_texts.py": {"property"},  # it has the rules of the block
    "cli/table_boards.py": {"property"},  # it fills in figures of its boards
    "cli/tables.py": {"fortune"},  # it scores turns without a table
    "make_page/page_data.py": {"fortune"},  # it puts its cards on the page
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Returns the host tools with the sample game, and a line for it in the registry."""
    root = tmp_path_factory.mktemp("house")
    package = root / "pingblock"
    package.mkdir()
    for each in PACKAGE.iterdir():
        if each.name != "tables":
            (package / each.name).symlink_to(each)
    shutil.copytree(PACKAGE / "tables", package / "tables")
    shutil.copytree(SAMPLE, package / "tables" / "die_race")
    registry = package / "tables" / "registry.py"
    text = registry.read_text(encoding="utf-8")
    line, name = "    storm.TABLE,\n", "from pingblock.tables import "
    assert (text.count(line), text.count(name)) == (1, 1)
    text = text.replace(line, f"{line}    die_race.TABLE,\n")
    registry.write_text(text.replace(name, f"{name}die_race, "), encoding="utf-8")
    return root


def run(house, *words, typed=""):
    """Runs Python with that package in front. Returns its output."""
    return dropped.run((house, ROOT / "firmware"), *words, typed=typed)


EVENING = """
from collections import Counter
from pingblock.tables.bots import play_out
from pingblock.tables.calls import calls_of
from pingblock.tables.games import device_of, device_settings, game_of, options_of
from pingblock.tables.prompts import Prompts
from pingblock.tables.table import Table

table = Table(game_of("die_race"), options_of(game_of("die_race"), ["goal=6"]), ["Ann", "Ben"])
prompts, side = Prompts(table.game, table.players, table.state), device_of(table.game)
print(prompts.board(table.state), prompts.label(table.game.legal(table.state)[2], table.state))
print(device_settings(table))
table.do(side.step(table.game, table.state, {"event": "outcome", "outcome": "roll", "dice": [5]}))
table.do(prompts.read("4", table.state))
events = table.do(prompts.read("dice 3", table.state))
print(calls_of(side.calls, events, 0, None), prompts.header(table.state, True))
"""


def test_added_game_has_prompts_device_rolls_calls_and_header(house):
    shown, settings, end = run(house, "-c", EVENING).splitlines()
    assert shown == "['Ann has 0 of 6', 'Ben has 0 of 6'] Ann rolls a 3"
    assert settings == "{'dice_rules': 'one'}"
    assert "name='winner'" in end
    assert end.endswith("DIE RACE · Ann wins with 8. The goal is reached.")


def test_command_line_offers_added_game(house):
    asked = '{"do": "dice", "number": 6}\n{"undo": 1}\n{"draw": true}\n'
    told = run(house, "-m", "pingblock", "table", "die_race", "--json", typed=asked)
    assert '"say": "Ann rolls 6 and has 6."' in told
    assert '"sums": [0, 0]' in told
    studied = run(house, "-m", "pingblock", "study", "die_race", "--games", "5", "--json")
    assert '"game": "die_race"' in studied
    listed = run(house, "-m", "pingblock", "rules", "die_race")
    assert "DR-02  The first to reach the goal wins." in listed


# Tests that use all tables or their rules. The transcripts are generated.
LISTERS = (
    *("test_prompts.py", "test_device_options.py", "test_page_table.py"),
    *("test_rule_texts.py", "../study/test_farm.py"),
)


@pytest.mark.long
def test_tests_of_all_games_pass_with_added_game(house):
    files = (f"tests/unit/pingblock/tables/{name}" for name in LISTERS)
    there = "'die_race' in __import__('pingblock.tables.registry').tables.registry.TABLES"
    schema = "test_each_command_has_a_schema_or_a_test_elsewhere"
    schemas = f"tests/scenarios/transcripts/test_json.py::{schema}"
    dropped.passes((house, ROOT / "firmware"), there, *files, schemas)


def takes(path):
    """Returns the folders of games that a file imports from."""
    found = set()
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "pingblock.tables" in text else ():
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pingblock.tables"):
            names = [f"{node.module}.{each.name}" for each in node.names]
            found |= {name.split(".")[2] for name in names} & set(FOLDERS)
    return found


def test_only_listed_files_import_from_folders_of_games():
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        folder = name.split("/")[1] if name.startswith("tables/") else ""
        if name != "tables/registry.py" and (taken := takes(path) - {folder}):
            found[name] = taken
    assert found == TAKERS
    assert len(FOLDERS) >= 4


def test_shared_files_of_tables_do_not_name_games():
    paths = [*(PACKAGE / "tables").glob("*.py"), *(PACKAGE / "tables" / "screen").glob("*.py")]
    paths += [*(PACKAGE / "study").glob("*.py"), PACKAGE / "cli" / "table_boards.py"]
    known = {*FOLDERS, "celebration", "hideout", "wasteland", "wasteland_speed"} - {"property"}
    words = {"arguments.py", "typed_words.py"}  # these name verbs and corrections, such as "storm"
    named = {
        f"{path.name}: {node.value}"
        for path in paths
        if path.name not in words
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in known
    }
    assert named == set()
    assert len(paths) > 30
