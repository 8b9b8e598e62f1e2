"""Items from the chest of ``storm``: players draw, keep and use them in their own turn."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.languages.later import later, listed_later
from pingblock.tables.command import Command, Refusal
from pingblock.tables.storm.actions import TARGET, aims, no_aim, no_site, shot, stand
from pingblock.tables.storm.board import ANY_ITEM, CHEST, HP_MOST, StormItem
from pingblock.tables.storm.damage import gain
from pingblock.tables.storm.state import StormDraft, StormState, not_deciding
from pingblock.tables.storm.walking import walk
from pingblock.tables.verb import Arguments, taking
from pingware.shared.schema import needed, switch, text, whole

_HP = whole(0, HP_MOST)
_NAME = needed(text(30, 1))


def _cards(state: StormState, seat: int) -> Arguments:
    if state.due[:1] == (CHEST,):
        known = state.deck or state.under[:1] or (ANY_ITEM,)
        yield from (each._asdict() for each in dict.fromkeys(known))


def _no_chest(state: StormState, step: Command) -> Refusal | None:
    if state.due[:1] == (CHEST,):
        return None
    return Refusal("You can draw a chest card only when you land on a chest.", "FN-33")


def _chest(draft: StormDraft, step: Command) -> None:
    """Gives the drawn card to the player. Missing values come from the known card."""
    given = dict(step.args)
    state = draft.state
    known = [*state.deck, *state.under]
    found = next((each for each in known if each.name == given["name"]), StormItem(given["name"]))
    item = found._replace(**given)
    for pile in ("deck", "under"):
        cards = list(getattr(state, pile))
        if found in cards:
            cards.remove(found)
            draft.set(**{pile: tuple(cards)})
            break
    draft.set(due=state.due[1:])
    draft.put("items", state.turn, (*state.items[state.turn], item))
    draft.tell("item_found", "FN-33", state.turn, item.name)


def _held(state: StormState, step: Command) -> StormItem | None:
    """Returns the item that a command uses, if the player has it and has not used it."""
    own = [each for each in state.items[step.player] if each.name == step.arg("item")]
    lasting = [each for each in own if not each.once]
    once = [each for each in own if each.once]
    unused = lasting[state.used.count(step.arg("item")) :]
    return next(iter(once or unused), None)


def _uses(state: StormState, seat: int) -> Arguments:
    for item in dict.fromkeys(state.items[seat]):
        if item.damage:
            yield from ({"item": item.name, **aim} for aim in aims(state, seat))
        else:
            yield {"item": item.name}


def _no_use(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    names = [each.name for each in state.items[step.player]]
    if step.arg("item") not in names:
        has = listed_later(names) or later(N_("nothing"))
        return Refusal("You have no item of this name. You have {has}.", "FN-33", has=has)
    item = _held(state, step)
    if item is None:
        return Refusal("You can use a lasting item only once in a turn.", "FN-33")
    aimed = step.arg("target") is not None or step.arg("wall") is not None
    if aimed and (fault := no_aim(state, step, item.far)):
        return fault
    if not aimed and (step.arg("damage") or item.damage):
        return Refusal("Name the target: a player or a wall.", "FN-33")
    if (site := step.arg("build")) is not None and (fault := no_site(state, site)):
        return fault
    if step.arg("steps") and not state.moved:
        return Refusal("Move by the die before you move by an item.", "FN-33")
    return None


def _use(draft: StormDraft, step: Command) -> None:
    """Carries out the effects of a card: HP, a shot, a wall, another move."""
    state = draft.state
    seat = state.turn
    item = _held(state, step)
    assert item is not None
    draft.tell("item_used", "FN-33", seat, item.name)
    if item.once:
        own = list(state.items[seat])
        own.remove(item)
        draft.put("items", seat, tuple(own))
        draft.set(under=(*state.under, item))
    else:
        draft.set(used=(*state.used, item.name))
    hp, damage = step.arg("gain"), step.arg("damage")
    if hp or (hp is None and item.gain):
        gain(draft, seat, hp or item.gain, "FN-33")
    if step.arg("target") is not None or step.arg("wall") is not None:
        shot(draft, step, item.damage if damage is None else damage)
    if (site := step.arg("build")) is not None:
        stand(draft, seat, site)
    if steps := step.arg("steps"):
        walk(draft, steps)


VERBS = {
    "chest": taking(
        N_("This item was drawn (once: one use, far: beyond the line of sight)."),
        {"name": _NAME, "once": switch, "gain": _HP, "damage": _HP, "far": switch},
        {"name": "Bandage kit", "once": True, "gain": 2},
        (_cards, _no_chest, _chest),
        menu=N_("The chest holds …"),
        free=True,
        chance=True,
    ),
    "use": taking(
        N_("Use an item. Add the effects of its card that were not entered."),
        {
            "item": _NAME,
            **TARGET,
            "gain": _HP,
            "damage": _HP,
            "build": whole(0, 200),
            "steps": whole(1, 12),
        },
        {"item": "Bandage kit", "gain": 2},
        (_uses, _no_use, _use),
        menu=N_("Use an item …"),
        free=True,
    ),
}
