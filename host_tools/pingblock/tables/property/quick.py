"""Many games of bots, each in one draft from the first command to the last.

The same seeds give the same games as ``play_out``, a fifth faster: no state is kept between two
commands, and events are counted, not listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pingblock.tables.bots import MOST_COMMANDS, Played
from pingblock.tables.chance import BOTS, DICE, SeededChance
from pingblock.tables.command import RefusedCommand
from pingblock.tables.property.flow import advance, waits_for
from pingblock.tables.property.game import PropertyGame
from pingblock.tables.property.state import Draft, PropertyState
from pingblock.tables.property.verbs import VERBS


class QuickProperty:
    """Plays games of an edition by bots.

    Args:
        game: the edition.
        options: a right value for every option.
        bots: the bot of each seat, names of ``game.bots``.
    """

    def __init__(
        self, game: PropertyGame, options: Mapping[str, Any], bots: Sequence[str]
    ) -> None:
        self._game = game
        self._bots = [game.bots[bot] for bot in bots]
        self._first = game.start(options, bots)

    def play(self, seed: int, seen: Counter[str] | None = None) -> Played:
        """Plays a game to its end; the same seed gives the same game.

        Args:
            seed: of dice and decisions.
            seen: gets the number of events of each kind.

        Raises:
            RefusedCommand: a bot wanted what is not legal, which is a fault of the bot.
        """
        why_not, draw, choose = self._game.why_not, self._game.draw, self._bots
        dice, whims = SeededChance(seed, DICE), SeededChance(seed, BOTS)
        draft = _CountingDraft(self._first, Counter() if seen is None else seen)
        commands = drawn = 0
        while commands < MOST_COMMANDS:
            if ready := waits_for(draft):
                seat = ready[0] if len(ready) == 1 else ready[whims.below(len(ready))]
                step = choose[seat](draft, seat, whims)
                if refusal := why_not(draft, step):
                    raise RefusedCommand(refusal)
            elif drawing := draw(draft, dice.at(drawn)):
                drawn += 1
                step = drawing
            else:
                assert draft.result is not None, "a dead end"
                break
            commands += 1
            VERBS[step.do].do(draft, step)
            advance(draft)
        return Played(Draft(draft).done()[0], draft.result, commands)


class _CountingDraft(Draft):
    """A draft that counts its events by their kind."""

    __slots__ = ("seen",)

    def __init__(self, state: PropertyState, seen: Counter[str]) -> None:
        super().__init__(state)
        self.seen = seen

    def tell(self, kind: str, subject: str, seat: int | None = None, *args: Any) -> None:
        self.seen[kind] += 1

    def tell_at(self, kind: str, subject: str, seat: int | None, space: int, *args: Any) -> None:
        self.seen[kind] += 1
