"""Router of our boards: two layers, an A* search on a grid of 0.635 mm, in several rounds.

Tracks can turn by 45 degrees. A via costs as much as 5 mm. Ground comes last, between the other
tracks. The copper pour joins it as well, but a pour without tracks leaves islands.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise, product
from random import Random

from tools.hardware.pcb import Board, Pad, Point
from tools.hardware.perfboard import SCREW_ROOM_MM

GRID_MM = 0.635
TRACK_MM, CLEARANCE_MM, EDGE_MM = 0.4, 0.2, 0.5
VIA_MM, VIA_DRILL_MM = 0.8, 0.4
_VIA_COST, _TURN_COST, _AGAINST_COST = 8.0, 0.2, 0.15
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))

POURED = "GND"  # the net of the copper pour

Spot = tuple[int, int, int]  # layer (0 front, 1 back), column, row


@dataclass
class Routed:
    """Tracks of a board. Args: paths: net -> spots of each track. failed: nets without a path."""

    paths: dict[str, list[list[Spot]]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)


class Router:
    """Search on one board.

    Args:
        board: its pads and outline. ``origin`` is the grid's first point, on the pads' steps.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        first = board.pads[0].at
        self.origin = (first[0] % GRID_MM, first[1] % GRID_MM)
        self.wide = int(max(x for x, _ in board.outline) / GRID_MM) + 1
        self.high = int(max(y for _, y in board.outline) / GRID_MM) + 1
        self.taken: dict[Spot, str] = {}
        self._pads: list[Pad] = list(board.pads)
        self._near: dict[Spot, set[str]] = {}
        self._via_near: dict[Spot, set[str]] = {}
        self._inside: set[tuple[int, int]] = set()
        self._prepare()

    def at(self, column: int, row: int) -> Point:
        """Returns the place of a grid point, mm."""
        return (
            round(self.origin[0] + column * GRID_MM, 4),
            round(self.origin[1] + row * GRID_MM, 4),
        )

    def spot(self, at: Point) -> tuple[int, int]:
        """Returns the grid point nearest to a place."""
        return (
            round((at[0] - self.origin[0]) / GRID_MM),
            round((at[1] - self.origin[1]) / GRID_MM),
        )

    def _prepare(self) -> None:
        """Notes for each grid point whether it is on the board, and the pads that are too near."""
        for column in range(self.wide):
            for row in range(self.high):
                here = self.at(column, row)
                if inside(self.board.outline, here, EDGE_MM + TRACK_MM / 2) and all(
                    math.dist(screw, here) > SCREW_ROOM_MM for screw in self.board.screws
                ):
                    self._inside.add((column, row))
        for index, pad in enumerate(self._pads):
            name = pad.net or f"open {index}"
            middle = self.spot(pad.at)
            for column in range(middle[0] - 4, middle[0] + 5):
                for row in range(middle[1] - 4, middle[1] + 5):
                    away = distance(pad, self.at(column, row))
                    for layer in (0, 1) if pad.drill_mm else (1,):
                        key = (layer, column, row)
                        if away < TRACK_MM / 2 + CLEARANCE_MM - 1e-6:
                            self._near.setdefault(key, set()).add(name)
                        if away < VIA_MM / 2 + CLEARANCE_MM + 0.05:
                            self._via_near.setdefault(key, set()).add(name)

    def free(self, net: str, spot: Spot) -> bool:
        """Returns whether a track of a net can pass a grid point."""
        if spot[1:] not in self._inside or self.taken.get(spot, net) != net:
            return False
        return self._near.get(spot, set()) <= {net}

    def _slant_free(self, net: str, spot: Spot, dx: int, dy: int) -> bool:
        layer, x, y = spot
        for beside in ((layer, x + dx, y), (layer, x, y + dy)):
            if self.taken.get(beside, net) != net:
                return False
        middle = self.at(x, y)
        half = (middle[0] + dx * GRID_MM / 2, middle[1] + dy * GRID_MM / 2)
        others = self._near.get((layer, x + dx, y), set()) | self._near.get(
            (layer, x, y + dy), set()
        )
        if others <= {net}:
            return True
        return all(
            pad.net == net or distance(pad, half) >= TRACK_MM / 2 + CLEARANCE_MM
            for pad in self._pads
            if abs(pad.at[0] - half[0]) < 3 and abs(pad.at[1] - half[1]) < 3
        )

    def _via_free(self, net: str, x: int, y: int) -> bool:
        for layer in (0, 1):
            if not self._via_near.get((layer, x, y), set()) <= set():
                return False
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    here = (layer, x + dx, y + dy)
                    if self.taken.get(here, net) != net or here[1:] not in self._inside:
                        return False
        return True

    def take(self, net: str, path: list[Spot]) -> None:
        """Keeps a path for a net, and the space around its vias."""
        for spot in path:
            self.taken[spot] = net
        holes = {self.spot(pad.at) for pad in self._pads if pad.net == net and pad.drill_mm}
        for here, there in pairwise(path):
            if here[0] != there[0] and here[1:] not in holes:
                for layer, dx, dy in product((0, 1), (-1, 0, 1), (-1, 0, 1)):
                    self.taken.setdefault((layer, here[1] + dx, here[2] + dy), net)

    def _next(self, net: str, spot: Spot, on_pad: bool) -> Iterable[tuple[Spot, float]]:
        layer, x, y = spot
        for dx, dy in _STEPS:
            there = (layer, x + dx, y + dy)
            slant = bool(dx and dy)
            if self.free(net, there) and (not slant or self._slant_free(net, spot, dx, dy)):
                against = (layer == 0) == (dy != 0)
                yield there, (math.sqrt(2) if slant else 1.0) + _AGAINST_COST * against
        if on_pad:
            yield (1 - layer, x, y), 0.1
        elif self._via_free(net, x, y):
            yield (1 - layer, x, y), _VIA_COST

    def search(self, net: str, starts: set[Spot], ends: set[Spot]) -> list[Spot]:
        """Returns the spots from a start to an end, or an empty list without a path."""
        holes = {self.spot(pad.at) for pad in self._pads if pad.net == net and pad.drill_mm}
        goals = {end[1:] for end in ends}
        best = dict.fromkeys(starts, 0.0)
        before: dict[Spot, Spot] = {}
        queue = [(0.0, start) for start in sorted(starts)]
        heapq.heapify(queue)
        while queue:
            _, here = heapq.heappop(queue)
            if here in ends:
                path = [here]
                while here in before:
                    here = before[here]
                    path.append(here)
                return path[::-1]
            for there, cost in self._next(net, here, here[1:] in holes):
                came = before.get(here)
                turned = came is not None and (
                    (here[1] - came[1], here[2] - came[2])
                    != (there[1] - here[1], there[2] - here[2])
                )
                whole = best[here] + cost + _TURN_COST * turned
                if whole < best.get(there, math.inf):
                    best[there], before[there] = whole, here
                    left = min(max(abs(there[1] - x), abs(there[2] - y)) for x, y in goals)
                    heapq.heappush(queue, (whole + 0.9 * left, there))
        return []


