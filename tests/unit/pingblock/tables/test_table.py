"""Tables and their logs: undo, replay, resume, damage, and death at any instant."""

import errno
import json
import os

import pytest

from pingblock.errors import BadInput
from pingblock.languages import speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables import log as logs
from pingblock.tables.command import Refusal, as_dict, command, from_dict
from pingblock.tables.fortune.referee import FortuneGame
from pingblock.tables.table import Table, open_table

GAME = FortuneGame()
NAMES = ["Ann", "Ben"]


def game_of(name):
    assert name == "fortune"
    return GAME


def play(table, count):
    """Makes steps: an outcome of chance if one is due, otherwise the last legal decision."""
    for _ in range(count):
        if not table.draw():
            table.do(GAME.legal(table.state)[-1])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.jsonl"


@pytest.fixture
def played(path):
    """A table of 40 steps with an undo among them, and its states by the lines of its log."""
    table = Table(GAME, {"finish": 5000}, NAMES, seed=7)
    table.save_to(path)
    states = [table.state]
    for number in range(40):
        if number == 25:
            table.undo(3)
        else:
            play(table, 1)
        states.append(table.state)
    table.log.close()
    return states


def test_log_replays_to_same_state(path, played):
    before = path.read_bytes()
    table, dropped = open_table(path, game_of, resume=False)
    assert (table.state, dropped) == (played[-1], "")
    assert (table.players, table.seed, table.options["finish"]) == (("Ann", "Ben"), 7, 5000)
    assert path.read_bytes() == before


def test_log_cut_at_any_byte_keeps_complete_steps(path, played):
    data = path.read_bytes()
    header = data.index(b"\n") + 1
    ends = [at for at in range(header, len(data)) if data[at : at + 1] == b"\n"]
    for size in sorted({*range(header, len(data), 31), *ends, *(end + 1 for end in ends)}):
        path.write_bytes(data[:size])
        table, dropped = open_table(path, game_of)
        whole = data[:size].count(b"\n") - 1
        assert table.state == played[whole]
        assert (f"line {whole + 2}" in dropped) == (data[size - 1 : size] != b"\n")
        table.log.close()
        assert path.read_bytes() == data[:size].rpartition(b"\n")[0] + b"\n"


def test_game_continues_after_damaged_last_line_is_dropped(path, played):
    with path.open("ab") as file:
        file.write(b'{"do": "ro\0\0\0\n')
    table, dropped = open_table(path, game_of)
    assert "line 42, was dropped" in dropped
    play(table, 5)
    table.log.close()
    assert open_table(path, game_of)[0].state == table.state


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (1, '{"other": 1}', "not the log of a game"),
        (1, '{"pingblock_table": 2}', "format 2, but this pingblock reads only up to 1"),
        (1, '{"pingblock_table": 1, "game": "fortune"}', "header's version is missing"),
        (5, "nonsense", "line 5: this line is damaged, but good lines follow it"),
        (5, '{"do": "stop", "seat": 1}', "line 5: "),
        (5, '{"undo": 99}', "line 5: You can take back only 3 steps"),
        (5, '{"undo": "all"}', "line 5: 'undo' must be a number"),
        (5, '{"seat": 1}', "line 5: A command needs a verb"),
        (5, '{"do": "dance"}', "line 5: There is no command 'dance'"),
    ],
)
def test_wrong_log_line_is_named_with_reason(path, played, line, text, reason):
    lines = path.read_text().splitlines()
    lines[line - 1] = text
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(BadInput) as wrong:
        open_table(path, game_of)
    assert str(path) in str(wrong.value)
    assert reason in str(wrong.value)


def test_log_of_newer_rules_is_refused(path, played):
    path.write_text(path.read_text().replace('"version": 2', '"version": 3'))
    known = "version 3 of fortune's rules, but this pingblock knows only version 2"
    with pytest.raises(BadInput, match=known):
        open_table(path, game_of)


