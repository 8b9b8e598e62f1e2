"""The mutation run: its changes, its tests, and its survivors."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from tests import listed_mutants as listed
from tools.mutants import __main__ as mutants
from tools.mutants import judges
from tools.mutants.changes import mutants_of
from tools.mutants.copied import FAILED, HUNG, Copy

HERE = Path("firmware/pingware/games/block/x.py")


def changes(source):
    return {(mutant.before, mutant.after) for mutant in mutants_of(HERE, source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("LIMIT_MS = 20\n", {("20", "19"), ("20", "21"), ("20", "40")}),
        ("A = 0\n", {("0", "-1"), ("0", "1")}),
        ("A = True\n", {("True", "False")}),
        ("A = b < c\n", {("b < c", "(b <= c)")}),
        ("A = b != c\n", {("b != c", "(b == c)")}),
        ("A = b and c\n", {("b and c", "(b or c)")}),
        ("A = not b\n", {("not b", "(b)")}),
        ("A = b + c\n", {("b + c", "(b - c)")}),
        ("A = b // c\n", {("b // c", "(b * c)")}),
        ("if a:\n    b = c\n", {("a", "(not (a))")}),
        ("a.b = c\n", {("a.b = c", "pass")}),
        ("a(b)\n", {("a(b)", "pass")}),
        ('"""Text."""\nA = "text"\n', set()),
    ],
)
def test_each_kind_of_expression_has_its_mutations(source, expected):
    assert changes(source) == expected


def test_mutant_is_the_whole_file_with_one_changed_place():
    source = "# ä\nA = 'ö'; B = (\n    c <\n    d)  # kept\n"
    (mutant,) = mutants_of(HERE, source)
    assert (mutant.line, mutant.before) == (3, "c < d")
    assert mutant.text == "# ä\nA = 'ö'; B = (\n    (c <= d))  # kept\n"


DICE = "UNSEEN = False\n\ndef high(n, limit):\n    return n > limit\n"
TEST_DICE = """
from pingware.games.block.dice import high

def test_it():
    assert [high(3, 3), high(4, 3)] == [False, True]
