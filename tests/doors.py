"""Types the first commands that each entrance page shows, in an empty environment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests import page_blocks

DOORS = ("README.md", "docs/play.md", "docs/own.md", "docs/build.md", "docs/program.md")
# It refuses to install into the system's Python, as Debian's pip does (PEP 668).
_REFUSES = "#!/bin/sh\necho 'error: externally-managed-environment' >&2\nexit 1\n"
_PYTHON = '#!/bin/sh\n[ "${{2:-}}" = pip ] && exec pip\n{}exec "{}" "$@"\n'
# Makes a venv in a tenth of the time, with the pip of the tests' environment.
_QUICK_VENV = """if [ "${{2:-}}" = venv ]; then
    "{base}" -m venv --without-pip "$3"
    echo '#!/bin/sh' > "$3/bin/pip"
    echo 'exec "{ours}" -m pip --python "$(dirname "$0")/python" "$@"' >> "$3/bin/pip"
    exec chmod +x "$3/bin/pip"
fi
"""
_GOES_ON = "play"  # this command runs until Ctrl-C. It has printed its address before that


def ways(door: str) -> tuple[list[str], list[str]]:
    """Returns the first commands that a page shows: in a checkout, and with a wheel."""
    found = [block.text for block in page_blocks.blocks("sh") if block.page == door]
    lines = [[line.partition("  #")[0].rstrip() for line in text.splitlines()] for text in found]
    return lines[0], lines[1]


class Computer:
    """A computer where Pingblock is new, with an empty home and a pip that refuses packages.

    Args:
        folder: is made. ``home`` and ``here``, where the lines are typed, are in it.
        quick: whether a venv uses the tests' pip instead of a new one.
        settings: more of the environment.
    """

    def __init__(self, folder: Path, quick: bool = False, **settings: str) -> None:
        programs, self.home, self.here = (folder / name for name in ("bin", "home", "my files"))
        for place in (programs, self.home, self.here):
            place.mkdir(parents=True)
        base = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
        venv = _QUICK_VENV.format(base=base, ours=sys.executable) if quick else ""
        for name, text in {
            **dict.fromkeys(("pip", "pip3"), _REFUSES),
            **dict.fromkeys(("python", "python3"), _PYTHON.format(venv, base)),
        }.items():
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self._env = {
            "PATH": f"{programs}:/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "BROWSER": "true",  # a browser that does not open a page
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            **settings,
        }

    def types(self, line: str, **settings: str) -> str:
        """Types a line into a shell. Returns its output. It must not fail.

        A line that continues, such as ``make play``, is stopped by Ctrl-C after its page was
        loaded.
        """
        if line.split()[-1] == _GOES_ON:
            return self._plays(line)
        done = self._begun(line, **settings)
        said, complaint = done.communicate()
        assert done.returncode == 0, f"{line}\n{said}\n{complaint}"
        return said

    def refuses(self, line: str) -> str:
        """Types a line that must fail. Returns its output."""
        done = self._begun(line)
        _, complaint = done.communicate()
        assert done.returncode != 0, line
        return complaint

    def _begun(self, line: str, **settings: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["/bin/sh", "-c", line],
            cwd=self.here,
            env=self._env | settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def _plays(self, line: str) -> str:
        process = self._begun(line)
        assert process.stdout is not None
        told = ""
        try:
            for said in process.stdout:
                told += said
                if "http://" in said:
                    url = "http://" + said.split("http://")[1].split()[0]
                    with urllib.request.urlopen(url) as page:
                        assert b"<html" in page.read()
                    return told
            raise AssertionError(f"{line}\n{told}\n{process.communicate()[1]}")
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.communicate()
