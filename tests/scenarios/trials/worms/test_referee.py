"""Turns and score by lever, check button and link (WW-T13, WW-T14)."""

import pytest

from pingblock.virtual.parts.contact import CLEAN

RUN_MS = 5000
HOME_MS = 2500
TURN_MS = 2000  # the longest announcement of a player: four notes
BEEP_HZ = 784
COLOURS = {1: (0, 255, 40), 2: (0, 60, 255), 3: (255, 0, 0), 4: (255, 170, 0)}
# The rules are the same on each engine, and slower to test on the chip.
desk_only = pytest.mark.parametrize("engine", ["desk"])


def scores(apple):
    """(player, count) of each event ``score``."""
    return [(event["player"], event["count"]) for event in apple.bench.events("score")]


def run(apple):
    """Plays a wiggle and waits for the next player's call. Returns when it began in ms."""
    released_ms = apple.pull()
    apple.bench.advance(RUN_MS + HOME_MS + TURN_MS)
    return released_ms


def press_at(apple, at_ms, for_ms=60):
    apple.bench.advance_to(at_ms)
    apple.bench.check(for_ms=for_ms, bounce=CLEAN)
    apple.bench.advance(for_ms + 190)


@pytest.fixture
def table(open_apple):
    """Opens a base with players at it and wiggles of 5 s."""

    def made(players=3, **settings):
        apple = open_apple(run_s=[5, 5], players=players, **settings)
        apple.bench.advance(2000)
        return apple

    return made


@pytest.mark.rules
def test_press_scores_a_match_and_a_hold_takes_it_back(table):
    apple = table(names=["Ann", "Ben", "Cleo"])
    player = apple.status()["player"]
    released_ms = apple.pull()
    press_at(apple, released_ms + 300, for_ms=300)
    assert scores(apple) == [], "such an early press belongs to the start of the wiggle"
    press_at(apple, released_ms + 900)
    assert scores(apple) == [(player, 1)]
    press_at(apple, released_ms + 1400)
    assert scores(apple) == [(player, 1), (player, 2)]
    press_at(apple, released_ms + 2500, for_ms=1300)
    assert scores(apple) == [(player, 1), (player, 2), (player, 1)]
    apple.bench.advance(RUN_MS)
    assert apple.states() == ["armed", "started", "ended"]
    assert apple.status()["scores"][player - 1] == 1
    assert apple.bench.events("battery") == [], "the hold must not test the cells"
    names = {event["name"] for event in apple.bench.events("score")}
    assert names == {["Ann", "Ben", "Cleo"][player - 1]}
    assert apple.bench.events("score")[0]["of"] == 5


@desk_only
def test_block_button_plays_without_scoring_a_match(table, only):
    apple = table(**only("coins", 1))
    apple.pull()
    apple.bench.advance(1000)
    apple.bench.press()
    apple.bench.advance(1000)
    assert scores(apple) == []
    assert len(apple.bench.events("outcome")) == 1


@pytest.mark.rules
def test_next_player_is_announced_by_beeps_and_name(table):
    apple = table(4, names=["Ann", "Ben", "Cleo", "Dan"])
    bench = apple.bench
    first = apple.status()["player"]
    told = [first]
    for _ in range(2):
        run(apple)
        told.append(apple.status()["player"])
    assert told == [(first - 1 + turn) % 4 + 1 for turn in range(3)]
    turns = bench.events("turn")
    assert [event["player"] for event in turns] == told
    assert [event["name"] for event in turns] == [
        ["Ann", "Ben", "Cleo", "Dan"][player - 1] for player in told
    ]
    ended_ms = apple.last("ended")["at_ms"]
    beeps = [hz for hz in apple.heard_hz(ended_ms) if hz == pytest.approx(BEEP_HZ, rel=0.02)]
    assert len(beeps) == told[-1]


