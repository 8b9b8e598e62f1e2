"""The table on the terminal: keys and lines in, words out."""

import asyncio
import errno
from dataclasses import replace

import pytest
from tests.terminal_screen import drawn, lines_of
from tests.unit.pingblock.tables.at_table import table_of
from tools.pictures import tables as pictures

from pingblock.cards.strings import cards
from pingblock.languages import speaking
from pingblock.tables.command import command
from pingblock.tables.games import game_of
from pingblock.tables.language import table_words
from pingblock.tables.screen.face import TableFace
from pingblock.tables.table import open_table

TURN = ["first ben", "card gold", "dice G3S3X2"]


def played(face, *parts, size=(80, 24)):
    """Runs a face and returns its screen after each element of ``parts``.

    An act is a key, a typed line of several words, or a function of the face.
    """

    async def story():
        shown = []
        async with face.run_test(size=size) as pilot:
            for part in parts:
                for act in part:
                    if callable(act):
                        await asyncio.to_thread(act, face)
                        continue
                    if " " in act:
                        face.query_one("#line").focus()
                        face.query_one("#line").value = act
                        act = "enter"
                    await pilot.press(act)
                    await drawn(pilot)
                await drawn(pilot)
                shown.append("\n".join(lines_of(face)))
        return shown

    return asyncio.run(story())


def show(game, *acts, bots=None, note="", size=(80, 24), table=None, language="en"):
    """Returns a table at which something was done, and its screen."""
    table = table or table_of(game, seed=5)
    for seat, bot in (bots or {}).items():
        table.hand_to(seat, bot)
    with speaking(table_words(language)):
        return table, played(TableFace(table, note), acts, size=size)[-1]


def test_typed_turn_is_shown():
    _, screen = show("fortune", *TURN)
    assert "FORTUNE · Ben: your turn" in screen
    assert "▶ Ben" in screen
    assert "  G3 gold coins  S3 swords" in screen
    assert "If you stop now: 700" in screen  # four coins 400 + 200, three swords 100
    assert "roll S2       out  31%" in screen
    assert "Ben draws Gold" in screen
    assert "^Q: leave" in screen


def test_arrow_keys_choose_command_and_enter_runs_it():
    table, screen = show("fortune", *TURN, "down", "enter", "f3", "enter", "enter")
    assert [step.do for step in table.steps[3:]] == ["stop", "card"]
    assert "Ben rolls 2 swords again." in screen
    assert "Taken back." in screen
    assert "Ben scores 700 (4 gold coins, 100 each 400 + set of 4 gold coins 200 +" in screen
    assert table.state.scores == (0, 700)


def test_enter_draws_due_card_and_refusal_gives_reason():
    table, screen = show("fortune", "enter", "f3", *TURN, "roll G1", "f2")
    assert len(table.steps) == 3
    assert "No: You must roll at least 2 dice at once. (FT-06)" in screen
    assert "There is no draw or roll now: first a player must decide." in screen


def test_help_and_bots_have_keys():
    table = table_of("fortune", seed=5)
    parts = [*TURN, "f4", "f3", "f1"], ["f1"], [" help"], ["escape"], [" ?"], ["f4"]
    seen = played(TableFace(table), *parts, size=(100, 40))
    assert len(table.steps) == 4
    assert ["“place S2M2”: have exactly these dice" in each for each in seen] == [
        *(True, False, True, False, True, False)  # typed words open it, too, and a step closes it
    ]
    assert "Dice on the table:" in seen[1]
    assert "Dice on the table:" in seen[3]
    table, screen = show("fortune", "f3", "f4", "fly away", note="The last line was dropped.")
    assert "The last line was dropped." in screen
    assert table.steps == []
    for say in ("You can take back only 0 steps", "No player must act now", "no command 'fly'"):
        assert say in screen


def test_help_shows_last_rules_and_their_sources():
    _, screen = show("fortune", *TURN, "roll G1", "f1", size=(100, 40))
    assert "FT-06: Roll again as often as you like" in screen
    assert "(the edition's own" in screen
    _, screen = show("storm", "rule stx-06", "rule ft-99", size=(120, 30))
    assert "STX-06:" in screen
    assert "another text of the same edition" in screen
    assert "There is no rule 'ft-99'" in screen


def test_resumed_game_shows_last_events():
    table = table_of("storm", roll_off=False)
    for seat in (0, 1):
        table.do(command("drop", seat, space=5 + seat))
    _, screen = show("storm", table=table, size=(120, 30))
    assert "Ann drops in on Teal 1." in screen
    assert "Not verified: the order, the names and the costs of all spaces" in screen
    assert "▶ Ann" in screen
    assert "roll both dice" in screen


