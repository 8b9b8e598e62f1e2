"""The collector sees objects of waiting code, even if only C's variables hold them."""

import gc
import json


def waste():
    wait()
    gc.collect()
    return [bytes(range(100)) for _ in range(30)]


class Held:
    def __init__(self, number):
        self.text = "held %d" % number

    def __lt__(self, other):
        waste()
        return self.text < other.text

    def __eq__(self, other):
        waste()
        return self.text == other.text

    def __hash__(self):
        waste()
        return hash(self.text)


def fresh(number):
    waste()
    return "text %d" % number


for _ in range(3):
    found = sorted([Held(number) for number in range(9)], reverse=True)
    assert [held.text for held in found] == ["held %d" % number for number in range(8, -1, -1)]
    assert list(map(fresh, range(9))) == ["text %d" % number for number in range(9)]
    assert {fresh(n): fresh(n + 1) for n in range(9)} == {
        "text %d" % n: "text %d" % (n + 1) for n in range(9)
    }
    assert ",".join(fresh(n) for n in range(5)) == "text 0,text 1,text 2,text 3,text 4"
    assert dict((Held(n), fresh(n)) for n in range(4))[Held(2)] == "text 2"
    assert "%s-%s-%s" % (fresh(1), fresh(2), fresh(3)) == "text 1-text 2-text 3"
    assert [fresh(1) + fresh(2), [fresh(3)] + [fresh(4)]] == ["text 1text 2", ["text 3", "text 4"]]