def distance(pad: Pad, at: Point) -> float:
    """Returns the distance from a pad's copper, mm: round holes, square pads on the back."""
    dx, dy = abs(at[0] - pad.at[0]), abs(at[1] - pad.at[1])
    if pad.drill_mm:
        return math.hypot(dx, dy) - pad.size_mm[0] / 2
    return math.hypot(max(0.0, dx - pad.size_mm[0] / 2), max(0.0, dy - pad.size_mm[1] / 2))


def inside(outline: tuple[Point, ...], at: Point, margin: float) -> bool:
    """Returns whether a place is on the board and at least ``margin`` mm from its edge."""
    x, y = at
    within = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
        length = (bx - ax) ** 2 + (by - ay) ** 2
        along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
        if math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) < margin:
            return False
    return within


def _spots(router: Router, pad: Pad) -> set[Spot]:
    column, row = router.spot(pad.at)
    return {(layer, column, row) for layer in ((0, 1) if pad.drill_mm else (1,))}


def _lay(router: Router, net: str) -> list[list[Spot]] | None:
    """Lays the tracks of one net, or returns None if a pad is out of reach."""
    pads = [pad for pad in router.board.pads if pad.net == net]
    tree, left, paths = _spots(router, pads[0]), pads[1:], []
    while left:
        ends = {spot: pad for pad in left for spot in _spots(router, pad)}
        path = router.search(net, tree, set(ends))
        if not path and net == POURED:
            # The pour joins these with the rest. If it does not, KiCad's DRC reports it.
            tree = _spots(router, left.pop(0))
            continue
        if not path:
            return None
        paths.append(path)
        left.remove(ends[path[-1]])
        tree |= set(path) | _spots(router, ends[path[-1]])
        router.take(net, path)
    return paths


def _length(board: Board, net: str) -> float:
    places = [pad.at for pad in board.pads if pad.net == net]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return max(xs) - min(xs) + max(ys) - min(ys)


def route(board: Board, rounds: int = 40) -> Routed:
    """Returns the tracks of a board. Nets that failed are laid first in the next round.

    Ground in several pieces is another reason for a round, although the pour can join them.
    """
    nets = {pad.net for pad in board.pads} - {""}
    nets = {net for net in nets if sum(pad.net == net for pad in board.pads) > 1}
    first = sorted(nets, key=lambda net: (net == POURED, _length(board, net), net))
    order, by_chance, router = first, Random(1), Router(board)
    ground = sum(pad.net == POURED for pad in board.pads)
    best, best_bad = Routed(failed=first), (len(first), ground)
    for _ in range(rounds):
        found = _round(router, order)
        bad = len(found.failed), ground - 1 - len(found.paths.get(POURED, ()))
        if bad < best_bad:
            best, best_bad = found, bad
        if best_bad <= (0, 0):
            break
        rest = [net for net in first if net not in found.failed and net != POURED]
        place = by_chance.randrange(len(rest))
        order = [*found.failed, *rest[place:], *rest[:place], POURED]
    return best


def _round(router: Router, order: list[str]) -> Routed:
    """Lays all nets in an order on an empty board."""
    router.taken.clear()
    found = Routed()
    for net in dict.fromkeys(order):
        paths = _lay(router, net)
        if paths is None:
            found.failed.append(net)
        else:
            found.paths[net] = paths
    return found
