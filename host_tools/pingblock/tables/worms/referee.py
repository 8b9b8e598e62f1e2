"""Rules of ``worms``: colours, hands, wiggles, and the winner (WW-04 to WW-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.languages.later import name as named
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Verb, command
from pingblock.tables.game import TableEvent, TableGame
from pingblock.tables.worms import moves, odds
from pingblock.tables.worms.corrections import AMENDS
from pingblock.tables.worms.moves import BACK, DEAL, FIRST, KEEP, PULL, RUN, TIME, WORM
from pingblock.tables.worms.state import (
    COLOURS,
    EACH,
    HOLES,
    OPTIONS,
    WormsState,
    cards_a_player,
    own_cards,
)
from pingware.shared.schema import needed, text, whole

_COLOUR = needed(text(16, 1))
_BLUE = {"colour": "blue"}
SENTENCES = {
    "card_dealt": N_("{name} gets a {0} card."),
    "first_chosen": N_("{name} begins."),
    "run_begun": N_("{name} lets the lever go: pull!"),
    "match_pulled": N_("{name} has {0}: a match, {1} to go."),
    "miss_pulled": N_(
        "{name} has {0}, which is not wanted. Show it and put it back into its hole."
    ),
    "worm_kept": N_("{name} keeps {0}."),
    "worm_put_back": N_("{name} puts {0} back."),
    "run_ended": N_("The worms have stopped."),
    "turn_begun": N_("{name} is next."),
    "won": N_("{name} wins: every card has its worm."),
    "broken_off": N_("The game was ended after {0} runs."),
    "worms_corrected": N_("Corrected: {name} has {2} {0} cards without a worm, and not {1}."),
    "turn_corrected": N_("Corrected: it is {name}'s turn."),
    "player_joined": N_("{0} joins."),
    "player_left": N_("{name} gives up."),
    "won_last": N_("{name} wins: all others have left."),
}


def plain(state: WormsState, seat: int, chance: SeededChance) -> Command:
    """Takes a wanted worm that was seen, else an unseen one, for a few pulls in each wiggle."""
    held = state.held[seat]
    if held is not None:
        wanted = state.wanted[seat][held.colour]
        return command(KEEP if wanted else BACK, seat)
    if not state.running:
        return command(RUN, seat)
    if state.pulls >= 4 + chance.below(5):
        return command(TIME, seat)
    known = [each for each in state.seen if state.wanted[seat][each.colour]]
    if known:
        return moves.pull_of(state, seat, known[0])
    return command(PULL, seat) if sum(state.unseen) else command(TIME, seat)


BOTS = {"plain": plain}
VERBS = {
    RUN: Verb(N_("let the lever go: the run begins")),
    PULL: Verb(
        N_(
            "pull a worm: an unseen one, the one in a hole, or a seen one of a colour. If "
            "you also name the colour that came out, the worm is kept or put back at once"
        ),
        {"hole": whole(1, HOLES), "seen": text(16, 1), "colour": text(16, 1)},
        example={"hole": 7},
        menu=N_("Pull …"),
        free=True,
    ),
    KEEP: Verb(N_("lay the worm on a card of its colour")),
    BACK: Verb(N_("show the worm and put it back into its hole")),
    TIME: Verb(N_("the worms have stopped: the run is over")),
    DEAL: Verb(
        N_("this card is dealt"),
        {"colour": _COLOUR},
        chance=True,
        example=_BLUE,
        menu=N_("The card is …"),
    ),
    FIRST: Verb(
        N_("this player begins"),
        {"player": needed(whole(0, 3))},
        chance=True,
        example={"player": 1},
        menu=N_("Choose a player …"),
    ),
    WORM: Verb(
        N_("the worm has this colour"),
        {"colour": _COLOUR},
        chance=True,
        example=_BLUE,
        menu=N_("It was …"),
    ),
}


class WormsGame(TableGame[WormsState]):
    """The referee of ``worms``, a ``TableGame``."""

    name = "worms"
    version = 1
    players = range(2, 5)  # WW-02
    options = OPTIONS
    bots = BOTS
    verbs = VERBS

    amends = AMENDS
    to_act = staticmethod(moves.to_act)
    why_not = staticmethod(moves.why_not)
    apply = staticmethod(moves.apply)
    draw = staticmethod(moves.draw)

    def start(self, options: Mapping[str, Any], players: Sequence[str]) -> WormsState:
        """Returns the state with a full apple. In the standard game, each player has a colour."""
        colours = tuple(options["colours"])
        if len({each.casefold() for each in colours}) < COLOURS:
            raise BadInput(_("colours: two have the same name."))
        mixed = options["mixed"]
        return WormsState(
            mixed=mixed,
            together=options["together"],
            runs_most=options["runs_most"],
            colours=colours,
            hand=cards_a_player(options, len(players)),
            wanted=tuple(own_cards(seat, mixed) for seat in range(len(players))),
            covered=(0,) * len(players),
            cards=(EACH,) * COLOURS,
            unseen=(EACH,) * COLOURS,
            held=(None,) * len(players),
        )

    def legal(self, state: WormsState) -> tuple[Command, ...]:
        """Returns every legal decision, or every outcome of chance.

        It leaves out pulls with a hole, and pulls with the colour that came, because a bot must
        not know it.
        """
        if state.result:
            return ()
        if due := moves.due(state):
            return tuple(moves.outcomes(state, due))
        steps = [
            step
            for seat in moves.to_act(state)
            for step in (
                *(command(verb, seat) for verb in (RUN, PULL, KEEP, BACK, TIME)),
                *(moves.pull_of(state, seat, each) for each in dict.fromkeys(state.seen)),
            )
        ]
        return tuple(step for step in steps if not moves.why_not(state, step))

    def say(self, event: TableEvent, players: Sequence[str]) -> str:
        """Returns an event as a sentence."""
        name = players[event.seat] if event.seat is not None else ""
        args = (named(each) if isinstance(each, str) else each for each in event.args)
        return _(SENTENCES[event.kind]).format(*args, name=name)

    def view(self, state: WormsState) -> dict[str, object]:
        """Returns the public part of a state, with each player's odds.

        ``match`` is the chance that the next unseen worm matches. ``pulls`` is the expected number
        of pulls until the hand is complete, including pulls of seen worms.
        """
        seats = []
        for wanted, covered in zip(state.wanted, state.covered, strict=True):
            lying = [
                sum(each.colour == colour for each in state.seen) for colour in range(COLOURS)
            ]
            hidden = [max(0, need - seen) for need, seen in zip(wanted, lying, strict=True)]
            pulls = odds.pulls_until_all(state.unseen, hidden)
            seats.append(
                {
                    "wanted": _named(state, wanted),
                    "covered": covered,
                    "match": str(odds.match(state.unseen, wanted)),
                    "pulls": pulls if pulls is None else str(pulls + sum(wanted) - sum(hidden)),
                }
            )
        return {
            "players": seats,
            "seat": state.seat,
            "running": state.running,
            "runs": state.runs,
            "unseen": _named(state, state.unseen),
            "seen": [{"colour": state.colours[c], "hole": hole} for c, hole in state.seen],
            "held": [None if each is None else state.colours[each.colour] for each in state.held],
        }


def _named(state: WormsState, numbers: Sequence[int]) -> dict[str, int]:
    return dict(zip(state.colours, numbers, strict=True))
