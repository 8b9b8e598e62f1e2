"""Links, files and devices of strangers, given to each door of the terminal and to the page.

Each visit must end in a sentence. It must not read or make a file outside of the device. It can
use at most ``MB_MOST`` more memory than an idle program and 10 s of processor time. The next
honest visit must succeed.
"""

import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.seldom import seldom
from tests.strangers import things
from tests.strangers.hostile_device import DEVICES, plugged_in
from tests.strangers.things import PRESS, SECRET, THINGS, Canary, lines, link, session
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pingblock.care.owner.settings_file import text_of
from pingblock.tables.property.board_file import shipped_text

MB_MOST = 200
# Characters that move the cursor of a terminal, or change the direction of the text after them.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
# How to pass a thing to a program: the command line, its standard input, and a valid thing.
# Another way is another line.
GOOD = lines([PRESS])
HIDEOUT, TUNE = shipped_text("hideout"), "0 bell A5 200 60\n"
SETTINGS = text_of({"volume": 3})
DOORS = {
    "virtual run {text} --json": ("link", link(session())),
    "virtual run {file} --json": ("scenario", GOOD),
    "virtual run - --json": ("scenario", GOOD),
    "virtual sweep {file} --seeds 1 --processes 1 --json": ("scenario", GOOD),
    "table storm --json --players A,B --log {file}": ("log", None),
    "table board check {file}": ("board", HIDEOUT),
    "table hideout --json --players A,B --option board=@{file}": ("board", HIDEOUT),
    "sounds check {file}": ("sound", TUNE),
    "sounds render {file} {folder}/out.wav --force": ("sound", TUNE),
    "settings import {file} --yes --port virtual:new": ("backup", SETTINGS),
}
# Each of these takes a second or more on the engine wasm. So the usual test run has only one of
# them.
SLOW = {f"program_{name}" for name in things.PROGRAMS} - {"program_prints"}
CABLE = ["status", "sounds list", "settings export {folder}/out.json --force"]


