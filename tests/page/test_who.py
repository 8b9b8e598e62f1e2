"""Boards that are no Pingblock of this version: the page names the cause and the way out."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from pingblock.build.page import page_dir

NODE = shutil.which("node")
PROMPT = '\r\n>>> {"id":"hand1","do":"hello"}*0e1d2c3b'
MACHINE = "Raspberry Pi Pico W with RP2040"
HELLO = {"product": "pingblock", "protocol": 1, "version": "0.1.0"}


def _said(function: str, told: object) -> str:
    if NODE is None:
        pytest.skip("this test of the page needs node: install Debian's package nodejs")
    module = (page_dir() / "engines" / "serial" / "who.js").as_uri()
    script = f"import {{{function}}} from {json.dumps(module)};"
    script += f"process.stdout.write({function}({json.dumps(told)}))"
    command = (NODE, "--input-type=module", "--eval", script)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("said", "cause", "cure"),
    [
        ("", "nothing answers", "Unplug the board and plug it in again"),
        (PROMPT, "without Pingblock", "put Pingblock on it"),
        (f"{PROMPT}\r\nmode: ; {MACHINE};\r\n>>> ", f"on this {MACHINE}", "plug it in again"),
        (f">>> \r\nmode: crash; {MACHINE};\r\n", "crashed three times in a row", "settings stay"),
        (
            ">>> mode: ; Other board with RP2040;",
            "which is “Other board with RP2040”",
            "runs on a Raspberry Pi Pico",
        ),
        ("tick 1\r\ntick \u202e2\r\n", "which says “tick \ufffd2”", "choose another one"),
    ],
)
def test_who_answers_is_told_with_the_way_out(said: str, cause: str, cure: str) -> None:
    told = _said("whoIs", said)
    assert cause in told
    assert cure in told
    assert told.endswith(".")


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        (HELLO, ""),
        ({**HELLO, "protocol": 2}, "load the page of a newer Pingblock"),
        ({**HELLO, "protocol": 0}, "put Pingblock on it"),
        ({"product": "toaster"}, "calls itself “toaster”"),
    ],
)
def test_another_product_or_protocol_is_named(hello: object, words: str) -> None:
    told = _said("misfit", hello)
    assert words in told
    assert bool(told) == bool(words)
