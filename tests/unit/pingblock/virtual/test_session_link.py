import json
import zlib
from base64 import b64encode, urlsafe_b64encode

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


def test_link_restores_session_of_page():
    session = session_of(_link(WHOLE))
    assert is_link(_link(WHOLE))
    assert (session.seed, session.chance) == (3, 1)
    assert session.files == {"/settings.a": b"{}"}
    assert [(action.at_ms, action.do) for action in session.actions] == [
        (400.125, "press"),
        (900, "serial"),
    ]
    assert session.actions[1].options == {"base64": b"hi\n"}


@pytest.mark.parametrize("form", [" {} \n", "<{}>", "({}).", '"{}",', "{}&engine=wasm", "See {}!"])
def test_link_copied_from_mail_is_accepted(form):
    link = form.format(_link(WHOLE))
    assert is_link(link)
    assert session_of(link) == session_of(_link(WHOLE))
    assert session_of(link.replace("#", "%23")) == session_of(_link(WHOLE))


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
    with pytest.raises(BadInput, match="copy the whole link"):
        session_of(link)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"actions": [{"at_ms": 1, "do": "plug"}] * 10_001}, "more than 10000 actions"),
        ({"files": {f"/{n}": "" for n in range(65)}}, "more than 64 files"),
        ({"files": {"/a": b64encode(bytes(131_073)).decode()}}, "more than 131072 bytes in /a"),
        (
            {"files": {f"/{n}": b64encode(bytes(131_072)).decode() for n in range(8)}},
            "more than 1000000 bytes in its files",
        ),
        ({"note": " " * 4_000_000}, "more than 4000000 bytes"),
        ({"files": {"/../a": ""}}, "not a path on the device"),
        ({"actions": [{"at_ms": 86_400_001, "do": "plug"}]}, "86400000"),
    ],
)
def test_session_beyond_a_limit_is_refused_with_the_limit(changed, says):
    with pytest.raises(BadInput, match=says):
        session_of(_link({**WHOLE, **changed}))


def test_session_at_its_limits_is_accepted():
    most = {f"/{n}": b64encode(bytes(15_000)).decode() for n in range(64)}
    actions = [{"at_ms": 86_400_000, "do": "plug"}] * 10_000
    session = session_of(_link({**WHOLE, "files": most, "actions": actions}))
    assert (len(session.files), len(session.actions)) == (64, 10_000)
    one = {"/a": b64encode(bytes(131_072)).decode()}
    assert session_of(_link({**WHOLE, "files": one})).files == {"/a": bytes(131_072)}


def test_unknown_action_of_a_session_link_is_named():
    with pytest.raises(BadInput, match='"dance"'):
        session_of(_link({**WHOLE, "actions": [{"at_ms": 1, "do": "dance"}]}))


@pytest.mark.parametrize("name", ["press.jsonl", "press#1.jsonl", "-"])
def test_file_names_are_not_links(name):
    assert not is_link(name)
