"""The power goes at any write of an update, an install or a switch: the block plays on."""

import pytest
from mpremote import transport_serial
from tests.bench.firmware_changes import changed
from tests.scenarios.trials.cable import Cable
from tests.scenarios.trials.flash_log import logged

from pingblock.build.image import device_files, slot_files
from pingblock.connection.reconnect import Reconnection
from pingblock.errors import Unavailable
from pingblock.firmware import firmware_dir
from pingblock.install import run as install
from pingblock.install.prompt import Prompt
from pingblock.install.run import carry_out, prepare
from pingblock.update.plan import plan
from pingblock.update.run import Verdict, stage, try_other
from pingblock.virtual.chip.engine import ChipEngine

READY_MS = 1500.0
PARTS = (0.0, 0.5)
SAMPLES = 5  # of the many writes of a transfer; each of a switch


def older():
    """A device with firmware 0.0.9 in slot a."""
    return changed({"pingware/app/link.py": lambda text: text.replace('"0.1.0"', '"0.0.9"')})


def cable(**how):
    try:
        return Cable(lambda sink: ChipEngine(sink, **how), READY_MS)
    except Unavailable as missing:
        pytest.skip(str(missing))


def after(flash):
    """Starts a device with this flash. Returns (version, its slots, whether it plays)."""
    board = cable(flash=flash)
    told = board.bench.request("update", what="state")["ok"]
    version = board.bench.request("hello")["ok"]["version"]
    drawn = len(board.bench.events("outcome"))
    board.bench.press()
    board.bench.advance(300)
    plays = len(board.bench.events("outcome")) == drawn + 1
    volume = board.bench.request("status")["ok"]["settings"]["volume"]
    board.bench.close()
    return version, (told["slot"], told["state"], told["why"]), plays and volume == 3


def with_settings(files):
    """A running device whose owner has set the volume to 3."""
    board = cable(files=files)
    board.bench.request("volume", level=3)
    board.bench.advance(5000)
    return board


@pytest.fixture(scope="module")
def update(micropython):
    """An update, logged: the board, the writes of the transfer and those of the switch."""
    board = with_settings(older())
    firmware = slot_files(firmware_dir())
    with board.device() as device:
        uid = device.hello.uid
        with logged(board.bench.engine) as transfer:
            steps = plan(device, firmware)
            stage(device, steps, firmware, lambda step: None)
        with logged(board.bench.engine) as switch:
            try_other(device)
            reconnection = Reconnection(
                "here", uid, lambda _port: board.device().open(), board.clock, board.nap
            )
            Verdict(reconnection, board.clock, board.nap).wait(steps.slot)
    return board, transfer, switch


def alternate(numbers):
    """Yields for each write the moment of its cut: before the even ones, within the odd ones."""
    yield from ((number, PARTS[number % 2]) for number in numbers)


def samples(log):
    step = max(1, len(log.writes) // SAMPLES)
    return range(0, len(log.writes), step | 1)  # odd, so that both kinds of cuts are among them


def test_update_arrives_in_emulated_time_as_well(update):
    board, transfer, switch = update
    assert board.bench.request("hello")["ok"]["version"] == "0.1.0"
    assert len(transfer.writes) > 300
    assert 5 <= len(switch.writes) <= 60


def test_power_cut_during_the_transfer_leaves_the_old_firmware(update):
    _board, transfer, _switch = update
    parts = set()
    for number, part in alternate(samples(transfer)):
        found = after(transfer.cut(number, part))
        assert found == ("0.0.9", ("a", "confirmed", ""), True), (number, part)
        parts.add(part)
    assert parts == set(PARTS)


GOOD = {
    ("0.0.9", ("a", "confirmed", "")),  # before the switch
    ("0.1.0", ("a", "trial", "")),  # it is tried at this start
    ("0.0.9", ("a", "rolled_back", "power")),  # it was being tried
    ("0.1.0", ("b", "confirmed", "")),
}


def test_power_cut_at_every_write_of_the_switch_leaves_one_of_the_two(update):
    _board, _transfer, switch = update
    seen = []
    for number in range(len(switch.writes) + 1):
        for part in PARTS:
            version, slots, plays = after(switch.cut(number, part))
            assert plays, (number, part)
            assert (version, slots) in GOOD, (number, part)
            seen.append((version, slots))
    assert set(seen) == GOOD
    order = [slots for _version, slots in seen]
    assert order == sorted(order, key=[found[1] for found in _in_order()].index)


def _in_order():
    yield from (
        ("0.0.9", ("a", "confirmed", "")),
        ("0.1.0", ("a", "trial", "")),
        ("0.0.9", ("a", "rolled_back", "power")),
        ("0.1.0", ("b", "confirmed", "")),
    )


def switches_of(monkeypatch, log):
    """Returns a list that gets how much was written before and after each file that switches."""
    numbers, switch = [], install._switch

    def noted(*how):
        numbers.append(len(log.writes))
        switch(*how)
        numbers.append(len(log.writes))

    monkeypatch.setattr(install, "_switch", noted)
    return numbers


@pytest.mark.parametrize("layout", ["slots", "before slots"])
def test_power_cut_during_an_install_leaves_the_old_firmware_or_the_new(layout, monkeypatch):
    monkeypatch.setattr(transport_serial.time, "sleep", lambda seconds: None)
    files = older()
    if layout == "before slots":
        files = {name[2:]: data for name, data in files.items() if name.startswith("a/app")}
        files["main.py"] = b"import app\n\napp.run()\n"
    board = with_settings(files)
    with logged(board.bench.engine) as log, Prompt("here", lambda name: board.port) as prompt:
        steps = prepare(prompt).plan
        switching = switches_of(monkeypatch, log)
        carry_out(prompt, steps, lambda step: None)
    every = range(switching[0], switching[-1] + 1)
    cuts = alternate(sorted({*samples(log), *every, len(log.writes)}))
    seen = [after(log.cut(number, part)) for number, part in cuts]
    assert all(plays for _version, _slots, plays in seen)
    versions = [version for version, _slots, _plays in seen]
    assert versions == sorted(versions), "once the new one, always the new one"
    assert set(versions) == {"0.0.9", "0.1.0"}
    assert {state for _version, (_slot, state, _why), _plays in seen} == {"confirmed"}


def test_the_log_is_all_that_was_written():
    board = cable(files=device_files(firmware_dir()))
    with logged(board.bench.engine) as log:
        board.bench.request("volume", level=3)
        board.bench.advance(5000)
    assert log.writes
    assert log.cut(len(log.writes), 0.0) == board.bench.engine.flash_image()
