"""Routes of the wires on a perfboard's back: along its grid, few bends, few crossings.

A wire runs through free holes and through the lanes between the holes. Two nets never share a
lane. Where they must cross, they do so at a right angle, because the wires are insulated. The
longest wires are laid last. Then each wire is removed and laid again as long as that helps.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import Any

from tools.hardware.perfboard import (
    COLUMNS,
    PITCH_MM,
    ROWS,
    SCREW_ROOM_MM,
    Hole,
    Layout,
    Route,
    Spot,
)

_BEND, _CROSSING, _FREE_HOLE, _BESIDE_ITSELF = 1.5, 12.0, 0.6, 4.0
_PASSES = 4


def _grid() -> Any:
    """Returns the board as a graph: (spot, True while the wire runs along a row)."""
    import networkx as nx

    graph = nx.DiGraph()
    for x in range(2 * COLUMNS - 1):
        for y in range(2 * ROWS - 1):
            here = (x, y)
            graph.add_edge((here, True), (here, False), step=None)
            graph.add_edge((here, False), (here, True), step=None)
            for other, along in (((x + 1, y), True), ((x, y + 1), False)):
                if other[0] < 2 * COLUMNS - 1 and other[1] < 2 * ROWS - 1:
                    step = (here, other)
                    graph.add_edge((here, along), (other, along), step=step)
                    graph.add_edge((other, along), (here, along), step=step)
    return graph


def _path(
    graph: Any, wire: tuple[str, Hole, Hole], pins: dict[Spot, str], laid: list[Route]
) -> Route:
    """Returns the cheapest route of a wire between the wires that are already laid."""
    import networkx as nx

    net, start, end = wire
    taken: dict[tuple[Spot, Spot], str] = {}
    used: Counter[Spot] = Counter()
    for route in laid:
        taken.update(dict.fromkeys(route.steps(), route.net))
        if route.net != net:
            used.update(route.spots())
    first, last = (2 * start[0], 2 * start[1]), (2 * end[0], 2 * end[1])

    def cost(_here: Any, there: Any, edge: dict[str, Any]) -> float | None:
        spot, step = there[0], edge["step"]
        if step is None:
            return _BEND + 2 * _CROSSING * used[spot]  # no bend on another wire
        if step in taken and taken[step] != net:
            return None
        beside = _BESIDE_ITSELF if step in taken else 0.0
        if spot in pins and spot not in (first, last):
            return None
        through = _FREE_HOLE if spot[0] % 2 == 0 and spot[1] % 2 == 0 else 0.0
        return 1.0 + beside + through + _CROSSING * used[spot]

    graph.add_edge("start", (first, True), step=None)
    graph.add_edge("start", (first, False), step=None)
    graph.add_edge((last, True), "end", step=None)
    graph.add_edge((last, False), "end", step=None)
    try:
        found = nx.dijkstra_path(
            graph,
            "start",
            "end",
            lambda a, b, e: 0.0 if "start" in a or "end" in b else cost(a, b, e),
        )
    finally:
        graph.remove_nodes_from(["start", "end"])
    spots = [spot for spot, _ in found[1:-1]]
    return Route(net, start, end, tuple(_corners(spots)))


def _corners(spots: list[Spot]) -> list[Spot]:
    """Returns the first spot, the last one and the changes of direction."""
    path = [spots[0], *(after for before, after in pairwise(spots) if after != before)]
    inner = [
        here
        for before, here, after in zip(path, path[1:], path[2:], strict=False)
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]
    return [path[0], *inner, path[-1]]


def crossings(routes: list[Route]) -> int:
    """Returns the number of spots where wires of different nets meet."""
    nets: dict[Spot, set[str]] = {}
    for route in routes:
        for spot in route.spots():
            nets.setdefault(spot, set()).add(route.net)
    return sum(len(names) - 1 for names in nets.values())


def routes_of(layout: Layout) -> list[Route]:
    """Returns a route for each wire of a layout.

    Raises:
        networkx.NetworkXNoPath: a wire has no possible route.
    """
    graph = _grid()
    pins = {
        (2 * column, 2 * row): layout.circuit.net_of(ref, pin)
        for (ref, pin), (column, row) in layout.holes.items()
    }
    pins |= dict.fromkeys(blocked(layout), "")
    wires = sorted(
        layout.wires(),
        key=lambda wire: abs(wire[1][0] - wire[2][0]) + abs(wire[1][1] - wire[2][1]),
    )
    laid: list[Route] = []
    for wire in wires:
        laid.append(_path(graph, wire, pins, laid))
    for _ in range(_PASSES):
        before = crossings(laid)
        for at, wire in enumerate(wires):
            others = laid[:at] + laid[at + 1 :]
            laid[at] = _path(graph, wire, pins, others)
        if crossings(laid) >= before:
            break
    return laid


def blocked(layout: Layout) -> set[Spot]:
    """Returns the spots where a screw's post or a groove's lip touches the back."""
    spots = [(x, y) for x in range(2 * COLUMNS - 1) for y in range(2 * ROWS - 1)]
    under = {
        spot
        for spot in spots
        for screw in layout.screws
        if math.dist((spot[0] / 2, spot[1] / 2), screw) * PITCH_MM < SCREW_ROOM_MM
    }
    edges = (0, 2 * COLUMNS - 2)
    return under | {(x, y) for x, y in spots if x in edges and y >= 2 * layout.held}


def faults(layout: Layout, routes: list[Route]) -> list[str]:
    """Returns the faults of routes, a sentence each."""
    found = []
    pin_net = {hole: layout.circuit.net_of(ref, pin) for (ref, pin), hole in layout.holes.items()}
    lanes: dict[tuple[Spot, Spot], str] = {}
    for route in routes:
        ends = {(2 * hole[0], 2 * hole[1]) for hole in (route.start, route.end)}
        if {route.corners[0], route.corners[-1]} != ends:
            found.append(f"A wire of {route.net} does not end in its holes.")
        for ax, ay in route.spots() - ends:
            hole = (ax // 2, ay // 2)
            if ax % 2 == 0 and ay % 2 == 0 and hole in pin_net:
                found.append(f"A wire of {route.net} runs over a pin of {pin_net[hole]}.")
        if route.spots() & blocked(layout):
            found.append(f"A wire of {route.net} runs under a screw or a lip.")
        for step in route.steps():
            if lanes.setdefault(step, route.net) != route.net:
                found.append(f"{route.net} and {lanes[step]} share a lane.")
    wanted = sorted((net, start, end) for net, start, end in layout.wires())
    if sorted((r.net, r.start, r.end) for r in routes) != wanted:
        found.append("The routes are not the layout's wires.")
    return found
