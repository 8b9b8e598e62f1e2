"""The merge refuses Python that would mean something else in merged code, with a reason.

Each case is a line of the table in CONTRIBUTING.md.
"""

from pathlib import Path

import pytest

from pingblock.errors import BadInput
from pingblock.image.bundle import bundle

PAGE = Path(__file__).parents[4] / "CONTRIBUTING.md"
BASE = "class Base:\n    pass\n"
RUN = "def run():\n    pass\n"
CASES = {
    "calls an argument, variable, inner function or caught error like a global or an import": [
        ("x = [1]\ndef run(x):\n    pass\n", r"main: \['x'\] hide globals"),
        ("x = [1]\ndef run():\n    x = 2\n", r"main: \['x'\] hide globals"),
        ("x = [1]\ndef run():\n    def x():\n        pass\n", r"main: \['x'\] hide globals"),
        (
            "x = [1]\ndef run():\n    try:\n        x()\n    except OSError as x:\n        pass\n",
            r"main: \['x'\] hide globals",
        ),
        (
            "sleep = [1]\ndef run():\n    from time import sleep\n",
            "sleep is imported and also a glo",
        ),
    ],
    "sets a global in a function, or the attribute of a module": [
        ("x = [1]\ndef run():\n    global x\n", "sets a global"),
        (
            "import base\ndef run():\n    base.count = 2\n",
            "base.count is set: set it in its own module",
        ),
    ],
    "makes a global in a block, such as `if` or `for`": [
        ("import sys\nif sys:\n    x = [1]\n", r"main: \['x'\] are set in a block"),
        ("for x in (1, 2):\n    pass\n", r"main: \['x'\] are set in a block"),
    ],
    "takes a module for a value, a name that it has not, or `*` of it": [
        ("import base\ndef run():\n    return base\n", "base is a module, not a value"),
        ("import base\ndef run():\n    return base.lost\n", "base has no lost"),
        ("from base import *\n", "replace 'import .' by the names"),
    ],
    "imports different things by one name, also in another module if they are not ours": [
        (
            "def run():\n    from base import Base\ndef go():\n    from other import Base\n",
            "Base is base.Base, and other.Base elsewhere",
        ),
        ("import other\nfrom os import stat\n", "'from os import stat', but other has 'from sta"),
    ],
    "imports in a circle at the top": [
        ("import circle\n", "main imports circle imports main: import one of them in a function"),
    ],
    "imports from two bundles in one line": [
        ("def run():\n    import base, late\n", "import from only one bundle in each line"),
    ],
}
OTHERS = {
    "base": BASE + "count = [1]\n",
    "other": "from statistics import mean as stat\nBase = [stat]\n",
    "circle": "import main\n",
    "late": "import base\ndef run():\n    return base.count\n",
}


def merge(text):
    texts = {"main": text + RUN * ("def run" not in text), **OTHERS}
    needs_circle = "import circle" in text
    modules = {name: texts[name].encode() for name in texts if needs_circle or name != "circle"}
    return bundle(modules, {"first": ("main", "base"), "second": ("late",)})


def test_what_the_cases_break_is_merged_without_them():
    assert list(merge("import base\ndef run():\n    return base.Base()\n")) == ["first", "second"]


@pytest.mark.parametrize(("text", "words"), [case for cases in CASES.values() for case in cases])
def test_what_cannot_be_merged_is_refused_in_words(text, words):
    with pytest.raises(BadInput, match=words):
        merge(text)


def test_each_line_of_the_table_has_a_case():
    table = PAGE.read_text(encoding="utf-8").partition("## What merged code may not do")[2]
    lines = [line for line in table.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[1:]] == list(CASES)
