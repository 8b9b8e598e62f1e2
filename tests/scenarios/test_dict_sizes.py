"""The dicts of modules and classes on the chip, which ``frozen/native/dict_sizes.c`` makes large.

The chip must have the same names and values as this Python. The device reads the sizes of its
dicts in its own memory.
"""

import dis
import json
from operator import itemgetter

import pytest
from benchmarks.firmware_changes import Flashed
from tests import slots_image
from tests.scenarios.trials.safe_start import damage

OTHER = 0.5  # replaces a value that JSON cannot express
AT_FIRST = 2  # names in a module before its code runs: __name__ and __file__
OF_CLASS = 2  # names that each class stores first: __module__ and __qualname__
MANY = "\n".join(f"name{n} = {n * n - 700}" for n in range(300))
FORMS = """
import sys
import sys as named
from sys import path, modules as loaded
text, number, real, none = "a" * 3, -123456789, 1.5, None
long = (0, 1000, "two", (3.0, b"4"))
listed, mapped = [1, 2, 3], {"one": 1, "two": 2}
first, *rest = listed
chosen = "yes" if number < 0 and text else "no"
doubled = [2 * each for each in listed]
number += 1
def plain(a, b=2, *more, c=3, **named):
    inner = 1
    return a + b + c + inner
decorated = staticmethod(plain)
short = lambda a: a + 1
called = plain(1, b=200, c=short(3))
for place in range(3):
    last = place
while number < -123456700:
    number += 1
try:
    tried = listed[9]
except IndexError:
    tried = "caught"
try:
    passed = listed[0]
finally:
    listed[0] = 9
assert called, "never"
class Inner:
    value = 1
listed[1], mapped["three"] = 20, 3
if called == 0:
    never = 0
elif called == 1:
    never = 1
"""
DELETED = MANY + "\n" + "\n".join(f"del name{n}" for n in range(0, 300, 2)) + "\nname2 = 22"
GROWN = "few = 1\nfor n in range(150):\n    globals()['grown%d' % n] = n"
MODULES = {"empty": "", "one": "only = 1", "many": MANY, "forms": FORMS, "deleted": DELETED}
CLASS = "class Many:\n" + "\n".join(f"    field{n} = {n}" for n in range(90)) + "\nafter = 1"

# It prints slowly, so that the output fits into the buffer of the port.
APP = """
import json, time
from machine import mem32

OTHER = 0.5

def tell(module):
    named = module.__dict__
    seen = [name for name in named]
    print(json.dumps(["size", len(named), mem32[id(named) + 8]]))
    for name in sorted(seen):
        time.sleep_ms(2)
        value = named[name]
        print(json.dumps([name, value if type(value) in (int, str) else OTHER]))

def run():
    time.sleep_ms(300)
    import NAME as module
    if "NAME" == "classes":
        module = module.Many
        module.added = 5
    tell(module)
    print("told")
    time.sleep_ms(1000)
"""


def on_chip(name, source):
    """Returns the number of entries in a module's dict, its size, and its content."""
    app = APP.replace("NAME", name)
    slot = slots_image.small(app, **{name: source}).at(0, 1)
    with damage.booted(Flashed(slots={0: slot})) as bench:
        bench.advance(1800)
        said = [str(event["text"]) for event in bench.events("text")]
    assert "told" in said, said
    (_, used, size), *named = map(json.loads, said[: said.index("told")])
    return used, size, [pair for pair in named if pair[0][0] != "_"]


def here(source):
    """Returns the content of a module that this Python runs: names, and plain values."""
    named = {"__name__": "here"}
    exec(source, named)
    values = {name: value for name, value in named.items() if name[0] != "_"}
    return [
        [name, value if type(value) in (int, str) else OTHER]
        for name, value in sorted(values.items(), key=itemgetter(0))
    ]


def stores(code):
    """Returns how often code stores a name, not counting functions and classes in it."""
    return sum(each.opname == "STORE_NAME" for each in dis.get_instructions(code))


def room(names):
    """Returns the number of entries of a dict that contains this number of names."""
    return names + names // 8


@pytest.mark.parametrize("name", MODULES)
def test_module_dict_has_its_final_size_from_the_start(name):
    source = MODULES[name]
    used, size, named = on_chip(name, source)
    assert named == here(source)
    assert used == len(named) + AT_FIRST
    assert size == room(AT_FIRST + stores(source))


def test_module_dict_grows_beyond_the_names_in_its_code():
    used, size, named = on_chip("grown", GROWN)
    assert named == here(GROWN)
    assert room(AT_FIRST + stores(GROWN)) < used <= size


def test_class_dict_holds_all_names_and_one_added_later():
    used, size, named = on_chip("classes", CLASS)
    fields = {f"field{n}": n for n in range(90)} | {"added": 5}
    assert named == [[name, fields[name]] for name in sorted(fields)]
    assert used == len(fields) + OF_CLASS
    assert size == room(OF_CLASS + 90)
