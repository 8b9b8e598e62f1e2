"""The printed parts: no overlap through the whole travel, closed, thick enough, as noted."""

import math
from types import SimpleNamespace

import build123d as b
import pytest
from hardware.apple_base import enclosure as base
from hardware.question_block import enclosure as block
from tools.hardware import printed, simulate, solids


@pytest.fixture(scope="module")
def block_parts():
    return block.parts()


@pytest.fixture(scope="module")
def base_parts():
    return base.parts()


@pytest.mark.parametrize("module", [block, base])
def test_no_rule_is_broken(module, request):
    name = "block_parts" if module is block else "base_parts"
    parts = request.getfixturevalue(name)
    meshes = {name: solids.mesh(part) for name, part in parts.items()}
    assert printed.broken_rules(module, parts, meshes) == []


@pytest.mark.parametrize(
    ("lifted", "free"), [(0.5, False), (0, True), (-1.5, True), (-3, True), (-3.5, False)]
)
def test_the_plunger_moves_3_mm_and_is_stopped_at_both_ends(block_parts, lifted, free):
    moved = b.Pos(0, 0, lifted) * block_parts["plunger"]
    common = [solids.overlap_mm3(moved, block_parts[name]) for name in ("body", "tray")]
    assert (max(common) < 0.05) == free


def test_the_plungers_gap_is_as_designed(block_parts):
    assert block_parts["plunger"].distance_to(block_parts["body"]) == pytest.approx(0.2, abs=0.02)
    shifted = b.Pos(0, 0, -1.5) * block_parts["plunger"]
    assert shifted.distance_to(block_parts["body"]) == pytest.approx(0.35, abs=0.02)


def test_the_plunger_works_the_switch():
    """SS-5GL: the lever works 8.0 to 9.6 mm above the screw holes."""
    assert block.STEM_END > block.SWITCH_HOLES + 9.6
    assert block.STEM_END - block.DIMENSIONS.travel < block.SWITCH_HOLES + 8.0


def test_the_spring_lifts_the_plunger_and_lets_a_child_press_it(block_parts):
    """Of 45 mm, 32.6 are left at rest: 1.24 N; 3 mm further down 1.54 N, and the switch 0.49 N."""
    assert block.spring_n(0) == pytest.approx(1.24, abs=0.005)
    assert block.spring_n(3) == pytest.approx(1.54, abs=0.005)
    weight_n = block_parts["plunger"].volume / 1000 * 1.24 / 1000 * 9.81
    assert block.spring_n(0) > 3 * weight_n
    assert block.spring_n(3) + 0.49 < 2.5


def test_what_is_bought_has_its_room(block_parts):
    assert solids.overlaps({**block_parts, **block.bought()}) == {}
    pressed = b.Pos(0, 0, -block.DIMENSIONS.travel) * block_parts["plunger"]
    others = {name: room for name, room in block.bought().items() if name != "switch"}
    assert solids.overlaps({**others, "plunger": pressed}) == {}


@pytest.mark.parametrize("turn_deg", range(45, 136, 15))
def test_no_worm_is_in_the_cam_at_any_turn(turn_deg):
    turned, worm = b.Rot(0, 0, turn_deg) * base.cam(), base.worm()
    for x, y in base.places()[::3]:
        standing = b.Pos(x, y, base.worm_height(x, y, turn_deg)) * worm
        assert solids.overlap_mm3(standing, turned) < 0.3  # facets of the model
        lower = b.Pos(0, 0, -0.5) * standing
        assert solids.overlap_mm3(lower, turned) > 0.5


def test_20_worms_rise_through_most_of_the_lift_wherever_they_stand():
    assert len(base.places()) == 20
    travels = []
    for x, y in base.places():
        heights = [base.worm_height(x, y, turn) for turn in range(45, 136, 3)]
        share = (x * x + y * y) ** 0.5 / base.SIZES.cam_radius
        travels.append((max(heights) - min(heights)) / (share * base.SIZES.lift))
    assert min(travels) > 0.80
    assert max(travels) <= 1.02  # the round foot


def test_the_lever_the_servo_and_the_cam_are_in_nobodys_way(base_parts):
    others = {name: part for name, part in base_parts.items() if name not in ("lever", "worm")}
    others |= {"servo": base.servo(), "switch": base.microswitch()}
    assert solids.overlaps(others) == {}
    for angle in (0, 5, 12, 25):
        assert solids.overlaps({**others, "lever": base.lever(angle)}) == {}


@pytest.mark.parametrize("angle", [-1, 27])
def test_the_lever_is_stopped_at_both_ends(base_parts, angle):
    """At rest by the outer stop on the floor, pulled by the inner one."""
    beyond = {"drum": base_parts["drum"], "lever": base.lever(angle)}
    assert list(solids.overlaps(beyond)) == ["drum and lever"]


def test_the_levers_nose_lies_on_the_switch_at_rest_and_leaves_it():
    """SS-5GL: its lever works 8.0 to 9.6 mm above the holes, which are 2.9 mm above its back."""
    holes = base.SWITCH_AT[2] - base.SWITCH_BODY[2] / 2 + 2.9
    nose_x, under, _ = base.NOSE
    pivot = base.LEVER_PIVOT[2]
    assert pivot + under - holes < 8.0
    pulled = math.radians(25)
    risen = -nose_x * math.sin(pulled) + under * math.cos(pulled)
    assert pivot + risen - holes > 9.6