@pytest.mark.rules
@pytest.mark.parametrize("seed", [7, 8])
def test_light_flashes_number_and_colour_of_the_player(table, seed):
    apple = table(seed=seed)
    bench = apple.bench
    player = apple.status()["player"]
    bench.check(bounce=CLEAN)
    flashes, was_lit, brightest = 0, False, (0, 0, 0)
    for _ in range(150):
        bench.advance(20)
        lit = bench.led() != (0, 0, 0)
        flashes += lit and not was_lit
        was_lit, brightest = lit, max(brightest, bench.led(), key=sum)
    assert flashes == player
    share = [channel / max(brightest) for channel in brightest]
    assert max(range(3), key=share.__getitem__) == COLOURS[player].index(max(COLOURS[player]))


@pytest.mark.rules
def test_fifth_match_over_the_link_wins_and_stops_worms(table):
    apple = table(2, names=["Ann", "Ben"])
    bench = apple.bench
    apple.pull()
    bench.advance(1000)
    for _ in range(5):
        assert bench.request("worms_score", player=2, by=1)["ok"]["reply"] == "done"
    bench.advance(HOME_MS)
    assert apple.states() == ["armed", "started", "won"]
    assert (apple.last("won")["player"], apple.last("won")["name"]) == (2, "Ben")
    assert scores(apple) == [(2, count) for count in range(1, 6)]
    assert apple.status()["winner"] == 2
    apple.check_home()
    assert bench.request("worms_score", player=1, by=1)["ok"]["reply"] == "nothing"
    bench.advance(RUN_MS)
    assert apple.states()[-1] == "won", "the wiggle must not end twice"
    apple.pull()
    bench.advance(500)
    assert apple.status()["winner"] is None
    assert apple.status()["scores"] == [0, 0]


@pytest.mark.rules
def test_fifth_match_by_the_button_wins_at_once(table):
    apple = table(2)
    player = apple.status()["player"]
    for _ in range(4):
        apple.bench.request("worms_score", player=player, by=1)
    apple.bench.advance(4000)
    released_ms = apple.pull()
    press_at(apple, released_ms + 1000)
    told = apple.bench.events()
    pressed, score, won = told[-3:]
    assert [pressed["kind"], score["kind"], won["state"]] == ["press", "score", "won"]
    assert pressed["ms"] <= score["ms"] <= won["ms"], "the cause must come before its effect"
    assert released_ms + 1000 <= pressed["at_ms"] <= released_ms + 1200
    apple.bench.advance(HOME_MS)
    apple.check_home()


@desk_only
def test_impossible_scores_are_refused_or_ignored(table, apple):
    base = table(2)
    assert base.bench.request("worms_score", player=1, by=-1)["ok"]["reply"] == "nothing"
    assert base.bench.request("worms_score", player=3, by=1)["ok"]["reply"] == "nothing"
    for wrong in ({"player": 0, "by": 1}, {"player": 1, "by": 2}, {"player": 5, "by": 1}):
        assert base.bench.request("worms_score", **wrong)["error"]["code"] == "bad_value"
    assert base.status()["scores"] == [0, 0]
    assert apple.bench.request("worms_score", player=1, by=1)["ok"]["reply"] == "nothing"
    assert "scores" not in apple.status()


@desk_only
def test_press_wins_if_all_players_grab_together(table):
    apple = table(2, together=True)
    first = apple.status()["player"]
    run(apple)
    assert apple.status()["player"] == 3 - first
    released_ms = apple.pull()
    press_at(apple, released_ms + 1500)
    assert apple.states()[-1] == "won"
    assert apple.status()["winner"] == 0


@desk_only
def test_mixed_hands_are_dealt_to_each_player_in_turn(table):
    apple = table(2, mixed=True)
    bench = apple.bench
    for _ in range(2):
        bench.check(bounce=CLEAN)
        bench.advance(9000)
    hands = bench.events("hand")
    assert [event["player"] for event in hands] == [1, 2]
    assert [sum(event["cards"]) for event in hands] == [10, 10]
    assert all(len(event["cards"]) == 4 for event in hands)


@desk_only
def test_scores_start_again_after_a_restart(table):
    apple = table(2)
    run(apple)
    apple.bench.power_off()
    apple.bench.advance(300)
    apple.bench.power_on()
    apple.bench.advance(3000)
    assert apple.status()["scores"] == [0, 0]
    assert apple.status()["runs"] == 0
