"""The start and the end of the command line."""

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import version

import pytest
import typer

from pingblock.cli import commands, press
from pingblock.errors import LinkLost, Refused

SLOW = {"numpy", "textual", "rp2040py", "littlefs", "mpremote", "micropython_unix", "PIL"}
# modules on the program's way to its command, and modules that must be loaded later
LOADED = ["pingblock.cli.frame", "pingblock.connection.device", "serial", "zlib"]
ENTRY = "import sys; sys.argv = ['pingblock', *sys.argv[1:]]; from pingblock.cli import main; "


@pytest.fixture
def fails(monkeypatch):
    """Makes ``pingblock press`` raise this."""

    def make(error):
        def opened(port):
            raise error

        monkeypatch.setattr(press, "Device", opened)

    return make


@pytest.fixture
def process(tmp_path):
    """Runs the command line as a process, with lines of Python before and after."""

    def run(*arguments, before="", after="", **options):
        script = f"{before}\n{ENTRY}\ntry: main()\nfinally:\n pass\n {after}"
        here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        here |= {"XDG_CACHE_HOME": str(tmp_path), "PINGBLOCK_PORT": "/nowhere"}
        command = [sys.executable, "-c", script, *arguments]
        return subprocess.run(command, env=here, capture_output=True, text=True, **options)

    return run


def test_version_is_printed_and_signal_handlers_are_unchanged(call):
    before = signal.getsignal(signal.SIGINT)
    assert call("--version") == (0, f"pingblock {version('pingblock')}\n", "")
    assert signal.getsignal(signal.SIGINT) is before


def test_every_command_is_listed_and_has_help(call):
    told = {name: call(name, "--help") for name in commands.HEADING}
    assert {(code, err) for code, _, err in told.values()} == {(0, "")}
    listed = call("--help")[1]
    assert all(f" {name} " in listed for name in told)
    assert (
        "and Pingblock. The settings and sounds of Pingblock 0.1 are kept. Other files"
        in told["install"][1]
    )


def test_failure_is_one_sentence_on_stderr(call, fails):
    fails(LinkLost("It is gone."))
    assert call("press") == (1, "", "pingblock: It is gone.\n")
    says = "pingblock: No such command 'prss'. Did you mean 'press'? Try 'pingblock --help'.\n"
    assert call("prss") == (2, "", says)


@pytest.mark.parametrize("words", ["log", "log --json --port x", "log --help"])
def test_former_name_is_answered_with_new_one_and_not_listed(call, words):
    says = "'log' is now 'pingblock status --log'."
    code, out, err = call(*words.split())
    assert code == 2
    assert says in out + err
    assert (out + err).count("\n") == 1
    listed = {line.split()[1] for line in call("--help")[1].splitlines() if line[:2] == "│ "}
    assert not listed & set(commands.FORMER)
    assert {"odds", "status"} <= listed


