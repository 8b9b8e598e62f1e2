"""Rules for a sound that replaces a built-in one."""

from __future__ import annotations

from dataclasses import dataclass

from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.sounds.tables import names_played, shows, tunes
from pingware.games.block.outcomes import FAMILIES
from pingware.shared import light_show
from pingware.shared.light_show import EVERY_MS

_TICK_MS = 900  # A counted sound is repeated each second, so it must be shorter.
_COUNTED = "repeat_every_ms"
OUTCOMES = {each.tune for each in FAMILIES if _COUNTED not in tunes()[each.tune]}
_OUTCOME_MS, _OTHER_MS = 10_000, 5_000


@dataclass(frozen=True)
class Rule:
    """Limits for a sound that replaces a built-in one.

    Args:
        name: name of the tune, such as "ping".
        longest_ms: length of the longest allowed sound.
        show_ms: length of the light show. If the sound is shorter, silence follows.
        counted: whether the sound is repeated every ``EVERY_MS`` and people count it.
        outcome: whether the sound announces the result of a press, so that it must not be like
            coins.
    """

    name: str
    longest_ms: int
    show_ms: int = 0
    counted: bool = False
    outcome: bool = False


ANY = Rule("", _OUTCOME_MS)


def rule_of(name: str) -> Rule:
    """Returns the rules for a sound that replaces tune ``name``.

    Raises:
        BadInput: the tune does not exist, or must not be replaced.
    """
    played = names_played()
    if name not in played:
        raise BadInput(no_such("sound", name, sorted(played)))
    if _COUNTED in tunes()[name]:
        return Rule(name, EVERY_MS, EVERY_MS, counted=True)
    lights = [shows()[each] for each in played[name] if each in shows()]
    show_ms = max((light_show.duration_ms(each, 0) for each in lights), default=0)
    if name.startswith("tick_"):
        return Rule(name, _TICK_MS)
    outcome = name in OUTCOMES
    return Rule(name, _OUTCOME_MS if outcome else _OTHER_MS, show_ms, outcome=outcome)
