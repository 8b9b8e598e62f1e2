"""Damaged stored values and backups, which can come from anybody, do not stop the page."""

from __future__ import annotations

import copy
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.double import Double
from tests.page.test_here import BEGIN
from tests.page.test_served import until

from pingblock.image import file_system
from pingblock.virtual.wasm import flash as engine_flash

SEED = 40
PAGE = {
    "version": 1,
    "loudness": 0.5,
    "quiet": True,
    "theme": "dark",
    "still": True,
    "tellAtOnce": True,
    "atTable": False,
    "lent": (LENT := {"game": "block", "of": {}, "set": {"profile": "manual"}}),
    "boards": [{"uid": "e6", "name": "Ann’s block", "player": "Ann", "lent": LENT}],
    "letters": False,
    "language": "de",
    "hints": ["block", "lever"],
    "own": "laugh.240.ce-g--Cc.b03a2e.7fd4a0",
    "counts": {"block": {"coins3": 2, "laugh": 1}},
}
TABLES = {
    "version": 1,
    "games": [
        {
            "id": "wasteland 5 Ann,Ben",
            "game": "wasteland",
            "players": ["Ann", "Ben"],
            "steps": 3,
            "over": False,
            "atMs": 1_790_000_000_000,
            "address": "",
            "log": [{"v": 1, "table": "wasteland"}, {"do": "dice", "dice": [1, 2]}],
        }
    ],
}
FIGURES = {"1.price": "60", "1.rent": "2,10,30,90,160,250"}
GOOD = {
    "pingblock.page": PAGE,
    "pingblock.tables": TABLES,
    "pingblock.figures.celebration": FIGURES,
}
WRONG: tuple[Any, ...] = (
    *(None, True, -1, 0.5, 1e9, 1e308, "", "x" * 3000, "__proto__", [], [None], {}, {"a": None}),
    *([[[[]]]], {"__proto__": {"x": 1}}, {"version": 1}, "<img src=x onerror=alert(1)>"),
)
TEXTS = ("", "{", "null", "[]", "7", '"x"', "\ud83d", "[" * 5000, '{"version":2}')

# Returns the results and exceptions of the page's modules for each text in one stored value.
READ = """async ([key, texts]) => {
    const {kept, keep} = await import("./keep.js");
    const {keptGames, forgetGame} = await import("./tables/kept_games.js");
    const {makeSetup} = await import("./tables/setup.js");
    const {read} = await import("./stored.js");
    const evening = {model: {loading: null, note: "", fault: null, game: ""}};
    return texts.map((text) => {
        localStorage.setItem(key, text);
        makeSetup(document.createElement("div"), evening, () => {}).draw(evening.model);
        const found = [kept(), keptGames(), read("pingblock.figures.celebration") ?? {}];
        found[1].forEach(({id}) => forgetGame(id)), keep({quiet: false});
        return JSON.stringify(found);
    });
}"""
# Returns the sentence about each backup, or "" for a valid one.
BACKUPS = """async (texts) => {
    const {read} = await import("./saved.js");
    return texts.map((text) => {
        const found = read(text);
        return typeof found === "string" ? found : "";
    });
}"""


def mutated(good: Any) -> Iterator[Any]:
    """Yields a value with each of its parts replaced by each wrong thing, left out, or doubled."""
    for path in _paths(good):
        for wrong in (*WRONG, ...):
            made = copy.deepcopy(good)
            at = made
            for key in path[:-1]:
                at = at[key]
            if not path:
                if wrong is not ...:
                    yield wrong
            elif wrong is not ...:
                at[path[-1]] = wrong
                yield made
            elif isinstance(at, list):
                yield at.append(copy.deepcopy(at[path[-1]])) or made
            else:
                del at[path[-1]]
                yield made


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _paths(value[key], (*path, key))


def _texts(good: Any) -> list[str]:
    return [*TEXTS, *(json.dumps(each) for each in mutated(good))]


