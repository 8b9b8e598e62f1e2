"""The command line, called as a person calls it."""

import pytest

from pingblock.cli import main


@pytest.fixture
def call(monkeypatch, capsys):
    """Calls the command line; returns (exit code, stdout, stderr)."""

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["pingblock", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        caught = capsys.readouterr()
        return left.value.code or 0, caught.out, caught.err

    return run
