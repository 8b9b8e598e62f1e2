"""Begins, continues and shows a game on the command line, for people and for programs."""

from __future__ import annotations

import io
import json
import os
import secrets
import shlex
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from pingblock.common.input_file import read_text
from pingblock.connection.device import Device
from pingblock.errors import BadInput
from pingblock.languages import ENGLISH, _, speaking, spoken
from pingblock.tables import kept as kept_games
from pingblock.tables.bots import RANDOM
from pingblock.tables.device_link import ANY_PORT
from pingblock.tables.game import State
from pingblock.tables.games import game_of, options_of
from pingblock.tables.kept import KeptGame
from pingblock.tables.language import table_words, words_around
from pingblock.tables.lines import LineFace
from pingblock.tables.loan import Loan
from pingblock.tables.log import TableLog, is_begun
from pingblock.tables.prompts import begin_from
from pingblock.tables.registry import TABLES
from pingblock.tables.rule_texts import rule_text
from pingblock.tables.table import Table, open_table

_SEED_BITS = 63
_POSITION_BYTES_MOST = 100_000
_NAMES = ("Ann", "Ben")
_BLOCK_ALONE = "In '{language}' there are the block's own words; the table speaks English."


class Asked(NamedTuple):
    """The words that a person typed about a game to begin or to continue.

    Args:
        players: names with commas between them. "" means two players.
        bots: ``PLAYER=BOT`` words. Only the screen uses them.
        options: ``NAME=VALUE`` words.
        seed: seed of the virtual dice. None draws one.
        start_from: file of corrections that make the first position. None means the usual
            beginning.
        log: file that stores the game. If it exists, its game continues. With None, the screen
            stores the game in the user's state folder, and for a program it is not stored.
    """

    players: str = ""
    bots: Sequence[str] = ()
    options: Sequence[str] = ()
    seed: int | None = None
    start_from: Path | None = None
    log: Path | None = None


def run(name: str, asked: Asked, port: str, language: str | None, as_json: bool) -> None:
    """Opens a game on the screen, or for a program that uses stdin and stdout.

    Args:
        name: name of the game.
        asked: the game to begin or to continue.
        port: port of a device that rolls and plays calls, "auto" for the only connected Pico, or
            "" for none.
        language: code such as "de". None takes the environment's language, or English for a
            program.
        as_json: whether to use JSON lines instead of the screen.

    Raises:
        BadInput: an argument is wrong, or the file contains another game.
    """
    if language is None:
        words = ENGLISH if as_json else words_around(os.environ)
    else:
        words = table_words(language)
    with speaking(words):
        _run(name, asked, port, as_json)


def _run(name: str, asked: Asked, port: str, as_json: bool) -> None:
    if as_json and asked.bots:
        raise BadInput(_('--bot works only on the screen. A program sends {"bot": "plain"}.'))
    if asked.log is not None and is_begun(asked.log):
        table, note = _resumed(name, asked.log, asked)
    else:
        table, note = _begun(name, asked), ""
    with closing(table):
        seats = bot_seats(table, asked.bots)
        if asked.log is not None and table.log is None:
            table.save_to(asked.log)
        for seat, bot in seats.items():
            table.hand_to(seat, bot)
        note = " ".join(filter(None, (note, _of_language(name))))
        if as_json:
            _serve_with(port, table, note)
        else:
            _show(table, note, port)


def go_on(kept: KeptGame, port: str) -> None:
    """Continues a stored game on the screen. Raises the same errors as ``run``."""
    run(kept.game, Asked(log=kept.path), port, None, as_json=False)


def _show(table: Table[State], note: str, port: str) -> None:
    """Shows a game until the players leave, then prints how to continue."""
    from pingblock.tables.screen.face import TableFace

    notes = [note] * bool(note)
    while True:
        with closing(table):
            if table.log is None:
                notes += _kept_from_now(table)
            face = TableFace(table, " ".join(notes), port)
            face.run()
            if isinstance(table.log, TableLog):
                print(_farewell(table, table.log.path), file=sys.stderr, flush=True)
        if not face.again:
            return
        table, notes = table.again(secrets.randbits(_SEED_BITS)), []