def test_block_outcome_is_shown_in_chosen_language():
    table = table_of("celebration", roll_off=False)
    at = [space.kind for space in table.state.edition.spaces].index("block")
    die = at % 6 or 6
    table._states[-1] = replace(table.state, place=(at - die, 0))
    table.do(command("dice", dice=[die]))
    _, screen = show("celebration", "outcome laugh", table=table, language="de", size=(120, 30))
    german = next(card for card in cards(["de"])).sounds[2][1]
    assert german in screen


def test_typed_letters_reach_input_line_and_numbers_are_dice():
    """A person who types need not first select a field or the command for dice."""
    table = table_of("wasteland", roll_off=False)
    steps = []
    acts = ["3", "4", "enter", lambda _: steps.extend(table.steps)]
    parts = acts, ["card give 40 Ben", "undo 2"], ["undo 1", "undo all"]
    rolled, back, none = played(TableFace(table), *parts, size=(80, 30))
    assert [step.arg("dice") for step in steps] == [(3, 4)]
    assert "Ann takes a card." in rolled
    assert "If a card is not in the list, type its effect, for example “card pay 50”" in rolled
    assert "Taken back." in back
    assert none.count("You can take back only 0 steps.") == 1  # the same sentence is not repeated
    assert table.steps == []


def test_line_typed_before_focus_moved_is_used():
    table = table_of("wasteland", roll_off=False)

    async def story():
        face = TableFace(table)
        async with face.run_test(size=(80, 24)) as pilot:
            await pilot.press("1", "2")
            # the Enter key was pressed before the focus moved
            face.query_one("#choices").action_select()
            await drawn(pilot)

    asyncio.run(story())
    assert [(step.do, step.arg("dice")) for step in table.steps] == [("dice", (1, 2))]


def test_page_down_turns_long_help_page():
    begins = "Up and down choose on the right"
    _, screen = show("wasteland", "f1")
    assert begins in screen
    assert "outcome KIND" not in screen
    _, screen = show("wasteland", "f1", "pagedown", size=(80, 36))
    assert begins not in screen
    assert "outcome KIND" in screen


def test_bots_play_game_to_its_end():
    table = table_of("fortune", seed=5, turns_most=10)
    while table.state.turns < 9:
        if not table.draw():
            table.do(table.game.legal(table.state)[0])
    _, screen = show("fortune", *["f2"] * 12, bots={0: "plain", 1: "plain"}, table=table)
    assert "The game was ended after 10 turns." in screen


def test_full_disk_is_reported_and_step_is_not_done(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    table = table_of("fortune")
    table.save_to(tmp_path / "log")
    monkeypatch.setattr("pingblock.tables.log.os.fsync", full)
    _, screen = show("fortune", "f2", table=table)
    assert "The step could not be saved, so it was not done: No space left on device." in screen
    assert table.steps == []


def test_worms_show_needs_and_odds():
    _, screen = show("worms", "first Ann", "run ", "pull 3", "worm blue", "back ")
    assert "^Q: leave" in screen
    assert "▶ Ann: 0 found, needs 5 green" in screen
    assert "blue in hole 3" in screen
    assert "pull an unseen one: fits 26%" in screen  # 5 of 19
    assert "Ann has blue, which is not wanted." in screen


def test_device_outcomes_become_steps_of_game(monkeypatch):
    class Thread:
        def __init__(self, port, seat, took, say):
            self.took, self.said = took, say
            self.given = (port, seat.table.game.name)
            threads.append(self)

        def start(self):
            self.given += ("started",)

        def close(self):
            self.given += ("closed",)

    threads = []
    monkeypatch.setattr("pingblock.tables.screen.face.DeviceThread", Thread)
    table = table_of("fortune", seed=5)
    card = {"event": "outcome", "outcome": "card", "card": "gold"}
    head, screen = played(
        TableFace(table, port="auto"),
        [
            lambda _: threads[0].said("Device 1 is at the table."),
            lambda _: threads[0].took(card),
            "enter",  # the table draws the first player, because a device cannot
        ],
        [lambda _: threads[0].took(card), lambda _: threads[0].took({"event": "press"})],
    )
    assert "Press the device, or Enter (or type" in head
    assert "Device 1 is at the table." in screen
    assert "The device's card does not count: First draw the player who begins." in screen
    assert [step.do for step in table.steps] == ["first", "card"]
    assert threads[0].given == ("auto", "fortune", "started", "closed")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "shows"),
    [
        ("fortune", "If you stop now: -500"),
        ("worms", "Ann has green: a match"),
        ("storm", "In sight:"),
        ("celebration", "The Bank has"),
        ("wasteland", "The Bank has"),
    ],
)
def test_pictures_of_docs_are_made(game, shows):
    svg = asyncio.run(pictures.picture(game))
    assert shows in svg
    assert ">No: " not in svg
    assert "There is no command" not in svg
    assert svg.startswith("<svg")


