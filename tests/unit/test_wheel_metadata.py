"""The wheel's metadata contains the project's address, if there is one."""

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from tests.page_blocks import ROOT


@pytest.mark.parametrize("home", ["", "https://example.org/pingblock"])
def test_wheel_names_the_address_that_the_project_has(home, tmp_path):
    for name in ("pyproject.toml", "engine/wheel.py", "README.md", "LICENSE"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")
    for name in (
        "host_tools/pingblock/common/project.py",
        "firmware/pingware/version.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace('HOME: str = ""', f'HOME: str = "{home}"'))
    found = ProjectMetadata(str(tmp_path), PluginManager())
    assert found.core.urls == ({"Homepage": home} if home else {})
