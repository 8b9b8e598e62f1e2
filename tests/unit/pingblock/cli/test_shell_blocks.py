"""Shell commands of the pages: run here, looked up, or listed with the reason why not."""

import importlib.util
import re
import shlex
import subprocess
import tomllib
from io import StringIO

import pytest
from packaging.requirements import Requirement
from tests import page_blocks, slots_image
from tests.page_blocks import ROOT
from tests.version import VERSION

from pingblock.common.installation import WHEEL
from pingblock.errors import BadInput
from pingblock.tables.games import game_of, options_of
from pingblock.tables.registry import TABLES

SCENARIOS = "docs/programs.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
# Commands that the test runs in an empty folder, with the virtual device plugged in -> a part of
# each output. Numbers above a hundred in the pages are smaller here.
RUN = {
    "pingblock image -o pingblock.uf2": "pingblock.uf2: ",
    "pingblock press --json": ', "draw": 1, "outcome": "',
    "pingblock volume 3 --cap 5": "volume 3, cap 5",
    "pingblock mute on": "muted (locked)",
    "pingblock settings set run_s=10,20 names=Ann,Bo": "run_s: 20,20 -> 10,20",
    "pingblock odds --test 2000": "300 draws with the profile manual:",
    "pingblock battery": "pull the cable out",
    "pingblock cards -g all -l de -o karten.pdf": "The cards are in karten.pdf.",
    "pingblock sounds put ping mine.tune": "ping",
    "pingblock support": "pingblock-support.zip is ready.",
    "pingblock odds custom --weights 2,2,1,1": "Odds of the profile custom:",
    "pingblock pins": "Own pins: none; the apple base is fitted.",
    "pingblock pins speaker=10 amp_shutdown=11": "Own pins: amp_shutdown=11, speaker=10;",
    "pingblock pins base=no": "without the apple base.",
    "pingblock pins --reset": "Own pins: none;",
    "pingblock worms start": "The worms are moving: 0 s of 20 s.",
    "pingblock doctor --udev-rule": 'SUBSYSTEM=="tty"',
    "pingblock table score --card gold --dice G3S4X1": "800",
    "pingblock table risk --card gold --dice G3S3X2": "out with 30.56% (11/36):",
    "pingblock table fortune --json": '{"table": "fortune", "players": ["Ann", "Ben"]',
    "pingblock table board new celebration my.toml": "my.toml is written.",
    "pingblock rules hideout": "The last player who is not bankrupt wins.",
    "pingblock table rule STX-06": "STX-06: An auction begins at 10",
    "pingblock table options wasteland": "roll_off=on",
    "pingblock study fortune --games 10000 --players 3 --csv games.csv --plot games.png": "turns ",
    "pingblock study wasteland --bots plain,random --compare parking_pot=on": "wasteland: ",
    "pingblock sounds list": "Villain's laugh",
    "pingblock sounds render laugh laugh.tune": "laugh.tune is written.",
    "pingblock sounds render laugh laugh.wav": "laugh.wav is written.",
    "pingblock sounds check mine.tune --as laugh": "ms",
    "pingblock sounds render mine.tune mine.wav --as laugh": "mine.wav is written.",
    "pingblock sounds put laugh mine.tune": "laugh",
    "pingblock sounds play laugh": "laugh",
    "pingblock sounds reset laugh": "There was nothing to remove.",
    "pingblock virtual run one_press.jsonl --engine chip --seed 7 --wav out.wav": "outcome",
}
FEWER = {"2000": "300", "10000": "20", "parking_pot=on": "parking_pot=on --games 20"}
# Commands that the test does not run. It only checks that they can be typed
# (``test_named_commands.py``).
TERMINAL = "asks a person: test_terminal.py and tests of the screen type for one"
ROOTS = "needs root"
TUTORIAL = "is run by tools/docs/test_tutorials.py, one after the other"
DOOR = "is typed by tests/scenarios/test_doors.py"
NOT_RUN = {
    "pingblock": DOOR,
    "pingblock doctor": DOOR,
    'python -c "import pingblock; print(pingblock.__version__)"': DOOR,
    "python presses.py": "test_blocks.py runs the program",
    "pingblock cards -g all -l en -o cards.pdf": "is run in German, and test_cards.py has all",
    "pingblock play": DOOR,
    "pingblock flash pico": "needs a board: test_flash.py has one",
    "pingblock devices": "names what is plugged in: a transcript of test_golden.py",
    "pingblock worms calibrate": TERMINAL,
    "pingblock monitor --only outcome --once": "waits for a hand: a transcript of test_golden.py",
    "sudo tee /etc/udev/rules.d/60-pingblock.rules": ROOTS,
    "sudo udevadm control --reload": ROOTS,
    "sudo udevadm trigger": ROOTS,
    "pingblock virtual serve --engine chip": "goes on until Ctrl-C: test_serve.py",
    'mpremote connect socket://127.0.0.1:N exec "print(6*7)"': "needs the former: test_serve.py",
    "pingblock table fortune --players Ann,Ben": TERMINAL,
    "pingblock table": TERMINAL,
    "pingblock table worms --players Ann,Ben,Robo --bot Robo=plain --option mixed=on": TERMINAL,
    "pingblock table wasteland --players Ann,Ben,Robo --bot Robo=plain": TERMINAL,
    "pingblock table board edit my.toml": TERMINAL,
    "pingblock table celebration --option board=@my.toml --language de": TERMINAL,
    "pingblock study storm --games 1000000 --scheduler tcp://10.0.0.1:8786": "needs a cluster",
    "pingblock sounds check rise.rtttl --as laugh": TUTORIAL,
    "pingblock sounds render rise.rtttl rise.wav --as laugh": TUTORIAL,
    "pingblock --port virtual sounds put laugh rise.rtttl": TUTORIAL,
    "pingblock --port virtual sounds play laugh": TUTORIAL,
    "pingblock --port virtual sounds reset laugh": TUTORIAL,
    "python count.py": TUTORIAL,
    "pingblock virtual run two.jsonl --seed 7": TUTORIAL,
    # commands inside sentences
    "mpremote reset": "needs a board: test_mpremote.py has one",
    "sha256sum --check SHA256SUMS": "needs a release: test_release.py compares the sums",
    "wasm-opt --spill-pointers": "a step of `make engine`, which knows what else it takes",
    "auditwheel repair": "needs another program, for whoever publishes a wheel of one platform",
    "py -m venv .venv": "Windows alone has it",
}


