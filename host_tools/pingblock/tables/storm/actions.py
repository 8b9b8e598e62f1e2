"""Actions of the action die of ``storm``: bandages, crosshair, brick and dance bomb."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.languages.later import NC_, name_later
from pingblock.tables.command import Command, Refusal
from pingblock.tables.storm.damage import gain, lose
from pingblock.tables.storm.state import (
    BANDAGES,
    BOMB,
    BRICK,
    CROSSHAIR,
    StormDraft,
    StormState,
    no_space,
    not_deciding,
)
from pingblock.tables.verb import Arguments, at_space, bare, taking
from pingware.shared.schema import whole

HEAL_HP = 2  # FN-12
SHOT_HP = BOMB_HP = 1  # FN-13, FN-15
TARGET = {"target": whole(0, 6), "wall": whole(0, 200)}


def no_action(state: StormState, step: Command, action: str, rule: str) -> Refusal | None:
    """Returns the reason why a player cannot do this action now, or None if it is possible."""
    if fault := not_deciding(state, step.seat):
        return fault
    if state.action != action:
        action = name_later(state.action or NC_("name", "not started yet"))
        return Refusal(
            "This action is not possible, because the action die shows {action}.",
            rule,
            action=action,
        )
    return Refusal("You have already done the action of this roll.", rule) if state.acted else None


def _heal(draft: StormDraft, step: Command) -> None:
    draft.set(acted=True)
    gain(draft, step.player, HEAL_HP, "FN-12")


def aims(state: StormState, seat: int) -> Arguments:
    """Yields the arguments for each target: the other players and the walls."""
    yield from ({"target": other} for other in state.alive if other != seat)
    yield from ({"wall": space} for space, wall in enumerate(state.walls) if wall)


def no_aim(state: StormState, step: Command, far: bool = False) -> Refusal | None:
    """Returns the reason against a shot at a player or a wall, or None (FN-13, FN-17, FN-18).

    Args:
        state: the state.
        step: a command with ``target`` or ``wall``.
        far: whether the shot reaches beyond the line of sight.
    """
    target, wall = step.arg("target"), step.arg("wall")
    if (target is None) == (wall is None):
        return Refusal("Shoot at one target: a player or a wall.", "FN-13")
    if target is not None:
        if target == step.player or target not in range(len(state.hp)) or not state.hp[target]:
            return Refusal("You can shoot at any other player still in the game.", "FN-13")
        at = state.place[target]
        if state.walls[at]:
            return Refusal("A wall covers that player: shoot the wall.", "FN-17")
    else:
        at = wall
        if fault := no_space(state, at):
            return fault
        if not state.walls[at]:
            return Refusal("There is no wall at this place.", "FN-18")
    if not far and not state.board.sees(state.place[step.player], at):
        return Refusal("You can shoot only at targets on your side of the board.", "FN-13")
    return None


def shot(draft: StormDraft, step: Command, hp: int) -> None:
    """Takes HP from the target of a shot, or removes the wall."""
    target, wall = step.arg("target"), step.arg("wall")
    if wall is not None:
        draft.put("walls", wall, False)
        draft.tell("wall_shot", "FN-18", step.seat, draft.name(wall))
    else:
        draft.tell("rival_shot", "FN-13", step.seat, target)
        lose(draft, target, hp, "FN-13")


def _shots(state: StormState, seat: int) -> Arguments:
    if state.action == CROSSHAIR and not state.acted:
        yield from aims(state, seat)


def _no_shot(state: StormState, step: Command) -> Refusal | None:
    return no_action(state, step, CROSSHAIR, "FN-13") or no_aim(state, step)


def _shoot(draft: StormDraft, step: Command) -> None:
    draft.set(acted=True)
    shot(draft, step, SHOT_HP)


def _bomb(draft: StormDraft, step: Command) -> None:
    """Hurts every other player without cover, then destroys all walls (FN-15, FN-A-01)."""
    draft.set(acted=True)
    draft.tell("bomb_set_off", "FN-15", step.seat)
    for seat in draft.state.alive:
        covered = draft.state.rules.cover and draft.state.walls[draft.state.place[seat]]
        if seat != step.seat and covered:
            draft.tell("covered", "FN-17", seat)
        elif seat != step.seat and draft.state.result is None:
            lose(draft, seat, BOMB_HP, "FN-15")
    draft.set(walls=(False,) * len(draft.state.walls))


def _sites(state: StormState, seat: int) -> Arguments:
    if state.action == BRICK and not state.acted:
        yield from ({"space": space} for space in dict.fromkeys(state.path))


def _no_wall(state: StormState, step: Command) -> Refusal | None:
    if fault := no_action(state, step, BRICK, "FN-14"):
        return fault
    if not state.moved:
        return Refusal("First move, and do what the space says.", "FN-14")
    space = step.arg("space")
    if space not in state.path:
        return Refusal("Build the wall on a space of the path that you have just moved.", "FN-14")
    return no_site(state, space)


def no_site(state: StormState, space: int) -> Refusal | None:
    """Returns the reason why a wall cannot be put on a space, or None if it can (FN-A-06)."""
    if fault := no_space(state, space):
        return fault
    if state.walls[space]:
        return Refusal("There is already a wall at this place.", "FN-A-06")
    return None if state.walls_left else Refusal("No wall is left in the pile.", "FN-A-06")


def _build(draft: StormDraft, step: Command) -> None:
    draft.set(acted=True)
    stand(draft, step.seat, step.arg("space"))


def stand(draft: StormDraft, seat: int | None, space: int) -> None:
    """Puts a wall from the pile on a space."""
    draft.put("walls", space, True)
    draft.tell("wall_built", "FN-14", seat, draft.name(space))


VERBS = {
    "heal": bare(
        N_("Bandages: take 2 HP."), lambda s, step: no_action(s, step, BANDAGES, "FN-12"), _heal
    ),
    "shoot": taking(
        N_("Crosshair: shoot at a player in sight, or at a wall."),
        TARGET,
        {"target": 1},
        (_shots, _no_shot, _shoot),
        menu=N_("Shoot …"),
    ),
    "bomb": bare(
        N_("Dance bomb: all others pay 1 HP, all walls go."),
        lambda s, step: no_action(s, step, BOMB, "FN-15"),
        _bomb,
    ),
    "build": at_space(
        N_("Brick: put a wall on your path."), N_("Build …"), (_sites, _no_wall, _build)
    ),
}
