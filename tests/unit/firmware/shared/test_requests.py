"""Every request of the link: its arguments, and its refusals with their words."""

from functools import partial

import pytest

from pingblock.common import declared
from pingblock.common.declared import DECLARATIONS, REQUESTS
from pingware.shared import protocol
from pingware.shared.protocol import ProtocolError

checked = partial(protocol.checked, declarations=DECLARATIONS)
request = partial(declared.request, DECLARATIONS)

GOOD = [
    *(("volume", {"level": 0}), ("volume", {"level": 10, "cap": 7, "mute_lock": True})),
    *(("profile", {"name": "manual"}), ("profile", {"name": "junior"})),
    ("profile", {"name": "custom", "weights": [0, 0, 0, 0, 0, 0, 0, 0, 1]}),
    *(("dice", {"row": 0}), ("seed", {"seed": None}), ("seed", {"seed": 0})),
    ("seed", {"seed": 2**32 - 1}),
]
BAD = [
    ("put", {"path": "sounds/x", "size": 0, "crc32": 0}, "bad_value", "begins with /"),
    ("put", {"path": "/" + "x" * 48, "size": 0, "crc32": 0}, "bad_value", "48"),
    ("put", {"path": "/x", "size": -1, "crc32": 0}, "bad_value", "bytes"),
    ("put", {"path": "/x", "size": 1, "crc32": 0, "at": -1}, "bad_value", "at"),
    ("remove", {"path": None}, "bad_value", "path"),
    ("volume", {"level": 11}, "bad_value", "0 to 10"),
    ("volume", {"level": 5, "cap": 11}, "bad_value", "cap"),
    ("volume", {"level": 5, "mute_lock": 1}, "bad_value", "mute_lock"),
    ("volume", {"level": 5, "loud": 1}, "bad_value", "no loud"),
    ("profile", {"name": "expert"}, "bad_value", "manual, junior or custom"),
    ("profile", {"name": "manual", "weights": [1, 1, 1, 1]}, "bad_value", "weights need"),
    ("profile", {"name": "custom", "weights": [0, 0, 0, 0]}, "bad_value", "weights"),
    ("battery", {"cells": "9v"}, "bad_value", "3xaaa"),
    ("seed", {"seed": 2**32}, "bad_value", "seed"),
    ("seed", {"seed": -1}, "bad_value", "seed"),
    ("press", {"seed": 7}, "bad_value", "no seed"),
    ("press", {"s" * 30: 7}, "bad_value", "no " + "s" * 20 + "."),
    ("settings", {"set": [3]}, "bad_value", "an object of settings"),
    ("settings", {"reset": "all"}, "bad_value", "list of settings"),
    ("odds", {"draws": 26}, "bad_value", "1 to 25"),
    ("log", {"part": "book"}, "bad_value", "faults, crash or battery"),
    ("dice", {"player": 9}, "bad_value", "player"),
    ("dance", {}, "unknown_request", "volume"),
    (7, {}, "unknown_request", "volume"),
    ([], {}, "unknown_request", "volume"),
]
# Request -> its required and optional arguments, with a valid value for each.
TAKES = {
    **dict.fromkeys(("help", "hello", "status", "press", "replay", "bootsel"), ({}, {})),
    "game": ({}, {"name": "block"}),
    "volume": ({"level": 5}, {"cap": 7, "chime": 3, "mute_lock": False}),
    "profile": ({"name": "custom"}, {"weights": [2, 2, 1, 1]}),
    "battery": ({}, {"cells": "3xaaa"}),
    "seed": ({"seed": 7}, {}),
    "worms": ({}, {"run": "start"}),
    "worms_set": (
        {},
        {"run_s": [20, 20], "motion": "slow", "ticks": True, "players": 2}
        | {"together": False, "mixed": True, "names": ["Ada", "Ben"]},
    ),
    "worms_score": ({"player": 1, "by": -1}, {}),
    "worms_calibrate": ({}, {"try": {"home_deg": 90}, "at_deg": 45, "end": "save"}),
    "settings": ({}, {"set": {"volume": 3}, "reset": ["volume"]}),
    "odds": ({}, {"draws": 25}),
    "log": ({}, {"part": "faults", "at": 0}),
    "sounds": ({}, {"load": True, "play": "ping", "restart": False}),
    "put": ({"path": "/sounds/x", "size": 1, "crc32": 0}, {"at": 0}),
    "files": ({"folder": "/"}, {"after": "x"}),
    "remove": ({"path": "/sounds/laugh.snd"}, {}),
    "update": ({"what": "state"}, {}),
    "storm_dice": ({"act": "jail"}, {"player": 7}),
    "fortune": ({"act": "undo"}, {}),
    "dice": (
        {},
        {"auction": "start", "jail": True, "player": 8, "roll_off": 2, "draws": 25}
        | {"tries": 9, "row": 3, "block": True},
    ),
    "selftest": ({}, {"sweep": True, "light": "red"}),
    "call": ({"name": "turn"}, {"player": 3}),
}


ACT_OR_DRAWS = ("storm_dice", "fortune")


def refused(do, **arguments):
    """Returns the error that answers the request with the id x7."""
    with pytest.raises(ProtocolError) as wrong:
        request("x7", do, **arguments)
    return wrong.value


@pytest.mark.parametrize("do", TAKES)
def test_request_needs_only_required_arguments_and_takes_each_optional_one(do) -> None:
    must, may = TAKES[do]
    assert request(1, do, **must) == {"id": 1, "do": do, **must}
    for name, value in may.items():
        assert request(1, do, **must, **{name: value})[name] == value


@pytest.mark.parametrize(("do", "draws"), [("storm_dice", 25), ("fortune", 5)])
def test_request_takes_an_act_or_bounded_draws_but_not_both(do, draws) -> None:
    assert request(1, do, draws=draws)["draws"] == draws
    for wrong in ({"draws": draws + 1}, {"draws": 0}, {"draws": 1, **TAKES[do][0]}):
        assert refused(do, **wrong).code == "bad_value"


@pytest.mark.parametrize("do", TAKES)
def test_request_without_a_required_argument_is_refused_by_name(do) -> None:
    must, _may = TAKES[do]
    for name in must:
        wrong = refused(do, **{other: value for other, value in must.items() if other != name})
        assert wrong.code == ("bad_value" if do in ACT_OR_DRAWS else "missing_field")
        assert name in wrong.say


def test_unknown_request_lists_all_names() -> None:
    assert refused("dance").say == f"The requests are: {', '.join(sorted(REQUESTS))}."


@pytest.mark.parametrize(("do", "arguments"), GOOD)
def test_valid_request_is_accepted(do, arguments) -> None:
    assert request(1, do, **arguments) == {"id": 1, "do": do, **arguments}


@pytest.mark.parametrize(("do", "arguments", "code", "words"), BAD)
def test_wrong_request_is_refused_with_code_id_and_sentence(do, arguments, code, words) -> None:
    wrong = refused(do, **arguments)
    assert (wrong.code, wrong.id) == (code, "x7")
    assert words in wrong.say
    assert wrong.say.endswith(".")


@pytest.mark.parametrize("id", [None, "", "x" * 17, 1.5, True, [], {}])
def test_id_must_be_an_integer_or_a_short_text(id) -> None:
    with pytest.raises(ProtocolError) as wrong:
        checked({"id": id, "do": "status"})
    assert (wrong.value.code, wrong.value.id) == ("bad_id", None)


def test_request_without_an_id_is_refused() -> None:
    with pytest.raises(ProtocolError, match="id is missing"):
        checked({"do": "status"})