def _check_kept(kept: dict[str, Any]) -> None:
    assert kept.keys() == PAGE.keys()
    assert kept["version"] == 1
    assert 0 <= kept["loudness"] <= 1
    assert kept["theme"] in ("", "light", "dark")
    assert all(
        isinstance(kept[name], bool)
        for name in ("quiet", "still", "tellAtOnce", "atTable", "letters")
    )
    assert all(0 < len(board["name"]) <= 24 for board in kept["boards"])
    assert isinstance(kept["language"], str)
    assert all(isinstance(hint, str) for hint in kept["hints"])
    for counts in kept["counts"].values():
        assert all(isinstance(count, int) and count >= 0 for count in counts.values())


def _check_games(games: list[dict[str, Any]]) -> None:
    for game in games:
        assert game.keys() == TABLES["games"][0].keys()  # type: ignore[index]
        assert all(isinstance(game[name], str) for name in ("id", "game", "address"))
        assert all(isinstance(player, str) and player for player in game["players"])
        assert isinstance(game["over"], bool)
        assert 0 <= game["atMs"] <= 8e15
        assert all(isinstance(each, dict) for each in game["log"])


@pytest.mark.parametrize("key", GOOD)
def test_damaged_stored_value_is_ignored(page: Page, front: str, key: str) -> None:
    page.goto(f"{front}empty.html")
    texts = [json.dumps(GOOD[key]), *_texts(GOOD[key])]
    found = [json.loads(each) for each in page.evaluate(READ, [key, texts])]
    whole = found[0][list(GOOD).index(key)]
    assert whole == (TABLES["games"] if key == "pingblock.tables" else GOOD[key])
    for kept, games, figures in found:
        _check_kept(kept)
        _check_games(games)
        assert all(isinstance(text, str) for text in figures.values())


def _opens(page: Page, front: str, key: str, text: str) -> None:
    page.goto(f"{front}empty.html")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
    Double(page).open(front, hints=True)
    page.locator("#tab-device").click()
    expect(page.locator("#big")).not_to_be_empty()
    expect(page.locator("#cannot")).to_be_hidden()


BAD = [
    ("pingblock.tables", '{"version": 1, "games": [null]}'),
    ("pingblock.page", json.dumps({**PAGE, "loudness": 1e308, "language": ""})),
    ("pingblock.page", json.dumps({**PAGE, "language": "", "counts": {"block": {"laugh": {}}}})),
]


@pytest.mark.parametrize(("key", "text"), BAD)
def test_page_opens_with_damaged_storage(page: Page, front: str, key: str, text: str) -> None:
    _opens(page, front, key, text)


@pytest.mark.long
@pytest.mark.parametrize("key", GOOD)
def test_page_opens_with_random_damage(page: Page, front: str, key: str) -> None:
    for text in Random(SEED).sample(_texts(GOOD[key]), 40):
        _opens(page, front, key, text)


@pytest.mark.parametrize("storage", ["sessionStorage", "localStorage", "indexedDB"])
def test_page_opens_if_a_storage_is_refused(page: Page, front: str, storage: str) -> None:
    page.add_init_script(
        f"Object.defineProperty(window, '{storage}', {{get() {{ throw new DOMException('-'); }}}})"
    )
    page.goto(front)
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    page.locator("#tab-device").click()
    expect(page.locator("#cannot")).to_be_hidden()


BLOCK = "AAAA" * 1365 + "AA=="  # 4096 bytes as base64
DEVICE = {"id": "0123456789abcdef", "blocks": [[0, BLOCK], [7, BLOCK]]}


def _backup(**changes: Any) -> dict[str, Any]:
    storage = {key: json.dumps(value) for key, value in GOOD.items()}
    return {"version": 2, "storage": storage, "device": DEVICE, **changes}


