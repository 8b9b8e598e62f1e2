"""A class name means one thing: it is defined once in the firmware and the host tools."""

import re
from collections import defaultdict
from collections.abc import Mapping

from tests.unit.architecture.reading import ROOT, text_of

_CLASS = re.compile(r"^\s*(?:cdef )?class (\w+)[:(\[]", re.MULTILINE)


def defined_twice(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Returns the class names that are defined more than once, each with its files."""
    places = defaultdict(list)
    for place, text in sources.items():
        for name in _CLASS.findall(text):
            places[name].append(place)
    return {name: found for name, found in places.items() if len(found) > 1}


def test_class_names_are_unique_in_the_product() -> None:
    paths = [
        path for folder in ("firmware", "host_tools") for path in (ROOT / folder).rglob("*.py*")
    ]
    sources = {str(path): text_of(path) for path in paths if path.suffix in (".py", ".pyx")}
    assert defined_twice(sources) == {}
    assert sum(len(_CLASS.findall(text)) for text in sources.values()) > 200


def test_a_name_that_is_taken_is_found() -> None:
    sources = {
        "a.py": "class Fault(ValueError):\n    class Inner:\n        pass\n",
        "b.py": '"""A class of its own."""\n\n\nclass Inner: pass\nclass Other: pass\n',
        "c.pyx": "cdef class Other:\n    pass\n",
    }
    assert defined_twice(sources) == {"Inner": ["a.py", "b.py"], "Other": ["b.py", "c.pyx"]}
