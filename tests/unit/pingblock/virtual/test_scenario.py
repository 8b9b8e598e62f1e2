import json
import math

import pytest

from pingblock.errors import BadInput
from pingblock.virtual.parts.contact import CLEAN, DEFAULT, Bounce
from pingblock.virtual.scenario import parse

PRESS = b'{"at_ms": 1200, "do": "press", "for_ms": 60}'


def only(text):
    (action,) = parse(text.encode())
    return action


def why(text):
    with pytest.raises(BadInput) as caught:
        parse(text if isinstance(text, bytes) else text.encode())
    return str(caught.value)


def test_press_has_its_time_and_duration():
    action = only('{"at_ms": 1200, "do": "press", "for_ms": 60}')
    assert (action.at_ms, action.do, action.options) == (1200.0, "press", {"for_ms": 60.0})
    assert action.ends_ms == 1260.0
    assert only(PRESS.decode().replace("1200", "0.125")).at_ms == 0.125


def test_blank_lines_and_comments_are_skipped_but_counted():
    found = parse(b"\xef\xbb\xbf# a scenario\r\n\r\n   \n" + PRESS + b"\r\n  # the end")
    assert [action.line for action in found] == [4]


@pytest.mark.parametrize(
    "text",
    [
        '{"at_ms": 1, "do": "press"}',
        '{"at_ms": 1, "do": "check", "for_ms": 2500, "bounce": true}',
        '{"at_ms": 1, "do": "pull_lever", "bounce": false}',
        '{"at_ms": 1, "do": "battery", "preset": "worn"}',
        '{"at_ms": 1, "do": "battery", "cell_mv": 1500, "ohm": 0.2, "chemistry": "nimh"}',
        '{"at_ms": 1, "do": "battery", "cell_mv": [1500, 1400], "ohm": [0.1, 2]}',
        '{"at_ms": 1, "do": "serial", "line": "status"}',
        '{"at_ms": 1, "do": "serial", "line": "junk", "raw": true}',
        '{"at_ms": 1, "do": "block_worms"}',
        '{"at_ms": 1, "do": "block_worms", "from_deg": 88, "to_deg": 92.5}',
        '{"at_ms": 1, "do": "free_worms"}',
        '{"at_ms": 1, "do": "unplug"}',
        '{"at_ms": 1, "do": "plug"}',
        '{"at_ms": 1, "do": "power_off"}',
        '{"at_ms": 1, "do": "power_on"}',
    ],
)
def test_each_action_is_known(text):
    assert only(text).at_ms == 1.0


@pytest.mark.parametrize(
    ("value", "bounce"),
    [
        ("true", DEFAULT),
        ("false", CLEAN),
        ("5", Bounce(bounce_ms=5.0)),
        ('{"bounce_ms": 1.5, "edges": 9}', Bounce(bounce_ms=1.5, edges=9)),
        ('{"spike_us": 50}', Bounce(spike_us=50.0)),
        ('{"stuck": true}', Bounce(stuck=True)),
    ],
)
def test_bounce_can_be_given_in_four_ways(value, bounce):
    action = only(f'{{"at_ms": 1, "do": "press", "bounce": {value}}}')
    assert action.options["bounce"] == bounce


def test_line_to_send_may_be_written_as_an_object():
    action = only('{"at_ms": 1, "do": "serial", "line": {"id": 1, "do": "hello"}}')
    assert action.options["line"] == '{"id":1,"do":"hello"}'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("press", "this is not JSON: Expecting value at column 1"),
        ('{"at_ms": 1, "do": "press"', "this is not JSON"),
        ("[" * 100_000, "nested too deep"),
        ("[1, 2]", "a line must be an object"),
        ('{"do": "press"}', "'at_ms' is missing"),
        ('{"at_ms": 1}', "'do' is missing"),
        ('{"at_ms": 1, "do": "jump"}', "'do' is \"jump\": it must be press, check"),
        ('{"at_ms": 1, "do": ["press"]}', "'do' is"),
        ('{"at_ms": 1, "do": "press", "hold": 60}', "'hold' is not known for 'press'. Use at_ms"),
        ('{"at_ms": 1, "do": "unplug", "for_ms": 60}', "for 'unplug'. Use at_ms, do."),
        ('{"at_ms": 1, "do": "block_worms", "from_deg": 9, "to_deg": 8}', "is above 'to_deg'"),
        ('{"at_ms": 1, "do": "press", "bounce": {"ms": 1}}', "'ms' is not known for 'bounce'"),
        ('{"at_ms": 1, "at_ms": 2, "do": "press"}', "'at_ms' is given twice"),
        ('{"at_ms": 1, "do": "battery"}', "a battery needs"),
        ('{"at_ms": 1, "do": "battery", "cell_mv": [1, 1], "ohm": [1]}', "different numbers"),
        (
            '{"at_ms": 1, "do": "battery", "preset": "worn", "chemistry": "nimh"}',
            "cannot be used together: leave one out",
        ),
        ('{"at_ms": 1, "do": "serial"}', "'line' is missing"),
        ("\udcff\udcfe", "not UTF-8"),
        ('{"at_ms": %s, "do": "press"}' % ("1" * 5000), "a number has too many digits"),
        ('{"at_ms": %s, "do": "press"}' % ("1" * 4000), f"'at_ms' is {'1' * 40}...: it must be"),
        ('{"at_ms": 1, "do": "serial", "line": {"x": %s}}' % ("1" * 5000), "too many digits"),
        ('{"at_ms": 1, "do": "serial", "line": "a\\udfff"}', "\\udfff is half of a character"),
        ('{"at_ms": 1, "do": "serial", "line": {"a": ["\\ud800"]}}', "\\ud800 is half of a"),
        ('{"at_ms": 1, "do": "press", "\\ud800": 1}', "\\ud800 is half of a character"),
    ],
)
def test_wrong_line_error_names_line_and_reason(text, reason):
    message = why(b"# one\n\n" + text.encode(errors="surrogateescape"))
    assert message.startswith("line 3: ")
    assert reason in message