def _kept_from_now(table: Table[State]) -> list[str]:
    """Begins a log in the user's state folder. Returns sentences for the players."""
    own = table.game.name
    say = _("This game is not over yet: {game}. 'pingblock table' continues it.")
    notes: list[str] = []
    try:
        others = (kept for kept in kept_games.games_to_go_on() if kept.game == own)
        notes += [say.format(game=f"{kept}") for kept in islice(others, 1)]
        table.save_to(kept_games.new_place(own, datetime.now()))
    except BadInput as fault:
        notes.append(_("This game is not kept: {fault}").format(fault=fault))
    return notes


def _farewell(table: Table[State], log: Path) -> str:
    """Returns a sentence about how to continue a game. Deletes a log without steps."""
    ours = log.parent == kept_games.folder()
    if not table.steps and ours:
        log.unlink(missing_ok=True)
        return _("You left before the first step, so the game was not kept.")
    if table.game.result(table.state):
        return _("The game is over. Its log is {log}.").format(log=log)
    name = table.game.name
    how = "pingblock table" if ours else f"pingblock table {name} --log {shlex.quote(str(log))}"
    return _("The game is kept in {log}. '{how}' continues it.").format(log=log, how=how)


def _of_language(name: str) -> str:
    """Returns sentences about the language of a game, or ""."""
    words, variants = spoken(), TABLES[name].variants
    own = [] if words.texts or words == ENGLISH else [_BLOCK_ALONE.format(language=words.language)]
    if words.language in variants:
        found = rule_text(variants[words.language])
        own.append(f"{found.say} ({found.rule})")
    return " ".join(own)


def _resumed(name: str, log: Path, asked: Asked) -> tuple[Table[Any], str]:
    if asked.players or asked.options or asked.seed is not None or asked.start_from is not None:
        say = _(
            "{log} has its own players, options, seed and position. To continue it, leave these "
            "out."
        )
        raise BadInput(say.format(log=log))
    table, note = open_table(log, game_of)
    if table.game.name != name:
        table.close()
        say = _("{log} holds a game of {name}, not of {name2}.")
        raise BadInput(say.format(log=log, name=table.game.name, name2=name))
    return table, note


def _begun(name: str, asked: Asked) -> Table[Any]:
    game = game_of(name)
    names = [each.strip() for each in asked.players.split(",")] if asked.players else _NAMES
    drawn = secrets.randbits(_SEED_BITS) if asked.seed is None else asked.seed
    table = Table(game, options_of(game, asked.options), names, drawn)
    if asked.start_from is not None:
        text = read_text(asked.start_from, _POSITION_BYTES_MOST)
        begin_from(table, text, str(asked.start_from))
    return table


def bot_seats(table: Table[State], words: Sequence[str]) -> dict[int, str]:
    """Reads ``PLAYER=BOT`` words. Returns the bot of each seat that has one."""
    seats = {name.casefold(): seat for seat, name in enumerate(table.players)}
    bots = (RANDOM, *(name for name in table.game.bots if name != RANDOM))
    found = {}
    for word in words:
        name, _equals, bot = word.partition("=")
        if name.casefold() not in seats or bot not in bots:
            known = f"players {', '.join(table.players)}; bots {', '.join(bots)}"
            say = _("--bot: '{word}' is not PLAYER=BOT. Choose from {known}.")
            raise BadInput(say.format(word=word, known=known))
        found[seats[name.casefold()]] = bot
    return found


def _serve_with(port: str, table: Table[State], note: str) -> None:
    """Serves a program. If a port is given, its device takes part in the game."""
    if note:
        print(f"pingblock: {note}", file=sys.stderr, flush=True)
    if not port:
        _serve(LineFace(table, None, spoken()))
        return
    with Device(None if port == ANY_PORT else port) as device:
        loan = Loan()
        try:
            print(f"pingblock: {loan.begin(device, table)}", file=sys.stderr, flush=True)
            _serve(LineFace(table, device, spoken()))
        finally:
            loan.end(device)


def _serve(face: LineFace[State]) -> None:
    print(json.dumps(face.hello()), flush=True)
    if sys.stdin is None:  # A program that only reads the game can close stdin.
        return
    for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"):
        if line.strip():
            print(json.dumps(face.answer(line)), flush=True)
