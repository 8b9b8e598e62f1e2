"""Findings of the doctor: each trouble has a sentence, a code and a remedy."""

from dataclasses import replace
from pathlib import Path

import pytest

from pingblock.care.doctor.facts import PINGBLOCK, PROMPT, SILENT, STRANGER, Facts, PortFacts
from pingblock.care.doctor.findings import HINT, OK, RULE, RULE_COMMAND, WRONG, findings
from pingblock.common.owner import Holder

WELL = PortFacts("/dev/ttyACM0", "E660", answers=PINGBLOCK, version="1.2.0")
FACTS = Facts("linux", "1.2.0", (WELL,), engines={"desk": "", "chip": ""})
NO = {"permitted": False, "group": "dialout", "answers": "", "version": ""}
FORBIDDEN = replace(WELL, **NO)


def told(code, facts):
    """Returns the only finding of a code."""
    [found] = [each for each in findings(facts) if each.code == code]
    return found


def test_healthy_device_has_no_fault_and_no_command():
    found = findings(FACTS)
    assert {each.level for each in found} == {OK}
    assert {each.fix for each in found} == {""}
    assert told("answers", FACTS).say == "Pingblock 1.2.0 answers at /dev/ttyACM0."
    of_a_kind = replace(FACTS, ports=(replace(WELL, machine=PICO_2_W),))
    assert told("answers", of_a_kind).say.endswith(f"ttyACM0, on a {PICO_2_W}.")


INSTALL = "pingblock install --port /dev/ttyACM0"
RESTART = "pingblock restart --port /dev/ttyACM0"
PICO_2_W, ESP = "Raspberry Pi Pico 2 W with RP2350", "ESP32 module with ESP32"
HOLDERS = (Holder(7, "pingblock monitor"), Holder(9, "minicom"))


@pytest.mark.parametrize(
    ("changes", "code", "said", "fix"),
    [
        (NO, "forbidden", "the group dialout", "sudo usermod -a -G dialout $USER"),
        (NO | {"in_group": True}, "log_in_again", "Log out and in", ""),
        (NO | {"group": ""}, "forbidden", "have no permission to use /dev/ttyACM0", ""),
        (
            {"holders": HOLDERS},
            "busy",
            "in use by pingblock monitor (process 7) and minicom (process 9)",
            "",
        ),
        ({"answers": PROMPT, "say": "It was slow."}, "at_prompt", "It was slow.", RESTART),
        (
            {"answers": PROMPT, "machine": PICO_2_W},
            "no_firmware",
            f"MicroPython at /dev/ttyACM0, on a {PICO_2_W}, runs but does not start Pingblock",
            INSTALL,
        ),
        (
            {"answers": PROMPT, "machine": ESP},
            "other_board",
            f"is a {ESP}, which has another chip",
            "",
        ),
        (
            {"answers": PROMPT, "safe_mode": "hang"},
            "safe_mode",
            "in safe mode: its firmware hung three times in a row. To repair it, install "
            "Pingblock again",
            INSTALL,
        ),
        ({"answers": SILENT, "say": "Odd."}, "silent", "Odd.", RESTART),
        ({"answers": STRANGER, "say": "A kettle."}, "stranger", "A kettle.", ""),
        ({"answers": "", "say": "It broke."}, "unusable", "It broke.", ""),
    ],
)
def test_port_trouble_is_reported_with_a_remedy(changes, code, said, fix):
    found = told(code, replace(FACTS, ports=(replace(WELL, **changes),)))
    assert (found.level, found.fix) == (WRONG, fix)
    assert said in found.say


def test_board_with_frozen_firmware_is_restarted_or_reinstalled():
    machine = "Raspberry Pi Pico2 with RP2350"
    board = replace(WELL, answers=PROMPT, machine=machine, frozen=True)
    found = told("interrupted", replace(FACTS, ports=(board,)))
    assert (found.level, found.fix) == (WRONG, RESTART)
    safe = told("safe_mode", replace(FACTS, ports=(replace(board, safe_mode="crash"),)))
    assert (safe.level, safe.fix) == (WRONG, INSTALL)


