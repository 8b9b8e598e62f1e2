"""Compares the check of links in the page with the terminal's, and limits their memory."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from tests.strangers.things import LINKS, PRESS, Canary, link, session

from pingblock.common import session_limits as limits
from pingblock.errors import BadInput
from pingblock.make_page.page import page_dir
from pingblock.make_page.page_data import data_files
from pingblock.virtual.session_link import session_of

NODE = shutil.which("node")
ANSWER = Path(__file__).parent / "session" / "answer.mjs"
MB_MOST = 200
TEXT = b64encode(bytes(limits.FILE_BYTES_MOST)).decode()
FIT = {"at_ms": 1, "do": "battery"}
MAILED = {
    f"mailed_{n}": f"{link(session())}{end}"
    for n, end in enumerate(("", ".", ")", ">", " ", "%20"))
}


def _edges() -> dict[str, tuple[bool, dict[str, Any]]]:
    """Returns the largest accepted value of each limit, and the smallest refused one."""
    most = [{"at_ms": n, "do": "plug"} for n in range(limits.ACTIONS_MOST)]
    return {
        "most_actions": (True, session(actions=most)),
        "one_action_more": (False, session(actions=[*most, PRESS | {"at_ms": 20_000}])),
        "most_files": (True, session({f"/{n}": b"" for n in range(limits.FILES_MOST)})),
        "one_file_more": (False, session({f"/{n}": b"" for n in range(limits.FILES_MOST + 1)})),
        "most_bytes": (True, session({"/a": TEXT})),
        "one_byte_more": (False, session({"/a": bytes(limits.FILE_BYTES_MOST + 1)})),
        "bytes_of_all": (False, session({f"/{n}": TEXT for n in range(8)})),
        "last_ms": (True, session(actions=[{"at_ms": limits.MS_MOST, "do": "plug"}])),
        "too_late": (False, session(actions=[{"at_ms": limits.MS_MOST + 1, "do": "plug"}])),
        "back_in_time": (False, session(actions=[PRESS, PRESS | {"at_ms": 1}])),
        "no_time": (False, session(actions=[{"do": "press"}])),
        "seed_of_text": (False, session(seed="1")),
        "seed_too_big": (False, session(seed=2**32)),
        "chance_below_0": (False, session(chance=-1)),
        "files_as_a_list": (False, session() | {"files": []}),
        "unknown_action": (False, session(actions=[{"at_ms": 1, "do": "jump"}])),
        "press_of_a_text": (False, session(actions=[PRESS | {"for_ms": "long"}])),
        "press_for_an_hour": (False, session(actions=[PRESS | {"for_ms": 3_600_000}])),
        "no_base64": (False, session(actions=[{"at_ms": 1, "do": "serial", "base64": "?"}])),
        "no_bytes": (False, session(actions=[{"at_ms": 1, "do": "serial", "base64": 5}])),
        "line": (True, session(actions=[{"at_ms": 1, "do": "serial", "line": "дай"}])),
        "cells_of_texts": (False, session(actions=[FIT | {"cell_mv": ["a"], "ohm": 1}])),
        "five_cells": (False, session(actions=[FIT | {"cell_mv": [1500] * 5, "ohm": 1}])),
        "no_ohm_below_0": (False, session(actions=[FIT | {"cell_mv": [1500] * 3, "ohm": -1}])),
        "cells": (True, session(actions=[FIT | {"cell_mv": [1500] * 3, "ohm": [1, 1, 1]}])),
        "no_list": (False, session(actions={"0": PRESS})),
        "longest_name": (True, session({"/" + "a" * 255: b"", "/" + "ä" * 127: b""})),
        "names": (True, session({"/ä ö/Ünï.txt": b"", "/..a": b"", "/...": b"", "/.x": b""})),
    }


def page_takes(links: list[str]) -> dict[str, Any]:
    """Returns which links the page's module accepts in node, and the memory for all."""
    if NODE is None:
        pytest.skip("the page's session needs node here: install Debian's package nodejs")
    module, data = page_dir() / "engines" / "session.js", data_files()["data/session.json"]
    command = (NODE, str(ANSWER), str(module), data.decode())
    texts = "\n".join(each.partition("session=")[2] for each in links)
    ran = subprocess.run(command, input=texts, capture_output=True, check=True, text=True)
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def terminal_takes(address: str) -> bool:
    try:
        session_of(address)
    except BadInput:
        return False
    return True


def test_page_and_terminal_take_the_same_links(tmp_path: Path) -> None:
    canary = Canary(tmp_path)
    made = {name: str(make(canary)) for name, make in LINKS.items()}
    edges = _edges()
    made |= {name: link(value) for name, (_, value) in edges.items()}
    made |= MAILED
    here = {name: terminal_takes(address) for name, address in made.items()}
    assert {name: here[name] for name in edges} == {n: takes for n, (takes, _) in edges.items()}
    assert all(here[name] for name in MAILED)
    answer = page_takes(list(made.values()))
    # A file and a folder with the same name are noticed only when the device's files are made.
    late = {"file_and_folder"}
    there = dict(zip(made, answer["taken"], strict=True))
    assert {name: there[name] for name in made.keys() - late} == {
        name: here[name] for name in made.keys() - late
    }
    assert answer["mb"] < MB_MOST