class Stage:
    """A process whose child processes run command lines quickly."""

    def __init__(self, folder):
        self.canary = Canary(folder / "outside")
        self.canary.folder.mkdir()
        (self.canary.folder / "secret").write_text(SECRET)
        self.things = {}
        self.folder = folder / "mine"
        self.folder.mkdir()
        caches = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        own = {"HOME": str(folder / "home"), "XDG_STATE_HOME": str(folder / "state")}
        self.environment = {**own, "TMPDIR": str(self.folder), "XDG_CACHE_HOME": caches}
        command = [sys.executable, "-m", "tests.strangers.stage"]
        root = Path(__file__).parents[2]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=root)
        self.idle_mb = json.loads(self.process.stdout.readline())["idle_mb"]

    def visit(self, words, stdin=""):
        """Plays a command line. Returns the answer of the stage."""
        return self.visits([words], stdin)[0]

    def visits(self, lines, stdin=""):
        """Plays several command lines at the same time."""
        orders = [
            {"words": words, "stdin": stdin, "environment": self.environment} for words in lines
        ]
        self.process.stdin.write(json.dumps(orders) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def thing(self, kind, name):
        """Returns the thing of a stranger, made once for all doors."""
        if (kind, name) not in self.things:
            self.things[kind, name] = THINGS[kind][name](self.canary)
        return self.things[kind, name]

    def throw(self, door, thing, name):
        """Passes a thing to a program. Returns the result."""
        file = self.folder / name
        data = thing.encode(errors="surrogateescape") if isinstance(thing, str) else thing
        file.write_bytes(data)
        words = [
            word.format(file=file, folder=self.folder, text=thing)
            if word != "{text}"
            else data.decode()
            for word in door.split()
        ]
        return self.visit(words, data.decode(errors="surrogateescape") if "-" in words else "")

    def faults(self, found):
        """Yields the forbidden effects of a visit."""
        said = found["out"] + found["err"]
        if found["code"] not in (0, 1, 2):
            yield f"ended by {found['code']}"
        if found["mb"] > MB_MOST:
            yield f"took {found['mb']:.0f} MB"
        if "This is a bug" in said or "Traceback (" in found["err"]:
            yield f"said {said[-300:]}"
        if CONTROL.search(said):
            yield f"printed a control character: {said[-300:]!a}"
        if "wasm function" in said:
            yield f"printed what only its makers can read: {said[-300:]}"
        if SECRET in said:
            yield "read what is outside"
        yield from self.outside()

    def outside(self):
        held = {path.name: path.read_text() for path in self.canary.folder.iterdir()}
        if held != {"secret": SECRET}:
            yield f"left {sorted(held)}"
            for name in held.keys() - {"secret"}:
                (self.canary.folder / name).unlink()

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def stage(tmp_path_factory, usable):
    if lack := usable("wasm"):
        pytest.skip(lack)
    made = Stage(tmp_path_factory.mktemp("strangers"))
    yield made
    made.close()


def thrown(stage, kind, door, names):
    """Throws things at a door. Returns the faults by name."""
    found = {}
    for name in names:
        came = stage.throw(door, stage.thing(kind, name), name)
        wrong = list(stage.faults(came))
        if name.startswith("path_") and came["code"] != 2:
            wrong.append(f"was taken: {came}")
        if wrong:
            found[name] = wrong
    return found


@pytest.mark.parametrize("door", DOORS)
def test_command_survives_links_and_files_of_strangers(stage, door):
    kind, good = DOORS[door]
    assert thrown(stage, kind, door, sorted(THINGS[kind].keys() - SLOW)) == {}
    if good is not None:
        again = stage.throw(door, good, "good.tune" if kind == "sound" else "good")
        assert (again["code"], list(stage.faults(again))) == (0, []), again


@pytest.mark.parametrize("name", [seldom(name) for name in sorted(SLOW)])
def test_link_with_a_greedy_program_does_no_harm(stage, name):
    assert thrown(stage, "link", "virtual run {text} --json", [name]) == {}


def test_commands_survive_hostile_devices(stage):
    """Commands run at the same time, because most devices keep one waiting until it gives up."""
    pairs = [(name, door) for name in DEVICES for door in CABLE]
    with ExitStack() as stack:
        ports = [stack.enter_context(plugged_in(DEVICES[name])) for name, _ in pairs]
        lines = [
            [*door.format(folder=stage.folder).split(), "--port", port]
            for (_, door), port in zip(pairs, ports, strict=True)
        ]
        came = dict(zip(pairs, stage.visits(lines), strict=True))
    faults = {pair: list(stage.faults(each)) for pair, each in came.items()}
    assert {pair: each for pair, each in faults.items() if each} == {}
    assert {each["code"] for each in came.values()} <= {1, 2}


@pytest.mark.parametrize("door", ["virtual run {file}", "virtual sweep {file}"])
def test_desk_refuses_scenarios_with_programs_and_suggests_wasm(stage, door):
    for option in ("--engine desk", "--engine=desk"):
        came = stage.throw(f"{door} {option}", lines(things.typed(stage.canary)), "typed")
        assert (came["code"], came["out"]) == (2, "")
        assert "Use '--engine wasm', or '--engine chip'." in came["err"]
        assert list(stage.faults(came)) == []


def test_link_that_requests_the_desk_runs_in_wasm(stage):
    value = session({"/main.py": stage.canary.program}, engine="desk", trusted=True)
    came = stage.throw("virtual run {text}", link(value), "link")
    assert list(stage.faults(came)) == []
    assert came["err"].startswith("wasm, "), came


def test_desk_cannot_be_served_over_tcp(stage):
    for words in ("", "--tcp 0", "--tcp 0 --token abc", "--tcp 0 --pty"):
        came = stage.visit(f"virtual serve --engine desk {words}".split())
        assert (came["code"], came["out"]) == (2, "")
        assert "--pty offers none" in came["err"]


# Links for the page's socket, whose messages can have up to 1 MB.
AT_THE_PAGE = sorted(
    name for name in things.LINKS if name not in SLOW | {"actions", "big_file", "zeros", "spaces"}
)


class PageOfDesk:
    """``pingblock play`` on the desk, and a page that has its token."""

    def __init__(self, environment):
        words = ("play", "--engine", "desk", "--http", "0", "--no-open", "--json")
        command = [sys.executable, "-m", "pingblock", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
        )
        self.address, fragment = json.loads(self.process.stdout.readline())["url"].split("/#")
        self.seed = 0
        self.token = fragment.removeprefix("token=").partition("&")[0]

    def opened(self, engine, replay=None):
        """Opens a device. Returns its engine once it has run for a while, or how it ended."""
        self.seed += 1
        if isinstance(replay, dict):
            replay = {**replay, "seed": self.seed}
        asked = {"do": "open", "engine": engine, "seed": self.seed, "replay": replay}
        hello = {"do": "hello", "version": 1, "token": self.token, "name": "a"}
        place = self.address.replace("http", "ws")
        with connect(f"{place}/device", origin=self.address, max_queue=None) as line:
            line.send(json.dumps(hello))
            line.send(json.dumps(asked))
            return self._came(line)

    def _came(self, line):
        opened = ""
        try:
            while message := line.recv():
                told = json.loads(message) if isinstance(message, str) else {"kind": ""}
                if told["kind"] == "refused" or (told["kind"] == "lost" and opened):
                    return told["kind"]
                if told["kind"] == "opened" and told["seed"] == self.seed:
                    opened = told["engine"]
                if told["kind"] == "clock" and opened and told["nowMs"] > 1500:
                    return opened
        except ConnectionClosed as end:
            return end.rcvd.code

    def most_mb(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1000

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the memory of a process")
def test_page_server_never_opens_links_on_the_desk(stage, usable):
    if lack := usable("desk"):
        pytest.skip(lack)
    page = PageOfDesk(stage.environment)
    try:
        assert page.opened("wasm") == "wasm"
        before_mb, came = page.most_mb(), {}
        for name in AT_THE_PAGE:
            packed = stage.thing("link", name)
            came[name] = page.opened("desk", things.unpacked(packed))
            assert (name, list(stage.outside())) == (name, [])
        assert {name for name, end in came.items() if end == "desk"} == set()
        for name in (each for each in came if each.startswith("path_")):
            assert (name, came[name]) in ((name, 4003), (name, "refused"))
        assert (came["program"], came["typed"], came["program_prints"]) == ("wasm", "wasm", "lost")
        assert page.most_mb() - before_mb < MB_MOST
        assert page.opened("desk") == "desk"
    finally:
        page.close()
