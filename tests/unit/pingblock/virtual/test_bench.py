import numpy as np
import pytest
from tests.pins import GPIO
from tests.waveforms import max_step_outside_tone, peak

from pingblock.errors import BadInput, PingblockError
from pingblock.virtual.engines import ENGINES
from pingblock.virtual.parts.battery import Cell
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.serial_tap import protocol, sealed
from pingblock.virtual.virtual_device import open_bench


def drives(bench, name):
    return [(at, level) for at, gpio, level in bench.engine.drives if gpio == GPIO[name]]


def test_press_starts_now_unless_time_is_given(bench):
    bench.advance(100)
    bench.press(for_ms=50, bounce=CLEAN)
    bench.press(at_ms=400, for_ms=50, bounce=CLEAN)
    assert drives(bench, "block_button") == [
        (100_000.0, False),
        (150_000.0, None),
        (400_000.0, False),
        (450_000.0, None),
    ]


def test_check_drives_rear_button_and_pulled_lever_opens_its_switch(bench):
    bench.check(for_ms=2500, bounce=CLEAN)
    bench.advance(10)
    bench.pull_lever(bounce=CLEAN)
    bench.release_lever(at_ms=500, bounce=CLEAN)
    assert drives(bench, "check_button") == [(0.0, False), (2_500_000.0, None)]
    assert drives(bench, "lever") == [(0.0, False), (10_000.0, None), (500_000.0, False)]
    assert drives(bench, "block_button") == []


def test_time_passes_only_by_advance(bench):
    assert bench.now_ms == 0.0
    bench.advance(12.5)
    bench.advance_to(100)
    bench.advance_to(50)
    assert bench.now_ms == 100.0


def test_same_seed_gives_same_bounces(make_bench):
    def bounces(seed):
        made = make_bench(seed)
        made.press()
        return drives(made, "block_button")

    assert bounces(1) == bounces(1) != bounces(2)


def test_send_adds_crc_to_text_but_not_to_bytes(bench):
    bench.send('{"id":1,"do":"status"}')
    bench.send(b"\x00garbage")
    assert [data for _, data in bench.engine.sent] == [
        sealed('{"id":1,"do":"status"}'),
        b"\x00garbage",
    ]


def test_request_returns_answer_with_matching_id(bench):
    def answer(data):
        asked = protocol.decode(data)
        return protocol.encode({"id": asked["id"], "ok": {"was": asked["do"]}})

    bench.engine.answer = answer
    assert bench.request("hello")["ok"] == {"was": "hello"}
    assert bench.request("status") == {"id": 2, "ok": {"was": "status"}}
    assert bench.now_ms < 20


def test_request_without_an_answer_gives_up_after_two_seconds(bench):
    with pytest.raises(PingblockError, match="did not answer 'hello'"):
        bench.request("hello")
    assert bench.now_ms == pytest.approx(2000, abs=5)


def test_audio_covers_requested_time(bench, make_pings):
    bench.engine.sound(100, make_pings(1))
    bench.advance(1000)
    samples, rate_hz = bench.audio()
    assert len(samples) == rate_hz
    late, _ = bench.audio(start_ms=600)
    assert np.array_equal(late, samples[-len(late) :])
    assert len(late) == pytest.approx(0.4 * rate_hz, abs=1)


def test_heard_sound_has_one_onset_per_ping(bench, make_pings):
    bench.engine.sound(100, make_pings(6))
    bench.advance(4000)
    heard = bench.heard()
    assert [len(sound) for sound in heard.sounds] == [6]
    assert peak(heard.waveform) == pytest.approx(0.38, abs=0.01)
    assert max_step_outside_tone(heard.waveform) < 0.05


def test_led_returns_present_colour(bench):
    bench.engine.at(50, lambda sink: sink.pwm(50_000.0, GPIO["light_green"], 1000.0, 1.0))
    bench.advance(40)
    assert bench.led() == (0, 0, 0)
    bench.advance(40)
    assert bench.led() == (0, 255, 0)


def turn_the_servo(bench):
    bench.engine.at(0, lambda sink: sink.pin(0.0, GPIO["servo_supply"], True))
    bench.engine.at(0, lambda sink: sink.pwm(0.0, GPIO["servo"], 50.0, 0.1))


def test_servo_moves_while_time_passes(bench):
    turn_the_servo(bench)
    bench.advance(50)
    assert bench.servo()[-1].time_ms == 40
    # 24 deg in 40 ms at 5 V. The diode costs 300 mV, and the cable 0.35 ohm at 250 mA plus the
    # Pico.
    assert bench.servo()[-1].physical_deg == pytest.approx(90 + 24 * 4.61 / 5, abs=0.2)


def test_blocked_servo_stalls_and_freed_servo_continues(bench):
    turn_the_servo(bench)
    bench.block_servo(80, 100)
    bench.advance(500)
    assert bench.servo()[-1].physical_deg == pytest.approx(100)
    assert bench.parts.servo.stalled
    bench.free_servo()
    bench.advance(500)
    assert bench.servo()[-1].physical_deg == pytest.approx(142, abs=0.2)
    assert not bench.parts.servo.stalled


def test_events_can_be_picked_by_kind(bench):
    bench.engine.serial(5, sealed('{"event":"press","button":"block"}'))
    bench.engine.serial(6, sealed('{"event":"outcome","outcome":"laugh"}'))
    bench.advance(10)
    assert len(bench.events()) == 2
    assert [event["outcome"] for event in bench.events("outcome")] == ["laugh"]


def test_context_exit_closes_engine(bench):
    with bench:
        pass
    assert bench.engine.closed == 1


def test_wrong_number_of_cells_and_unknown_engine_are_refused(bench):
    with pytest.raises(BadInput, match="1 to 4 cells"):
        bench.set_battery([Cell(1500, 0.1)] * 9)
    with pytest.raises(BadInput, match="desk, wasm, chip"):
        open_bench("table")


def test_time_passes_although_engine_stops_slightly_early(bench):
    plain = bench.engine.advance
    bench.engine.advance = lambda until_us: plain(until_us - 1e-9)
    bench.advance(0.5)
    assert bench.now_ms == pytest.approx(0.5)
    assert len(bench.engine.slices) == 1


def test_engine_reports_to_object_in_front_of_parts(monkeypatch, bench):
    def make(sink, device):
        return type(bench.engine)(sink)

    monkeypatch.setitem(ENGINES, "desk", make)
    with open_bench("desk", in_front=lambda parts: ("in front", parts)) as opened:
        assert opened.engine.sink == ("in front", opened.parts)
    with open_bench("desk") as opened:
        assert opened.engine.sink is opened.parts
