import pytest
from tests.pins import GPIO

from pingblock.virtual.parts.battery import PRESETS, Cell
from pingblock.virtual.runner import LONGEST_MS, SHORTEST_MS, cells, run
from pingblock.virtual.scenario import parse
from pingblock.virtual.serial_tap import sealed

PRESS = '{"at_ms": 50, "do": "press"}'
OUTCOME = sealed('{"event":"outcome","outcome":"coins","coins":4}')


def played(bench, text, until_ms=None):
    return run(parse(text.encode()), bench, until_ms)


def kinds(events):
    return [(event["source"], event["kind"]) for event in events]


def test_press_with_four_pings_gives_documented_event_fields(bench, make_pings):
    bench.engine.serial(1203, OUTCOME)
    bench.engine.sound(1200.5, make_pings(4))
    events = played(bench, '{"at_ms": 1200, "do": "press", "for_ms": 60}')
    assert events[0] == {
        "at_ms": 1203.0,
        "source": "firmware",
        "kind": "outcome",
        "outcome": "coins",
        "coins": 4,
    }
    assert kinds(events[1:]) == [("sound", "onset")] * 4 + [("sound", "end")]
    assert list(events[1]) == ["at_ms", "source", "kind", "hz", "level_db"]
    assert events[1]["hz"] == pytest.approx(988, rel=0.003)
    assert list(events[-1]) == ["at_ms", "source", "kind"]


def shine_and_turn(bench):
    bench.engine.at(200, lambda sink: sink.pwm(200_000.0, GPIO["light_red"], 1000.0, 1.0))
    bench.engine.at(250, lambda sink: sink.pwm(250_000.0, GPIO["servo"], 50.0, 0.075))


def test_events_of_all_sources_are_sorted_by_time(bench, make_pings):
    bench.engine.sound(100, make_pings(2))
    bench.engine.serial(300, OUTCOME)
    bench.engine.at(5, lambda sink: sink.reset(5000.0, "power_on"))
    bench.engine.serial(6, b"MPY: soft reboot\r\n")
    shine_and_turn(bench)
    events = played(bench, PRESS)
    times = [event["at_ms"] for event in events]
    assert times == sorted(times)
    assert {*kinds(events)} >= {("firmware", "reset"), ("link", "text"), ("firmware", "outcome")}
    assert {each for each, _ in kinds(events)} == {"sound", "firmware", "light", "servo", "link"}


def test_light_and_servo_events_have_colour_and_pulse(bench):
    shine_and_turn(bench)
    bench.engine.at(260, lambda sink: sink.pwm(260_000.0, GPIO["servo"], 0.0, 0.0))
    light, pulse, idle = played(bench, PRESS)
    assert light == {"at_ms": 200.0, "source": "light", "kind": "colour", "rgb": [255, 0, 0]}
    assert pulse["pulse_us"] == pytest.approx(1500)
    assert pulse["commanded_deg"] == pytest.approx(94.737)
    assert (idle["at_ms"], idle["pulse_us"]) == (260.0, 0.0)


def test_scenario_without_end_waits_until_sound_is_over(bench, make_pings):
    end_ms = bench.engine.sound(200, make_pings(6))
    events = played(bench, PRESS)
    assert events[-1]["kind"] == "end"
    assert end_ms + 600 < bench.now_ms < end_ms + 900


def test_silent_scenario_ends_soon_and_endless_sound_is_cut(make_bench, make_pings):
    quiet, endless = make_bench(1), make_bench(1)
    for at_ms in range(200, 20_000, 2500):
        endless.engine.sound(at_ms, make_pings(6))
    for each in (quiet, endless):
        played(each, '{"at_ms": 100, "do": "press"}\n{"at_ms": 120, "do": "unplug"}')
    assert quiet.now_ms == 160 + SHORTEST_MS
    assert endless.now_ms == pytest.approx(160 + LONGEST_MS, abs=50)


def test_until_stops_scenario_and_skips_later_actions(bench):
    text = '{"at_ms": 100, "do": "press"}\n{"at_ms": 500, "do": "unplug"}'
    text += '\n{"at_ms": 900, "do": "check"}'
    played(bench, text, until_ms=500)
    assert bench.now_ms == 500
    assert bench.engine.plugs == [(500_000.0, False)]
    assert {gpio for _, gpio, _ in bench.engine.drives} == {GPIO["lever"], GPIO["block_button"]}


def test_actions_happen_at_their_own_times(bench):
    text = """
        {"at_ms": 10.5, "do": "check", "for_ms": 20, "bounce": false}
        {"at_ms": 50, "do": "pull_lever", "bounce": false}
        {"at_ms": 60, "do": "release_lever", "bounce": false}
        {"at_ms": 70, "do": "unplug"}
        {"at_ms": 80, "do": "plug"}
        {"at_ms": 90, "do": "power_off"}
        {"at_ms": 95, "do": "power_on"}
        {"at_ms": 98, "do": "battery", "cell_mv": [1500, 1400], "ohm": 0.5}
        {"at_ms": 99, "do": "battery", "preset": "worn"}
    """
    played(bench, text)
    check, lever = GPIO["check_button"], GPIO["lever"]
    assert bench.engine.drives[1:] == [
        (10_500.0, check, False),
        (30_500.0, check, None),
        (50_000.0, lever, None),
        (60_000.0, lever, False),
    ]
    assert bench.engine.plugs == [(70_000.0, False), (80_000.0, True)]
    assert bench.engine.powers == [(90_000.0, False), (95_000.0, True)]
    assert bench.parts.battery.cells == (PRESETS["worn"],) * 2


def test_worms_blocked_from_below_still_turn_up(bench):
    bench.engine.at(20, lambda sink: sink.pin(20_000.0, GPIO["servo_supply"], True))
    bench.engine.at(20, lambda sink: sink.pwm(20_000.0, GPIO["servo"], 50.0, 0.1))
    played(bench, '{"at_ms": 10, "do": "block_worms", "from_deg": 20}')
    assert bench.servo()[-1].physical_deg == pytest.approx(142.1, abs=0.1)


def test_serial_lines_get_their_crc_unless_raw(bench):
    text = """
        {"at_ms": 1, "do": "serial", "line": "{\\"id\\":1,\\"do\\":\\"hello\\"}"}
        {"at_ms": 2, "do": "serial", "line": "{\\"id\\":1}", "raw": true}
        {"at_ms": 3, "do": "serial", "line": "status"}
    """
    played(bench, text)
    assert bench.engine.sent == [
        (1000.0, sealed('{"id":1,"do":"hello"}')),
        (2000.0, b'{"id":1}\n'),
        (3000.0, b"status\n"),
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"preset": "worn"}, [PRESETS["worn"]] * 3),
        ({"chemistry": "nimh"}, [Cell(1320, 0.05)] * 3),
        ({"preset": "demo", "cell_mv": 1400.0}, [Cell(1400, 3.0)] * 3),
        ({"cell_mv": 1300.0}, [Cell(1300, 0.15)] * 3),
        ({"ohm": [1.0, 2.0]}, [Cell(1580, 1.0), Cell(1580, 2.0)]),
        ({"cell_mv": [1500, 1400], "ohm": 0.5}, [Cell(1500, 0.5), Cell(1400, 0.5)]),
    ],
)
def test_cells_are_fresh_alkaline_by_default(options, expected):
    assert cells(options, 3) == expected


def test_only_untrusted_scenario_has_limits(bench):
    run([], bench, trusted=True)
    assert bench.parts.budget is None
    run([], bench)
    assert bench.parts.budget is not None
