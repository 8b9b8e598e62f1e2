"""Settings, seed and fault log through good and bad times. Runs on every Python.

Usage: storage_story.py EMPTY_DIR, with the firmware in the path
"""

import sys

from pingblock.common import declared
from pingblock.common.declared import declarations
from pingware.games import catalog
from pingware.shared import settings
from pingware.storage import files, stored_settings
from pingware.storage.files import FaultLog

PATH = sys.argv[1] + "/settings"


def put(ending, data):
    with open(PATH + ending, "wb") as file:
        file.write(data)


def show(found):
    catalog.CATALOG.load(found)
    print([(name, getattr(found, name)) for name in sorted(declared.SETTINGS)])
    print(found.problems, found.loudness)


def refused(action, *arguments):
    try:
        action(*arguments)
    except (ValueError, KeyError, AttributeError) as wrong:
        print(type(wrong).__name__, wrong.args)
    else:
        print("accepted")


found = stored_settings.load(declarations(), PATH)
show(found)
for level in (1, 2, 3):
    found.change({"volume": level})
    print(found.save(), found.save())
show(stored_settings.load(declarations(), PATH))
put(".a", b"")
show(stored_settings.load(declarations(), PATH))
put(".b", b"\xff" * 30)
found = stored_settings.load(declarations(), PATH)
show(found)
refused(found.change, {"volume": 11})
refused(found.change, {"volume": True})
refused(found.change, {"lasers": 1})
refused(getattr, found, "lasers")
refused(files.SlotStore(PATH).save, {"a": (1, 2)})
refused(files.SlotStore(PATH).save, {"a": print})
show(
    settings.Settings(
        declarations(), {"version": 3, "volume": 1.5, "weights": [0] * 9, "cells": None, "z": 1}
    )
)
show(settings.Settings(declarations(), [1]))
for text in (b"77\n", b"4294967296", b"1_0", b"\xb2", b""):
    with open(PATH + "seed", "wb") as file:
        file.write(text)
    print(files.read_seed(PATH + "seed"))
log = FaultLog(2)
print([log.note(code, n) for n, code in enumerate(("a", "b", "a", "c"))], log.total)
print([sorted(entry.items()) for entry in log.entries()])
