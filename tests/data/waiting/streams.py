"""Waits in streams that are written in Python."""

import deflate
import io
import json
import sys


class Slow(io.IOBase):
    def __init__(self, content=b""):
        self.content = content
        self.written = b""

    def write(self, data):
        wait()
        self.written += bytes(data)
        return len(data)

    def readinto(self, into):
        wait()
        part = self.content[: min(len(into), 5)]
        into[: len(part)] = part
        self.content = self.content[len(part) :]
        return len(part)

    def ioctl(self, request, argument):
        wait()
        return 0


class Shown:
    def __repr__(self):
        wait()
        return "shown"


out = Slow()
print("a", 1, 2.5, [Shown(), 10**30, {"k": (1,)}], True, None, file=out, sep="-", end="!\n")
assert out.written == b"a-1-2.5-[shown, %d, {'k': (1,)}]-True-None!\n" % 10**30, out.written

out = Slow()
json.dump({"a": [1, 2.5, None, "x"]}, out)
assert json.loads(out.written) == {"a": [1, 2.5, None, "x"]}
rows = [{"n": n, "text": "t%d" % n, "half": n / 2} for n in range(20)]
assert json.load(Slow(json.dumps(rows).encode())) == rows

assert (
    deflate.DeflateIO(Slow(b"x\x9c\xcbH\xcd\xc9\xc9W\xc8\x18%iL\x02\x00a_\x841")).read()
    == b"hello hello hello " * 20
)

try:
    raise ValueError("said")
except ValueError as fault:
    out = Slow()
    sys.print_exception(fault, out)
assert b"ValueError: said" in out.written
assert "%s|%r|%d" % (Shown(), Shown(), 3) == "shown|shown|3"
assert "{}{!r}".format(Shown(), [Shown()]) == "shown[shown]"
