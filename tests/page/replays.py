"""Plays the log of an evening at a phone again at each other interface of a table."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from tests.terminal_screen import drawn
from tests.unit.pingblock.tables.at_table import log_text

from pingblock.tables import log as logs
from pingblock.tables.command import from_dict
from pingblock.tables.games import game_of
from pingblock.tables.prompts import Prompts
from pingblock.tables.screen.face import TableFace
from pingblock.tables.table import Table, replayed

Record = Mapping[str, Any]
Events = list[list[Any]]  # For each event of a step: kind, rule, seat and arguments.
# Plays records at the referee in the browser. Returns the events of each step, and the last state.
IN_THE_BROWSER = """async ([header, records]) => {
    const {open} = await import("./tables/here.js");
    const referee = await open({progress() {}, lost() {}});
    let {state} = await referee.ask({load: header + "\\n"});
    const events = [];
    for (const each of records) {
        const answer = await referee.ask(each);
        if (!answer.ok) throw new Error(JSON.stringify([each, answer.error]));
        state = answer.state;
        events.push("undo" in each ? [] : answer.events);
    }
    referee.close();
    return [events, state];
}"""


def rules_say(log: Sequence[Record]) -> list[Any]:
    """Returns the events of each record of a log by the rules, and the view of the last state."""
    table, events = _begun(log), []
    for each in log[1:]:
        if "undo" in each:
            table.undo(each["undo"])
            events.append([])
        else:
            done = table.do(from_dict(each))
            events.append([[one.kind, one.rule, one.seat, list(one.args)] for one in done])
    return _plain([events, table.game.view(table.state)])


def json_lines_say(log: Sequence[Record], folder: Path) -> list[Any]:
    """Does the same with ``pingblock table GAME --json``, with the records as its input."""
    path = folder / "evening.jsonl"
    path.write_text(log_text(log[:1]))
    command = [sys.executable, "-m", "pingblock", "table", _begun(log).game.name, "--json"]
    command += ["--log", str(path)]
    lines = log_text(log[1:])
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    _hello, *answers = map(json.loads, done.stdout.splitlines())
    assert [each for each in answers if not each["ok"]] == []
    assert [json.loads(line) for line in path.read_text().splitlines()] == list(log)
    return [[_facts(each.get("events", ())) for each in answers], answers[-1]["state"]]


def browser_says(log: Sequence[Record], page: Page) -> list[Any]:
    """Does the same with Python in a browser, which a page without a server uses."""
    header, *records = log
    events, state = page.evaluate(IN_THE_BROWSER, [json.dumps(header), records])
    return [[_facts(each) for each in events], state]


def terminal_says(log: Sequence[Record]) -> list[Any]:
    """Does the same with the log of a terminal, where each record is typed."""
    table = _begun(log)
    kept: list[dict[str, Any]] = [dict(log[0])]
    table.log = kept
    with ThreadPoolExecutor(1) as other:  # This thread already has the browser's event loop.
        other.submit(lambda: asyncio.run(_typed(table, log[1:]))).result()
    kinds = [[each.get("do", each) for each in records] for records in (kept[1:], log[1:])]
    assert kinds[0] == kinds[1]  # Typed steps can leave out values that the rules imply.
    return rules_say(kept)


async def _typed(table: Table[Any], records: Sequence[Record]) -> None:
    face = TableFace(table, "")
    async with face.run_test(size=(100, 40)) as pilot:
        for each in records:
            line = face.query_one("#line")
            line.focus()
            line.value = _words(table, each)  # type: ignore[attr-defined]
            await pilot.press("enter")
            await drawn(pilot)


def _words(table: Table[Any], record: Record) -> str:
    if "undo" in record:
        return f"undo {record['undo']}"
    step = from_dict(record)
    example = Prompts(table.game, table.players, table.state).example(step, table.state)
    return example[1:-1]  # The example without its quotes.


def _begun(log: Sequence[Record]) -> Table[Any]:
    return replayed(logs.parsed(log_text(log[:1]).encode(), "log"), "log", game_of)


def _facts(events: Sequence[Record]) -> Events:
    return [[each["kind"], each["rule"], each["seat"], each["args"]] for each in events]


def _plain(found: Any) -> Any:
    """Returns data in the form that it has after JSON."""
    return json.loads(json.dumps(found))