def air_cm3(parts):
    """Returns the air inside the cube, cm3: what neither printed nor bought parts take."""
    d = block.DIMENSIONS
    inner = d.side - 2 * d.wall
    room = b.Pos(0, 0, d.wall + inner / 2) * b.Box(inner, inner, inner)
    for part in (*parts.values(), *block.bought().values()):
        room -= part
    return room.volume / 1000


def test_the_loudness_is_calculated_for_this_cube(block_parts):
    """Open are the USB opening and the plunger's gap alone: parts fill the other holes."""
    taken = {name: simulate.figures()[name] for name in ("back_cm3", "openings_mm2", "grille_mm2")}
    d = block.DIMENSIONS
    assert air_cm3(block_parts) == pytest.approx(float(taken["back_cm3"]), rel=0.1)
    width, height = block.USB_OPENING[1]
    gap = math.pi * ((d.plunger_radius + d.gap) ** 2 - d.plunger_radius**2)
    assert width * height + gap == pytest.approx(float(taken["openings_mm2"]), rel=0.1)
    assert 19 * math.pi * 1.6**2 == pytest.approx(float(taken["grille_mm2"]), rel=0.01)


@pytest.mark.parametrize("module", [block, base])
def test_every_size_of_a_bought_part_has_a_status_and_a_source(module):
    known = {"datasheet", "seller", "calculated", "guess"}
    assert all(
        size and status in known and source
        for size, status, source in module.BOUGHT_SIZES.values()
    )
    named = set(block.bought()) if module is block else {"servo", "microswitch", "worm"}
    assert named <= set(module.BOUGHT_SIZES)


def test_a_worm_of_another_size_fits_its_own_hole():
    thick = base.WormSize(radius=7.0, length=50.0)
    x, y = base.places()[0]
    standing = b.Pos(x, y, base.worm_height(x, y, 90.0, thick)) * base.worm(thick)
    assert solids.overlap_mm3(standing, base.top(worm=thick)) < 0.05
    assert solids.overlap_mm3(standing, base.top()) > 10


def test_faults_of_parts_are_found():
    box = b.Box(20, 20, 20)
    assert solids.overlaps({"a": box, "b": b.Pos(19, 0, 0) * box}) == {"a and b": 400.0}
    table = b.Pos(0, 0, 10) * b.Box(20, 20, 2) + b.Pos(0, 0, 4.5) * b.Box(4, 4, 9)
    assert solids.overhang_mm2(solids.mesh(table), 0) == pytest.approx(384, abs=1)
    assert solids.overhang_mm2(solids.mesh(table), 180) == 0
    assert solids.thinnest_mm(solids.mesh(b.Box(30, 30, 0.6))) == pytest.approx(0.6, abs=0.01)
    hollow = dict.fromkeys(block.VOLUME_CM3, box)
    found = printed.broken_rules(block, hollow, {name: solids.mesh(box) for name in hollow})
    assert any("body has 8.0 cm3, not 45.0 to 75.0" in each for each in found)
    assert any("in common" in each for each in found)


def test_every_rule_of_a_printed_part_bites():
    """Two pieces, an open mesh, a thin wall, an overhang: each is named."""
    table = b.Pos(0, 0, 10) * b.Box(20, 20, 2) + b.Pos(0, 0, 4.5) * b.Box(4, 4, 9)
    parts = {
        "pieces": b.Box(5, 5, 5) + b.Pos(20, 0, 0) * b.Box(5, 5, 5),
        "open": b.Pos(0, 50, 0) * b.Box(9, 9, 9),
        "thin": b.Pos(0, 90, 0) * b.Box(30, 30, 0.6),
        "table": b.Pos(0, 140, 0) * table,
    }
    meshes = {name: solids.mesh(part) for name, part in parts.items()}
    meshes["open"].update_faces([at > 1 for at in range(len(meshes["open"].faces))])
    rules = SimpleNamespace(
        VOLUME_CM3=dict.fromkeys(parts, (0, 99)),
        OVERHANGS=dict.fromkeys(parts, (10, "")),
        PRINT_TURN_DEG={},
    )
    assert printed.broken_rules(rules, parts, meshes) == [
        "pieces is 2 pieces.",
        "open is not closed.",
        "thin is 0.60 mm thin.",
        "table hangs out by 384 mm2, noted are 10.",
    ]


def test_a_3mf_file_is_the_same_each_time(tmp_path):
    made = []
    for name in ("one", "other"):
        path = tmp_path / name / "parts.3mf"
        path.parent.mkdir()
        mesher = b.Mesher()
        mesher.add_shape(b.Box(10, 10, 10))
        mesher.write(path)
        printed.same_marks(path)
        made.append(path.read_bytes())
    assert made[0] == made[1]
    loaded = b.Mesher().read(tmp_path / "one" / "parts.3mf")
    assert loaded[0].volume == pytest.approx(1000)
