"""``pingblock virtual play`` where there is no terminal, and where the engine is unknown."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = "import sys; from pingblock.cli import main; sys.argv[0] = 'pingblock'; main()"


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-c", RUN, "virtual", "play", *arguments],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_without_a_terminal_it_says_so_in_one_sentence():
    done = run()
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "pingblock: This needs a terminal. Scripts use 'pingblock virtual run'.\n"
    )


@pytest.mark.parametrize("arguments", [("--engine", "steam"), ("--seed", "-1"), ("--seed", "x")])
def test_wrong_options_are_wrong_input(arguments):
    assert run(*arguments).returncode == 2
