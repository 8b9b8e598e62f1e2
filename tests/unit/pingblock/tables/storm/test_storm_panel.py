"""Table of ``storm`` in words."""

from rich.cells import cell_len
from tests.rules.moves import NAMES
from tests.unit.pingblock.tables.storm.by_chance import GAME
from tests.unit.pingblock.tables.storm.playing import Storm

from pingblock.tables.bots import random_command
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import command
from pingblock.tables.storm import panel
from pingblock.tables.storm.board import StormItem
from pingblock.tables.storm.referee import StormGame
from pingblock.tables.storm.state import ACTIONS
from pingblock.tables.table import settle
from pingblock.tables.text_width import Fixed


def test_panel_first_line_names_player_to_roll_or_drop():
    """FN-07."""
    state = GAME.start(settle(GAME.options, {}), NAMES[:2])
    state, _ = GAME.apply(state, command("dice", number=3))
    assert panel.board(state, NAMES[:2])[0] == "Ben rolls: the highest drops in first."
    state, _ = GAME.apply(state, command("dice", number=2))
    assert panel.board(state, NAMES[:2])[0] == "Ann chooses a space to drop in."
    state, _ = GAME.apply(state, command("drop", 0, space=1))
    assert panel.board(state, NAMES[:2])[0] == "Ben chooses a space to drop in."
    assert [each["place"] for each in GAME.view(state)["players"]] == [1, None]


def test_board_is_drawn_as_square_with_players_inside():
    storm = Storm(3)
    storm.set(
        place={0: 0, 1: 17, 2: 13},
        hp={1: 0},
        walls={13: True},
        stormed={13: True, 31: True},
        owner={1: 2},
        jail={0: 1},
    )
    lines = panel.board(storm.state, NAMES[:3])
    assert lines[0] == " PA  ··  tr  ··  ch  ··  tr  ··  →J "
    assert lines[8] == " JA  ··  ··  ··  fi  ··  ··  ·c  A  "
    assert lines[3] == "≈C #  Cleo       15 HP           ·· "
    assert lines[1][4:32].strip() == "▶ Ann        15 HP, in jail"
    assert lines[2][4:32].strip() == "Ben is out"
    assert lines[7].endswith("≈·· ")
    assert "In sight: nobody." in lines
    assert "Cleo has location 1." in lines


def test_every_legal_command_has_a_label():
    dice, whims = SeededChance(2), SeededChance(2, BOTS)
    state = StormGame().start(settle(GAME.options, {"turns": 60}), NAMES[:4])
    drawn, verbs, labels, ends = 0, set(), set(), set()
    while state.result is None:
        assert panel.board(state, NAMES[:4])
        for step in GAME.legal(state):
            verbs.add(step.do)
            labels.add(label := panel.label(state, step, NAMES))
            ends |= {(label, state.acted)} if step.do == "end" else set()
        step = GAME.draw(state, dice.at(drawn)) or random_command(GAME.legal(state), whims)
        drawn += step.seat is None
        state = GAME.apply(state, step)[0]
    assert verbs == set(GAME.verbs)
    assert "roll for a 6: 17% now, 31% in all tries" in labels
    assert all(each and "None" not in each for each in labels)
    lost = {(f"end the turn and lose the action ({each})", False) for each in ACTIONS}
    assert ends == {("end the turn", True), *lost}


def test_board_of_other_shape_is_shown_as_list():
    storm = Storm()
    spaces = storm.state.board.spaces
    short = (*spaces[:7], *spaces[8:])
    board = type(storm.state.board)("odd", (), short)
    storm.set(board=board, items={0: (StormItem("Kit"),)})
    lines = panel.board(storm.state, NAMES[:2])
    assert "0 AB, 1 ··, 2 ··, 3 ··, 4 fi, 5 ··" in lines
    assert "Ann has Kit." in lines


def test_map_columns_keep_their_width():
    """The test has names with wide letters, equal first letters, and three players on a space."""
    storm = Storm(4).set(place={0: 3, 1: 3, 2: 3, 3: 20}, owner={9: 1})
    names = ["李小龍", "Ann", "Alexandra the First", "Anna"]
    drawn = [line for line in panel.board(storm.state, names) if isinstance(line, Fixed)]
    assert len(drawn) == 9
    assert {cell_len(line) for line in drawn} == {36}
    assert panel.marks_of(names) == ["李", "A", "L", "N"]
    assert panel.marks_of(["Al", "La", "A L"]) == ["A", "L", "3"]
