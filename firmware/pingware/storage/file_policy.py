"""Places and sizes of files from a host: a pure rule."""

from pingware.shared import stored_json

FOLDER = "/sounds"
LISTED = (FOLDER, "/")
FILE_MAX_BYTES = 128 * 1024
NAME_MAX_CHARS = 32
FILES_MOST = 64  # because the device lists files in memory
# Space that a full file system must keep for settings, notes and its book-keeping.
SPARE_BYTES = 32 * 1024
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_.-"


def refusal(path):
    """Returns why a host must not change this file, ``(code, sentence)``, or None."""
    if path == stored_json.PINS:
        return None
    folder, _, name = path.rpartition("/")
    if folder != FOLDER:
        return "bad_path", "Files go into /sounds only."
    if not is_name(name):
        return "bad_path", "A name has 1 to 32 of a-z 0-9 _ . - but does not begin with a dot."
    return None


def is_name(name):
    """Returns whether a name is allowed for a file (str)."""
    for letter in name:
        if letter not in _LETTERS:
            return False
    return 0 < len(name) <= NAME_MAX_CHARS and name[0] != "."


def too_many(count):
    """Returns the refusal for a folder of ``count`` files, ``(code, sentence)``, or None."""
    if count >= FILES_MOST:
        return "no_room", "A folder has at most %d files: remove one first." % FILES_MOST
    return None


def no_room(size, free_bytes):
    """Returns the refusal for a file of ``size`` bytes, ``(code, sentence)``, or None if it fits.

    Args:
        size: int, bytes.
        free_bytes: int, of the file system.
    """
    if size > FILE_MAX_BYTES:
        return "too_big", "A file has at most %d bytes." % FILE_MAX_BYTES
    left = free_bytes - SPARE_BYTES
    if size > left:
        return "no_room", "The file needs %d bytes, but %d are free: remove one first." % (
            size,
            max(0, left),
        )
    return None
