"""A class name is defined once in the product, and the names of tests are short."""

import re
from collections import defaultdict
from collections.abc import Mapping

from tests.unit.architecture.reading import ROOT, text_of

_CLASS = re.compile(r"^\s*(?:cdef )?class (\w+)[:(\[]", re.MULTILINE)

_TEST = re.compile(r"^\s*(?:async )?def test_(\w+)\(", re.MULTILINE)
WORDS_MOST = 10
# Rules that the name of a test cites, such as "_ft_t22_c12". They do not count as words.
_RULES = re.compile(r"(?:_[a-z]{2}(?:_[a-z]?\d+\w?|_[a-z]_\d+)+|_[a-z]?\d+)+$")


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


def test_class_defined_twice_is_found() -> None:
    sources = {
        "a.py": "class Fault(ValueError):\n    class Inner:\n        pass\n",
        "b.py": '"""A class of its own."""\n\n\nclass Inner: pass\nclass Other: pass\n',
        "c.pyx": "cdef class Other:\n    pass\n",
    }
    assert defined_twice(sources) == {"Inner": ["a.py", "b.py"], "Other": ["b.py", "c.pyx"]}


def long_names(text: str) -> list[str]:
    """Returns the names of tests that have too many words."""
    return [
        name for name in _TEST.findall(text) if len(_RULES.sub("", name).split("_")) > WORDS_MOST
    ]


def test_names_of_tests_are_short() -> None:
    texts = {path: text_of(path) for path in (ROOT / "tests").rglob("test_*.py")}
    assert {path: long_names(text) for path, text in texts.items() if long_names(text)} == {}
    assert sum(len(_TEST.findall(text)) for text in texts.values()) > 3000


def test_long_name_of_a_test_is_found() -> None:
    ten = "a_b_c_d_e_f_g_h_i_j"
    text = f"def test_{ten}_ft_t22_c12():\n    pass\nasync def test_{ten}_k(page) -> None:\n"
    assert long_names(text) == [f"{ten}_k"]