class NewRules(FortuneGame):
    """Rules with a higher version number that no longer have one of the verbs."""

    version = 3

    def __init__(self, gone):
        self.gone = gone

    def why_not(self, state, step):
        gone = Refusal("Nobody does that now.", "FT-00") if step.do == self.gone else None
        return gone or super().why_not(state, step)


def test_log_of_older_rules_opens_or_names_illegal_step(path, played):
    assert open_table(path, lambda _: NewRules("fly"), resume=False)[0].state == played[-1]
    with pytest.raises(BadInput) as wrong:
        open_table(path, lambda _: NewRules("card"))
    line = "line 3, by version 2 of the rules: Nobody does that now. (FT-00)"
    assert line in str(wrong.value)


def test_log_cannot_be_opened_for_writing_twice(path):
    """Two tables that write to the same file would damage it."""
    table = Table(GAME, {}, NAMES, seed=1)
    table.save_to(path)
    play(table, 3)
    with pytest.raises(BadInput, match="is open in another game: close that one first"):
        open_table(path, game_of)
    assert open_table(path, game_of, resume=False)[0].state == table.state
    table.log.close()
    assert open_table(path, game_of)[0].state == table.state


def test_log_that_grew_since_reading_is_not_cut(path, played):
    written = logs.read(path)
    with path.open("ab") as file:
        file.write(b'{"undo": 1}\n')
    before = path.read_bytes()
    with pytest.raises(BadInput, match="has changed in the meantime"):
        logs.reopen(path, written)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "data", [b"", b'{"ping', b'{"pingblock_table": 1, "game": "fortune", "ver']
)
def test_log_with_incomplete_header_is_started_again(path, data):
    path.write_bytes(data)
    assert not logs.is_begun(path)
    table = Table(GAME, {}, NAMES, seed=1)
    table.save_to(path)
    assert open_table(path, game_of, resume=False)[0].state == table.state


@pytest.mark.parametrize("data", [b"my notes", b"{}", b'{"pingblock_table": 1}\n', b"\n"])
def test_file_of_other_content_is_never_overwritten(path, data):
    path.write_bytes(data)
    assert logs.is_begun(path)
    with pytest.raises(BadInput, match="already exists"):
        Table(GAME, {}, NAMES).save_to(path)
    assert path.read_bytes() == data


def test_existing_or_unwritable_log_file_is_refused(path, played):
    with pytest.raises(BadInput, match="already exists"):
        Table(GAME, {}, NAMES).save_to(path)
    with pytest.raises(BadInput, match="cannot be written"):
        Table(GAME, {}, NAMES).save_to(path / "below" / "a file")
    with pytest.raises(BadInput, match="cannot be read"):
        open_table(path.with_name("other"), game_of)


def test_log_saved_during_game_has_earlier_steps(path):
    table = Table(GAME, {}, ["Ann", "B" * 24], seed=1)
    play(table, 12)
    table.save_to(path)
    play(table, 3)
    assert open_table(path, game_of, resume=False)[0].state == table.state


def test_step_changes_state_only_after_disk_write(path, monkeypatch):
    order = []
    fsync = os.fsync
    monkeypatch.setattr(logs.os, "fsync", lambda handle: (order.append("disk"), fsync(handle)))
    monkeypatch.setattr(
        GAME, "apply", lambda *a: (order.append("state"), FortuneGame.apply(GAME, *a))[1]
    )
    table = Table(GAME, {}, NAMES)
    table.save_to(path)
    order.clear()
    play(table, 2)
    assert order == ["disk", "state"] * 2


def test_full_disk_changes_neither_state_nor_log(path, monkeypatch):
    table = Table(GAME, {}, NAMES)
    table.save_to(path)
    play(table, 4)
    before = (table.state, path.read_bytes())

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(logs.os, "fsync", full)
        for act in (lambda: play(table, 1), table.undo):
            with pytest.raises(OSError, match="No space"):
                act()
            assert (table.state, path.read_bytes()) == before
    play(table, 1)
    assert open_table(path, game_of, resume=False)[0].state == table.state


