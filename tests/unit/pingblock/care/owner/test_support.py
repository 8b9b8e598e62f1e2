"""The archive for a helper has all useful facts, but no personal ones."""

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tests.unit.pingblock.device_on_wire import HELLO, SETTINGS, Wire

from pingblock import Device
from pingblock.care.owner import support
from pingblock.care.owner.support import collect
from pingblock.common.declared import declarations
from pingblock.errors import NoAnswer, NoDevice
from pingware.shared import protocol
from pingware.shared.settings import Settings

NAMES = ["Annabel", "", "Bartholomew"]
PARTS = {"README.txt", "host.json", "device.json", "status.json", "firmware.json"}
PARTS |= {"settings.json", "notes.json"}
IN_PLACE = {"slot": "b", "running": "b", "state": "confirmed", "why": "", "mpy": 4358}
IN_PLACE |= {"base": "ba5e", "crc32": 1, "other": "good"}


def opened(**replies):
    held = Settings(declarations(), {"version": 1, "names": NAMES}).as_dict()
    told = {"reply": "done", "waits": [], "unsaved": False, "version": 1, "settings": held}

    def log(request):
        parts = {
            "crash": {"crash": f"File {Path.home()}/x.py", "more": False},
            "battery": {"count": 1, "tests": [[4500, 4300, 900, 0]]},
        }
        return parts.get(request.get("part"), {"faults": [], "now_ms": 1})

    status = {"draws": 3, "settings": {**SETTINGS, "names": NAMES}}
    answers = {"settings": told, "log": log, "status": status, "update": IN_PLACE}
    wire = Wire(**{**answers, **replies})
    return lambda: Device(wire, clock=wire.clock)


def contents(archive):
    with zipfile.ZipFile(BytesIO(archive.data)) as held:
        assert held.testzip() is None
        return {name: held.read(name).decode() for name in held.namelist()}


def test_archive_contains_all_useful_facts(monkeypatch):
    monkeypatch.setattr(support.sys, "base_prefix", "/somewhere else")
    archive = collect(opened(hello={**HELLO, "ended": "lever"}))
    found = contents(archive)
    assert archive.missing == {}
    assert set(found) == PARTS | {"crash.txt"}
    assert json.loads(found["host.json"])["packages"]["pingblock"]
    assert json.loads(found["host.json"])["in_virtual_environment"] is True
    assert json.loads(found["device.json"])["version"] == HELLO["version"]
    assert json.loads(found["device.json"])["ended"] == "lever"
    assert json.loads(found["status.json"])["draws"] == 3
    plays = {"slot": "b", "running": "b", "state": "confirmed", "why": "", "other": "good"}
    assert json.loads(found["firmware.json"]) == plays
    assert json.loads(found["notes.json"])["cells"]["tests"][0]["loaded_mv"] == 4300
    for name in set(found) - {"README.txt"}:
        assert name in found["README.txt"]


def test_archive_holds_no_names_serial_numbers_or_home_folders():
    found = contents(collect(opened()))
    everything = "".join(found.values())
    for secret in (*filter(None, NAMES), HELLO["uid"], str(Path.home())):
        assert secret not in everything
    assert json.loads(found["settings.json"])["names"] == ["player 1", "", "player 3"]
    assert len(json.loads(found["device.json"])["uid"]) == 8
    assert found["crash.txt"] == "File ~/x.py"


TOLD = [
    ("There is no port /dev/serial/by-id/usb-Pico_E66-if00.", "There is no port (port)."),
    ("/dev/ttyACM0: busy", "(port): busy"),
    ("COM7 and \\\\.\\COM12 are busy", "(port) and (port) are busy"),
    ("socket://10.1.2.3:99?token=abc is shut", "(url) is shut"),
    ("rfc2217://lab-pc.example:4000", "(url)"),
    ("E660583883119999 is not there", "(number) is not there"),
    ('File "/home/annabel/x.py", line 3', 'File "~/x.py", line 3'),
    ("/Users/Bartholomew/y.py", "~/y.py"),
    (r"C:\\Users\\Annabel B\\z.py".replace("\\\\", "\\"), r"~\\z.py".replace("\\\\", "\\")),
    ("/root/w.py", "~/w.py"),
    ("/home/annabel b/x.py", "~/x.py"),
    ("/run/media/annabel/RPI-RP2 is full", "~/RPI-RP2 is full"),
    (
        "/dev/ttyACM0 is in use by pingblock table play --names Jo,Bo (process 12): end that.",
        "(port) is in use by another program: end that.",
    ),
    ("/root", "~"),
    ("annabel@lab wrote to 192.168.1.20", "(address) wrote to (address)"),
    ("jo-host of Jo.", "(host) of (user)."),
    ("ValueError: 12 is too much", "ValueError: 12 is too much"),
    (
        'File "pingware/app/requests/link.py", line 80',
        'File "pingware/app/requests/link.py", line 80',
    ),
]


@pytest.mark.parametrize(("text", "left"), TOLD)
def test_archived_texts_contain_no_personal_words(monkeypatch, text, left):
    monkeypatch.setattr(support, "_SHORTEST", 2)
    monkeypatch.setattr(support.getpass, "getuser", lambda: "jo")
    monkeypatch.setattr(support.socket, "gethostname", lambda: "jo-host")
    monkeypatch.setenv("HOME", "/elsewhere/jo")  # root's own home is replaced first

    def broken():
        raise NoDevice(text)

    crash = {"crash": text, "more": False}
    notes = {"faults": [], "now_ms": 1, "count": 0, "tests": []}
    whole = collect(opened(log=lambda request: crash if request.get("part") == "crash" else notes))
    assert contents(collect(broken))["missing.txt"] == f"device: {left}\n"
    assert contents(whole)["crash.txt"] == left


def test_two_devices_have_different_hashes_in_archives():
    other = {**HELLO, "uid": "e660583883119999"}
    archives = [collect(each) for each in (opened(), opened(), opened(hello=other))]
    hashes = [json.loads(contents(each)["device.json"])["uid"] for each in archives]
    assert hashes[0] == hashes[1] != hashes[2]


@pytest.mark.parametrize("error", [NoDevice, NoAnswer])
def test_archive_without_a_device_has_host_facts_and_the_reason(error):
    def broken():
        raise error(f"Nothing at {Path.home()}/port. Is 'my block' plugged in?")

    archive = collect(broken, "my block")
    assert set(contents(archive)) == {"README.txt", "host.json", "missing.txt"}
    assert archive.missing == {"device": "Nothing at ~/port. Is '(port)' plugged in?"}


def test_part_missing_on_older_devices_is_named_and_rest_kept():
    old = protocol.ProtocolError("unknown_request", "The requests are: hello.")
    archive = collect(opened(settings=old, log={"faults": []}))
    assert set(archive.missing) == {"settings.json", "notes.json", "crash.txt"}
    assert "status.json" in contents(archive)
    assert (
        "settings.json: The firmware of the device is too old" in contents(archive)["missing.txt"]
    )


def test_lost_link_keeps_the_parts_already_read():
    archive = collect(opened(settings=lambda request: None))
    assert set(archive.missing) == {"device"}
    assert {"device.json", "status.json"} <= set(contents(archive))
