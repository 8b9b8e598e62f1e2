"""The folders in which a host can put files on a device, and the limits of these files."""

import pytest

from pingware.storage import file_policy


def test_sounds_and_the_file_of_pins_may_be_written():
    assert file_policy.refusal("/pins") is None
    for path in ("/sounds/a", "/sounds/jump.snd", "/sounds/a_b-c.1", "/sounds/" + "x" * 32):
        assert file_policy.refusal(path) is None, path


@pytest.mark.parametrize(
    "path",
    [
        *("", "/", "sounds/x", "/sounds", "/sounds/", "/sounds//x", "/sounds/sub/x"),
        *("/sounds/../main.py", "/sounds/.part", "/sounds/..", "/sounds/X", "/sounds/é"),
        *("/sounds/a b", "/sounds/a\n", "/sounds/" + "x" * 33, "/main.py", "/slot"),
        *("/pins/x", "/pins.a", "pins", "/settings.a", "/b/app.mpy", "//a/x", "/a/../b/x"),
    ],
)
def test_no_other_place_may_be_written(path):
    assert file_policy.refusal(path)[0] == "bad_path"


def test_files_leave_space_for_settings_and_have_a_largest_size():
    spare, most = 32_768, 131_072
    assert file_policy.no_room(1000, spare + 1000) is None
    code, say = file_policy.no_room(1001, spare + 1000)
    assert (code, say) == (
        "no_room",
        "The file needs 1001 bytes, but 1000 are free: remove one first.",
    )
    assert file_policy.no_room(1, 10)[1].startswith("The file needs 1 bytes, but 0 are free")
    assert file_policy.no_room(most, 10 * most) is None
    assert file_policy.no_room(most + 1, 10 * most)[0] == "too_big"
