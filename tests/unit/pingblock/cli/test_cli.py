from importlib.metadata import version

import pytest

from pingblock.cli import main


@pytest.fixture
def call(monkeypatch, capsys):
    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["pingblock", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        caught = capsys.readouterr()
        return left.value.code or 0, caught.out, caught.err

    return run


def test_version_is_that_of_the_package(call):
    assert call("--version") == (0, f"pingblock {version('pingblock')}\n", "")


def test_help_lists_the_commands(call):
    code, out, _ = call("--help")
    assert code == 0
    assert "virtual" in out


def test_unknown_command_is_a_usage_error(call):
    code, out, err = call("dance")
    assert (code, out) == (2, "")
    assert "dance" in err
