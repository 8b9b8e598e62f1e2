"""Our circuit boards follow the rules of two manufacturers, so that there is no extra charge."""

import re
import tomllib
from itertools import combinations
from math import dist

import pytest
from tools.hardware import pcb, pcb_router
from tools.hardware.products import ROOT

HOUSES = tomllib.loads((ROOT / "hardware" / "board_houses.toml").read_text(encoding="utf-8"))
_TEXT = r"\(font \(size ([\d.]+) [\d.]+\) \(thickness ([\d.]+)\)\)"
_HIDDEN = re.compile(r'\(fp_text \w+ "[^"]*" \(at [^)]*\) \(layer "[^"]*"\) hide\n.*\n')


def board_text(name):
    path = ROOT / "hardware" / name / "made" / "board" / f"{name}.kicad_pcb"
    return path.read_text(encoding="utf-8")


def numbers(pattern, text):
    return [tuple(map(float, found.groups())) for found in re.finditer(pattern, text)]


def broken(house, name, text):
    """Returns the manufacturer's rules that a board's file breaks, with the wrong size."""
    least = {}
    widths = numbers(r"\(segment .*?\(width ([\d.]+)\)", text)
    vias = numbers(r"\(via .*?\(size ([\d.]+)\) \(drill ([\d.]+)\)", text)
    pads = numbers(r"\(pad .*?\(size ([\d.]+) [\d.]+\) \(drill ([\d.]+)\) \(layers \*", text)
    letters = numbers(_TEXT, _HIDDEN.sub("", text))
    assert widths
    assert pads
    assert letters
    least["track"] = min(width for (width,) in widths)
    least["via"] = min([size for size, _ in vias] or [9.0])
    least["drill"] = min(drill for _, drill in vias + pads)
    least["ring"] = min((size - drill) / 2 for size, drill in vias + pads if size > drill)
    least["legend_high"] = min(high for high, _ in letters)
    lines = numbers(r"\(fp_line .*?\(layer \"\w.SilkS\"\) \(width ([\d.]+)\)", text)
    least["legend_thick"] = min([thick for _, thick in letters] + [width for (width,) in lines])
    holes = [(pad.at, pad.drill_mm) for pad in pcb.BOARDS[name]().pads if pad.drill_mm]
    least["hole_apart"] = min(
        dist(one, other) - (thick + thin) / 2
        for (one, thick), (other, thin) in combinations(holes, 2)
    )
    least["space"], least["edge"] = pcb_router.CLEARANCE_MM, pcb_router.EDGE_MM
    least["corner"] = min([radius(*arc) for arc in arcs(text)] + [9.0] * (not sharp(text)))
    return {key: size for key, size in least.items() if size < house[key] - 1e-6}


_AT = r"([\d.]+) ([\d.]+)\)"
_EDGE = r" \(layer \"Edge.Cuts\"\)"


def arcs(text):
    """Returns beginning, middle and end of each arc of the outline, as a row of numbers."""
    return numbers(rf"\(gr_arc \(start {_AT} \(mid {_AT} \(end {_AT}{_EDGE}", text)


def radius(ax, ay, mx, my, bx, by):
    """Returns the radius of the circle through three points."""
    a, b, c = dist((ax, ay), (mx, my)), dist((mx, my), (bx, by)), dist((ax, ay), (bx, by))
    area = abs((mx - ax) * (by - ay) - (bx - ax) * (my - ay)) / 2
    return a * b * c / (4 * area)


def sharp(text):
    """Returns the inner corners of an outline where two straight lines meet."""
    lines = numbers(rf"\(gr_line \(start {_AT} \(end {_AT}{_EDGE}", text)
    assert len(lines) >= 4
    after = {(ax, ay): (bx, by) for ax, ay, bx, by in lines}
    return [
        (bx, by)
        for ax, ay, bx, by in lines
        if (bx, by) in after
        and (bx - ax) * (after[bx, by][1] - by) < (by - ay) * (after[bx, by][0] - bx)
    ]


@pytest.mark.parametrize("house", HOUSES["house"], ids=lambda house: house["name"])
@pytest.mark.parametrize("name", list(pcb.BOARDS))
def test_boards_keep_the_rules_of_each_board_house(house, name):
    assert broken(house, name, board_text(name)) == {}
    assert house["source"]


def test_inner_corner_that_a_mill_cannot_cut_is_found():
    house, text = HOUSES["house"][0], board_text("question_block")
    assert len(arcs(text)) == 2
    assert sharp(text) == []
    # KiCad's sheet begins at 20, 20.
    left, deep, cut = 20 + pcb.NOTCH[0], 20 + pcb.NOTCH[2], pcb.CORNER_MM
    square = text
    for round_one, wrong in (
        (f"(end {left:g} {deep - cut:g})", f"(end {left:g} {deep:g})"),
        (f"(start {left + cut:g} {deep:g}) (end", f"(start {left:g} {deep:g}) (end"),
    ):
        assert round_one in square
        square = square.replace(round_one, wrong)
    assert sharp(square) == [(left, deep)]
    assert "corner" in broken(house, "question_block", square)


def test_size_beyond_the_rules_of_a_house_is_found():
    house, text = HOUSES["house"][0], board_text("apple_base")
    for right, wrong, key in (
        ("(width 0.4)", "(width 0.1)", "track"),
        ("(size 1 0.62) (thickness 0.15)", "(size 0.62 0.62) (thickness 0.15)", "legend_high"),
        ("(size 1 0.8) (thickness 0.15)", "(size 1 0.8) (thickness 0.12)", "legend_thick"),
        ("(size 1.6 1.6) (drill 0.9)", "(size 1.6 1.6) (drill 1.5)", "ring"),
    ):
        assert right in text
        assert key in broken(house, "apple_base", text.replace(right, wrong)), key
