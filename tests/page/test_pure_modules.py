"""Tests pure modules of the page with node's test runner, without a browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.dropped import ROOT, run
from tests.outcomes import firmware_with_treasure

from pingblock.make_page.page import page_dir

TESTS = sorted((Path(__file__).parent / "pure").glob("*.test.mjs"))


SAID = """
Object.assign(globalThis, {document: {documentElement: {}}, location: {search: "", hash: ""}});
Object.defineProperty(globalThis, "navigator", {value: {languages: ["en"]}, configurable: true});
const {initialState, reduce, headline} = await import(process.argv[1] + "/state.js");
const {expected} = await import(process.argv[1] + "/tabs/odds.js");
let text = "";
for await (const chunk of process.stdin) text += chunk;
let state = initialState(JSON.parse(text));
state = reduce(state, {kind: "ready", engine: "here", firmware: "1", keeps: true});
const weights = Array(10).fill(1);
state = reduce(state, {kind: "message", message: {ok: {weights}}, pageMs: 0});
const message = {event: "outcome", outcome: "treasure", coins: 0};
state = reduce(state, {kind: "message", message, pageMs: 0});
let pageMs = 0;
while (!state.outcome.shown) state = reduce(state, {kind: "tick", pageMs: ++pageMs});
const share = expected(state)[0].at(-1);
console.log(JSON.stringify([pageMs, headline(state, {}), state.counts, share]));
"""


def test_pure_modules_pass_their_tests_in_node(tmp_path: Path) -> None:
    node, page = node_and_page(tmp_path)
    environment = {**os.environ, "PAGE": str(page)}
    command = (node, "--test", "--test-reporter=tap", *map(str, TESTS))
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    wanted = sum(path.read_text().count("\ntest(") for path in TESTS)
    assert f"# pass {wanted}\n" in done.stdout


def test_added_outcome_is_shown_when_its_sound_has_ended(tmp_path: Path) -> None:
    node, page = node_and_page(tmp_path)
    data = "from pingblock.make_page.page_data import data_files;"
    asked = f"{data} print(data_files()['data/games.json'].decode())"
    games = run((firmware_with_treasure(tmp_path), ROOT / "host_tools"), "-c", asked)
    command = (node, "--input-type=module", "-e", SAID, str(page))
    done = subprocess.run(command, input=games, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ms, said, counts, share = json.loads(done.stdout)
    assert ms == json.loads(games)["lastsMs"]["treasure"] + 1
    assert said == ["A treasure", "Take 3 coins."]
    assert counts == {"block": {"treasure": 1}}
    assert share == ["treasure", 0.1]


def node_and_page(folder: Path) -> tuple[str, Path]:
    """Returns the program node, and a copy of the page whose files it treats as modules."""
    if not (node := shutil.which("node")):
        pytest.skip("the page's pure modules are tested by node: install Debian's nodejs")
    page = folder / "page"
    shutil.copytree(page_dir(), page)
    (page / "package.json").write_text('{"type": "module"}')
    return node, page
