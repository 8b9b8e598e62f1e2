"""Routes of the perfboards' wires: along the grid, past other pins, with few crossings."""

from dataclasses import replace

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import board_picture, perfboard, pictures, routes


# On the block, the amplifier covers 7 x 10 holes, and parts must stay away from the grooves' edges
# and the Pico, so the rest is crowded.
@pytest.fixture(params=[(BLOCK, 21), (BASE, 2)], ids=["block", "base"], scope="module")
def laid(request):
    circuit, most = request.param
    layout = perfboard.layout_of(circuit)
    return layout, routes.routes_of(layout), most


def test_wires_follow_the_grid_and_avoid_other_pins(laid):
    layout, found, most_crossings = laid
    assert routes.faults(layout, found) == []
    assert len(found) == len(layout.wires()) > 20
    assert routes.crossings(found) <= most_crossings
    for route in found:
        for (ax, ay), (bx, by) in zip(route.corners, route.corners[1:], strict=False):
            assert (ax == bx) != (ay == by), "a wire runs along a row or a column"


def test_faulty_routes_are_found():
    layout = perfboard.layout_of(BASE)
    found = routes.routes_of(layout)
    longest = max(found, key=lambda route: route.length_mm())
    others = [route for route in found if route is not longest]
    assert any("not the layout's wires" in each for each in routes.faults(layout, others))
    cut = replace(longest, corners=longest.corners[:-1])
    assert any("does not end in its holes" in f for f in routes.faults(layout, [*others, cut]))
    first, last = (2 * layout.holes["J1", pin][0] for pin in ("GND", "GND2"))
    straight = replace(longest, corners=((first, 20), (last, 20)))
    assert any("runs over a pin of" in f for f in routes.faults(layout, [*others, straight]))
    other = next(route for route in others if route.net != longest.net)
    same = replace(longest, corners=other.corners)
    assert any("share a lane" in f for f in routes.faults(layout, [*others, same]))


def test_crossings_of_different_nets_are_counted():
    one = perfboard.Route("A", (0, 1), (4, 1), ((0, 2), (8, 2)))
    other = perfboard.Route("B", (2, 0), (2, 3), ((4, 0), (4, 6)))
    assert routes.crossings([one, other]) == 1
    assert routes.crossings([one, replace(other, net="A")]) == 0
    assert one.length_mm() == pytest.approx(10.16)


def test_picture_shows_all_parts_on_both_sides_and_nets(laid):
    layout, found, _ = laid
    picture = board_picture.perfboard(layout, found, pictures.colours_of(layout.circuit)).items
    text = "\n".join(picture)
    for (ref, pin), hole in layout.holes.items():
        assert f">{ref} " in text or f">{ref}<" in text
        assert hole
        number = perfboard.contact(layout.circuit, ref, pin)
        assert f">{ref}.{number or ('GND' if pin.startswith('GND') else pin)}<" in text
    assert all(f">{route.net}<" in text for route in found)
    assert sum("<polyline" in item for item in picture) >= 2 * len(found)
