"""Every request, every refusal, and events that wait while no host listens."""

import json
from zlib import crc32

import pytest

CELLS = ("3xaaa", "2xaaa", "3xnimh", "2xnimh", "1xaaa_boost")

QUEUE = 32
REFUSED = [
    (b"hello there\n", "no_crc"),
    (b'{"id":1,"do":"press"}\n', "no_crc"),
    (b'{"id":1,"do":"press"}*00000000\n', "bad_crc"),
    (b'{"id":1,"do":"press"}*zzzzzzzz\n', "bad_crc"),
    (b"\xff\xfe", "not_utf8"),
    (b'{"id":1,"do":}', "bad_json"),
    (b'{"id"1,"do":"press"}', "bad_json"),
    (b"[1, 2]", "not_an_object"),
    (b'"press"', "not_an_object"),
    (b'{"id":1.5,"do":"press"}', "bad_json"),
    (b'{"id":true,"do":"press"}', "bad_id"),
    (b'{"id":"this is a very long name","do":"press"}', "bad_id"),
    (b'{"do":"press"}', "missing_field"),
    (b'{"id":1}', "missing_field"),
    (b'{"id":1,"do":"explode"}', "unknown_request"),
    (b'{"id":1,"do":7}', "unknown_request"),
    (b'{"id":1,"do":"volume"}', "missing_field"),
    (b'{"id":1,"do":"volume","level":11}', "bad_value"),
    (b'{"id":1,"do":"volume","level":5,"speed":1}', "bad_value"),
    (b'{"id":1,"do":"profile"}', "missing_field"),
    (b'{"id":1,"do":"profile","name":"cheat"}', "bad_value"),
    (b'{"id":1,"do":"profile","name":"manual","weights":[1,1,1,1]}', "bad_value"),
    (b'{"id":1,"do":"profile","name":"custom","weights":[0,0,0,0]}', "bad_value"),
    (b'{"id":1,"do":"profile","name":"custom","weights":[1,2]}', "bad_value"),
    (b'{"id":1,"do":"battery","cells":"9xd"}', "bad_value"),
    (b'{"id":1,"do":"seed","seed":-1}', "bad_value"),
    (b'{"id":1,"do":"seed","seed":4294967296}', "bad_value"),
    (b'{"id":1,"do":"seed"}', "missing_field"),
    (b'{"event":"press"}', "unknown_request"),
    (b"x" * 1100 + b"\n", "too_long"),
]


def with_crc(body):
    return body if body.endswith(b"\n") else b"%s*%08x\n" % (body, crc32(body))


def replies(bench):
    return bench.events("reply")


def ask_all(bench, *asked):
    """Sends all requests at once, and returns the replies that came."""
    before = len(replies(bench))
    for number, message in enumerate(asked):
        bench.send(json.dumps({"id": number, **message}))
    bench.advance(500)
    return replies(bench)[before:]


@pytest.mark.rules
def test_invalid_line_is_refused_with_a_code_and_a_sentence(bench):
    for number, (line, code) in enumerate(REFUSED, 1):
        bench.send(with_crc(line))
        bench.advance(200)
        assert len(replies(bench)) == number, line
        error = replies(bench)[-1]["error"]
        assert error["code"] == code, line
        assert error["say"].endswith((".", "}")), line
    assert bench.events("outcome") == []


@pytest.mark.rules
def test_answers_keep_the_ids_and_order_of_requests(bench):
    ids = [0, 1, -5, 2_000_000_000, "a", "sixteen letters!", "é"]
    for id in ids:
        bench.send(json.dumps({"id": id, "do": "hello"}, ensure_ascii=False))
        bench.send(json.dumps({"id": id, "do": "volume", "level": 99}, ensure_ascii=False))
        bench.advance(200)
    assert [reply["id"] for reply in replies(bench)] == [id for id in ids for _ in range(2)]
    came = ask_all(bench, *[{"do": "hello"}] * 12)
    assert [reply["id"] for reply in came] == list(range(12))


@pytest.mark.rules
def test_typed_words_are_answered_or_refused(bench):
    words = ("help", "status", "battery", "press", "HELP", "  status  ")
    for number, word in enumerate(words, 1):
        for letter in word + "\r\n":
            bench.send(letter.encode())
            bench.advance(130)
        bench.advance(300)
        assert len(replies(bench)) == number, word
        assert replies(bench)[-1]["id"] is None, word
        assert replies(bench)[-1]["ok"], word
    for word in (b"replay\n", b"volume 10\n", b"seed\n", b"hello\n"):
        bench.send(word)
        bench.advance(200)
    assert [reply["error"]["code"] for reply in replies(bench)[-4:]] == ["no_crc"] * 4


@pytest.mark.rules
def test_hello_reports_protocol_product_and_pin_map(bench):
    told = bench.request("hello")["ok"]
    assert (told["protocol"], told["product"], told["board"]) == (1, "pingblock", "rev_a")
    (event,) = bench.events("hello")
    assert {name: event[name] for name in told} == told


