"""Events and states of ``storm`` for people and programs."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages import N_, _
from pingblock.languages.later import said
from pingblock.tables.game import TableEvent
from pingblock.tables.storm.board import HP_TOKENS
from pingblock.tables.storm.state import FREE, NOBODY, NOWHERE, StormState, jail_odds

# {who} is the player of the event. {0} and {1} are its values. {p0} is a value that is shown as
# the name of a player.
SENTENCES = {
    "trade_accepted": N_("{who} accepts the trade of {p0}."),
    "first_chosen": N_("{who} has the highest roll and drops in first."),
    "bomb_set_off": N_("{who} sets off the dance bomb: all walls are gone."),
    "wall_built": N_("{who} puts a wall on {0}."),
    "items_dropped": N_("{who} leaves {0} on {1}."),
    "dropped_in": N_("{who} drops in on {0}."),
    "item_found": N_("{who} finds {0} in the chest."),
    "nothing_found": N_("All chest cards are out, so {who} finds no card."),
    "jail_stormed": N_("{who} would go to jail, but the storm has it."),
    "hp_gained": N_("{who} gains {0} HP and has {1}."),
    "jailed": N_("{who} goes to jail. The turn is over."),
    "covered": N_("{who} is covered by a wall."),
    "jail_left": N_("{who} is free."),
    "nothing_gained": N_("{who} already has {0} HP and cannot gain more."),
    "turn_begun": N_("It is {who}'s turn."),
    "knocked_out": N_("{who} has lost the last HP and is out."),
    "stopped": N_("A wall stops {who} on {0}."),
    "space_stormed": N_("The storm takes {0}."),
    "action_let_go": N_("{who} does not use the action: {0}."),
    "hp_lost": N_("{who} loses {0} HP and has {1}."),
    "place_lost": N_("{who} loses {0} to the storm."),
    "moved": N_("{who} moves to {0}."),
    "trade_offered": N_("{who} offers {p0} a trade: {1} for {2}."),
    "items_picked_up": N_("{who} picks up {0} on {1}."),
    "trade_dropped": N_("{who} and {p0}: the offered trade no longer holds."),
    "trade_refused": N_("{who} refuses the trade of {p0}."),
    "rested": N_("{who} rests at the campfire."),
    "rolled": N_("{who} rolls {0} and {1}."),
    "start_rolled": N_("{who} rolls {0} for the start."),
    "rival_shot": N_("{who} shoots at {p0}."),
    "wall_shot": N_("{who} shoots the wall on {0} down."),
    "jail_stayed": N_("{who} stays in jail: try {0} has failed."),
    "jail_stayed_to_the_end": N_("{who} stays in jail until the next turn: try {0} has failed."),
    "place_taken": N_("{who} takes {0} without paying."),
    "jail_rolled": N_("{who} rolls {0} for a 6."),
    "item_used": N_("{who} uses {0}."),
    "storm_repeated": N_("The storm has already taken {0}, so the card has no effect."),
    "won": N_("{who} wins with {0} HP."),
    "hp_corrected": N_("Corrected: {who} has {1} HP, and not {0}."),
    "place_corrected": N_("Corrected: {who} is on {0}."),
    "jail_corrected": N_("Corrected: {who} is in jail, failed tries: {0}."),
    "jail_corrected_away": N_("Corrected: {who} is not in jail."),
    "owner_corrected": N_("Corrected: {0} belongs to {who}."),
    "owner_corrected_away": N_("Corrected: {0} belongs to no player."),
    "storm_corrected": N_("Corrected: the storm has {0}."),
    "storm_corrected_away": N_("Corrected: the storm does not have {0}."),
    "wall_corrected": N_("Corrected: a wall is on {0}."),
    "wall_corrected_away": N_("Corrected: no wall is on {0}."),
    "items_corrected": N_("Corrected: the items of {who}: {0}."),
    "turn_corrected": N_("Corrected: it is {who}'s turn."),
    "player_joined": N_("{0} joins with {1} HP."),
    "player_left": N_("{who} gives up."),
}


def say(event: TableEvent, players: Sequence[str]) -> str:
    """Returns an event as a sentence."""
    kind = event.kind
    if kind == "jail_stayed" and event.args[1]:
        kind = "jail_stayed_to_the_end"
    named = {
        f"p{at}": players[value]
        for at, value in enumerate(event.args)
        if type(value) is int and value < len(players)
    }
    who = "" if event.seat is None else players[event.seat]
    args = (said(each) if isinstance(each, str) else each for each in event.args)
    return _(SENTENCES[kind]).format(*args, who=who, **named)


def view(state: StormState) -> dict[str, object]:
    """Returns a state as an object for JSON. This game has no hidden information."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "roller": state.roller,
        "turns": state.turns,
        "number": state.number,
        "action": state.action,
        "moved": state.moved,
        "acted": state.acted,
        "path": list(state.path),
        "go_crossed": state.go_crossed,
        "due": list(state.due),
        "trade": state.swap and state.swap._asdict(),
        "bank": HP_TOKENS - sum(state.hp),
        "walls_left": state.walls_left,
        "storm_left": state.storm_left,
        "unverified": list(state.board.unverified),
        "players": [_player(state, seat) for seat in range(len(state.hp))],
        "spaces": [_space(state, at) for at in range(len(state.owner))],
    }


def _player(state: StormState, seat: int) -> dict[str, object]:
    jailed = state.jail[seat] != FREE
    return {
        "hp": state.hp[seat],
        "place": None if state.place[seat] == NOWHERE else state.place[seat],
        "in_jail": jailed,
        "jail_tries": max(0, state.jail[seat]),
        "jail_odds": str(jail_odds(state, seat)) if jailed else None,
        "items": [each._asdict() for each in state.items[seat]],
        "in_game": bool(state.hp[seat]),
    }


def _space(state: StormState, at: int) -> dict[str, object]:
    return {
        **state.board.spaces[at]._asdict(),
        "owner": None if state.owner[at] == NOBODY else state.owner[at],
        "stormed": state.stormed[at],
        "wall": state.walls[at],
        "items": [each._asdict() for each in state.dropped[at]],
    }
