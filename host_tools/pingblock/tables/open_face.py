"""A table as people and programs ask for it on the command line: begun or resumed, and shown."""

from __future__ import annotations

import io
import json
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pingblock.device import Device
from pingblock.errors import BadInput
from pingblock.tables.bots import RANDOM
from pingblock.tables.device_link import ANY_PORT, prepare
from pingblock.tables.games import game_of, options_of
from pingblock.tables.lines import LineFace
from pingblock.tables.log import is_begun
from pingblock.tables.rule_texts import rule_text
from pingblock.tables.table import Table, open_table

_SEED_BITS = 63
_NAMES = ("Ann", "Ben")
# Languages whose booklet of the celebration differs from the English one, with the rule about it.
_VARIANTS = {**dict.fromkeys(("de", "pt", "es", "it", "da"), "SM-A-10"), "pl": "SM-A-06"}


class Asked(NamedTuple):
    """Words of a person about a game that is to be begun or resumed.

    Args:
        players: names with commas between them; "": two of them.
        bots: ``PLAYER=BOT`` words, for the screen.
        options: ``NAME=VALUE`` words.
        seed: of the virtual dice; None draws one.
        log: file that keeps the game; if it is there, the game in it goes on.
    """

    players: str = ""
    bots: Sequence[str] = ()
    options: Sequence[str] = ()
    seed: int | None = None
    log: Path | None = None


def run(name: str, asked: Asked, port: str, language: str, as_json: bool) -> None:
    """Opens a table, on the screen or for a program at stdin and stdout, and serves it.

    Args:
        name: of the game.
        asked: what is to be begun or resumed.
        port: of a device that rolls and calls, "auto" for the only Pico; "": none.
        language: code of the words that a game has in several.
        as_json: JSON lines instead of the screen.

    Raises:
        BadInput: any of these is wrong, or the file holds another game.
    """
    if as_json and asked.bots:
        raise BadInput('--bot is for the screen; a program asks {"bot": "plain"}.')
    if asked.log is not None and is_begun(asked.log):
        table, note = _resumed(name, asked.log, asked)
    else:
        table, note = _begun(name, asked), ""
    seats = bot_seats(table, asked.bots)
    if asked.log is not None and table.log is None:
        table.save_to(asked.log)
    note = " ".join(filter(None, (note, _of_language(name, language))))
    if not as_json:
        from pingblock.tables.screen.face import TableFace

        TableFace(table, seats, note, port, language).run()
        return
    _serve_with(port, table, note, language)


def _of_language(name: str, language: str) -> str:
    """Returns a sentence about a language at a table; "" if there is nothing to say."""
    if language == "en":
        return ""
    if name != "celebration":
        return f"The table of {name} speaks English alone."
    found = rule_text(_VARIANTS[language]) if language in _VARIANTS else None
    return f"{found.say} ({found.rule})" if found else ""


def _resumed(name: str, log: Path, asked: Asked) -> tuple[Table[Any], str]:
    if asked.players or asked.options or asked.seed is not None:
        raise BadInput(f"{log} goes on with its own players, options and seed: give none.")
    table, note = open_table(log, game_of)
    if table.game.name != name:
        raise BadInput(f"{log} holds a game of {table.game.name}, not of {name}.")
    return table, note


def _begun(name: str, asked: Asked) -> Table[Any]:
    game = game_of(name)
    names = [each.strip() for each in asked.players.split(",")] if asked.players else _NAMES
    drawn = secrets.randbits(_SEED_BITS) if asked.seed is None else asked.seed
    return Table(game, options_of(game, asked.options), names, drawn)


def bot_seats(table: Table[Any], words: Sequence[str]) -> dict[int, str]:
    """Reads ``PLAYER=BOT`` words; returns the bot of each seat that has one."""
    seats = {name.casefold(): seat for seat, name in enumerate(table.players)}
    bots = (RANDOM, *(name for name in table.game.bots if name != RANDOM))
    found = {}
    for word in words:
        name, _, bot = word.partition("=")
        if name.casefold() not in seats or bot not in bots:
            known = f"players {', '.join(table.players)}; bots {', '.join(bots)}"
            raise BadInput(f"--bot: '{word}' is no PLAYER=BOT. There are: {known}.")
        found[seats[name.casefold()]] = bot
    return found


def _serve_with(port: str, table: Table[Any], note: str, language: str) -> None:
    """Serves a program, with a device at the table if a port is given."""
    if note:
        print(f"pingblock: {note}", file=sys.stderr, flush=True)
    if not port:
        _serve(LineFace(table, None, language))
        return
    with Device(None if port == ANY_PORT else port) as device:
        print(f"pingblock: {prepare(device, table.game.name)}", file=sys.stderr, flush=True)
        _serve(LineFace(table, device, language))


def _serve(face: LineFace) -> None:
    print(json.dumps(face.hello()), flush=True)
    if sys.stdin is None:  # closed: a program that only wants to see the table
        return
    for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"):
        if line.strip():
            print(json.dumps(face.answer(line)), flush=True)
