"""State of a game of ``storm``, its options, and the working copy that a command changes."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pingblock.common.options import Option, by_name
from pingblock.languages import N_
from pingblock.languages.later import NC_
from pingblock.tables.command import Refusal
from pingblock.tables.draft import Draft
from pingblock.tables.game import Result
from pingblock.tables.storm.board import CHEST, STORM_CARDS, WALLS, StormBoard, StormItem
from pingware.shared.schema import list_of, one_of, such_that, switch, text, whole

FREE = -1  # value in ``jail`` of a free player. In jail it is the number of failed tries.
NOBODY = -1  # owner of a free location
NOWHERE = -1  # place of a player before the drop-in
BANDAGES, CROSSHAIR, BRICK, BOMB = ACTIONS = (
    *(NC_("name", "bandages"), NC_("name", "crosshair")),
    *(NC_("name", "brick"), NC_("name", "bomb")),
)
ROLL_OFF, DROP_IN, TURN = "roll_off", "drop_in", "turn"
FACES = 6

OPTIONS = by_name(
    Option("board", "", text(100_000), N_("Your own board, as @FILE (empty: the shipped one).")),
    Option("roll_off", True, switch, N_("The die decides who drops in first (FN-07).")),
    Option("cover", True, switch, N_("A wall protects from the bomb as well (FN-A-01).")),
    Option(
        "faces",
        [1, 2, 2, 1],
        such_that(
            list_of(whole(0, FACES), len(ACTIONS), len(ACTIONS)),
            lambda faces: sum(faces) == FACES,
            N_("faces of the action die with bandages, crosshair, brick and bomb, six in all"),
        ),
        N_("Stickers of the action die: bandages, crosshair, brick, bomb (FN-A-03, a guess)."),
    ),
    Option("rest", False, switch, N_("A campfire costs the next turn (FN-A-08).")),
    Option(
        "jail_tries", 2, one_of(2, 3), N_("Failed tries after which a player is free (FN-A-09).")
    ),
    Option(
        "turns",
        1000,
        whole(1, 100_000),
        N_("The game ends after this number of turns. The player with the most HP wins."),
    ),
)


class StormRules(NamedTuple):
    """Switches of a game. ``OPTIONS`` describes them."""

    cover: bool
    faces: tuple[int, ...]  # number of faces for each action, in the order of ACTIONS
    rest: bool
    jail_tries: int
    turns: int


class Swap(NamedTuple):
    """A trade that ``seat`` offers to ``to`` (FN-37)."""

    seat: int
    to: int
    give_places: tuple[int, ...] = ()
    give_items: tuple[str, ...] = ()
    take_places: tuple[int, ...] = ()
    take_items: tuple[str, ...] = ()


class StormState(NamedTuple):
    """All values that the next steps depend on. Tuples are by seat or by space."""

    board: StormBoard
    rules: StormRules
    hp: tuple[int, ...]
    place: tuple[int, ...]
    jail: tuple[int, ...]
    resting: tuple[bool, ...]  # whether the player misses the next turn
    items: tuple[tuple[StormItem, ...], ...]
    owner: tuple[int, ...]
    stormed: tuple[bool, ...]
    walls: tuple[bool, ...]
    dropped: tuple[tuple[StormItem, ...], ...]
    storm_drawn: tuple[int, ...] = ()  # spaces that Storm cards have named
    deck: tuple[StormItem, ...] = ()  # known items that are still in the deck
    under: tuple[StormItem, ...] = ()  # used items, under the deck
    phase: str = TURN
    rolled: tuple[tuple[int, int], ...] = ()  # pairs of seat and number in the roll-off
    tied: tuple[int, ...] = ()  # seats that must roll in the roll-off
    turn: int = 0  # seat whose turn it is
    turns: int = 1  # number of turns that have begun
    rolling: bool = False  # whether the current player has taken the dice
    number: int = 0  # number of the die, or 0 before the roll of this turn
    action: str = ""  # result of the action die
    moved: bool = False
    acted: bool = False
    path: tuple[int, ...] = ()  # spaces of this turn's move, including both ends
    go_crossed: bool = False  # whether a Storm card is due at the end of the turn
    ending: bool = False  # whether the turn is over after the due cards
    due: tuple[str, ...] = ()  # cards to be drawn: CHEST or STORM
    used: tuple[str, ...] = ()  # lasting items that were used in this turn
    offers: int = 0  # number of offers in this turn
    swap: Swap | None = None
    # refused trades that bots remember, since a location last changed hands
    refused: tuple[Swap, ...] = ()
    result: Result | None = None

    @property
    def roller(self) -> int | None:
        """The seat that rolls next for the start, or None if the start is decided."""
        return self.tied[len(self.rolled)] if self.phase == ROLL_OFF else None

    @property
    def alive(self) -> tuple[int, ...]:
        """Seats that are still in the game."""
        return tuple(seat for seat, hp in enumerate(self.hp) if hp)

    @property
    def walls_left(self) -> int:
        """Number of walls in the pile (FN-14)."""
        return WALLS - sum(self.walls)

    @property
    def storm_left(self) -> int:
        """Number of Storm cards that were not drawn (FN-A-07)."""
        return STORM_CARDS - len(self.storm_drawn)

    @property
    def items_out(self) -> int:
        """Number of chest cards in hands and on the board."""
        return sum(map(len, self.items)) + sum(map(len, self.dropped))


class StormDraft(Draft[StormState]):
    """A working copy of a state of ``storm``."""

    def put(self, field: str, at: int, value: object) -> None:
        """Sets one item. If a location changes hands, refused trades can be offered again."""
        super().put(field, at, value)
        if field == "owner":
            self.set(refused=())

    def take_item(self, name: str) -> StormItem:
        """Takes the item with this name out of the deck, or creates it if the deck lacks it."""
        for pile in ("deck", "under"):
            cards: tuple[StormItem, ...] = getattr(self.state, pile)
            for at, item in enumerate(cards):
                if item.name == name:
                    self.set(**{pile: cards[:at] + cards[at + 1 :]})
                    return item
        return StormItem(name)

    def name(self, space: int) -> str:
        """Returns the name of a space."""
        return self.state.board.names[space]


def not_deciding(state: StormState, seat: int | None) -> Refusal | None:
    """Returns the reason why a player cannot decide now, or None if the player can."""
    if seat is None or not state.hp[seat]:
        return Refusal("This player is out of the game.", "FN-38")
    if state.phase != TURN:
        return Refusal("First everybody must drop in.", "FN-07")
    if seat != state.turn:
        return Refusal("It is another player's turn.", "FN-08")
    if state.due:
        if state.due[0] == CHEST:
            return Refusal("First the player must draw a chest card.", "FN-33")
        return Refusal("First the player must turn over a Storm card.", "FN-20")
    if state.swap:
        return Refusal("First the other player must answer the trade.", "FN-37")
    if state.rolling:
        return Refusal("The dice are rolling.", "FN-10")
    return None


def no_space(state: StormState, space: int) -> Refusal | None:
    """Returns the reason if the board has no space with this number, or None."""
    most = len(state.board.spaces) - 1
    if space > most:
        return Refusal("The spaces have the numbers 0 to {most}.", "FN-A-02", most=most)
    return None


def six_within(tries: int) -> Fraction:
    """Returns the exact chance of a 6 within ``tries`` rolls of the die (FN-29)."""
    return 1 - Fraction(5, 6) ** tries


def jail_odds(state: StormState, seat: int) -> Fraction:
    """Returns the chance that a player in jail rolls a 6 in the remaining tries."""
    return six_within(state.rules.jail_tries - state.jail[seat])
