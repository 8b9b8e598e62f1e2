"""The builder's walk through a syntax tree finds the same nodes as Python's walk."""

import ast

from pingblock.common.firmware import firmware_dir
from pingblock.image.walking import walk

ODD = """
async def f(a: int, /, *b, c=[*()], **d) -> None:
    global g
    with x as y, z: pass
    try: await f(**{**d, 1: -2})
    except (A, B) as e: raise e from None
    match a:
        case [1, *_] | {"k": C(n=2), **r} if r: return lambda q: (yield)
    return [i for j in f"{a!r:>{b}}" if j async for i in a[1:2]]
"""


def test_it_finds_each_node_in_the_order_of_pythons_own_but_for_load_and_store():
    sources = [path.read_text("utf-8") for path in sorted(firmware_dir().rglob("*.py"))]
    assert len(sources) > 100
    for tree in map(ast.parse, (ODD, *sources)):
        every = [node for node in ast.walk(tree) if not isinstance(node, ast.expr_context)]
        assert walk(tree) == every