def test_backup_with_a_damaged_part_is_refused_naming_the_place(page: Page, front: str) -> None:
    """Optional parts can be missing. All other damage is found before anything changes."""
    page.goto(f"{front}empty.html")
    inner = [
        _backup(storage={**_backup()["storage"], key: text})
        for key, good in GOOD.items()
        for text in [json.dumps(good), *(json.dumps(each) for each in mutated(good))]
    ]
    devices = [_backup(device=each) for each in mutated(DEVICE)]
    for blocks in ([[1e9, BLOCK]], [[-1, BLOCK]], [[0, BLOCK[:-4]]], [[0, "%"]], [[0, BLOCK, 1]]):
        devices.append(_backup(device={"id": "x", "blocks": blocks}))
    texts = [
        json.dumps(_backup()),
        *map(json.dumps, [*mutated(_backup(device=None)), *inner, *devices]),
    ]
    said = dict(zip([*texts, *TEXTS], page.evaluate(BACKUPS, [*texts, *TEXTS]), strict=True))
    assert said[texts[0]] == ""
    assert all(
        said[text].startswith("This is not a file that this page can load") for text in TEXTS
    )
    for text in (text for text, fault in said.items() if not fault):
        taken = json.loads(text)
        for number, block in (taken.get("device") or DEVICE)["blocks"]:
            assert 0 <= number < 4096
            assert len(block) == len(BLOCK)
    refused = [fault for fault in said.values() if "is damaged" in fault]
    assert len(refused) > 500
    loud = _backup(storage={"pingblock.page": json.dumps({**PAGE, "loudness": 1e308})})
    (fault,) = page.evaluate(BACKUPS, [json.dumps(loud)])
    assert fault == (
        "The page did not load this file, because it is damaged."
        " Its first fault: pingblock.page.loudness: 1e+308"
    )


# Damages the stored flash: some blocks become zeros, as a wrong backup or a faulty disk causes.
SPOIL = """async (count) => {
    await engine.close();
    const {replace, stored} = await import("./engines/here/store.js"), kept = await stored();
    for (const number of [...kept.blocks.keys()].slice(0, count))
        kept.blocks.set(number, new Uint8Array(4096));
    await replace(kept);
}"""
SAVE = """async () => {
    await pause(2500);
    engine.send((await import("./link/lines.js")).sealed('{"id":2,"do":"volume","level":3}'));
    const {stored} = await import("./engines/here/store.js");
    while (!(await stored())) await pause(100);
}"""
FILE_OF_BLOCKS = """async (spoilt) => {
    const {saved, takeOver} = await import("./saved.js"), file = JSON.parse(await saved());
    if (spoilt) file.device.blocks = file.device.blocks.map(([number]) => [number, spoilt]);
    return takeOver(new Blob([JSON.stringify(file)]), () => engine.close());
}"""


def test_device_in_a_backup_must_play_before_it_replaces_ours(page: Page, plain: str) -> None:
    page.goto(f"{plain}empty.html")
    page.evaluate(BEGIN, {})
    page.evaluate(SAVE)
    before = page.evaluate("import('./saved.js').then(({saved}) => saved())")
    assert json.loads(before)["device"]["blocks"]
    said = page.evaluate(FILE_OF_BLOCKS, BLOCK)
    assert said.startswith("The page did not load this file, because the device in it")
    assert page.evaluate("Boolean(engine.session())"), "the page's engine must not change"
    assert page.evaluate(FILE_OF_BLOCKS, None) == ""
    assert json.loads(page.evaluate("import('./saved.js').then(({saved}) => saved())"))["device"]


TAKE_OVER = """async (text) => {
    const {takeOver} = await import("./saved.js");
    return takeOver(new Blob([text]), () => engine.close());
}"""
SAYS = b"print('a program of a stranger')\n"
PROGRAMS = {"main.py": SAYS, "boot.py": SAYS, "a/app.py": SAYS, "x.py": SAYS}


def test_program_in_a_backup_does_not_run(page: Page, plain: str) -> None:
    """Only settings and sounds are taken from the backup. They replace the stored ones."""
    page.goto(f"{plain}empty.html")
    page.evaluate(BEGIN, {})
    page.evaluate(SAVE)
    saved = "import('./saved.js').then(({saved}) => saved())"
    while "settings.a" not in _files_in(backup := json.loads(page.evaluate(saved))):
        page.evaluate("pause(300)")
    made = engine_flash.flash_of({**_files_in(backup), **PROGRAMS, "sounds/x.snd": b"x"})
    blocks = [made[at : at + 4096].ljust(4096, b"\xff") for at in range(0, len(made), 4096)]
    backup["device"]["blocks"] = [[n, b64encode(each).decode()] for n, each in enumerate(blocks)]
    assert page.evaluate(TAKE_OVER, json.dumps(backup)) == ""
    page.evaluate(BEGIN, {})
    page.evaluate('ask(\'{"id":3,"do":"settings"}\', \'"volume":3\')')
    page.evaluate('ask(\'{"id":4,"do":"files","folder":"/sounds"}\', \'x.snd\')')
    assert "stranger" not in page.evaluate("text")
    page.evaluate("pause(2500)")
    assert SAYS not in _files_in(json.loads(page.evaluate(saved))).values()