@pytest.mark.parametrize(
    ("words", "error", "code", "exit_code"),
    [
        ("press", LinkLost("It is gone."), "link_lost", 1),
        ("press", Refused("busy", "Not now."), "busy", 1),
        ("press", KeyboardInterrupt(), "interrupted", 130),
        ("press", ZeroDivisionError("odd"), "internal", 1),
        ("press --hard", None, "usage", 2),
        ("prance", None, "usage", 2),
    ],
)
def test_failure_is_json_on_stdout_if_json_is_wanted(
    call, fails, monkeypatch, tmp_path, words, error, code, exit_code
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fails(error)
    for line in (f"--json {words}", f"{words} --json"):
        left, out, err = call(*line.split())
        assert (left, err, out.count("\n")) == (exit_code, "", 1)
        told = json.loads(out)
        assert told == {"error": {"code": code, "say": told["error"]["say"]}}
        assert told["error"]["say"]


def test_internal_fault_prints_one_sentence_and_stores_its_trace(
    call, fails, monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fails(ZeroDivisionError("odd thing"))
    code, out, err = call("press")
    kept = tmp_path / "pingblock" / "last_fault.txt"
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert ("(ZeroDivisionError: odd thing)" in err, str(kept) in err) == (True, True)
    assert kept.read_text().startswith("pingblock press\nTraceback")
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    assert "PINGBLOCK_TRACE=1 shows more" in call("press")[2]
    monkeypatch.setenv("PINGBLOCK_TRACE", "1")
    assert "Traceback" in call("press")[2]


@pytest.mark.parametrize("arguments", [["--help"], ["press"], ["virtual", "--help"]])
def test_slow_modules_are_not_loaded_before_they_are_needed(process, arguments):
    told = process(*arguments, after="print('loaded', *sys.modules, file=sys.stderr)")
    [line] = [line for line in told.stderr.splitlines() if line.startswith("loaded")]
    assert SLOW & set(line.split()) == set()
    assert "pingblock.cli.frame" in line


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize("module", LOADED)
def test_ctrl_c_while_loading_ends_without_a_trace(process, module):
    before = f"""
import builtins, os, signal
real = builtins.__import__
def hooked(name, *rest, **more):
    if name == {module!r}:
        builtins.__import__ = real
        os.kill(os.getpid(), signal.SIGINT)
    return real(name, *rest, **more)
import sys
builtins.__import__ = hooked
"""
    told = process("press", before=before)
    assert (told.returncode, told.stdout) == (130, "")
    assert "Traceback" not in told.stderr


SIGNALLED = """
import os, signal
from tempfile import TemporaryDirectory
from pingblock.cli import press
signal.signal(signal.SIGHUP, signal.{set})
def opened(port):
    with TemporaryDirectory(dir={place!r}):
        os.kill(os.getpid(), signal.{sent})
    raise SystemExit(7)
press.Device = opened
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
@pytest.mark.parametrize(
    ("handler", "sent", "code"),
    [("SIG_DFL", "SIGTERM", 143), ("SIG_DFL", "SIGHUP", 129), ("SIG_IGN", "SIGHUP", 7)],
)
def test_signal_ends_the_command_cleanly_unless_it_is_ignored(
    process, tmp_path, handler, sent, code
):
    """A closed terminal ends it, too, unless ``nohup`` ignores that."""
    told = process("press", before=SIGNALLED.format(set=handler, sent=sent, place=str(tmp_path)))
    assert (told.returncode, told.stdout, told.stderr) == (code, "", "")
    assert list(tmp_path.iterdir()) == []


CTRL_C = "import atexit, os, signal\natexit.register(os.kill, os.getpid(), signal.SIGINT)"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize("before", [CTRL_C, "import sys\nsys.stdout = None"])
def test_ctrl_c_after_the_end_or_closed_output_is_success(process, before):
    told = process("--version", before=before)
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["press", "--json"]])
def test_output_to_a_closed_pipe_exits_like_sigpipe(process, arguments):
    before = "import os\nread, write = os.pipe()\nos.close(read)\nos.dup2(write, 1)"
    told = process(*arguments, before=before)
    assert (told.returncode, told.stderr) == (141, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
@pytest.mark.parametrize("arguments", [["--version"], ["press", "--json"]])
def test_unwritable_output_fails_with_one_sentence(process, arguments):
    before = "import os\nos.dup2(os.open('/dev/full', os.O_WRONLY), 1)"
    told = process(*arguments, before=before)
    assert told.returncode == 1
    assert told.stderr == (
        "pingblock: The output could not be written: No space left on device.\n"
    )


@pytest.mark.parametrize("group", ["settings", "sounds", "worms", "virtual"])
def test_group_without_a_command_shows_help_as_usage_error(call, group):
    code, out, err = call(group)
    assert (code, err) == (2, "")
    assert f"Usage: pingblock {group}" in out


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text there")
def test_bytes_that_are_not_text_are_wrong_input(process):
    told = process("settings", "set", b"names=\xff\xfe", "--port", "virtual")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == (
        r"pingblock: It contains '\udcff\udcfe', which is not a character: write it as UTF-8." "\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text there")
def test_fault_with_unencodable_text_is_one_sentence_and_stored(process, tmp_path):
    before = """
from pingblock.cli import commands, press
def opened(port):
    raise ZeroDivisionError(port)
press.Device = opened
"""
    told = process("press", "--port", b"\xff", before=before)
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert r"(ZeroDivisionError: \udcff)" in told.stderr
    kept = (tmp_path / "pingblock" / "last_fault.txt").read_text()
    assert kept.startswith(r"pingblock press --port \udcff")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("volume abc", "level is 'abc': it must be a whole number."),
        ("volume --cap x", "--cap is 'x': it must be a whole number."),
        ("volume -1", "-1 cannot be used here: numbers must be 0 or more."),
        ("odds --test 0", "--test is '0': it must be 1 or more."),
        ("sounds render ping x.wav --volume 11", "it must be 10 or less."),
        ("selftest --wait x", "--wait is 'x': it must be a number."),
    ],
)
def test_wrong_number_gets_a_plain_sentence(refused, words, says):
    refused(says, *words.split())


@pytest.mark.parametrize(
    ("words", "right"),
    [
        *(("odds junor", "junior"), ("mute offf", "off")),
        *(("sounds play lauh", "laugh"), ("sounds render power-up x --as powerup", "power_up")),
        *(("settings set motion=slwo", "slow"), ("settings set mute_lock=offf", "off")),
        *(("settings reset volme", "volume"), ("monitor --only outcom", "outcome")),
        *(("virtual run x --engine wsm", "wasm"), ("virtual serve --engine chp", "chip")),
        *(("cards --format htm", "html"), ("cards --paper leter", "letter")),
        ("completion fsh", "fish"),
    ],
)
def test_nearly_right_word_is_suggested(refused, words, right):
    refused(f"Did you mean '{right}'?", *words.split())


def test_word_of_any_length_makes_a_short_sentence(call):
    for words in (("press", "--port", "a" * 5000), ("b" * 5000,), ("odds", "c" * 5000)):
        err = call(*words)[2]
        assert (len(err) < 300, "..." in err) == (True, True)


def test_abort_by_ctrl_c_exits_130_and_by_eof_1(call, fails):
    for cause, expected in ((KeyboardInterrupt(), 130), (EOFError(), 1)):
        aborted = typer.Abort()
        aborted.__context__ = cause  # as typer does it
        fails(aborted)
        assert call("press")[0] == expected
