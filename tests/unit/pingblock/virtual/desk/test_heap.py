"""The interpreter's heap and stack, on each port."""

import pytest

# The C functions json.loads, sorted and dict use objects while Python code makes much garbage.
GARBAGE = """
import json
rows = [{"a": [str(n)] * 3, "b": n * 1.5} for n in range(300)]
text = json.dumps(rows)
for _ in range(2):
    loaded = [dict(row) for row in json.loads(text)]
    kept = sorted(loaded, key=lambda row: (row["a"][0] + "x" * 3000)[:4])
print(len(kept), json.dumps(sorted(kept, key=lambda row: row["b"])) == json.dumps(rows))
"""


@pytest.mark.parametrize("desk", ["wasm"], indirect=True)
def test_garbage_collector_keeps_objects_held_by_c_functions(desk):
    assert desk(GARBAGE).run(10).told.lines == ["300 True"]


def test_endless_recursion_raises_runtime_error(desk):
    program = "def f(n): return f(n + 1) + 1\ntry: f(0)\nexcept RuntimeError as e: print(e)"
    assert desk(program).run(10).told.lines == ["maximum recursion depth exceeded"]
