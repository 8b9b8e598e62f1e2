"""Scripts that install Debian packages, with a fake apt that another program is using."""

import os
import subprocess
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[3] / "tools"
SCRIPTS = sorted(path for path in TOOLS.glob("*-packages.sh") if path.stem != "debian-packages")
APT = """#!/bin/sh
echo "$@" >> "$LOG"
case "$*" in *update*) [ "$(grep -c update "$LOG")" -gt "$BUSY" ] ;; esac
"""


@pytest.fixture
def computer(tmp_path):
    """Runs a script with a fake apt and no installed packages. Returns it and apt's calls."""
    programs = tmp_path / "bin"
    programs.mkdir()
    fakes = {"apt-get": APT, "id": "#!/bin/sh\necho ${WHO:-0}\n", "sleep": "#!/bin/sh\n"}
    for name, text in fakes.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    for name in ("sh", "dirname", "grep"):
        (programs / name).symlink_to(f"/bin/{name}")
    log = tmp_path / "log"
    log.touch()

    def run(*words, busy=0, who=0):
        env = {"PATH": str(programs), "LOG": str(log), "BUSY": str(busy), "WHO": str(who)}
        done = subprocess.run(["/bin/sh", *words], env=env, capture_output=True, text=True)
        return done, log.read_text().splitlines()

    return run


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_each_script_uses_the_helper_that_waits_for_apt(script, computer, tmp_path):
    python = tmp_path / "python"  # it has neither venv nor headers
    python.write_text('#!/bin/sh\ncase "$2" in *venv*) exit 1 ;; esac\necho nowhere\n')
    python.chmod(0o755)
    done, calls = computer(script, str(python))
    assert done.returncode == 0
    [updated, installed] = calls
    assert updated.split()[0] == "update"
    words = installed.split()
    assert [each for each in words if each.startswith("DPkg::Lock::Timeout=")]
    assert len(words) > words.index("--no-install-recommends") + 1, "it names packages"


def test_locked_package_lists_are_tried_again(computer):
    done, calls = computer(TOOLS / "debian-packages.sh", "gcc", busy=2)
    assert done.returncode == 0
    assert [call.split()[0] for call in calls] == ["update", "update", "update", "-o"]


def test_install_is_tried_even_without_a_network(computer):
    _, calls = computer(TOOLS / "debian-packages.sh", "gcc", busy=99)
    assert [call.split()[0] for call in calls] == ["update"] * 6 + ["-o"]


def test_script_without_root_exits_with_1_and_calls_no_apt(computer):
    done, calls = computer(TOOLS / "debian-packages.sh", "gcc", who=1000)
    assert (done.returncode, calls) == (1, [])


def test_only_one_script_calls_apt():
    others = [path for path in TOOLS.rglob("*.sh") if path.stem != "debian-packages"]
    assert len(others) > 4
    assert [path.name for path in others if "apt-get" in path.read_text()] == []
    assert os.access(TOOLS / "debian-packages.sh", os.R_OK)
