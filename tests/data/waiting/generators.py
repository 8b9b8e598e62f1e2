"""Waits in generators, comprehensions, and all functions that take values of an iterator."""

import array
import collections


def upto(count):
    try:
        for value in range(count):
            wait()
            yield value
    finally:
        wait()
        ended.append(count)


def echo():
    got = None
    while True:
        wait()
        try:
            got = yield got
        except ValueError as fault:
            wait()
            got = str(fault)


def through(count):
    wait()
    return (yield from upto(count))


ended = []
assert list(upto(3)) == [0, 1, 2] and tuple(upto(2)) == (0, 1) and set(upto(2)) == {0, 1}
assert bytes(upto(3)) == b"\0\1\2" and bytearray(upto(2)) == b"\0\1"
assert array.array("h", upto(3)) == array.array("h", [0, 1, 2])
assert list(collections.deque(upto(4), 2)) == [2, 3]
assert sum(upto(4)) == 6 and max(upto(4)) == 3 and sorted(upto(3), reverse=True) == [2, 1, 0]
assert ",".join(str(value) for value in upto(3)) == "0,1,2"
assert [a + b for a in upto(2) for b in upto(2)] == [0, 1, 1, 2]
assert {a: a * a for a in upto(3)} == {0: 0, 1: 1, 2: 4}
first, *rest = upto(4)
assert first == 0 and rest == [1, 2, 3]
one, two = upto(2)
assert (one, two) == (0, 1) and 3 in upto(9)
many = [9]
many.extend(upto(2))
many += upto(1)
assert many == [9, 0, 1, 0]
pairs = {}
pairs.update((value, value) for value in upto(2))
assert pairs == {0: 0, 1: 1}
assert (lambda *given, **named: (given, named))(*upto(2), **{"a": 1}) == ((0, 1), {"a": 1})
assert list(through(3)) == [0, 1, 2] and next(upto(1)) == 0

speaker = echo()
next(speaker)
assert speaker.send("a") == "a" and speaker.throw(ValueError("b")) == "b"
speaker.close()
left = upto(5)
next(left)
count = len(ended)
left.close()
assert len(ended) == count + 1


class Countdown:
    def __init__(self, left):
        self.left = left

    def __iter__(self):
        wait()
        return self

    def __next__(self):
        wait()
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


assert list(Countdown(3)) == [2, 1, 0]
assert list(zip(Countdown(2), upto(2))) == [(1, 0), (0, 1)]