def test_quit_command_closes_screen():
    face = TableFace(table_of("fortune", seed=5))
    running = []
    played(face, ["quit "], [lambda face: running.append(face.is_running)])
    assert running == [False]


def test_winner_stays_in_header_after_game_end():
    table = table_of("fortune", finish=1000)
    turn = command("first", player=0), command("card", card="gold"), command("dice", dice="G8")
    for step in (*turn, command("stop", 0), turn[1]):
        table.do(step)
    acts = ["dice X3G5", *["f2", "enter", "fly away"] * 5]
    _, screen = show("fortune", *acts, table=table, size=(100, 24))
    assert "FORTUNE · Ann wins with 5400. The final round is over" in screen
    assert "Ann wins with 5400 points." in screen  # in the log, too, which still shows it
    assert "Nothing is to be drawn" not in screen


def test_players_who_share_win_are_named():
    table = table_of("fortune", seed=3, turns_most=10)
    table.do(command("first", player=0))
    for _ in range(10):
        table.do(command("card", card="gold"))
        table.do(command("dice", dice="X3S5"))
    _, screen = show("fortune", table=table)
    assert "Ann and Ben share the win with 0." in screen


def test_seat_can_be_given_to_bot_and_back(tmp_path):
    log = tmp_path / "log"
    table = table_of("fortune", seed=5)
    table.save_to(log)
    _, screen = show("fortune", *TURN, "bot Ben", table=table)
    assert "A bot plays for Ben." in screen
    assert len(table.steps) > 3
    assert table.bots == {1: "plain"}
    table.log.close()
    again, _ = open_table(log, game_of)
    assert (again.bots, again.state) == ({1: "plain"}, table.state)
    _, screen = show("fortune", "bot Ben off", "bot Dan", "bot Dan", table=again)
    assert "Ben plays again." in screen
    assert screen.count("Whose seat? There are Ann and Ben.") == 1
    again.log.close()
    assert open_table(log, game_of)[0].bots == {}


def test_log_grows_with_window():
    for rows, shown in ((24, 5), (60, 15)):
        _, screen = show("wasteland", size=(100, rows))
        lines = screen.splitlines()
        log = next(at for at, line in enumerate(lines) if "What happened" in line)
        assert sum(line.startswith("│") for line in lines[log:]) == shown


def test_function_keys_press_controls_of_virtual_device(monkeypatch):
    """26: pingblock table NAME --port virtual can be tried."""

    class Thread:
        def __init__(self, port, seat, took, say, opened):
            assert port == "virtual"

        def start(self):
            pass

        close = start

    class Virtual:
        def hand(self, act):
            act(self)

        now_ms = 5.0

        def __getattr__(self, name):
            return lambda *at, **how: did.append((name, *at, *how.values()))

    did = []
    monkeypatch.setattr("pingblock.tables.screen.face.DeviceThread", Thread)
    monkeypatch.setattr("pingblock.tables.screen.face.open_port", lambda _: Virtual())
    table = table_of("fortune", seed=5)
    [screen] = played(TableFace(table, port="virtual"), ["f5", "f6", "f7", "f8", "f9"])
    assert "Device: F5 press" in screen
    assert "^Q: leave" in screen
    assert did == [
        *(("press", 60), ("press", 1000), ("check", 60), ("check", 1000)),
        *(("pull_lever",), ("release_lever", 305.0)),
    ]
    _, screen = show("fortune", "f5")
    assert "F5" not in screen


def test_device_bid_asks_for_player_and_amount():
    table = table_of("wasteland", roll_off=False)
    table.do(command("dice", dice=[1, 2]))
    bid = {"event": "outcome", "outcome": "bid", "bid": 1, "draw": 2}
    ends = {"event": "outcome", "outcome": "auction", "bids": 0, "draw": 1}

    async def story():
        face = TableFace(table)
        async with face.run_test(size=(160, 30)) as pilot:
            # at first there is no auction, so the bid has no effect
            for event in (bid, ends, bid):
                face._take(event)
            await drawn(pilot)
            return "\n".join(lines_of(face))

    screen = asyncio.run(story())
    said = "A press is a bid: type whose it is, and how much. You can type any other bid, for "
    assert " ".join(screen.replace("│", " ").split()).count(said) == 1


def test_position_is_shown_and_corrected_on_screen():
    table, screen = show("fortune", "join Zoe", "correct points Zoe 2400", "position now")
    assert "correct points Zoe 2400" in screen
    assert "Corrected: Zoe has 2400 points, and not 0." in screen
    assert "Zoe" in show("fortune", "escape", table=table)[1].partition("Corrected")[0]


def test_another_game_starts_only_after_this_one_ends():
    table = table_of("fortune", seed=5)
    face = TableFace(table)
    assert "This game is not over yet." in played(face, ["again now"])[0]
    assert not face.again
    table.do(command("leave", player=0))
    over = TableFace(table)
    played(over, ["again now"])
    assert over.again
