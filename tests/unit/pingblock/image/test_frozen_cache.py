"""The joined firmware in the user's cache."""

from pingblock.image import frozen


def test_cached_bundles_depend_on_sources_and_builder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    joined = []
    made = {"b.mpy": bytes(range(256)), "a.mpy": b""}
    monkeypatch.setattr(frozen, "_join", lambda modules: joined.append(modules) or made)
    anew = frozen._joined.__wrapped__  # as if another process called it

    def asked(source):
        return list(anew((("m", source),)).items())

    assert asked(b"1") == asked(b"1") == list(made.items())
    assert joined == [{"m": b"1"}]
    asked(b"2")
    monkeypatch.setattr(frozen, "_BUILDER", [b"a later one"])
    asked(b"1")
    assert joined == [{"m": b"1"}, {"m": b"2"}, {"m": b"1"}]


def test_damaged_bundles_are_joined_again(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(frozen, "_join", lambda _modules: {"b.mpy": bytes(256)})
    anew = frozen._joined.__wrapped__
    anew((("m", b"1"),))
    (path,) = tmp_path.rglob("joined/*.zip")
    for damage in (b"", path.read_bytes()[:50]):
        path.write_bytes(damage)
        assert anew((("m", b"1"),)) == {"b.mpy": bytes(256)}