def _files_in(backup: dict[str, Any]) -> dict[str, bytes]:
    flash = bytearray(b"\xff" * engine_flash.FLASH_SIZE)
    for number, block in backup["device"]["blocks"]:
        flash[4096 * number : 4096 * (number + 1)] = b64decode(block)
    return file_system.read(bytes(flash))


def test_stored_device_that_does_not_start_is_set_aside(
    browser: Browser, plain: str, page: Page
) -> None:
    """The page starts a new device. It erases the stored one only if a person asks for that."""
    page.goto(f"{plain}empty.html")
    page.evaluate(BEGIN, {})
    page.evaluate(SAVE)
    page.evaluate(SPOIL, 10_000)
    page.goto(plain)
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    log = "pingblock.state().log.map(({text}) => text).join()"
    until(page, f"{log}.includes('the device saved in this browser does not start')")
    until(page, "pingblock.state().device.known")
    page.get_by_role("tab", name="Block").click()
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Erase it and start over").click()
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    until(page, "globalThis.pingblock?.state().device.known")
    assert "does not start" not in page.evaluate(log)


@pytest.mark.parametrize("speaks", [False, True])
def test_silent_device_is_reported_in_the_log(page: Page, front: str, speaks: bool) -> None:
    """A device that was stored without its firmware is silent like this."""
    device = Double(page)
    if speaks:
        device.open(front)
    else:
        page.goto(front)
        expect(page.locator("#engine-name")).to_have_text("Virtual block")
    for now_ms in (9_900, 10_100, 10_200):
        device.tell(kind="clock", nowMs=now_ms, speed=1.0)
    said = page.evaluate("pingblock.state().log.map(({text}) => text)")
    told = [text for text in said if text.startswith("The device has sent no message since")]
    assert len(told) == (0 if speaks else 1)


# Blocks, numbers and names that the page would not write.
STRANGE = {
    "a number of 1e9": "flash.put(new Uint8Array(4096), 1e9)",
    "a short block": "flash.put(new Uint8Array(7), 0)",
    "a text for a block": "flash.put('x', 0)",
    "an object for a name": "about.put({}, 'id')",
    "no name": "about.delete('id')",
}
PUT = """async () => {
    await engine.close();
    const request = indexedDB.open("pingblock", 1);
    await new Promise((then) => (request.onsuccess = then));
    const writing = request.result.transaction(["flash", "about"], "readwrite");
    const flash = writing.objectStore("flash"), about = writing.objectStore("about");
    WHAT;
    await new Promise((then) => (writing.oncomplete = then));
    request.result.close();
}"""


@pytest.mark.parametrize(
    "strange",
    [
        next(iter(STRANGE)),
        *(pytest.param(each, marks=pytest.mark.long) for each in [*STRANGE][1:]),
    ],
)
def test_stored_device_with_strange_blocks_is_replaced(
    page: Page, plain: str, strange: str
) -> None:
    page.goto(f"{plain}empty.html")
    page.evaluate(BEGIN, {})
    page.evaluate(SAVE)
    page.evaluate(PUT.replace("WHAT", STRANGE[strange]))
    for _ in ("a new one plays", "it is kept"):
        page.goto(f"{plain}empty.html")
        assert page.evaluate(BEGIN, {})["ready"]["keeps"] is True
        page.evaluate(SAVE)
    assert page.evaluate("import('./saved.js').then(({saved}) => saved())").count("AAAA") > 10


NEVER = "IDBFactory.prototype.open = () => ({});"


def test_page_plays_if_the_storage_never_answers(page: Page, plain: str) -> None:
    page.add_init_script(NEVER)
    page.goto(plain)
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    log = "pingblock.state().log.map(({text}) => text).join()"
    assert "this browser's storage refuses or does not answer" in page.evaluate(log)
    page.evaluate("pingblock.engine().close()")  # until the device ends
