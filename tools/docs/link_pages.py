"""The pages about the link: requests and events from their declarations, with examples.

The examples come from a virtual device with a fixed seed, so they are the same each time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tools.docs.markdown import MADE, block, table

from pingblock.cli.offers import EVENTS
from pingblock.common import declared
from pingblock.virtual.virtual_device import Bench, open_bench
from pingware.games import catalog
from pingware.shared import chunk_format, schema
from pingware.shared.wording import words_of

_SEED = 10
_UP_MS, _SHORT_MS, _HELD_MS, _STUCK_MS = 1000.0, 300.0, 6000.0, 31_000.0
_OVER_MS = 3000.0  # wait after a request until its sound is over
_SOUND = "/sounds/laugh.snd"
# Example requests, in an order in which the device can answer each. All other requests come after
# them, with their required arguments.
_ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("hello", {}),
    ("help", {}),
    ("status", {}),
    ("press", {}),
    ("replay", {}),
    ("battery", {}),
    ("volume", {"level": 4, "cap": 5}),
    ("seed", {"seed": 7}),
    ("profile", {"name": "custom", "weights": [2, 2, 1, 1]}),
    ("odds", {"draws": 20}),
    ("settings", {"set": {"players": 2}}),
    ("log", {"part": "faults"}),
    ("sounds", {}),
    ("put", {"path": _SOUND, "size": 0, "crc32": 0}),
    ("files", {"folder": "/sounds"}),
    ("remove", {"path": _SOUND}),
    ("update", {"what": "state"}),
    ("call", {"name": "turn", "player": 2}),
    ("selftest", {"light": "green"}),
    ("worms", {}),
    ("worms_set", {"motion": "slow"}),
    ("worms_score", {"player": 1, "by": 1}),
    ("worms_calibrate", {}),
    ("game", {"name": "dice"}),
    ("dice", {"draws": 20}),
    ("game", {"name": "storm_dice"}),
    ("storm_dice", {"act": "jail"}),
    ("game", {"name": "fortune"}),
    ("fortune", {"draws": 2}),
)
_LAST: tuple[tuple[str, dict[str, object]], ...] = (("bootsel", {}),)


def requests_page() -> str:
    """Returns the page about requests: for each, its arguments and an example with its answer."""
    known = declared.REQUESTS
    asked = _answers()
    text = "# Every request of the link\n\n" + MADE
    text += (
        'A program sends `{"id": 1, "do": NAME, ...}`. Bold arguments are required. Each line ends'
        " with its CRC-32, which the examples leave out. A virtual device gave the answers while"
        " this page was generated.\n"
    )
    for name in sorted(known):
        text += f"\n## `{name}`\n\n{_arguments(known[name])}\n\n" + asked[name]
        if name == "put":
            text += (chunk_format.__doc__ or "").partition("\n")[2]
    return text


def _arguments(declared: Any) -> str:
    said = []
    for name, rule in _rules(declared).items():
        mark = "**" if rule.kind == schema.NEEDED else ""
        said.append(f"- {mark}`{name}`{mark}: {words_of(rule)}")
    return "\n".join(said) or "This request has no arguments."


def _rules(declared: Any) -> Mapping[str, schema.Rule]:
    """Returns the rules of a request's arguments, by name."""
    rules: Mapping[str, schema.Rule] = declared[0] if isinstance(declared, tuple) else declared
    return rules


def _answers() -> dict[str, str]:
    """Returns a code block for each request: an example and its answer."""
    found = {}
    with open_bench(seed=_SEED) as bench:
        bench.advance(_UP_MS)
        for do, arguments in (*_ASKED, *_others(), *_LAST):
            answer = bench.request(do, **arguments)
            asked = {"id": answer["id"], "do": do, **arguments}
            said = {"id": answer["id"], "ok": answer["ok"]}
            found[do] = block("json", json.dumps(asked), json.dumps(said, sort_keys=True))
            bench.advance(_OVER_MS)
    return found


def _others() -> Iterator[tuple[str, dict[str, object]]]:
    """Yields a request for each that has no example above, after choosing its game."""
    named = {do for do, _arguments in (*_ASKED, *_LAST)}
    for do in sorted(declared.REQUESTS.keys() - named):
        if game := catalog.CATALOG.find(do):
            yield "game", {"name": game}
        rules = _rules(declared.REQUESTS[do])
        yield (
            do,
            {name: _some(rules[name].of) for name in rules if rules[name].kind == schema.NEEDED},
        )


def _some(rule: schema.Rule) -> object:
    """Returns a value that a simple rule allows: the first or the least."""
    if rule.kind == schema.ONE_OF:
        return rule.of[0]
    return {schema.WHOLE: rule.least, schema.TEXT: "x" * (rule.least or 0)}.get(rule.kind, True)


def events_page() -> str:
    """Returns the page about events, with a recorded example of each."""
    told = {event["kind"]: event for event in reversed(_happened())}
    rows = ((f"`{kind}`", _line(told[kind]) if kind in told else "") for kind in EVENTS)
    text = (
        "# Every event\n\nA device sends events without a request. `pingblock monitor` shows"
        " them. A virtual device sent the examples while this page was generated.\n\n"
    )
    return text + table(("event", "example"), rows)


def _happened() -> list[Any]:
    """Returns the messages of a virtual device while a person and a host use it."""
    with open_bench(seed=_SEED) as bench:
        bench.advance(_UP_MS)
        for hands, ms in _HANDS:
            hands(bench)
            bench.advance(ms)
        return bench.events()


def _pull(bench: Bench) -> None:
    bench.pull_lever()
    bench.advance(_SHORT_MS)
    bench.release_lever()


def _mute(bench: Bench) -> None:
    bench.power_off()
    bench.press(for_ms=_HELD_MS)
    bench.power_on()


# The action of a person or a host, and the ms after it, for each kind of event.
_HANDS: tuple[tuple[Callable[[Bench], object], float], ...] = (
    (lambda bench: bench.press(), 5000),
    (lambda bench: bench.check(), 5000),
    (lambda bench: bench.request("battery"), 5000),
    (lambda bench: bench.request("settings", set={"players": 2, "mixed": True}), 9000),
    (lambda bench: bench.check(), 9000),  # an event of a game with hands
    (lambda bench: bench.request("worms_score", player=1, by=1), 3000),
    (_pull, 30_000),
    (lambda bench: bench.pull_lever(), _STUCK_MS),
    (lambda bench: bench.release_lever(), 2000),
    (lambda bench: bench.request("game", name="fortune"), 3000),
    (lambda bench: bench.press(), 5000),
    (lambda bench: bench.request("fortune", act="next"), 3000),
    (lambda bench: bench.check(for_ms=_HELD_MS), _UP_MS),
    (lambda bench: bench.press(), 8000),  # with the check button down, which chooses another game
    (_mute, 9000),
)


def _line(event: Mapping[str, Any]) -> str:
    fields = {
        name: value for name, value in event.items() if name not in ("at_ms", "kind", "source")
    }
    return f"`{json.dumps({'event': event['kind'], **fields})}`"
