"""Steps outside of the rulebook in every game: corrections, transfers, joining, leaving, again."""

import json
from random import Random

import pytest
from tests.unit.pingblock.tables.at_table import log_text
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.errors import BadInput
from pingblock.languages import speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables import log as logs
from pingblock.tables.amend import CORRECT, JOIN, LEAVE
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Command, Refusal, as_dict, command, from_dict
from pingblock.tables.games import game_of
from pingblock.tables.lines import LineFace
from pingblock.tables.page_table import PageTable
from pingblock.tables.prompts import Prompts, begin_from
from pingblock.tables.registry import TABLES
from pingblock.tables.table import Table, replayed

STEPS, STEPS_MOST, TURNS = 150, 20_000, 60
NAMES = ("Ann", "Ben", "Cleo")
PROPERTY = ("celebration", "hideout", "wasteland", "wasteland_speed")


def a_table(name, seed=1, names=NAMES, **options):
    if name == "celebration":
        options["board"] = filled_board()
    if "turns" in game_of(name).options:
        options["turns"] = TURNS
    return Table(game_of(name), options, names, seed)


def play_on(table, steps, most=STEPS_MOST):
    """Lets random bots and dice play up to ``most`` steps. Returns the steps."""
    whims = SeededChance(table.seed, BOTS)
    for done in range(steps):
        assert done < most, "the game does not end"
        if table.game.result(table.state):
            return done
        if not table.draw():
            seats = table.game.to_act(table.state)
            seat = seats[whims.below(len(seats))]
            table.do(decide(table.game, "random", table.state, seat, whims))
    return steps


def lines_of(table):
    prompts = Prompts(table.game, table.players, table.state)
    return "\n".join(line.strip() for line in prompts.position(table.position)[2:])


@pytest.mark.parametrize("name", TABLES)
def test_typed_position_is_restored_in_new_game(name):
    table = a_table(name)
    play_on(table, STEPS)
    assert table.game.result(table.state) is None
    again = a_table(name, seed=2)
    begin_from(again, lines_of(table), "paper.txt")
    assert again.position == table.position
    assert again.game.result(again.state) is None
    play_on(again, STEPS)  # the game continues


def rows_of(page):
    rows = asked(page, whole=True)["whole"]
    return {(row["of"], row["step"]["what"]): row for row in rows}


def asked(page, **request):
    answer = page.answer(json.dumps(request))
    assert answer["ok"], answer
    return answer


def page_at(table):
    page = PageTable()
    text = log_text([logs.first_record(table.header), *table.records()])
    asked(page, load=text)
    return page


@pytest.mark.parametrize("name", TABLES)
def test_whole_position_form_sets_position_in_any_order(name):
    """Its rows are filled in with the values of another table, and all are set at once."""
    table, new = a_table(name), a_table(name, seed=2)
    play_on(table, STEPS)
    other, page = rows_of(page_at(table)), page_at(new)
    mine = rows_of(page)
    assert set(mine) == set(other)
    steps = [other[key]["step"] for key in mine if other[key]["step"] != mine[key]["step"]]
    assert len(steps) > 3 or name in ("fortune", "worms")
    Random(name).shuffle(steps)
    answer = asked(page, correct=steps)
    assert len(answer["kept"]) == len(steps)
    assert answer["steps"] == len(steps)
    want = asked(page_at(table), position=True)["position"]
    assert asked(page, position=True)["position"] == want
    asked(page, undo=len(steps))
    assert rows_of(page) == mine


def test_whole_position_form_sets_all_values_or_nothing():
    page = page_at(a_table("wasteland"))
    before = rows_of(page)
    cash = {**before["Ann", "cash"]["step"], "amount": 7}
    level = {**before["Brown 1", "buildings"]["step"], "level": 2}
    refused = page.answer(json.dumps({"correct": [cash, level]}))
    assert refused["error"]["say"] == ("You need all locations of a set to build on it. (Brown 1)")
    wrong = page.answer(json.dumps({"correct": [cash, {**cash, "amount": None}]}))
    assert wrong["error"]["say"] == (
        "'correct': amount must be an integer from 0 to 1000000. (Ann)"
    )
    wrong = page.answer(json.dumps({"correct": [{**cash, "player": 7}]}))
    assert wrong["error"]["say"] == "This player is out of the game."
    roll = page.answer(json.dumps({"correct": [cash, {"do": "dice", "dice": [1, 2]}]}))
    assert roll["error"]["say"] == "'correct' can contain only corrections."
    assert rows_of(page) == before
    asked(page, correct=[cash])
    assert rows_of(page)["Ann", "cash"]["step"]["amount"] == 7


