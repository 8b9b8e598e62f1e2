"""Every option that names a file to write replaces an existing one only with ``--force``."""

from pathlib import Path

import pytest
from tests.scenarios.transcripts.stories import commands

from pingblock.tables.registry import TABLES

# Option or argument that names a file to write -> a command line with a placeholder for it.
WRITTEN = {
    "cards --output": "cards -o {}.pdf",
    "image --out": "image -o {}.uf2",
    "selftest --report": "selftest --skip speaker,light,servo --report {} --port virtual",
    "settings export file": "settings export {}.json --port virtual",
    "sounds render out": "sounds render ping {}.wav",
    "study --csv": "study worms --games 1 --csv {}.csv",
    "study --plot": "study worms --games 1 --plot {}.png",
    "support --output": "support -o {}.zip --port virtual",
    "table board new file": "table board new storm {}.toml",
    "virtual run --events": "virtual run {scenario} --events {}.jsonl",
    "virtual run --servo": "virtual run {scenario} --servo {}.csv",
    "virtual run --wav": "virtual run {scenario} --wav {}.wav",
    "virtual sweep --save": "virtual sweep {scenario} --seeds 1 --save {}.jsonl",
}
READ = {
    *("flash file", "image --sounds", "settings import file", "sounds check file"),
    *("sounds put file", "table board check file", "virtual sweep --against"),
    "flash --drive",  # this is a folder
    "install --drive",  # this is a folder
    "table board edit file",  # changed in place, and always complete
    *(f"table {game} --log" for game in TABLES),  # continued, not replaced
    *(f"table {game} --from" for game in TABLES),
}


def path_parameters():
    """Yields each option and argument of the command line that takes a path."""
    for name, command in commands().items():
        for parameter in command.params:
            if parameter.type_descriptor.annotation is Path:
                yield f"{name} {max(parameter.opts, key=len)}"


def test_every_path_option_is_listed_as_read_or_written():
    assert set(path_parameters()) == READ | set(WRITTEN)


@pytest.fixture
def into(tmp_path):
    """Returns the words of a command line and the path that it writes to, in an empty folder."""
    (tmp_path / "scenario").write_text('{"at_ms": 1200, "do": "press"}')

    def words_of(line):
        stem = tmp_path / "mine"
        words = line.format(stem, scenario=tmp_path / "scenario").split()
        [path] = [Path(word) for word in words if word.startswith(str(stem))]
        # the report's option adds the extension
        return words, path.with_suffix(path.suffix or ".txt")

    return words_of


@pytest.mark.parametrize("line", WRITTEN.values(), ids=WRITTEN)
def test_existing_file_is_not_replaced_without_force(into, tmp_path, line, call):
    words, path = into(line)
    path.write_bytes(b"precious")
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert err == f"pingblock: {path} already exists. Add --force to replace it.\n"
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([path.name, "scenario"])
    assert path.read_bytes() == b"precious"
    found = commands()
    command = next(found[name] for n in (3, 2, 1) if (name := " ".join(words[:n])) in found)
    assert "--force" in {each for parameter in command.params for each in parameter.opts}


@pytest.mark.parametrize("name", ["cards --output", "virtual run --events", "study --csv"])
def test_force_replaces_an_existing_file(into, name, call):
    words, path = into(WRITTEN[name])
    path.write_bytes(b"old")
    assert call(*words, "--force")[0] == 0
    assert len(path.read_bytes()) > 100
