"""The prompt behind the firmware: used, interrupted and left, the same on each engine."""

import pytest

from pingblock.virtual.bench_port import open_bench_with_port

TYPED = (  # pairs of typed text, and the end of the output after its echo
    ("print(6 * 7)\r", "\n42\n>>> "),
    ("x = 5\r", "x = 5\n>>> "),
    ("x\r", "\n5\n>>> "),
    ("for i in range(2):\r\tprint(i)\r\r", "\n0\n1\n>>> "),
    ("1 / 0\r", "\nZeroDivisionError: divide by zero\n>>> "),
    ("'ab\x7fc'\r", "\n'ac'\n>>> "),
    ("import time\r", ">>> "),
    ("time.sleep(9)\r", "time.sleep(9)\n"),
    ("\x03", "\nKeyboardInterrupt: \n>>> "),
    ("half a li\x03", "\n>>> "),
)


@pytest.mark.rules
def test_prompt_runs_typed_lines_and_leads_back_to_firmware(engine):
    bench, port = open_bench_with_port(engine, 1)

    def told(typed):
        port.write(typed.encode())
        bench.advance(400)
        return port.read(10_000).decode().replace("\r\n", "\n")

    with bench:
        bench.advance(500)  # a carriage return after silence, and Ctrl-C, request the prompt
        assert told("\r\x03").endswith("\n>>> ")
        for typed, answer in TYPED:
            assert told(typed).endswith(answer), typed
        assert '"event":"hello"' in told("\x04")
        assert told("\r\x03").endswith("\n>>> ")
        assert '"event":"hello"' in told("raise SystemExit\r")
        causes = [event["cause"] for event in bench.events("reset")]
        assert causes == ["power_on", "soft_reset", "soft_reset"]
