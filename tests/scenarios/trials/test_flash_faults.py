"""Flash that refuses the firmware's writes, and odd files: reported, and play continues."""

import json

import pytest

pytestmark = pytest.mark.parametrize("engine", ["chip"], indirect=True)

SAVED_MS = 6000


def saved(bench):
    """Returns the volume, and whether it must still be stored."""
    told = bench.request("settings")["ok"]
    return told["settings"]["volume"], told["unsaved"]


def test_setting_is_saved_although_a_folder_blocks_its_file(open_bench, stored):
    bench = open_bench(files={**stored(volume=2), "/settings.b/in.it": b"x"})
    assert saved(bench) == (2, False)
    bench.request("volume", level=7)
    bench.advance(SAVED_MS)
    assert saved(bench) == (7, False)
    assert bench.request("status")["ok"]["faults"] == {}
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(1000)
    assert saved(bench) == (7, False)


def test_unsaved_setting_is_a_fault_and_is_rarely_retried(open_bench, stored):
    odd = {"/settings.b/in.it": b"x", "/settings.b.old/in.it": b"x"}
    bench = open_bench(files={**stored(volume=2), **odd})
    bench.request("volume", level=7)
    bench.advance(SAVED_MS)
    assert [event["code"] for event in bench.events("fault")] == ["settings_not_saved"]
    assert saved(bench) == (7, True)
    bench.advance(50_000)
    assert bench.request("status")["ok"]["faults"] == {"settings_not_saved": 1}
    bench.advance(20_000)
    assert bench.request("status")["ok"]["faults"] == {"settings_not_saved": 2}


def asked(bench, **what):
    """Asks for the files of a folder, which can take long. Returns the answer's fields."""
    id = f"l{len(bench.parts.tap.replies)}"
    bench.send(json.dumps({"id": id, "do": "files", **what}))
    since_ms = bench.now_ms
    while id not in bench.parts.tap.replies:
        bench.advance(50)
        assert bench.now_ms < since_ms + 10_000
    return bench.parts.tap.replies[id]["ok"]


@pytest.mark.long
def test_folder_with_1500_files_is_readable_but_full(open_bench):
    kinds = ("snd", "txt")
    names = [f"{number:04}-a-name-of-32-letters.{kinds[number % 2]}" for number in range(1500)]
    bench = open_bench(files={f"/sounds/{name}": b"" for name in names}, until_ms=5000)
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]
    bench.press()
    bench.advance(1500)
    assert len(bench.events("outcome")) == 1
    listed = asked(bench, folder="/sounds")
    assert sorted(listed["files"]) == names[:16]
    assert listed["more"]
    after = asked(bench, folder="/sounds", after=names[-5])
    assert (sorted(after["files"]), after["more"]) == (names[-4:], False)
    refused = bench.request("put", path="/sounds/one-more.snd", size=0, crc32=0)
    assert refused["error"]["code"] == "no_room"
    place = f"/sounds/{names[700]}"
    bench.send(f'{{"id":"old","do":"put","path":"{place}","size":0,"crc32":0}}')
    bench.advance(1000)
    assert bench.parts.tap.replies["old"]["ok"] == {"size": 0}, "this file exists"
    for there in (True, False):
        assert bench.request("remove", path=place)["ok"] == {"removed": there}
    assert bench.events("fault") == [], "each press must sound, without a delay"
