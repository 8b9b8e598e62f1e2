"""The frozen image on the chip: it plays by itself, and slots go before what is frozen."""

import json

import pytest
from tests import boot_drive, frozen_image
from tests.bench.firmware_changes import as_files, changed
from tests.scenarios.trials.safe_start import damage
from tests.scenarios.trials.updates.test_trial import CRASH, DEAF, marked
from tests.version import VERSION

from pingblock.common.micropython import PICO
from pingblock.connection.recovery import Keyboard, PromptFacts, asked, to_prompt
from pingblock.connection.transport import Lines
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.parts.contact import CLEAN

pytestmark = pytest.mark.desk  # boots its own image
FROZEN = ("a", "f", "confirmed", "")
LINK = "pingware/app/requests/link.py"


@pytest.fixture
def frozen(boards):
    """Opens a board that boots the image with these files."""
    frozen_image.built()  # else it is skipped before anything is compiled
    return lambda files: boards(lambda sink: ChipEngine(sink, flash=frozen_image.flash(files)))


def slot(letter, changes):
    """Firmware with some sources changed, in a slot."""
    found = changed(changes)
    return {f"{letter}{name[1:]}": data for name, data in found.items() if name[:2] == "a/"}


def state_of(board):
    told = board.bench.request("update", what="state")["ok"]
    return told["slot"], told["running"], told["state"], told["why"]


def version(board):
    return board.bench.request("hello")["ok"]["version"]


def commit(board, wait_ms):
    assert board.bench.request("update", what="commit")["ok"] == {"restarts": True}
    board.bench.advance(wait_ms)


def power_cycle(board):
    board.bench.power_off()
    board.bench.advance(100)
    board.bench.power_on()
    board.bench.advance(1000)


def test_dragged_onto_a_new_board_it_plays_at_the_first_press(boards):
    flash = boot_drive.dropped(frozen_image.built().read_bytes())
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    assert board.plays()
    assert state_of(board) == FROZEN
    power_cycle(board)
    assert state_of(board) == FROZEN
    assert board.plays()
    assert board.bench.events("fault") == []


def test_slot_wins_over_what_is_frozen_once_it_is_proved_good(frozen, stored):
    board = frozen({**slot("b", {LINK: marked}), **stored(volume=3)})
    assert (state_of(board), version(board)) == (FROZEN, VERSION)
    commit(board, 9000)
    assert (state_of(board), version(board)) == (("b", "b", "confirmed", ""), "9.9.9")
    power_cycle(board)
    assert (state_of(board), version(board)) == (("b", "b", "confirmed", ""), "9.9.9")
    assert board.bench.request("status")["ok"]["settings"]["volume"] == 3
    assert board.plays()


@pytest.mark.long
@pytest.mark.parametrize(("changes", "why"), [(CRASH, "crash"), (DEAF, "hang")])
def test_slot_that_is_no_good_gives_way_to_what_is_frozen(frozen, changes, why):
    board = frozen(slot("b", {LINK: marked, **changes}))
    commit(board, 9000)
    assert (state_of(board), version(board)) == (("a", "f", "rolled_back", why), VERSION)
    assert board.bench.engine.device_files()["slot"] == b"/f", "the next start is a quick one"
    assert board.plays()
    power_cycle(board)
    assert state_of(board) == ("a", "f", "rolled_back", why)


@pytest.mark.long
def test_an_image_that_is_dragged_over_older_firmware_plays_with_its_settings(frozen, stored):
    board = frozen({**as_files(), **slot("a", {LINK: marked}), **stored(volume=3)})
    assert (state_of(board), version(board)) == (FROZEN, VERSION)
    assert board.bench.request("status")["ok"]["settings"]["volume"] == 3
    power_cycle(board)
    assert state_of(board) == FROZEN


@pytest.mark.long
def test_update_into_a_goes_on_from_b_and_back(frozen):
    """Frozen firmware stands in the place of slot a while none is there."""
    board = frozen(slot("b", {LINK: marked}))
    commit(board, 9000)
    assert state_of(board) == ("b", "b", "confirmed", "")
    commit(board, 9000)  # a rollback: nothing is in slot a
    assert (state_of(board)[:2], version(board)) == (("a", "f"), VERSION)
    power_cycle(board)
    assert (state_of(board), version(board)) == (FROZEN, VERSION)
    assert board.plays()


@pytest.mark.long
@pytest.mark.parametrize("letters", ["b", "ab"])
def test_without_one_good_slot_it_plays_what_is_frozen(frozen, letters):
    board = frozen(slot("b", {LINK: marked}))
    commit(board, 9000)
    board.bench.power_off()
    files = board.bench.engine.device_files()
    for letter in letters:
        files |= slot(letter, {LINK: marked})
        damage.half(files, f"{letter}/app.mpy")
    board = frozen(files)
    board.bench.advance(20_000)
    assert (state_of(board)[:2], version(board)) == (("a", "f"), VERSION)
    assert board.plays()


@pytest.mark.long
def test_install_says_what_is_there_and_writes_nothing(frozen):
    board = frozen({})
    with board.started("pingblock", "install", "--files", "--yes", "--port", "{port}") as program:
        program.serve(lambda: program.process.poll() is not None)
        said = program.process.communicate()[1]
    assert "has the firmware in its MicroPython" in said
    assert "'pingblock update'" in said
    board.bench.advance(2000)
    assert state_of(board) == FROZEN
    assert board.plays()


def facts_of(board):
    """Stops the firmware, and asks the board at the prompt."""
    terminal = Keyboard(Lines(board.port, "any"), board.clock)
    to_prompt(terminal)
    return asked(terminal)


def test_doctor_knows_that_nothing_can_be_installed(frozen):
    board = frozen({})
    power_cycle(board)  # a usual start, which loads nothing of ``factory``
    assert facts_of(board) == PromptFacts("", PICO.machine, frozen=True, ours=True)
    board.bench.power_off()
    board.bench.advance(100)
    board.bench.power_on()
    board.bench.check(for_ms=6000, bounce=CLEAN)
    board.bench.advance(8000)
    assert facts_of(board) == PromptFacts("asked", PICO.machine, frozen=True, ours=True)
    power_cycle(board)
    assert board.plays(), "as the doctor says"
    assert state_of(board) == FROZEN


@pytest.mark.long
def test_update_sends_what_is_new_alone(frozen):
    block = frozen({})
    update = ("pingblock", "--json", "--port", "{port}", "update")
    told = json.loads(block.run(*update))
    assert (told["updated"], told["up_to_date"], told["bytes"]) == (False, True, 0)
    block.bench.advance(1000)
    assert state_of(block) == FROZEN


@pytest.mark.long
def test_update_over_the_cable_goes_into_the_slot_that_is_free(frozen, stored):
    block = frozen({**slot("b", {LINK: marked}), **stored(volume=3)})
    commit(block, 9000)
    told = json.loads(block.run("pingblock", "--json", "--port", "{port}", "update"))
    assert (told["updated"], told["version"], told["slot"]) == (True, VERSION, "a")
    assert state_of(block) == ("a", "a", "confirmed", "")
    power_cycle(block)
    assert state_of(block) == ("a", "a", "confirmed", "")
    assert block.bench.request("status")["ok"]["settings"]["volume"] == 3
