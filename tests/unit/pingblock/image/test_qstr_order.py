"""Most frequent names of a bundle come first, because bytecode needs only one byte for them."""

import sys

from pingblock.image import mpy, qstr_order


def many(functions):
    """Source of functions that use ``self.seldom_N`` once each, and ``self.usual`` last."""
    bodies = "".join(f"def f_{n}(self): return self.seldom_{n}\n" for n in range(functions))
    return f"import sys\n{bodies}def last(self): return self.usual, self.usual, self.usual\n"


def test_the_most_used_name_is_first_and_the_line_never_runs():
    text = qstr_order.line(many(100))
    assert text.startswith("if not sys: sys.self.usual.")
    assert text.count(".") < 128
    names = {"sys": sys}
    exec(text, names)  # else: no attribute self


def test_a_bundle_with_few_names_has_no_such_line():
    assert qstr_order.line(many(20)) == ""


def test_machine_code_and_words_that_are_no_names_do_not_count():
    kernel = "@micropython.viper\ndef k(state):\n" + "    spare(state)\n" * 200
    text = qstr_order.line(many(100) + kernel + "def g(): return ['from', 'a b'] * 9\n")
    assert "spare" not in text
    assert "from" not in text


def test_the_bytecode_is_shorter_by_more_than_the_line():
    source = many(150) + "def all(self): return " + "+".join(["self.usual"] * 400) + "\n"
    before = len(mpy.compile_file(source.encode(), "t"))
    after = len(mpy.compile_file((qstr_order.line(source) + source).encode(), "t"))
    assert before - after > 100
