"""Short argument names: the program does the same, with fewer names."""

import ast

import pytest

from pingblock.image.arguments import shorten


def shortened(text):
    tree = ast.parse(text)
    shorten(tree.body)
    return ast.unparse(tree)


def value_of(text, name="found"):
    names = {}
    exec(text, names)
    return names[name]


@pytest.mark.parametrize(
    "text",
    [
        "def f(now_ms, step_ms=3):\n    now_ms += step_ms\n    return now_ms\nfound = f(4)",
        "def f(one, *more, **named):\n    return one, more, named\nfound = f(1, 2, **{'x': 3})",
        "def f(count):\n    return [count for count in range(count)]\nfound = f(3)",
        "def f(one):\n    def g(two):\n        return one, two\n    return g(5)\nfound = f(1)",
        "def f(one):\n    return (lambda one: one + 1)(one)\nfound = f(1)",
        "def f(far):\n    a = 1\n    return a, far\nfound = f(2)",
        "def f(kind):\n    try:\n        int(kind)\n    except ValueError as kind:\n"
        "        return 1\nfound = f('x')",
        "def f(seen):\n    def g():\n        nonlocal seen\n        seen += 1\n    g()\n"
        "    return seen\nfound = f(1)",
        "def f(os):\n    import os\n    return os.sep\nfound = f(1)",
        "class A:\n    def f(self, other):\n        return other\nfound = A().f(7)",
        "async def f(other):\n    return other\ntry:\n    f(7).send(None)\n"
        "except StopIteration as end:\n    found = end.value",
    ],
)
def test_the_program_gives_what_it_gave(text):
    assert value_of(shortened(text)) == value_of(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "def f(since_us, until_us):\n    return until_us\ndef g(gpio):\n    pass",
            ["def f(a, b)", "return b", "def g(a)"],
        ),
        ("def f(loud, soft):\n    pass\ndef g():\n    f(soft=1)", ["def f(a, soft)"]),
        (
            "def parts():\n    return {'pwm': 1}\ndef f(pwm, amp):\n    pass",
            ["def f(pwm, a)"],
        ),
        (
            "class A:\n    def f(self, other):\n        a = 3\n        return other + a",
            ["def f(self, b)", "return b + a"],
        ),
        ("@micropython.asm_thumb\ndef f(r0, r1):\n    add(r0, r1)", ["f(r0, r1)", "add(r0, r1)"]),
    ],
    ids=[
        "the same few",
        "by keyword",
        "by a dict",
        "self, and a local of one letter",
        "registers",
    ],
)
def test_names_are_short_but_for_those_that_are_given(text, says):
    found = shortened(text)
    assert [each for each in says if each not in found] == []