def test_draws_after_undo_repeat_earlier_draws():
    table = Table(GAME, {}, NAMES, seed=3)
    states = [table.state]
    for _ in range(60):
        play(table, 1)
        states.append(table.state)
    table.undo(50)
    assert table.state == states[10]
    play(table, 50)
    assert table.state == states[60]
    other = Table(GAME, {}, NAMES, seed=4)
    play(other, 60)
    assert other.state != table.state


@pytest.mark.parametrize("count", [0, -1, 3])
def test_undo_of_more_steps_than_done_is_refused(count):
    table = Table(GAME, {}, NAMES)
    play(table, 2)
    with pytest.raises(Refusal, match="You can take back only 2 steps"):
        table.undo(count)
    assert len(table.steps) == 2


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["Ann"], "needs 2 to 5 players. You named 1"),
        (["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"], "You named 6"),
        (["Ann", " "], "1 to 24 letters"),
        (["Ann", "B" * 25], "1 to 24 letters"),
        (["Ann", "B\n"], "1 to 24 letters"),
        (["Ann", "ann"], "the same name"),
    ],
)
def test_wrong_names_are_refused(names, reason):
    with pytest.raises(BadInput, match=reason):
        Table(GAME, {}, names)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"finnish": 1}, "no option 'finnish'. There are: deck, reshuffle, finish"),
        ({"finish": "many"}, 'finish is "many": it must be an integer from 1000 to 100000'),
        (
            {"deck": "pk36"},
            'deck is "pk36": it must be one of "pk35", "fortune35_guess", "paper", or an object',
        ),
    ],
)
def test_wrong_options_are_refused(options, reason):
    with pytest.raises(BadInput, match=reason):
        Table(GAME, options, NAMES)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"do": "stop"}, "needs the seat of its player, from 0 to 1"),
        ({"do": "stop", "seat": 2}, "needs the seat"),
        ({"do": "stop", "seat": True}, "seat of a command must be a number"),
        ({"do": "stop", "seat": 0, "dice": "G2"}, "has no argument 'dice'. It has: nothing"),
        ({"do": "roll", "seat": 0}, "'roll': dice must be letters of faces with their counts"),
        ({"do": "roll", "seat": 0, "dice": "Z"}, "'roll': dice must be"),
        ({"do": "roll", "seat": 0, "dice": ["G1"]}, "'roll': dice must be"),
        ({"do": "card", "seat": 0, "card": "gold"}, "is not a player's command"),
        ({"do": "card", "card": {"gold": 1}}, "a plain value or a list"),
        ({"do": 3}, "needs a verb"),
    ],
)
def test_malformed_command_is_refused(fields, reason):
    table = Table(GAME, {}, NAMES)
    with pytest.raises(Refusal, match=reason):
        table.do(from_dict(fields))
    assert table.steps == []


@pytest.mark.parametrize(
    ("do", "args", "english", "german"),
    [
        ("roll", {"dice": "Z"}, "must be letters of faces", "erlaubt: Buchstaben"),
        ("stop", {"dice": "G2"}, "It has: nothing.", "Bekannt: nichts."),
        (
            "stop",
            {},
            "First draw a card: each turn begins with one. (FT-04)",
            "beginnt mit einer. (FT-04)",
        ),
    ],
)
def test_refusal_is_worded_in_language_at_time_of_reading(do, args, english, german):
    table = Table(GAME, {}, NAMES)
    table.do(command("first", player=0))
    with speaking(words_of("de")):
        refusal = table.why_not(command(do, 0, **args))
        assert german in str(refusal)
    assert english in str(refusal)


def test_commands_survive_json():
    step = command("deal", 1, give=[1, [2, 3]], say="x")
    assert from_dict(json.loads(json.dumps(as_dict(step)))) == step
    assert (step.arg("give"), step.arg("take")) == ((1, (2, 3)), None)
    assert len({step, command("deal", 1, say="x", give=(1, (2, 3)))}) == 1