"""
PATH = Path("firmware/pingware/games/block/dice.py")


@pytest.fixture
def project(tmp_path):
    """Returns a firmware with two modules, and tests that check half of one module."""
    files = {
        "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["firmware"]\n',
        **{str(folder / "__init__.py"): "" for folder in list(PATH.parents)[:3]},
        str(PATH): DICE,
        "firmware/pingware/games/block/table.py": "from pingware.games.block import dice\n",
        "tests/unit/firmware/games/test_dice.py": TEST_DICE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_module_is_judged_by_tests_that_reach_it(project):
    folder = project / "tests/unit/firmware/games"
    (folder / "stage.py").write_text("from pingware.games.block.table import dice\n")
    (folder / "test_a_party.py").write_text("import stage\n")
    (folder / "test_cards.py").write_text("from pingware.games.block import cards\n")
    found = judges.tests_of(PATH, project)
    assert [file.stem for file in found] == ["test_dice", "test_a_party"]


def test_game_is_judged_by_the_tests_of_its_folder(project):
    folder = project / "tests/unit/firmware/games/block"
    folder.mkdir()
    (folder / "test_turns.py").write_text("from pingware.games import block\n")
    found = judges.tests_of(PATH, project)
    assert [file.stem for file in found] == ["test_dice", "test_turns"]


def test_module_without_tests_gets_those_of_its_folder(project):
    found = judges.tests_of(Path("firmware/pingware/games/block/cards.py"), project)
    assert [file.stem for file in found] == ["test_dice"]


def test_survivors_are_mutants_that_no_test_notices(project, capsys, monkeypatch):
    judges_made = []
    check = mutants.Judge.check
    monkeypatch.setattr(
        mutants.Judge,
        "check",
        lambda self, *files: judges_made.append(self) or check(self, *files),
    )
    (survivor,) = mutants.run(project, [str(PATH)], 1000, 1)
    assert survivor.after == "True"
    # The unchanged code's time, by which a hang is recognized.
    assert "test_dice" in judges_made[0]._took_s
    assert capsys.readouterr().out == (
        "firmware/pingware/games/block/dice.py:1: False -> True\n"
        "firmware/pingware/games      2     2     1     1\n"
        "all                          2     2     1     1\n"
        "0 of those killed took too long.\n"
    )
    assert (project / PATH).read_text() == DICE


def test_no_mutant_begins_after_the_budget(project, capsys, monkeypatch):
    monkeypatch.setattr(mutants.Judge, "check", lambda *_: None)
    assert mutants.run(project, [str(PATH)], 0, 1) == []
    assert "all                          2     0     0     0\n" in capsys.readouterr().out


def test_tests_that_fail_without_a_mutant_end_the_run(project):
    (project / PATH).write_text(DICE.replace(">", "<"))
    with pytest.raises(SystemExit, match="tests fail without a mutant: test_"):
        mutants.run(project, [str(PATH)], 1000, 1)


def test_project_is_copied_without_built_files(tmp_path):
    for name in ("engine/port/a.c", "README.md", "build/b", "tools/build/c.py", ".venv/d"):
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / name).write_text("")
    place = tmp_path / "copy"
    place.mkdir()
    Copy(tmp_path / "project", place)
    found = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert found == {"engine/port/a.c", "README.md", "tools/build/c.py"}


def test_hanging_mutant_is_killed(project, tmp_path_factory, monkeypatch):
    test = project / "tests/unit/firmware/games/test_dice.py"
    test.write_text("def test_it():\n    while True:\n        pass\n")
    monkeypatch.setattr(mutants, "_SPARE_S", 0.1)
    judge = mutants.Judge(Copy(project, tmp_path_factory.mktemp("copy")))
    assert judge.is_killed(mutants_of(PATH, DICE)[0])
    assert judge.hung == 1


def test_order_depends_only_on_the_seed(project, monkeypatch):
    (project / PATH).write_text("A = (10, 20, 30, 40, 50, 60)\n")
    orders = []
    monkeypatch.setattr(mutants.Judge, "check", lambda *_: None)
    monkeypatch.setattr(
        mutants.Judge, "is_killed", lambda _copy, mutant: orders[-1].append(mutant.after) or True
    )
    for seed in (1, 1, 2):
        orders.append([])
        mutants.run(project, [], 1000, seed)
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]


def test_played_modules_are_also_judged_by_scenarios(project):
    (project / "tests/scenarios").mkdir()
    place = Path("firmware/pingware/app/requests/link.py")
    (project / place).parent.mkdir(parents=True)
    (project / place).write_text("A = 1\n")
    assert judges.tests_of(place, project) == [project / "tests/scenarios"]


def test_folder_selects_all_its_modules(project):
    found = mutants.sources(project, ["firmware/pingware/games"])
    assert [path.name for path in found] == ["__init__.py", "__init__.py", "dice.py", "table.py"]


def test_listed_mutants_change_existing_text_and_name_tests():
    for mutant in listed.read():
        assert (listed.ROOT / mutant.file).read_text("utf-8").count(mutant.old) == 1, mutant
        assert mutant.old != mutant.new
        path, _, name = mutant.test.partition("::")
        text = (listed.ROOT / path).read_text("utf-8")
        assert f"def {name.partition('[')[0] or 'test_'}" in text, mutant


LISTED = "tests/unit/firmware/games/test_dice.py::test_it"


def test_listed_mutant_is_judged_by_its_test(project, tmp_path_factory):
    copy = Copy(project, tmp_path_factory.mktemp("copy"))
    mutant = listed.Listed(str(PATH), "n > limit", "n >= limit", LISTED)
    assert listed.is_killed(copy, mutant)
    assert (copy.place / PATH).read_text() == (project / PATH).read_text(), "not restored"
    assert not listed.is_killed(copy, mutant._replace(test="none"))


@pytest.mark.parametrize(("code", "killed"), [(0, False), (FAILED, True), (HUNG, True)])
def test_mutant_is_killed_only_by_failed_or_hanging_tests(project, code, killed):
    judged = []
    copy = SimpleNamespace(place=project, judged=lambda *given: judged.append(given) or code)
    mutant = listed.Listed(str(PATH), "UNSEEN = False", "A = 1", LISTED)
    assert listed.is_killed(copy, mutant) == killed
    [(path, text, tests, _limit_s, first)] = judged
    assert (path, tests, first) == (PATH, [LISTED], ())
    assert text == DICE.replace("UNSEEN = False", "A = 1")
