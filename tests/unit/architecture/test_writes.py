"""An object of the firmware must not write another's attributes, but call a method instead."""

import ast

import pytest
from tests.unit.architecture.reading import ROOT, statements, text_of

PACKAGE = ROOT / "firmware" / "pingware"
MODULES = sorted(PACKAGE.rglob("*.py"))


def writes_elsewhere(source: str) -> list[str]:
    """Returns the assignments to attributes of anything but ``self``."""
    targets = []
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Assign | ast.Delete):
            targets += node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For):
            targets.append(node.target)
    flat = [each for target in targets for each in ast.walk(target)]
    stored = [each for each in flat if isinstance(each, ast.Attribute)]
    stored = [each for each in stored if isinstance(each.ctx, ast.Store | ast.Del)]
    return [ast.unparse(each) for each in stored if ast.unparse(each.value) != "self"]


def test_objects_write_only_their_own_attributes() -> None:
    found = {str(p.relative_to(PACKAGE)): writes_elsewhere(text_of(p)) for p in MODULES}
    assert {name: writes for name, writes in found.items() if writes} == {}


@pytest.mark.parametrize(
    "line", ["other.x = 1", "self.part.x = 1", "a.b, c = 1, 2", "del other.x", "other.x += 1"]
)
def test_write_to_another_objects_attribute_is_found(line: str) -> None:
    assert writes_elsewhere(f"def go(self):\n    {line}\n") != []
