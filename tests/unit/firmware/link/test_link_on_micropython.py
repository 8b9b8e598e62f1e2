"""The same bytes give the same answers on CPython and on MicroPython (its unix port)."""

import json
import random
import subprocess
from binascii import crc32
from pathlib import Path

from tests.unit.firmware.micropython import MICROPYTHON, needs_micropython, on_both, prepared

from pingblock.common.declared import DECLARATIONS, request
from pingware.shared.protocol import decode, encode, error, event, ok

HERE = Path(__file__).parent
INPUTS = 3000

pytestmark = needs_micropython
SEEDS = [
    encode(request(DECLARATIONS, 7, "volume", level=5, cap=10)),
    encode(
        request(DECLARATIONS, "sixteen-letters!", "profile", name="custom", weights=[2, 2, 1, 1])
    ),
    encode(request(DECLARATIONS, 2**31, "seed", seed=2**32 - 1)),
    encode(ok(7, {"list": [1, [], {}], "text": 'é "\\ \n 😀', "none": None})),
    encode(error(None, "bad_crc", "No.")),
    encode(event("outcome", outcome="coins", coins=4)),
    b"help\r\n",
]
SPICES = [*(bytes([each]) for each in b'"\\{},:0-e.'), b"\xc0\x80", b"\xed\xa0\x80"]


def mutated(chance: random.Random) -> bytes:
    """Returns a line with a few bytes changed, mostly with a new CRC that fits."""
    body = bytearray(chance.choice(SEEDS).strip()[:-9])
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(body) + 1)
        what = chance.choice([*SPICES, bytes([chance.randrange(256)]), b""])
        body[place : place + chance.randrange(3)] = what
    crc = crc32(body) if chance.random() < 0.8 else chance.randrange(2**32)
    return bytes(body) + b"*%08x" % crc


def test_thousands_of_damaged_lines_get_the_same_answer(tmp_path: Path) -> None:
    chance = random.Random(5)
    lines = SEEDS + [mutated(chance) for _ in range(INPUTS)]
    file = tmp_path / "lines"
    file.write_text("".join(line.hex() + "\n" for line in lines))
    here, there = on_both(HERE / "answers.py", file)
    assert len(here) == len(lines)
    different = [pair for pair in zip(lines, here, there, strict=True) if pair[1] != pair[2]]
    assert different == []
    answers = [json.loads(bytes.fromhex(answer)) for answer in here]
    codes = {answer["error"]["code"] for answer in answers if "error" in answer}
    wanted = {"bad_crc", "bad_json", "not_utf8", "missing_field", "bad_value", "bad_id"}
    assert wanted | {"unknown_request"} <= codes, "the damage must reach every check"


def test_long_console_session_is_equal_on_both_interpreters() -> None:
    here, there = on_both(HERE / "console_story.py")
    assert there == here
    assert here[-1].startswith("waited 0 dropped")
    assert sum('"do"' in line for line in here) > 200
    assert any("too_long" in line for line in here)


def test_each_interpreter_reads_lines_written_by_the_other() -> None:
    message = {"id": 7, "ok": {"z": 1, "a": 'é 😀 q"\n', "l": [True, None]}}
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from pingware.shared.protocol import decode, encode;"
        "sys.stdout.buffer.write(encode(decode(sys.stdin.buffer.readline()), 64))"
    )
    command = [MICROPYTHON, "-c", program, str(prepared())]
    line = encode(message)
    done = subprocess.run(command, input=line, capture_output=True, check=True)
    assert decode(done.stdout) == message
    assert len(done.stdout) % 64 == 0
