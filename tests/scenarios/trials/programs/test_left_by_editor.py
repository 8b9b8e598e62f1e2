"""The tools restart a device on cells that an editor left at MicroPython's prompt.

Unplugging the cable would not help. An editor, a terminal or a killed program can leave a Pico in
each of these states.
"""

from types import SimpleNamespace

import pytest
from tests.left_by_editor import RUNNING, WAITING
from tests.seldom import seldom

from pingblock.care.install import prompt as prompts
from pingblock.care.install.prompt import Prompt
from pingblock.connection import recovery
from pingblock.errors import AtPrompt, NoAnswer
from pingblock.virtual import published
from pingblock.virtual.engines import ENGINES, Loaded

# A loop keeps the emulated processor busy, which takes long.
USUAL = ("raw prompt, half a program", "half a block", "slow print")
PATIENCE_S = 1.5


def cases(states):
    return [each if each in USUAL else seldom(each) for each in states]


@pytest.fixture
def person(monkeypatch):
    """A person who notes the printed sentences and questions. ``answer`` is the answer."""

    class Person:
        answer = False

        def __init__(self):
            self.said, self.asked = [], []

        def says(self, text):
            self.said.append(text)

        def agrees(self, question):
            self.asked.append(question)
            return self.answer

    monkeypatch.setattr(recovery, "PERSON", Person())
    return recovery.PERSON


@pytest.fixture
def left(boards, stored, only):
    """Opens a device with cells in, and leaves it as an editor that typed these."""
    files = stored(volume=10, **only("coins", 2))  # This sound begins loudly.

    def opened(typed, engine="chip", image=None):
        device = boards(lambda sink: ENGINES[engine](sink, Loaded(files, image=image)))
        port = device.port
        for keys in (b"\r\x03", *typed):
            device.nap(0.3)
            port.write(keys)
        device.nap(0.3)
        return device

    return opened


def comes_back(device, **options):
    with device.device(**options) as opened:
        assert opened.status()["draws"] == 0
        # Waits for the end of the ping of power-on, because a press during it begins no new note.
        device.nap(0.5)
        assert device.plays()


@pytest.mark.parametrize("state", cases(WAITING))
def test_device_left_at_its_prompt_is_restarted_with_a_message(left, person, state):
    device = left(WAITING[state])
    comes_back(device)
    [said] = person.said
    assert said.startswith("It was at MicroPython's prompt: Pingblock at the stream was started")
    assert person.asked == [], "no program ran, so no question is needed"
    assert "/ran" not in device.bench.engine.device_files(), "a half-typed block must not run"


@pytest.mark.parametrize("state", cases(RUNNING))
def test_running_program_is_ended_only_with_permission(left, person, state):
    device = left(RUNNING[state])
    starts = len(device.bench.events("hello"))
    with pytest.raises(NoAnswer, match="'pingblock restart --port the stream' ends it"):
        device.device(timeout_s=PATIENCE_S).open()
    [asked] = person.asked
    assert "another program may run there" in asked
    assert (person.said, len(device.bench.events("hello"))) == ([], starts), "it must continue"
    person.answer = True
    comes_back(device, timeout_s=PATIENCE_S)
    assert person.said == ["Another program ran there: Pingblock at the stream was started again."]


@pytest.mark.parametrize("typed", [[], [b"1 +"], RUNNING["slow print"]])
def test_virtual_device_in_webassembly_is_restarted_too(left, person, typed):
    """Its prompt has no raw mode, and its time stops in a loop that does not read the time."""
    device = left(typed, "wasm")
    person.answer = True
    comes_back(device, timeout_s=PATIENCE_S)
    assert len(person.said) == 1


@pytest.mark.parametrize("state", cases(RUNNING))
def test_restart_needs_no_permission_and_doctor_ends_no_program(left, person, state):
    device = left(RUNNING[state])
    with pytest.raises(NoAnswer):
        device.device(recover="prompt", timeout_s=PATIENCE_S).open()
    comes_back(device, recover="always", timeout_s=PATIENCE_S)
    assert person.asked == []


@pytest.mark.long
def test_loop_without_interrupts_ends_only_without_power(left):
    device = left([b"\x05import micropython\rmicropython.kbd_intr(-1)\rwhile True: pass\r\x04"])
    with pytest.raises(NoAnswer, match="one of its cells if it has any"):
        device.device(recover="always").open()
    device.bench.unplug()
    device.nap(5)
    device.bench.plug()
    device.nap(1.5)
    assert not device.plays(), "the cells keep its program running"
    device.bench.power_off()
    device.nap(5)
    device.bench.power_on()
    device.nap(1.5)
    comes_back(device)


def test_pico_with_another_program_is_not_restarted(left, person):
    own = b"open('/ran', 'w').close()\n"
    typed = [b"\x01with open('/main.py', 'wb') as file: file.write(%r)\x04" % own]
    device = left(typed, image=published.uf2_path())
    with pytest.raises(AtPrompt, match="does not start Pingblock: run 'pingblock install'"):
        device.device(recover="always").open()
    assert "/ran" not in device.bench.engine.device_files()
    assert person.said == []


@pytest.mark.parametrize("state", cases({**WAITING, **RUNNING}))
def test_prompt_is_reached_in_each_state(left, state, monkeypatch):
    device = left({**WAITING, **RUNNING}[state])
    monkeypatch.setattr(prompts, "open_port", lambda _: device.port)
    monkeypatch.setattr(prompts, "time", SimpleNamespace(monotonic=device.clock))
    with Prompt("any") as prompt:
        assert prompt.ask("print(repr(1 + 1))") == 2
    device.nap(2)
    assert "/ran" not in device.bench.engine.device_files(), "a half-typed block must not run"
    assert device.plays()


def test_status_reports_the_prompt_and_restart_ends_a_program(left):
    """Runs the commands themselves, without a terminal where they could ask."""
    device = left(WAITING["raw prompt"])
    with device.started("pingblock", "status", "--port", "{port}") as program:
        program.serve(lambda: program.process.poll() is not None)
        out, said = program.process.communicate()
        assert (program.process.returncode, "Pingblock" in out) == (0, True)
        assert "It was at MicroPython's prompt" in said
    assert device.plays()
    port = device.port
    for keys in (b"\r\x03", *RUNNING["slow print"]):
        device.nap(0.3)
        port.write(keys)
    with device.started("pingblock", "status", "--port", "{port}") as program:
        program.serve(lambda: program.process.poll() is not None)
        said = program.process.communicate()[1]
        assert (program.process.returncode, "'pingblock restart" in said) == (1, True)
    assert "answers" in device.run("pingblock", "restart", "--port", "{port}")
    assert device.plays()
