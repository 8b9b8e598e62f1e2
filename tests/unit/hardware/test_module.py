"""The amplifier module in the simulations: its parts, with and without both steps."""

import re

from tools.hardware import module_picture, parts, simulate

CASES = {case["name"]: case for case in simulate.cases()}


def lines(name, **changes):
    return simulate.module_text({**CASES[name], **changes}).split("\n")[:-1]


def test_amplifier_inputs_are_simulated_with_the_module_parts():
    assert lines("full sine") == [
        "Rm_VR1 WIPER AMP_PLUS {trimmer_ohm}",
        "Cm_C1 WIPER C1R1 {module_farad}",
        "Rm_R1 C1R1 chip_plus 100",
        "Cm_C2 AMP_MINUS C2R2 {module_farad}",
        "Rm_R2 C2R2 chip_minus 100",
    ]


def test_bought_module_has_trimmer_at_inputs_and_r3_at_shutdown():
    bought = lines("full sine", module="as bought")
    assert "Rm_VR1b AMP_MINUS WIPER 10k" in bought
    assert lines("amplifier's shutdown pin", module="as bought") == ["Rm_R3 VIN AMP_SHUTDOWN 10k"]
    assert lines("amplifier's shutdown pin") == []


def test_both_changes_are_drawn_at_their_parts():
    changes = {p.ref: p.change for p in parts.read("amplifier").module if p.change}
    assert changes == {"R3": "removed", "VR1": "cut from A-"}
    picture = "".join(module_picture.draw().items)
    for word in ("remove R3", "cut this track", "was 10 kOhm", *(f">{ref}<" for ref in changes)):
        assert word in picture
    pads = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"[^>]*r="12"', picture)]
    front, back = pads[: len(pads) // 2], pads[len(pads) // 2 :]
    assert len({round(one + other) for one, other in zip(front, back, strict=True)}) == 1, (
        "mirrored"
    )
    start = module_picture._TRACK[0]
    assert start == parts.read("amplifier").at_mm("A-")
