"""The image of Pingblock 0.1. If its commit is missing, an error explains what to do."""

import pytest
from tests import frozen_release, releases

from pingblock.errors import Unavailable


def test_missing_image_names_the_missing_history(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(frozen_release, "COMMIT", "0" * 40)
    with pytest.raises(Unavailable, match=r"no commit 0{10}, which builds it: 'git fetch --uns"):
        frozen_release.build()
    with pytest.raises(pytest.skip.Exception, match=r"0\.1 is missing\. This checkout has no com"):
        releases.frozen_program()


def test_missing_image_of_a_whole_checkout_can_be_built(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(frozen_release, "ROOT", _checkout(tmp_path / "here", monkeypatch))
    assert frozen_release.cure().startswith("'make old-image' builds it")


def _checkout(folder, monkeypatch):
    """Returns a new repository whose only commit is the one to build from."""
    folder.mkdir()
    monkeypatch.setattr(frozen_release, "ROOT", folder)
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), (*who, "commit", "-q", "--allow-empty", "-m", "All")):
        frozen_release._git(*words)
    commit = frozen_release._git("rev-parse", "HEAD").stdout.decode().strip()
    monkeypatch.setattr(frozen_release, "COMMIT", commit)
    return folder