def test_safe_mode_in_place_is_cured_by_flashing_its_image():
    machine = "Raspberry Pi Pico with RP2040"
    board = replace(WELL, answers=PROMPT, machine=machine, frozen=True, in_place=True)
    safe = told("safe_mode", replace(FACTS, ports=(replace(board, safe_mode="damaged"),)))
    assert safe.fix == "pingblock flash pico --port /dev/ttyACM0"
    assert "its firmware is damaged. Write the image onto it again" in safe.say
    assert told("interrupted", replace(FACTS, ports=(board,))).fix == RESTART


def test_missing_udev_rule_is_reported_only_where_it_matters():
    without = replace(FACTS, rule=False)
    found = told("no_rule", replace(without, ports=(FORBIDDEN,)))
    assert (found.level, found.fix, RULE in found.say) == (HINT, RULE_COMMAND, True)
    assert "uaccess" in RULE
    found = told("modem_manager", replace(without, modem_manager=True))
    assert (found.level, found.fix) == (HINT, RULE_COMMAND)
    elsewhere = replace(without, platform="darwin", modem_manager=True)
    for facts in (without, elsewhere):
        assert {each.section for each in findings(facts)} == {"package", "virtual", "port"}
    enough = findings(replace(FACTS, modem_manager=True))
    assert "modem_manager" not in {each.code for each in enough}


def test_missing_engines_are_one_finding_with_one_command():
    facts = replace(FACTS, engines=dict.fromkeys(("desk", "chip", "wasm"), "Type this."))
    facts = replace(facts, engine_command="pip install an-engine")
    [wrong] = [each for each in findings(facts) if each.section == "virtual"]
    assert (wrong.level, wrong.code) == (WRONG, "no_engine")
    assert (wrong.fix, "Type this" in wrong.say) == ("pip install an-engine", False)


def test_board_in_bootsel_mode_is_not_reported_missing():
    facts = replace(FACTS, ports=(), drives={Path("/media/me/RP2350"): "rp2350"})
    found = told("bootsel", facts)
    assert found.level == WRONG
    assert found.fix == "pingblock flash pico2"
    assert found.say.startswith(f"A board with an RP2350 at {Path('/media/me/RP2350')} is in BOOT")
    assert found.say.endswith("waits for a UF2 file for pico2 or pico2w.")
    assert "no_device" not in {each.code for each in findings(facts)}


@pytest.mark.parametrize(
    ("code", "changes", "level", "says", "fix"),
    [
        ("no_device", {"ports": (), "other_ports": ("/dev/ttyS0",)}, WRONG, "/dev/ttyS0", ""),
        (
            "files_missing",
            {"missing_files": ("a", "b"), "mending_command": "pip install it"},
            WRONG,
            "a, b",
            "pip install it",
        ),
        (
            "no_chip",
            {"engines": {"chip": "No UF2.", "wasm": ""}},
            HINT,
            "engine does not run: No UF2.",
            "",
        ),
        (
            "version_skew",
            {"version": "1.3.0"},
            HINT,
            "firmware 1.2.0, but this program has version 1.3.0",
            "pingblock update --port /dev/ttyACM0",
        ),
    ],
)
def test_missing_or_outdated_part_is_named(code, changes, level, says, fix):
    found = told(code, replace(FACTS, **changes))
    assert (found.level, says in found.say, fix in found.fix) == (level, True, True)


def test_waiting_copy_names_the_command_that_continues():
    place = Path("/home/me/boards/e661.waits.zip")
    found = told("copy_waits", replace(FACTS, waiting={place: "pingblock-pico-slots.uf2"}))
    assert (found.level, found.fix) == (HINT, "pingblock flash pingblock-pico-slots.uf2")
    assert str(place) in found.say


def test_playing_slot_is_named():
    port = replace(WELL, slots="slot b plays; slot a contains firmware that you can go back to")
    said = told("answers", replace(FACTS, ports=(port,))).say
    assert said.endswith(
        " Firmware: slot b plays; slot a contains firmware that you can go back to."
    )