@pytest.mark.rules
def test_requested_press_and_replay_cause_the_usual_events(open_bench, only):
    bench = open_bench(**only("coins", 2))
    assert bench.request("replay")["ok"] == {"replay": "nothing"}
    bench.advance(500)
    assert bench.request("press")["ok"] == {"accepted": True}
    assert bench.request("press")["ok"] == {"accepted": False}
    assert bench.request("replay")["ok"] == {"replay": "busy"}
    bench.advance(1500)
    assert bench.request("replay")["ok"] == {"replay": "done"}
    bench.advance(1500)
    kinds = [event["kind"] for event in bench.events() if event["kind"] != "reply"]
    assert kinds == ["reset", "hello", "press", "outcome", "replay"]
    assert bench.request("status")["ok"]["draws"] == 1


@pytest.mark.rules
def test_new_profile_applies_to_the_next_outcome(bench):
    weights = [0] * 8 + [1]
    told = bench.request("profile", name="custom", weights=weights)["ok"]
    assert told == {"profile": "custom", "weights": weights}
    bench.press()
    bench.advance(100)
    assert bench.events("outcome")[0]["outcome"] == "game_over"


def test_junior_profile_draws_only_one_to_three_coins(opened):
    bench = opened("desk")
    bench.request("profile", name="junior")
    for _ in range(30):
        bench.press()
        bench.advance(2000)
    outcomes = bench.events("outcome")
    assert {event["outcome"] for event in outcomes} == {"coins"}
    assert {event["coins"] for event in outcomes} == {1, 2, 3}


@pytest.mark.pico2
def test_saved_settings_survive_a_power_loss(open_bench):
    bench = open_bench()
    bench.request("volume", level=3, cap=4)
    bench.request("profile", name="junior")
    bench.advance(4000)
    bench.power_off()
    bench.advance(500)
    bench.power_on()
    bench.advance(1500)
    settings = bench.request("status")["ok"]["settings"]
    assert (settings["volume"], settings["cap"], settings["profile"]) == (3, 4, "junior")


@pytest.mark.rules
def test_requested_seed_lasts_until_power_off(open_bench, draws_of):
    bench = open_bench(seed=None)
    assert bench.request("hello")["ok"]["seeded"] is False
    assert bench.request("seed", seed=1)["ok"] == {"seeded": True}
    bench.press()
    bench.advance(100)
    assert bench.events("outcome")[0]["outcome"] == draws_of(1)[0][0]
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(1500)
    assert bench.request("hello")["ok"]["seeded"] is False


@pytest.mark.rules
def test_each_kind_of_cells_can_be_chosen(bench):
    for count, cells in enumerate(CELLS, 1):
        assert bench.request("battery", cells=cells)["ok"] == {"testing": True}
        bench.advance(1500)
        assert [event["fault"] for event in bench.events("battery")] == ["battery_on_usb"] * count


def test_events_without_a_cable_arrive_later_with_their_times(open_bench, only):
    bench = open_bench(**only("coins", 1))
    bench.press()
    bench.advance(600)
    bench.unplug()
    pressed_ms = []
    for _ in range(5):
        bench.advance(3000)
        pressed_ms.append(bench.now_ms)
        bench.press()
    bench.advance(10_000)
    assert len(bench.events("outcome")) == 1, "events must wait for the cable"
    bench.plug()
    bench.advance(3000)
    late = bench.events("outcome")[1:]
    assert [event["draw"] for event in late] == [2, 3, 4, 5, 6]
    assert [event["at_ms"] for event in late] == pytest.approx(pressed_ms, abs=5)


@pytest.mark.rules
def test_latest_32_of_too_many_events_are_kept(open_bench, only):
    bench = open_bench(**only("coins", 1))
    bench.unplug()
    for _ in range(20):  # each is a press and an outcome
        bench.press()
        bench.advance(1000)
    bench.plug()
    bench.advance(3000)
    late = [event for event in bench.events() if event["kind"] in ("press", "outcome", "battery")]
    assert len(late) == QUEUE
    assert [event["draw"] for event in late if event["kind"] == "outcome"][-1] == 20
    times_ms = [event["ms"] for event in late]
    assert times_ms == sorted(times_ms)


@pytest.mark.rules
def test_hello_is_answered_after_plugging_in_again(open_bench):
    bench = open_bench()
    for _ in range(3):
        bench.unplug()
        bench.advance(1500)
        bench.plug()
        bench.advance(1500)
        assert bench.request("hello")["ok"]["product"] == "pingblock"


@pytest.mark.rules
def test_refused_requests_of_each_kind_are_counted(open_bench):
    bench = open_bench()
    codes = [
        bench.request(do, **what)["error"]["code"]
        for do, what in (("nonsense", {}), ("settings", {"set": 5}), ("volume", {"level": 11}))
    ]
    assert codes == ["unknown_request", "bad_value", "bad_value"]
    assert bench.request("status")["ok"]["lines_refused"] == 3


@pytest.mark.parametrize("engine", ["chip"])
def test_code_of_rare_requests_is_loaded_by_the_first_one(open_bench):
    bench = open_bench(until_ms=2500)

    def free():
        return bench.request("status", memory=True)["ok"]["ram_free"]

    before = free()
    bench.request("settings", set={"volume": 3})
    loaded = free()
    assert loaded < before - 3_000
    for volume in (4, 3):
        bench.request("settings", set={"volume": volume})
    assert free() > loaded - 500