def shown():
    """Returns the commands of all shell blocks, each without the folder of the environment."""
    found = []
    for block in page_blocks.blocks("sh"):
        found += [each.removeprefix(".venv/bin/") for each in page_blocks.commands(block.text)]
    return found


def in_sentences():
    """Returns the other programs' commands of all sentences."""
    return [re.sub(r"^\.venv[/\\](bin|Scripts)[/\\]", "", each) for each in page_blocks.spans()]


def strange(line):
    """Returns the mistake in a command of another program, or "".

    Returns None if commands of this kind cannot be checked.
    """
    program, *words = shlex.split(line)
    if program == "make":
        done = subprocess.run(["make", "-n", *words], cwd=ROOT, capture_output=True, text=True)
        return done.stderr if done.returncode else ""
    if program == "pytest":
        missing = [word for word in words if "/" in word and not (ROOT / word).exists()]
        return f"no {missing}" if missing else ""
    if words[:1] == ["-m"] and program in ("python", "python3"):
        return "" if importlib.util.find_spec(words[1]) else f"no module {words[1]}"
    if program in ("pip", "pipx", "uv"):
        return installs(words)
    return None


OURS = PROJECT["name"]
FILE = re.compile(rf"^(\.|FILE|{re.escape(WHEEL.format(VERSION))})(?=$|\[)")
BROUGHT = {
    Requirement(line).name: line
    for lines in PROJECT["optional-dependencies"].values()
    for line in lines
}


