"""The end of a game of ``fortune``: the final round, ties, and the pile of cards."""

import pytest

from pingblock.errors import BadInput
from pingblock.tables.command import command
from pingblock.tables.draft import Draft
from pingblock.tables.fortune.finish import end_turn
from pingblock.tables.fortune.referee import FortuneGame
from pingblock.tables.fortune.score import TurnScore
from pingblock.tables.table import Table, settle

GAME = FortuneGame()


def state_of(scores, seat=0, **options):
    """Returns a game at the end of a turn of ``seat``."""
    start = GAME.start(settle(GAME.options, options), ["Ann", "Ben", "Cleo"][: len(scores)])
    return start._replace(scores=tuple(scores), seat=seat, turns=12)


def ended(state, score):
    """Returns the state after a turn with this score, and its events."""
    draft = Draft(state)
    end_turn(draft, score)
    return draft.done()


def play(state, *turns):
    """Ends turns of (points, of each opponent) and returns the last state and all kinds."""
    kinds = []
    for own, others in turns:
        state, events = ended(state, TurnScore(own, (), each_opponent=others))
        kinds += [each.kind for each in events]
    return state, kinds


def test_player_pushed_below_winning_score_does_not_win_ft_t35():
    state, kinds = play(state_of([7900, 6000, 7800]), (200, 0), (0, -400), (500, 0))
    assert state.scores == (7700, 6000, 7900)
    assert (state.result, state.last_round, state.seat) == (None, None, 0)
    assert (kinds.count("final_round_begun"), kinds.count("final_round_called_off")) == (1, 1)
    state, _ = play(state, (300, 0), (0, 0))
    assert (state.result, state.last_round) == (None, (2,))  # Ann reaches the finish again
    assert play(state, (0, 0))[0].result.winners == (0,)


@pytest.mark.parametrize(("last", "winners"), [(0, (0,)), (2100, (0, 2)), (2101, (2,))])
def test_most_points_win_after_final_round_ft_14(last, winners):
    state, _ = play(state_of([7999, 0, 6000]), (101, 0), (50, 0))
    assert (state.seat, state.last_round) == (2, (2,))
    state, kinds = play(state, (last, 0))
    assert (state.result.winners, state.last_round) == (winners, None)
    assert kinds.count("won") == len(winners)
    assert GAME.legal(state) == ()


@pytest.mark.parametrize(("score", "ends"), [(7999, False), (8000, True)])
def test_exact_winning_score_starts_final_round_ft_a_16(score, ends):
    state, _ = play(state_of([0, 0]), (score, 0))
    assert (state.last_round is not None) == ends


def test_player_reaching_8000_in_another_turn_gets_no_turn_ft_a_17():
    before = state_of([7600, 100, 200], seat=1)
    state, events = ended(before, TurnScore(0, (), shared=1200))
    assert state.scores == (8200, 100, 800)
    assert (state.seat, state.last_round) == (2, (2, 1))
    assert [each.seat for each in events if each.kind == "final_round_begun"] == [0]


def test_totals_may_be_negative_or_have_a_floor_ft_a_15():
    assert play(state_of([0, 0]), (0, -400))[0].scores == (0, -400)
    assert play(state_of([0, 0], floor_at_0=True), (0, -400))[0].scores == (0, 0)


@pytest.mark.parametrize(("wins", "result"), [(False, None), (True, (0,))])
def test_nine_equal_objects_win_at_once_by_option_ft_a_04(wins, result):
    state, _ = ended(state_of([0, 0], nine_wins=wins), TurnScore(5400, (), nine=True))
    assert (state.result and state.result.winners) == result


def test_endless_game_is_broken_off_with_reason():
    state, _ = play(state_of([300, 0], turns_most=13), (0, 0))
    assert state.result.winners == (0,)
    assert "The game was ended after 13 turns" in state.result.reason


def drawn_through(**options):
    """Returns a table whose deck of three cards was seen once: gold, gold, diamond."""
    deck = {"deck": {"gold": 2, "diamond": 1}, **options}
    table = Table(GAME, deck, ["Ann", "Ben"])
    table.do(command("first", player=0))
    for card in ("gold", "gold", "diamond"):
        table.do(command("card", card=card))
        table.do(command("dice", dice="X3G5"))
    return table


def take(table, card):
    """Plays a card's turn, which ends immediately. Returns the sentences about the card."""
    said = [table.game.say(each, table.players) for each in table.do(command("card", card=card))]
    table.do(command("dice", dice="X3G5"))
    return said[1:]


def test_card_order_repeats_after_whole_deck_ft_09():
    table = drawn_through()
    assert [table.next_draw().arg("card")] * 5 == ["gold"] * 5
    for card in ("gold", "gold", "diamond", "gold", "gold", "diamond"):
        assert table.state.next_cards == (card,)
        assert take(table, card) == []


def test_unexpected_card_is_accepted_as_shuffled_deck_ft_a_19():
    table = drawn_through()
    assert take(table, "diamond") == [
        "Diamond was not on top of the pile, so the pile was shuffled. The card counts."
    ]
    assert table.state.left == ("gold", "gold")
    assert take(table, "gold") == take(table, "gold") == []
    assert table.state.next_cards == ("diamond",)


def test_option_reshuffles_deck_after_last_card_ft_a_19():
    table = drawn_through(reshuffle=True)
    assert sorted(set(table.state.next_cards)) == ["diamond", "gold"]


def test_card_missing_from_deck_counts_with_a_note_ft_a_02():
    """The guessed deck has three Golds, but people can have other decks, so a fourth counts."""
    table = Table(GAME, {}, ["Ann", "Ben"])
    table.do(command("first", player=1))
    assert [take(table, "gold") for _ in range(3)] == [[]] * 3
    note = "The referee's deck has no Gold left, so your deck is a different one. The card counts."
    assert take(table, "gold") == [note]
    for _ in range(32):
        take(table, "gold")
        assert len(table.state.left) + len(table.state.drawn) == 35
    assert table.state.turns == 36


def test_paper_deck_accepts_any_cards_without_notes_ft_a_02():
    table = Table(GAME, {"deck": "paper"}, ["Ann", "Ben"])
    table.do(command("first", player=1))
    assert [take(table, card) for card in ["storm"] * 40] == [[]] * 40
    assert len(table.state.next_cards) == 35
    step, events = table.draw()
    assert (step.do, len(events)) == ("card", 1)


@pytest.mark.parametrize("deck", [{"golt": 3}, {}, {"gold": 0}])
def test_wrong_deck_is_refused(deck):
    with pytest.raises(BadInput, match="deck: "):
        Table(GAME, {"deck": deck}, ["Ann", "Ben"])
