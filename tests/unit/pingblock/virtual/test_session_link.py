import json
import zlib
from base64 import urlsafe_b64encode

import pytest

from pingblock.errors import BadInput
from pingblock.virtual.session_link import is_link, session_of

WHOLE = {
    "version": 1,
    "seed": 3,
    "chance": 1,
    "files": {"/settings.a": "e30="},
    "actions": [
        {"at_ms": 400.125, "do": "press", "for_ms": 60},
        {"at_ms": 900, "do": "serial", "base64": "aGkK"},
    ],
}


def _link(value, cut=0):
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(json.dumps(value).encode()) + deflate.flush()
    text = urlsafe_b64encode(packed).decode().rstrip("=")
    return f"https://example.org/page/#game=block&session={text[: len(text) - cut]}"


def test_link_gives_what_the_page_put_into_it():
    session = session_of(_link(WHOLE))
    assert is_link(_link(WHOLE))
    assert (session.seed, session.chance) == (3, 1)
    assert session.files == {"/settings.a": b"{}"}
    assert [(action.at_ms, action.do) for action in session.actions] == [
        (400.125, "press"),
        (900, "serial"),
    ]
    assert session.actions[1].options == {"base64": b"hi\n"}


@pytest.mark.parametrize(
    "link",
    [
        "https://example.org/#token=1",
        "https://example.org/#session=!!!",
        _link(WHOLE, cut=9),
        _link([]),
        _link("[" * 100_000),
        *(_link({**WHOLE, **wrong}) for wrong in ({"version": 2}, {"seed": -1}, {"seed": "3"})),
        *(_link({**WHOLE, **wrong}) for wrong in ({"chance": None}, {"files": ["a"]})),
        _link({**WHOLE, "files": {"/a": 5}}),
        _link({**WHOLE, "actions": 5}),
        _link({"version": 1}),
    ],
)
def test_damaged_link_is_refused(link):
    with pytest.raises(BadInput, match="copy the whole of it"):
        session_of(link)


def test_action_that_no_hand_does_is_named():
    with pytest.raises(BadInput, match='"dance"'):
        session_of(_link({**WHOLE, "actions": [{"at_ms": 1, "do": "dance"}]}))


@pytest.mark.parametrize("name", ["press.jsonl", "press#1.jsonl", "-"])
def test_names_of_files_are_no_links(name):
    assert not is_link(name)
