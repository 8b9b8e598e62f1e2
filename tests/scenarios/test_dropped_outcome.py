"""A further outcome of the block needs only some lines in its folder. All parts use it."""

import json

import pytest
from tests.dropped import ROOT, passes, run
from tests.outcomes import firmware_with_treasure

from pingblock.virtual import engines
from pingware.games.block.options import FAMILY_COUNT, OUTCOME_COUNT
from pingware.shared.stored_json import slot_bytes

TREASURE = [0] * OUTCOME_COUNT + [1]
NOT_STORED = [0] * (OUTCOME_COUNT - 9)  # outcomes after the first release's
ODDS = ("-m", "pingblock", "odds")
# Tests that try all outcomes, their sounds, lights and cards.
LISTERS = (
    *("tests/unit/firmware/games/test_options.py", "tests/unit/firmware/games/block"),
    "tests/unit/firmware/games/test_names_played.py",
    "tests/unit/firmware/app/requests/test_link_status.py",
    *("tests/unit/firmware/shared/test_tunes.py", "tests/unit/firmware/shared/test_light_show.py"),
    *("tests/unit/pingblock/care/owner/test_odds_report.py", "tests/unit/pingblock/cards"),
    *("tests/unit/pingblock/tables/property/test_moves_and_rents.py",),
    *(f"tests/unit/pingblock/cli/test_{of}_commands.py" for of in ("owner", "device")),
    "tests/unit/pingblock/cli/test_cards_command.py",
)


@pytest.fixture(scope="module")
def firmware(tmp_path_factory):
    return firmware_with_treasure(tmp_path_factory.mktemp("treasure"))


@pytest.fixture
def bench_on(firmware, monkeypatch, bench_of):
    """Opens a device whose block has the outcome, up and quiet."""
    monkeypatch.setattr(engines, "firmware_dir", lambda: firmware)

    def opened(engine, **options):
        bench = bench_of(engine, 5, **options)
        bench.advance_to(1500)
        return bench

    return opened


@pytest.mark.parametrize("name", ["desk", "wasm"])
def test_added_outcome_is_drawn_heard_seen_and_counted(bench_on, name):
    bench = bench_on(name)
    told = bench.request("profile", name="custom", weights=TREASURE)["ok"]
    assert told["weights"] == TREASURE
    bench.advance(500)
    start_ms, seen = bench.now_ms, len(bench.parts.light.changes)
    bench.press()
    bench.advance(5000)
    assert [event["outcome"] for event in bench.events("outcome")] == ["treasure"]
    heard = [onset.hz for onset in bench.heard().onsets if onset.at_ms > start_ms]
    assert heard == pytest.approx([523.3, 1046.5, 659.3], rel=0.02)
    assert len(bench.parts.light.changes) > seen + 4
    assert bench.request("status")["ok"]["counts"] == TREASURE


@pytest.mark.rules
@pytest.mark.parametrize(
    ("weights", "held"),
    [
        ([9, 8, 7, 6, 5, 4, 3, 2, 1], [9, 8, 7, 6, 5, 4, 3, 2, 1, *NOT_STORED, 0]),
        ([2, 2, 1, 1], [2, 2, 2, 2, 2, 2, 12, 6, 6, *NOT_STORED, 0]),
        ([2, 2, 1, 1, *NOT_STORED, 5], [2, 2, 2, 2, 2, 2, 12, 6, 6, *NOT_STORED, 30]),
    ],
)
def test_stored_weights_without_the_added_outcome_are_kept(bench_on, weights, held):
    stored = {"profile": "custom", "weights": weights, "version": 1}
    bench = bench_on("desk", files={"/settings.a": slot_bytes(1, json.dumps(stored))})
    assert bench.request("odds")["ok"] == {"profile": "custom", "weights": held}
    assert bench.request("status")["ok"]["problems"] == []
    assert bench.request("settings")["ok"]["settings"]["weights"] == weights


@pytest.mark.rules
def test_wrong_number_of_weights_is_refused(bench_on):
    bench = bench_on("desk")
    fewer = ", ".join(map(str, [*range(4, FAMILY_COUNT + 2), *range(9, OUTCOME_COUNT + 1)]))
    for count in (3, FAMILY_COUNT + 2, 8, OUTCOME_COUNT + 2):
        refused = bench.request("profile", name="custom", weights=[1] * count)["error"]
        assert f"{fewer} or {OUTCOME_COUNT + 1} integers" in refused["say"]


def host(firmware, *words):
    return run((firmware, ROOT / "host_tools"), *words)


def test_host_lists_the_added_outcome_in_odds_and_settings(firmware):
    assert "treasure         0    0.00%" in host(firmware, *ODDS, "manual", "--dry-run")
    typed = ("custom", "--weights", "0," * FAMILY_COUNT + "3", "--port", "virtual")
    assert "treasure         1  100.00%" in host(firmware, *ODDS, *typed)
    listed = host(firmware, "-m", "pingblock", "settings", "list")
    assert f", treasure) or {OUTCOME_COUNT + 1} (the first six" in listed


def test_cards_show_the_added_outcome_in_every_language(firmware):
    """A language without words for it shows English."""
    printed = host(firmware, "-m", "pingblock", "cards", "-l", "all")
    assert printed.count("A treasure: take 3 coins.") == 12


def test_referee_pays_the_added_outcome(firmware):
    asked = (
        "from tests.unit.pingblock.tables.property.test_odds_and_sums import on_block;"
        "print(on_block(10).do('outcome', kind='treasure').cash[0])"
    )
    assert host(firmware, "-c", asked) == "13\n"


@pytest.mark.long
def test_existing_tests_pass_with_an_added_outcome(firmware, usable):
    if lack := usable("desk"):
        pytest.skip(lack)
    there = "'treasure' in __import__('pingware.games.block').games.block.lights.SHOWS"
    passes((firmware, ROOT / "host_tools"), there, *LISTERS)