@pytest.mark.parametrize("name", [*PROPERTY, "storm"])
def test_correction_frees_player_from_jail(name):
    table = a_table(name)
    table.do(command(CORRECT, what="turn", player=0))
    table.do(command(CORRECT, what="jail", player=1, tries=0))
    jail = table.state.place[1]
    rows = Prompts(table.game, table.players, table.state).whole(table.state)
    [row] = [row for row in rows if row["step"]["what"] == "jail" and row["of"] == "Ben"]
    assert [words for _tries, words in row["question"]["choices"]][:2] == [
        *("not in jail", "in jail, failed tries: 0")  # not only 0, because the row has no label
    ]
    [event] = table.do(command(CORRECT, what="jail", player=1, tries=-1))
    assert table.game.say(event, table.players) == "Corrected: Ben is not in jail."
    assert (table.state.place[1], table.state.jail[1]) == (jail, -1)


@pytest.mark.parametrize(
    ("language", "gives", "receives", "items"),
    [
        ("en", "Ann gives the Bank 5.", "The Bank gives Ann 5.", ": nothing."),
        ("de", "Ann gibt der Bank 5.", "Die Bank gibt Ann 5.", ": nichts."),
        ("fr", "Ann donne 5 à la banque.", "La banque donne 5 à Ann.", ": rien."),
    ],
)
def test_sentences_about_bank_and_empty_items_are_right(language, gives, receives, items):
    table, storm = a_table("wasteland"), a_table("storm")
    steps = [(table, command("transfer", giver=0, taker=-1, amount=5)),
             (table, command("transfer", giver=-1, taker=0, amount=5)),
             (storm, command(CORRECT, what="turn", player=0)),
             (storm, command(CORRECT, what="items", player=0, items=[]))]  # fmt: skip
    with speaking(words_of(language)):
        said = [at.game.say(*at.do(step), at.players) for at, step in steps]
    assert said[:2] == [gives, receives]
    assert said[3].endswith(items)


@pytest.mark.parametrize("name", TABLES)
def test_corrections_are_undone_and_replayed_like_other_steps(name):
    table, other = a_table(name), a_table(name, seed=9)
    play_on(other, STEPS)
    states = [table.state]
    for step in other.position:
        table.do(from_dict(json.loads(json.dumps(as_dict(step)))))
        states.append(table.state)
    assert len(states) > 5 or name in ("fortune", "worms")
    text = log_text([logs.first_record(table.header), *table.records()])
    assert replayed(logs.parsed(text.encode(), "log"), "log", game_of).state == table.state
    drawn = table.next_draw()
    while len(states) > 1:
        assert table.state == states.pop()
        table.undo()
    assert table.state == states[0]
    assert a_table(name).next_draw() == table.next_draw()
    assert drawn is None or drawn.do in table.game.verbs


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", range(2))
def test_games_with_random_corrections_still_end(name, seed):
    """A correction can come at any time, players can join or leave, and the game still ends."""
    chance, table = Random(seed), a_table(name, seed)
    positions = []
    for other in range(3):
        played = a_table(name, seed=100 + other)
        play_on(played, STEPS)
        positions += [step for step in played.position if step.do == CORRECT]
    done = 0
    while table.game.result(table.state) is None and done < 60:
        play_on(table, chance.randint(1, 6))
        step = chance.choice(positions)
        if done in (20, 40):
            step = command(JOIN, name=f"Late {done}") if done == 20 else command(LEAVE, player=1)
        if table.game.result(table.state) is None and table.why_not(step) is None:
            events = table.do(step)
            assert events
            assert events[0].kind.split("_")[-1] in ("corrected", "away", "joined", "left")
            assert all(table.game.say(event, table.players).endswith(".") for event in events)
        done += 1
    play_on(table, STEPS_MOST)
    assert table.game.result(table.state)
    again = Table(table.game, table.options, NAMES, table.seed)
    for step in table.steps:
        again.do(step)
    assert again.state == table.state