def installs(words):
    """Returns the fault of an installation.

    Our wheel, this folder, and a package of one of our extras in the extra's form are allowed. Our
    own name would make pip ask a registry, which does not have it.
    """
    for word in words:
        if word[0] == "-" or word in ("tool", "install", "wheel"):
            continue
        wanted = Requirement(FILE.sub(OURS, word))
        if wanted.name != OURS and BROUGHT.get(wanted.name) != word:
            return f"{wanted.name} is not ours"
        if wanted.name == OURS and not FILE.match(word):
            return f"{OURS} is on no registry"
        if unknown := wanted.extras - set(PROJECT["optional-dependencies"]):
            return f"no extras {unknown}"
    return ""


def test_every_shell_command_is_run_looked_up_or_excused():
    faults = {line: strange(line) for line in {*shown(), *in_sentences()}}
    assert len(faults) > 90
    assert {line: fault for line, fault in faults.items() if fault} == {}
    named = [*RUN, *NOT_RUN, *(line for line in faults if faults[line] is not None)]
    assert sorted(set(faults) - set(named)) == []
    assert sorted(set(named) - set(faults)) == [], "no page has this command"
    assert len(named) == len(set(named))


@pytest.mark.parametrize(
    "line",
    [
        *("make plays", "pytest -n 0 tests/unit/none.py", "python -m tests.benches"),
        *("pip install pinkblock", "uv tool install 'pingblock[songs]'", "pip install pingblock"),
        *("pip install 'pingblock-1.0.0-py3-none-any.whl[songs]'", "pip install distributed"),
        "pip install pingblock-0.0.1-py3-none-any.whl",
        "pip install -e '.[songs]'",
    ],
)
def test_wrong_command_is_noticed(line):
    assert strange(line)


def test_shell_can_parse_every_block():
    found = page_blocks.blocks("sh")
    assert len(found) > 12
    for text, wrong in (*((block.text, False) for block in found), ("echo 'one\n", True)):
        done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True)
        assert bool(done.stderr) is wrong, (text, done.stderr)


@pytest.mark.parametrize("line", RUN)
def test_commands_print_the_expected_words(line, tmp_path, monkeypatch, call):
    if "--engine chip" in line:
        slots_image.built()
    (tmp_path / "mine.tune").write_text(page_blocks.ping().text)
    [press] = re.findall(r"for example `(.*)`. If you save", page_blocks.pages()[SCENARIOS])
    (tmp_path / "one_press.jsonl").write_text(press)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PINGBLOCK_PORT", "virtual")
    monkeypatch.setattr("sys.stdin", StringIO())
    fewer = " ".join(FEWER.get(word, word) for word in line.split())
    words = shlex.split(fewer)[1:]
    words = [str(ROOT / word) if (ROOT / word).is_file() else word for word in words]
    _code, out, err = call(*words)
    assert RUN[line] in out + err


WRITTEN_OPTION = re.compile(r"--option ('[^']*'|[^\s`|]+=[^\s`|]*)")


def test_options_in_pages_are_quoted_and_accepted_by_a_table():
    """Without quotes, a shell would change a brace or a space before the table gets it."""
    found = []
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for word in WRITTEN_OPTION.findall(page.read_text("utf-8")):
            [given] = shlex.split(word)
            assert not re.search(r'[{}"$ ]', word) or word[0] == "'", (page.name, word)
            name, _, value = given.partition("=")
            games = [each for each in map(game_of, TABLES) if name in each.options]
            assert games, (page.name, word)
            if not value.startswith("@"):
                assert any(_takes(game, given) for game in games), (page.name, word)
            found.append(name)
    assert {"deck", "cards", "board", "finish"} <= set(found)


def _takes(game, given):
    try:
        return bool(options_of(game, [given]))
    except BadInput:
        return False
