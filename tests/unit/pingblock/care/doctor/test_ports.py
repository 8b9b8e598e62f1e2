import getpass
import os
from types import SimpleNamespace

import pytest
from tests.unit.pingblock.device_on_wire import HELLO, Wire

from pingblock.care.doctor import ports
from pingblock.care.doctor.examine import examine
from pingblock.care.doctor.facts import PINGBLOCK, PROMPT, SILENT, STRANGER, PortFacts
from pingblock.common.micropython import PICO, PICO_2, PICO_2_W, PICO_W
from pingblock.connection.port_lock import Holder, lock
from pingblock.connection.recovery import PromptFacts
from pingblock.errors import AtPrompt, LinkError, NoAnswer, PortBusy, WrongDevice
from pingware.shared import protocol


@pytest.fixture(autouse=True)
def computer(monkeypatch, tmp_path):
    """A computer with these ports, which its user can use."""
    plugged = []
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("PINGBLOCK_PORT", raising=False)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: plugged)
    return plugged


@pytest.fixture
def port(computer, tmp_path):
    """Returns a port that looks like a Pico."""
    place = tmp_path / "ttyACM0"
    place.touch()
    computer.append(
        SimpleNamespace(device=str(place), vid=0x2E8A, serial_number="E660", description="Board")
    )
    return str(place)


@pytest.fixture
def facts_of(monkeypatch):
    """Returns the facts of ports, one port or all, at which ``ask`` answers."""

    def facts(only, ask):
        monkeypatch.setattr(ports, "ask", ask)
        return ports.ports(only)

    return facts


def raising(error):
    def ask(port):
        raise error

    return ask


def test_answering_device_is_listed_with_its_version(port, facts_of):
    told = {"answers": PINGBLOCK, "version": "1.2.0", "machine": PICO_2.machine}
    found = facts_of(None, lambda port: ("1.2.0", PICO_2.machine, ""))
    assert found == (PortFacts(port, "E660", "Board", **told),)


STATE = {"slot": "a", "running": "a", "state": "confirmed", "why": ""}
IN_PLACE = STATE | {"mpy": 4358, "base": "ba5e", "crc32": 1, "other": "none"}
FILES = "slot a plays, as files"
OLD = protocol.ProtocolError("unknown_request", "What?")


@pytest.mark.parametrize(
    ("state", "board", "told"),
    [
        (STATE | {"mpy": 4358}, "rev_a", (PICO.machine, FILES)),
        (STATE | {"mpy": 7686}, "rev_a", (PICO_2.machine, FILES)),
        (STATE | {"mpy": 4358}, "rev_a_w", (PICO_W.machine, FILES)),
        (STATE | {"mpy": 7686}, "rev_a_w", (PICO_2_W.machine, FILES)),
        (IN_PLACE, "rev_a", (PICO.machine, "slot a plays; slot b is empty")),
        (OLD, "rev_a", ("", "")),
    ],
)
def test_running_firmware_reports_its_board_unless_too_old(monkeypatch, state, board, told):
    wire = Wire(hello={**HELLO, "board": board}, update=state)
    monkeypatch.setattr("pingblock.connection.link.open_port", lambda name: wire)
    assert ports.ask("COM1") == ("0.1.0", *told)


@pytest.mark.parametrize(
    ("error", "answers"),
    [
        (AtPrompt("It is at the prompt."), PROMPT),
        (NoAnswer("It is silent."), SILENT),
        (WrongDevice("It is a kettle."), STRANGER),
        (PortBusy("It is held."), ""),
        (LinkError("It is broken."), ""),
    ],
)
def test_error_of_opening_reveals_what_runs_on_the_port(port, error, answers, facts_of):
    [found] = facts_of(None, raising(error))
    assert (found.answers, found.say, found.version) == (answers, str(error), "")


def test_prompt_facts_include_board_and_safe_mode(port, facts_of):
    facts = PromptFacts("hang", PICO_W.machine, frozen=True, ours=True, in_place=True)
    [found] = facts_of(None, raising(AtPrompt("It is at the prompt.", facts)))
    assert (found.safe_mode, found.machine) == ("hang", PICO_W.machine)
    assert (found.frozen, found.in_place) == (True, True)


def test_port_of_another_pingblock_is_not_opened(port, facts_of):
    held = lock(port)
    [found] = facts_of(None, pytest.fail)
    assert len(found.holders) == 1
    assert not found.answers
    held.release()


def test_port_opened_by_another_program_is_busy(port, monkeypatch, facts_of):
    stranger = Holder(12, "minicom")
    monkeypatch.setattr(ports, "holders", lambda port: [stranger])
    assert facts_of(None, pytest.fail)[0].holders == (stranger,)


@pytest.mark.parametrize("member", [True, False])
def test_forbidden_port_has_its_group_and_the_membership(port, monkeypatch, member, facts_of):
    monkeypatch.setattr("os.access", lambda place, mode: mode == os.R_OK or place != port)
    user = getpass.getuser()
    groups = {"dialout": [user] if member else ["root2"], "audio": [user]}
    monkeypatch.setattr(ports, "_group", lambda port: "dialout")
    listed = [SimpleNamespace(gr_name=name, gr_mem=users) for name, users in groups.items()]
    monkeypatch.setattr("grp.getgrall", lambda: listed)
    [found] = facts_of(None, pytest.fail)
    assert (found.permitted, found.group, found.in_group) == (False, "dialout", member)


def test_named_port_is_checked_even_if_not_a_pico(port, facts_of):
    [found] = facts_of("socket://127.0.0.1:9", lambda port: ("1.0", "", ""))
    assert (found.name, found.serial_number) == ("socket://127.0.0.1:9", "")
    assert facts_of(port, lambda port: ("1.0", "", ""))[0].serial_number == "E660"


def test_examination_uses_the_port_of_the_environment(port, computer, monkeypatch):
    monkeypatch.setattr(ports, "ask", lambda port: ("1", "", ""))

    def looked_at(*named):
        return [each.name for each in examine(*named).ports]

    assert looked_at() == [port]
    monkeypatch.setenv("PINGBLOCK_PORT", "COM9")
    assert (looked_at(), looked_at("e660")) == (["COM9"], [port])


def test_examination_contains_drives_and_facts_of_the_computer(computer, tmp_path, monkeypatch):
    for name, board_id in (("one", "RPI-RP2"), ("two", "RP2350"), ("stick", "SAMD21")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "INFO_UF2.TXT").write_text(f"Board-ID: {board_id}\n")
    monkeypatch.setattr("pingblock.care.flash.drive.places", lambda: sorted(tmp_path.iterdir()))
    known = {"has_rule": lambda: False, "missing_files": lambda: ("root/main.py",)}
    known["runs"] = "ModemManager".__eq__  # as /proc contains it
    for name, tells in known.items():
        monkeypatch.setattr(f"pingblock.care.doctor.computer.{name}", tells)
    computer.append(SimpleNamespace(device="COM1", vid=None))
    facts = examine()
    assert facts.drives == {tmp_path / "one": "rp2040", tmp_path / "two": "rp2350"}
    assert (facts.other_ports, facts.missing_files) == (("COM1",), ("root/main.py",))
    assert (facts.rule, facts.modem_manager) == (False, True)
