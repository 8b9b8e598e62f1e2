"""Power cuts at a write to the flash, which is torn in one of seven ways. After a cold boot, the
device is checked.

After a cut, a device must have either the old or the new state of each thing, save again, and
play. A second cut can hit these writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields, replace
from random import Random

from pingblock.errors import PingblockError
from pingblock.image import slot_image
from pingblock.virtual.virtual_device import Bench
from pingware.shared.slot_format import STATE
from reliability import tears
from reliability.every_operation import recorded
from reliability.life import (
    DEAD,
    PROMPT,
    Known,
    boot,
    known,
    logged_boot,
    plays,
    saves,
    saves_at_prompt,
)
from reliability.operations import Recorded
from reliability.tears import Change, Torn, torn

TWICE = "second cut"


@dataclass(frozen=True)
class Cut:
    """An experiment: the device loses its power during an operation.

    Args:
        operation: name of the operation, one of ``operations.NAMES``.
        number: number of the write at which the power is cut.
        tear: how the write is torn, one of ``tears.NAMES``.
        twice: whether the power is cut again while the device starts and saves.
        seed: seed for the torn bits, and for the place of the second cut.
    """

    operation: str
    number: int
    tear: str
    twice: bool = False
    seed: int = 1

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        again = ", " + TWICE if self.twice else ""
        return f"{self.operation}, write {self.number}, {self.tear}{again}, seed {self.seed}"


def every_cut(record: Recorded, seed: int = 1) -> Iterator[Cut]:
    """Yields each write with each way to tear it, most of them also with a second cut."""
    for number in range(record.first, record.end):
        names = tears.names_for(record.erases(number))
        yield from (Cut(record.name, number, tear, False, seed) for tear in names)
        tear = tears.NAMES[number % len(tears.NAMES)]
        if tear in names:
            yield Cut(record.name, number, tear, True, seed)


def sample(record: Recorded, count: int, seed: int = 1) -> list[Cut]:
    """Returns some cuts of an operation: tears and second cuts in turn, writes at random."""
    chance = Random(f"{record.name} {seed}")
    cuts = list(every_cut(record, seed))
    chance.shuffle(cuts)
    turns: dict[str, int] = {}
    ranked = []
    for cut in cuts:
        kind = TWICE if cut.twice else cut.tear
        turns[kind] = turns.get(kind, 0) + 1
        ranked.append((turns[kind], cut))
    return [cut for _turn, cut in sorted(ranked, key=lambda pair: pair[0])[:count]]


def verdict(cut: Cut, of: Recorded | None = None) -> str:
    """Returns the result of a cut: "old" or "new", or a sentence that begins with "lost".

    Args:
        cut: the cut to judge.
        of: the record of its operation. None finds it by its name.
    """
    record, chance = of or recorded(cut.operation), Random(cut.key)
    change = record.change(cut.number)
    left = torn(change, cut.tear, chance)
    flash = _with(record.log.cut(cut.number), change, left.now)
    since = _rejected(record, change, left)
    try:
        if cut.twice:
            return _after_second(record, flash, chance, since)
        return _judged(record, flash, change, left, since)
    except PingblockError as silent:
        return f"lost: {silent}"


def _with(flash: bytes, change: Change, sector: bytes) -> bytes:
    return flash[: change.at] + sector + flash[change.at + len(sector) :]


def _judged(record: Recorded, flash: bytes, change: Change, left: Torn, since: list[Known]) -> str:
    """Boots the device, twice with weak bits, as unwritten pages can read differently then."""
    if left.now != left.later:
        with boot(flash).bench as bench:
            first = known(bench)
            if wrong := misfit(record, first, *since):
                return wrong
            since = since + _trial_ended(record, first)
            flash = _weakened(bench.engine.flash_image(), change, left)
    with boot(flash).bench as bench:
        found = known(bench)
        return misfit(record, found, *since) or lives_on(bench, found) or side(record, found)


def _rejected(record: Recorded, change: Change, left: Torn) -> list[Known]:
    """Returns the states of a device whose reason for rejecting a slot differs after the cut.

    A torn word reads as a loss of power. The first page of the content can also be damaged,
    because it follows the state in the same sector.
    """
    heads = [slot_image.offset(slot) for slot in range(slot_image.COUNT)]
    if change.at not in heads or change.start != STATE:
        return []
    old, _new = record.old_and_new()
    version, slot, state, _why = old.firmware
    content = slice(slot_image.CONTENT, None)
    reasons = ["power"] * (state == "rolled_back")
    reasons += ["damaged"] * (left.now[content] != change.after[content])
    return [replace(old, firmware=(version, slot, "rolled_back", why)) for why in reasons]


def _weakened(flash: bytes, change: Change, left: Torn) -> bytes:
    """Returns the flash with the weak bits of the pages that the device has not written."""
    sector = bytearray(flash[change.at : change.at + len(left.now)])
    for page in range(0, len(sector), tears.PAGE_BYTES):
        here = slice(page, page + tears.PAGE_BYTES)
        if sector[here] == left.now[here]:
            sector[here] = left.later[here]
    return _with(flash, change, bytes(sector))


def misfit(record: Recorded, found: Known, *since: Known) -> str:
    """Returns the values that are neither old nor new, or "" if all are.

    Args:
        record: record of the operation.
        found: the state after the cut.
        since: states of the device after the first cut.
    """
    pair = (*record.old_and_new(), *since)
    for field in fields(Known):
        right = [getattr(each, field.name) for each in pair]
        value = getattr(found, field.name)
        if isinstance(value, frozenset):  # files that are replaced one by one
            if odd := [name for name, _hash in value - frozenset().union(*right)]:
                return f"lost: neither the old nor the new: {', '.join(sorted(odd))}"
        elif value not in right:
            return f"lost: {field.name} is {value!r}, neither of {right}"
    return ""


def lives_on(bench: Bench, found: Known) -> str:
    """Returns what a cut device can no longer do, or "" if it plays and saves."""
    if found.state == PROMPT:
        return "" if saves_at_prompt(bench) else "lost: no file can be written at the prompt"
    if not saves(bench):
        return "lost: a changed setting is not written"
    if not plays(bench):
        return "lost: a press gives no draw or no sound"
    return ""


def side(record: Recorded, found: Known) -> str:
    old, _new = record.old_and_new()
    return "old" if astuple(found) == astuple(old) else "new"


def _after_second(record: Recorded, flash: bytes, chance: Random, since: list[Known]) -> str:
    """Cuts the power again while the device starts and saves."""
    cable, log = logged_boot(flash)
    with cable.bench as bench:
        first = found = later = known(bench)
        if found.state == PROMPT:
            saves_at_prompt(bench)
        elif found.state != DEAD:
            saves(bench)
            later = known(bench)
    log.stop()
    if wrong := misfit(record, found, *since):
        return wrong
    if not log.writes:
        return "lost: the first start wrote nothing"
    number = chance.randrange(len(log.writes))
    change = Recorded(TWICE, log, 0, len(log.writes)).change(number)
    left = torn(change, chance.choice(tears.names_for(change.erases)), chance)
    flash = _with(log.cut(number), change, left.now)
    with boot(flash).bench as bench:
        found = known(bench)
        since = [*since, later, *_trial_ended(record, first)]
        return misfit(record, found, *since) or lives_on(bench, found) or side(record, found)


def _trial_ended(record: Recorded, first: Known) -> list[Known]:
    """Returns the states after a power loss during a trial, which ends with the old firmware."""
    if first.firmware[2] != "trial":
        return []
    old, _new = record.old_and_new()
    version, slot, *_state = old.firmware
    return [replace(old, firmware=(version, slot, "rolled_back", "power"))]
