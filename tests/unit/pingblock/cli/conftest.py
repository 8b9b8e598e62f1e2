"""The command line, called as a person calls it."""

import json

import pytest

from pingblock.cli import main


@pytest.fixture
def call(monkeypatch, capsys):
    """Calls the command line. Returns (exit code, stdout, stderr)."""

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["pingblock", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        caught = capsys.readouterr()
        return left.value.code or 0, caught.out, caught.err

    return run


@pytest.fixture
def told(call):
    """Calls a command that must succeed with pure JSON. Returns the object."""

    def run(*arguments):
        code, out, err = call(*arguments, "--json")
        assert (code, err, out.count("\n")) == (0, "", 1)
        return json.loads(out)

    return run


@pytest.fixture
def refused(call):
    """Calls a command that must be refused as wrong input. Returns its stderr."""

    def run(says, *arguments):
        code, out, err = call(*arguments)
        assert (code, out) == (2, "")
        assert says in err
        return err

    return run


@pytest.fixture
def plug_in(monkeypatch):
    """Puts a wire with a separate clock behind every port. Returns it, with ``names``."""

    def put(wire):
        wire.names = []
        opened = "pingblock.connection.link.open_port"
        monkeypatch.setattr(opened, lambda name: wire.names.append(name) or wire)
        defaults = "pingblock.connection.link.DeviceLink.__init__.__defaults__"
        monkeypatch.setattr(defaults, (None, 5.0, wire.clock, "ask"))
        monkeypatch.setenv("PINGBLOCK_PORT", "the-environments")
        return wire

    return put


@pytest.fixture
def nothing_plugged_in(monkeypatch):
    monkeypatch.delenv("PINGBLOCK_PORT", raising=False)
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