@pytest.mark.parametrize(
    ("do", "fields", "reason"),
    [
        ("press", {"at_ms": True}, "is true: it must be a number of ms from 0 to 86400000."),
        ("press", {"at_ms": 86400001}, "'at_ms' is 86400001: it must be a number"),
        ("press", {"at_ms": math.nan}, "'at_ms' is NaN: it must be a number"),
        ("press", {"for_ms": 0}, "'for_ms' is 0: it must be a number of ms from 0.01 to 600000."),
        ("press", {"bounce": "yes"}, "'bounce' is \"yes\": it must be true or false, a"),
        ("press", {"bounce": {"edges": 2.7}}, "is 2.7: it must be an integer from 0 to 100."),
        ("press", {"bounce": {"stuck": 1}}, "'stuck' is 1: it must be true or false."),
        ("press", {"bounce": {"spike_us": -1}}, "is -1: it must be a number of us from"),
        ("block_worms", {"to_deg": 181}, "is 181: it must be a number of deg from 0 to 180."),
        ("battery", {"chemistry": "lemon"}, "'chemistry' is \"lemon\": it must be alkaline,"),
        ("battery", {"chemistry": []}, "'chemistry' is []: it must be alkaline,"),
        ("battery", {"cell_mv": 9000}, "it must be a number of mV from 0 to 2000 or"),
        ("battery", {"cell_mv": [1] * 5}, "or a list of 1 to 4 items, each a number of mV"),
        ("battery", {"ohm": "low"}, 'is "low": it must be a number of ohm from 0 to 1000 or'),
        ("serial", {"line": 5}, "'line' is 5: it must be a text or an object."),
        ("serial", {"line": "x", "raw": 1}, "'raw' is 1: it must be true or false."),
        ("serial", {"base64": "?"}, "'base64' is \"?\": it must be bytes in base64."),
    ],
)
def test_wrong_value_error_names_allowed_values(do, fields, reason):
    assert reason in why(json.dumps({"at_ms": 1, "do": do, **fields}))


def test_time_that_goes_back_is_refused():
    late = '{"at_ms": 2000, "do": "press"}\n\n{"at_ms": 1000.5, "do": "press"}'
    assert why(late) == "line 3: at_ms 1000.5 is before line 1's 2000."


def test_button_that_is_still_held_cannot_be_pressed():
    text = '{"at_ms": 0, "do": "press", "for_ms": 500}\n{"at_ms": 400, "do": "press"}'
    assert why(text) == "line 2: the button is still held by line 1."


def test_other_button_can_be_pressed_while_one_is_held():
    text = b'{"at_ms": 0, "do": "press", "for_ms": 500}\n{"at_ms": 400, "do": "check"}'
    text += b'\n{"at_ms": 400, "do": "plug"}\n{"at_ms": 500, "do": "press"}'
    assert len(parse(text)) == 4


def test_stuck_button_cannot_be_pressed_again():
    text = '{"at_ms": 0, "do": "press", "bounce": {"stuck": true}}\n{"at_ms": 9e6, "do": "press"}'
    assert "still held" in why(text)


PULL, RELEASE = '{"at_ms": 1, "do": "pull_lever"}', '{"at_ms": 2, "do": "release_lever"}'


def test_lever_goes_back_and_forth():
    text = f"{PULL}\n{RELEASE}\n" + f"{PULL}\n{RELEASE}".replace('at_ms": ', 'at_ms": 1')
    assert len(parse(text.encode())) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RELEASE, "line 1: the lever is not pulled."),
        (f"{PULL}\n{PULL}", "line 2: the lever is still pulled by line 1."),
        (f"{PULL}\n{RELEASE}\n{RELEASE}", "line 3: the lever is not pulled."),
    ],
)
def test_lever_action_from_wrong_position_is_refused(text, message):
    assert why(text) == message


def test_press_with_spike_ends_after_its_spike():
    action = only('{"at_ms": 10, "do": "press", "for_ms": 900, "bounce": {"spike_us": 50}}')
    assert math.isclose(action.ends_ms, 10.05)