@pytest.mark.parametrize("name", TABLES)
def test_joining_and_leaving_are_logged_and_joining_is_undone(name):
    table = a_table(name)
    table.do(command(JOIN, name="Zoe"))
    assert table.players == (*NAMES, "Zoe")
    assert table.header.players == list(NAMES)
    table.hand_to(3, "random")
    table.undo()
    assert (table.players, table.bots) == (NAMES, {})
    table.do(command(JOIN, name="Zoe"))
    table.do(command(LEAVE, player=0))
    play_on(table, STEPS_MOST)
    result = table.game.result(table.state)
    assert 0 not in result.winners
    assert not [step for step in table.steps if step.seat == 0]
    assert table.again(5).players == ("Ben", "Cleo", "Zoe")


@pytest.mark.parametrize("name", TABLES)
def test_last_player_wins_when_the_others_leave(name):
    table = a_table(name)
    table.do(command(LEAVE, player=2))
    table.do(command(LEAVE, player=0))
    assert table.game.result(table.state).winners == (1,)
    with pytest.raises(Refusal, match="take its last step back"):
        table.do(command(LEAVE, player=1))


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (command(JOIN, name="ben"), "the same name"),
        (command(JOIN, name=" "), "1 to 24 letters"),
        (command(LEAVE, player=5), "out of the game"),
        (command(CORRECT, what="cash", player=0), "and no others: player, amount"),
        (command(CORRECT, what="cash", player=7, amount=3), "out of the game"),
        (command(CORRECT, what="luck", player=0), "what must be cash"),
        (command(CORRECT, 0, what="turn", player=0), "must have no seat"),
        (command(CORRECT, what="owner", space=0, owner=1), "has no deed"),
        (command(CORRECT, what="owner", space=1, owner=6), "out of the game"),
        (command(CORRECT, what="place", player=1, space=90), "no such space"),
        (command(CORRECT, what="jail", player=1, tries=3), "at most 2 failed tries"),
        (command(CORRECT, what="mortgage", space=1, on=True), "The Bank has this deed"),
        (command(CORRECT, what="buildings", space=1, level=2), "all locations of a set"),
        (command(CORRECT, what="jail_card", owner=1, deck="tarot"), "no deck 'tarot'"),
        (command("transfer", giver=0, taker=0, amount=5), "must have two sides"),
        (command("transfer", giver=0, taker=1, amount=1501), "has 1500"),
    ],
)
def test_wrong_correction_is_refused_with_its_reason(step, reason):
    table = a_table("wasteland")
    with pytest.raises(Refusal, match=reason):
        table.do(step)
    assert not table.steps


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\ncorrect cash Ann x", "p.txt:2: 'correct': amount must be"),
        ("# a note\nroll", "p.txt:2: A position can have only corrections"),
        ("correct luck", "p.txt:1: 'correct': what must be"),
    ],
)
def test_wrong_line_of_position_is_named(text, reason):
    with pytest.raises(BadInput) as wrong:
        begin_from(a_table("wasteland"), text, "p.txt")
    assert str(wrong.value).startswith(reason)


def test_program_and_page_can_correct_and_read_position():
    face = LineFace(a_table("wasteland"))
    step = {"do": CORRECT, "what": "turn", "player": 2}
    answer = json.loads(json.dumps(face.answer(json.dumps(step))))
    assert (answer["ok"], answer["state"]["turn"]) == (True, 2)
    assert answer["events"][0]["say"] == "Corrected: it is Cleo's turn."
    assert face.answer('{"position": true}')["position"] == [step]
    page = PageTable()
    page.answer(json.dumps({"open": {"game": "wasteland", "players": NAMES, "seed": 1}}))
    joined = page.answer(json.dumps({"line": "join Zoe"}))
    assert joined["players"] == [*NAMES, "Zoe"]
    assert page.answer(json.dumps({"line": "correct turn Zoe"}))["turn"] == 3
    assert "correct turn Zoe" in "".join(page.answer('{"help": "position"}')["help"])
    assert [each["do"] for each in page.answer('{"log": true}')["log"][1:]] == [JOIN, CORRECT]


def test_correction_does_not_use_up_a_draw():
    table, other = a_table("fortune"), a_table("fortune")
    table.do(command(CORRECT, what="points", player=1, points=100))
    assert isinstance(table.next_draw(), Command)
    assert table.next_draw() == other.next_draw()
