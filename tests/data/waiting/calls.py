"""Waits in Python code that C functions call: keys, comparisons, callbacks, nested to the limit."""


def key(value):
    wait()
    return -value


class Card:
    def __init__(self, value):
        wait()
        self.value = value

    def __lt__(self, other):
        wait()
        return self.value < other.value

    def __eq__(self, other):
        wait()
        return self.value == other.value

    def __hash__(self):
        wait()
        return self.value


numbers = [5, 3, 8, 1, 9, 2, 7]
assert sorted(numbers, key=key) == [9, 8, 7, 5, 3, 2, 1]
numbers.sort(key=key, reverse=True)
assert numbers == [1, 2, 3, 5, 7, 8, 9]
assert min(numbers, key=key) == 9 and max(numbers, key=key) == 1
assert list(map(key, numbers)) == [-1, -2, -3, -5, -7, -8, -9]
assert list(filter(lambda value: key(value) < -6, numbers)) == [7, 8, 9]
assert sum(map(key, numbers)) == -35 and any(map(key, [0, 1])) and not all(map(key, [1, 0]))
assert dict(zip(map(key, [1, 2]), map(key, [3, 4]))) == {-1: -3, -2: -4}
assert list(enumerate(map(key, [4]))) == [(0, -4)]

cards = [Card(value) for value in (4, 2, 3, 1)]
assert [card.value for card in sorted(cards)] == [1, 2, 3, 4]
assert cards.index(Card(3)) == 2 and Card(2) in cards and cards.count(Card(1)) == 1
cards.remove(Card(4))
assert [card.value for card in cards] == [2, 3, 1] and min(cards).value == 1
assert (Card(1), [Card(2)]) == (Card(1), [Card(2)]) and {"a": Card(1)} == {"a": Card(1)}
named = {Card(1): "one", Card(2): "two"}
assert named[Card(2)] == "two" and named.pop(Card(1)) == "one" and Card(1) not in named
assert len({Card(1), Card(1), Card(2)} | {Card(2), Card(3)}) == 3
assert {Card(1), Card(2)} & {Card(2)} == {Card(2)} and {Card(1)} <= {Card(1), Card(4)}

import heapq

heap = []
for value in (3, 1, 2):
    heapq.heappush(heap, Card(value))
assert [heapq.heappop(heap).value for _ in range(3)] == [1, 2, 3]

import re


def larger(found):
    wait()
    return "<%s>" % found.group(0)


assert re.sub("[0-9]+", larger, "a1b22") == "a<1>b<22>"


def deep(left):
    wait()
    if left:
        return min([left], key=lambda value: deep(left - 1)) + sorted([0], key=lambda _: left)[0]
    return 0


assert deep(12) == 12
