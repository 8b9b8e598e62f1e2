"""Waits in exec, eval, imports from files in Python, and callbacks of the scheduler."""

import io
import sys

import micropython
import vfs

source = "wait()\nfound = [wait() or n for n in range(3)]\ndef later():\n wait()\n return 7\n"
space = {"wait": wait}
exec(source, space)
assert space["found"] == [0, 1, 2] and space["later"]() == 7
assert eval("wait() or sorted([2, 1], key=lambda n: wait() or n)", space) == [1, 2]
exec(compile("exec('wait(); x = 1'); y = eval('wait() or x + 1')", "deep", "exec"), space)
assert space["y"] == 2


class Text(io.IOBase):
    def __init__(self, content):
        self.content = content

    def readinto(self, into):
        wait()
        part = self.content[: min(len(into), 7)]
        into[: len(part)] = part
        self.content = self.content[len(part) :]
        return len(part)

    def ioctl(self, request, argument):
        wait()
        return 0


class Files:
    content = {"/slow.py": b"wait()\nvalue = 3\n" + b"# a line that is long\n" * 20}

    def mount(self, readonly, mkfs):
        wait()

    def umount(self):
        wait()

    def stat(self, path):
        wait()
        if path not in self.content:
            raise OSError(2)
        return (0x8000, 0, 0, 0, 0, 0, len(self.content[path]), 0, 0, 0)

    def open(self, path, mode):
        wait()
        return Text(self.content[path])

    def ilistdir(self, path):
        wait()
        yield "slow.py", 0x8000, 0, 3
        wait()


import builtins
import os

builtins.wait = wait
vfs.mount(Files(), "/s")
sys.path.append("/s")
import slow

assert slow.value == 3 and [row[0] for row in os.ilistdir("/s")] == ["slow.py"]
assert os.listdir("/s") == ["slow.py"] and os.stat("/s/slow.py")[6] > 100
del sys.modules["slow"]
from slow import *

assert value == 3
try:
    import nothing
except ImportError:
    wait()
vfs.umount("/s")

done = []
micropython.schedule(lambda n: done.append(n + (wait() or 1)), 1)
for _ in range(50):
    pass
assert done == [2]
