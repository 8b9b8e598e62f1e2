"""Another setting needs one line, at its declaration. Tests and other files need no change."""

import pytest
from tests.dropped import ROOT, changed_firmware, passes, run

BEFORE = '    "chime": setting('
LINE = '    "sparkle": setting(3, whole(0, 9), help="How much the light sparkles."),\n'
# Tests that contain the names of all settings. The transcripts and docs/commands.md are generated.
LISTERS = (
    "tests/unit/firmware/shared/test_settings.py",
    "tests/unit/firmware/shared/test_settings_of_games.py",
    *("tests/unit/firmware/games/test_options.py", "tests/unit/pingblock/care/owner"),
    *(f"tests/unit/pingblock/common/test_{of}.py" for of in ("options", "values")),
    "tests/unit/pingblock/common/test_settings_of_games.py",
    *("tests/scenarios/transcripts/test_json.py", "tests/unit/tools/docs/test_pages.py"),
    "tests/unit/firmware/app/requests/test_link_status.py",
)


@pytest.fixture(scope="module")
def firmware(tmp_path_factory):
    """A copy of the firmware with a line more."""
    place = tmp_path_factory.mktemp("sparkle")
    return changed_firmware(place, "shared/device_options.py", BEFORE, LINE + BEFORE)


@pytest.mark.long
def test_existing_tests_pass_with_an_added_setting(firmware, usable):
    if lack := usable("desk"):
        pytest.skip(lack)
    there = "'sparkle' in __import__('pingblock.common.declared').common.declared.SETTINGS"
    passes((firmware, ROOT / "host_tools"), there, *LISTERS)


def test_added_setting_is_listed_and_its_range_checked(firmware):
    sources = (firmware, ROOT / "host_tools")
    settings = ("-m", "pingblock", "settings")
    assert "How much the light sparkles." in run(sources, *settings, "list")
    refused = run(sources, *settings, "set", "sparkle=10", "--port", "virtual")
    assert "it must be an integer from 0 to 9" in refused
