"""A study gives the same numbers in one process, in several, and on a cluster with two workers."""

import json
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.cli import main
from pingblock.errors import PingblockError
from pingblock.study import farm
from pingblock.study.games import jobs, play
from pingblock.study.plan import plan
from pingblock.tables.games import game_of
from pingblock.tables.property.board_file import SHIPPED, shipped_text
from pingblock.tables.registry import TABLES
from pingblock.tables.storm.board_file import shipped_text as storm_text
from pingblock.tables.table import Table
from pingware.shared import schema
from pingware.shared.schema import Rule

GAMES = 45


def test_bankruptcies_are_counted_in_real_games():
    """The classic board is played until one of three players is left."""
    [job] = jobs(plan("wasteland", [], 3, "plain", 1, seed=9))
    [row] = play(job)
    assert (row.out, len(row.winners), row.events["bankrupted"]) == (2, 1, 2)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_counts_the_turns_of_a_game(name: str) -> None:
    """See ``TableGame``: a state has ``turns``."""
    options = {"board": filled_board()} if name == "celebration" else {}
    assert type(Table(game_of(name), options, ["Ann", "Ben"]).state.turns) is int


def _others(rule: Rule) -> list[Any]:
    """Returns some values that a rule allows, of each kind that options have."""
    if rule.kind == schema.SWITCH:
        return [True, False]
    if rule.kind == schema.ONE_OF:
        return list(rule.of)
    if rule.kind == schema.WHOLE:
        return [rule.least, min(rule.most, rule.least + 7)]
    return []


LISTS_AND_OBJECTS = {
    "double_ones": ["board", 500],
    "laps": ["board", 0, 3],
    "start_money": ["board", 900],
    "go_pay": ["board", 0, 300],
    "jail_fee": ["board", 0, 20],
    "deck": ["pk35", "paper", {"gold": 35}, {"gold": 30, "storm": 5}],
    "sea_bonus": [[0, 0, 5000]],
    "faces": [[2, 2, 1, 1]],
    "colours": [["purple", "orange", "green", "azure"]],
}


@pytest.mark.parametrize("name", list(TABLES))
def test_study_takes_every_option_that_the_table_takes(name: str) -> None:
    """Each option is typed as by a person, has the same effect, and a game is played with it."""
    for option in game_of(name).options.values():
        values = LISTS_AND_OBJECTS.get(option.name) or _others(option.rule)
        if option.name == "board":
            values = [shipped_text(name) if name in SHIPPED else storm_text()]
            values = [filled_board()] if name == "celebration" else values
        assert values, f"no values to try: {option.name}"
        for value in values:
            text = value if isinstance(value, str) else json.dumps(value)
            words = [*_SHORT.get(name, []), f"{option.name}={text}"]
            if name == "celebration" and option.name != "board":
                words.append(f"board={filled_board()}")
            planned = plan(name, words, 3, "plain", 1, 1)
            assert planned.options[option.name] == value
            [job] = jobs(planned)
            assert json.loads(job.options) == planned.options
            [row] = play(pickle.loads(pickle.dumps(job)))
            assert row.turns > 0


_SHORT = {name: ["turns=40"] for name in SHIPPED} | {"storm": ["turns=40"]}


@pytest.mark.parametrize("room", ["tables/property/boards/wasteland.toml", "study/bounds.py"])
def test_fingerprint_changes_with_a_board_or_the_statistics(room, monkeypatch):
    before = farm.fingerprint()
    real = Path.read_bytes

    def changed(path):
        return real(path) + b"#" * path.as_posix().endswith(f"pingblock/{room}")

    monkeypatch.setattr(Path, "read_bytes", changed)
    assert farm.fingerprint() != before


def games(name, processes, scheduler=None):
    todo = jobs(plan(name, [], 3, "plain,random", GAMES, seed=9))
    steps = []
    done = farm.run(play, todo, processes, scheduler, steps.append)
    assert sum(steps) == len(todo) == 3
    return [row for each in done for row in each]


def test_games_are_the_same_in_one_process_and_in_two():
    one = games("storm", 1)
    assert one == games("storm", 2)
    assert [row.seed for row in one] == list(range(9 << 32, (9 << 32) + GAMES))
    assert len({row.turns for row in one}) > 10  # the same game is not repeated


def test_worker_processes_ignore_ctrl_c():
    kinds = farm.run(signal.getsignal, [signal.SIGINT], 2, None, lambda step: None)
    assert kinds == [signal.SIG_IGN]


class Cluster:
    """A scheduler and two workers, which are started as a person would."""

    def __init__(self, folder):
        self._folder = folder
        self._children = []
        self.url = ""

    def start(self):
        here = ("--port", "0", "--no-dashboard", "--host", "127.0.0.1")
        found = self._until("Scheduler at:", "scheduler", *here)
        self.url = found.split()[-1]
        for _ in range(2):
            one = ("--nthreads", "1", "--no-dashboard", "--no-nanny")
            self._until("Registered to:", "worker", self.url, *one)

    def _until(self, sign, program, *options):
        """Starts a program, and returns its line about being ready."""
        child = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{program}", *options],
            cwd=self._folder,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stderr=subprocess.PIPE,
            text=True,
        )
        self._children.append(child)
        assert child.stderr is not None
        lines = []
        for line in child.stderr:
            lines.append(line)
            if sign in line:
                return line
        raise AssertionError("".join(lines))

    def end(self):
        for child in reversed(self._children):
            child.kill()
            child.communicate()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Waits for a cluster as long as a busy computer can take."""
    monkeypatch.setattr(farm, "CONNECT_S", 600.0)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    own = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        own.start()
        yield own.url
    finally:
        own.end()


@pytest.mark.long
def test_cluster_of_two_workers_gives_the_same_numbers(cluster, tmp_path, monkeypatch, capsys):
    """A person types both studies: the report and the file of the games are the same."""
    monkeypatch.setattr(farm, "cores", lambda: 2)
    # no games must run in processes of this computer
    monkeypatch.setattr(farm, "_processes", None)
    found = []
    for where in (["--scheduler", cluster], ["--processes", "1"]):
        csv = tmp_path / f"{where[0]}.csv"
        words = ["study", "storm", "--games", str(GAMES), "--bots", "plain,random", "--json"]
        monkeypatch.setattr("sys.argv", ["pingblock", *words, *where, "--csv", str(csv)])
        with pytest.raises(SystemExit) as left:
            main()
        assert not left.value.code
        found.append((json.loads(capsys.readouterr().out), csv.read_text()))
    assert found[0] == found[1]
    assert found[0][0]["games"] == len(found[0][1].splitlines()) - 1 == GAMES


@pytest.mark.long
def test_worker_with_other_rules_is_refused(cluster, monkeypatch):
    real = farm.fingerprint
    answers = iter(["another", real()])

    monkeypatch.setattr(farm, "fingerprint", lambda: next(answers))
    with pytest.raises(
        PingblockError, match="has another version of pingblock than this computer"
    ):
        games("storm", 1, cluster)


def test_missing_scheduler_or_dask_error_names_the_remedy(monkeypatch):
    monkeypatch.setattr(farm, "CONNECT_S", 0.1)
    with pytest.raises(PingblockError, match="Start one with 'dask scheduler'"):
        games("storm", 1, "tcp://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PingblockError, match=r"the package distributed, .*-m pip install"):
        games("storm", 1, "tcp://127.0.0.1:1")
