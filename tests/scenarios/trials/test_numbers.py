"""Every field of every request at the limits of the chip's numbers: each line gets an answer."""

import json

import pytest

from pingblock.common import declared
from pingblock.virtual.serial_tap import sealed

# Limits of a 31-bit small integer, of a 32-bit word and of an index on the chip.
VALUES = ("-1", "0", "1073741823", "1073741824", "2147483647", "2147483648", "4294967296")
VALUES = (*VALUES, "1.5", "null")
DECLARED = {
    do: found[0] if isinstance(found, tuple) else found for do, found in declared.REQUESTS.items()
}
# Further arguments that each request needs. Requests that would end the test are missing.
WHOLE = {
    "volume": {"level": 5},
    "call": {"name": "pay"},
    "seed": {"seed": 7},
    "profile": {"name": "custom"},
    "put": {"path": "/sounds/x.snd", "size": 0, "crc32": 1},
    "files": {"folder": "/sounds"},
    "remove": {"path": "/sounds/x.snd"},
    "worms_score": {"player": 1, "by": 1},
    "update": {"what": "state"},
}
INSIDE = {"weights": "[%s,1,1,1]", "run_s": "[5,%s]", "servo": '{"from_us":%s}'}
TRY = {"try": '{"home_deg":%s}', "set": '{"run_s":[5,%s]}', "reset": "[%s]", "names": "[%s]"}
LOGS = ("faults", "crash", "battery")


def lines():
    """Yields a body for each field of each request at each value, directly and nested."""
    for do in sorted(set(DECLARED) - {"bootsel"}):
        whole = WHOLE.get(do, {})
        for field in ["id"] * (do == "hello") + sorted(DECLARED[do]):
            for value in VALUES:
                yield body({"id": "x", "do": do, **whole}, field, value)
                inner = {**INSIDE, **TRY}.get(field)
                if inner:
                    yield body({"id": "x", "do": do, **whole}, field, inner % value)
    for part in LOGS:
        for value in VALUES:
            yield body({"id": "x", "do": "log", "part": part}, "at", value)


def body(message, field, text):
    fields = {name: json.dumps(value) for name, value in message.items()}
    fields[field] = text
    return "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"


@pytest.mark.long
@pytest.mark.parametrize("engine", ["chip"], indirect=True)
def test_each_field_with_an_extreme_number_gets_an_answer(bench):
    asked = list(lines())
    assert len(asked) > 350
    bench.advance(500)
    for line in asked:
        before = len(bench.events("reply"))
        bench.send(sealed(line))
        waited_ms = 0
        while len(bench.events("reply")) == before and waited_ms < 4000:
            bench.advance(4)
            waited_ms += 4
        assert len(bench.events("reply")) == before + 1, line
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]
    codes = {reply.get("error", {}).get("code", "ok") for reply in bench.events("reply")}
    assert "failed" not in codes
    assert {"ok", "bad_value", "bad_json", "bad_id"} <= codes
    bench.request("worms", run="stop")
    bench.advance(3000)
    drawn = len(bench.events("outcome"))
    bench.press()
    bench.advance(300)
    assert len(bench.events("outcome")) == drawn + 1
