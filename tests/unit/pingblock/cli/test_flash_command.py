"""``pingblock flash``: the board must be found before the command asks a person about it."""

import pytest

from pingblock.image import uf2


@pytest.fixture
def asked(monkeypatch, nothing_plugged_in):
    """The questions to a person, who answers yes at a terminal."""
    questions = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", lambda text, **how: questions.append(text) or True)
    monkeypatch.setattr("pingblock.care.flash.drive.places", list)
    return questions


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "new.uf2"
    path.write_bytes(uf2.pack([(0, bytes(256))]))
    return path


def test_missing_board_or_port_fails_before_any_question(call, asked, file, tmp_path):
    code, out, err = call("flash", file)
    assert (code, out, asked) == (1, "", [])
    assert err.startswith("pingblock: No Pico is plugged in")
    assert err.endswith("--port names a port.\n"), "the command line adds its own option"
    assert "remove its batteries, if it has any, and hold BOOTSEL" in err
    code, out, err = call("flash", file, "--port", tmp_path / "ttyACM9")
    assert (code, out, asked) == (1, "", [])
    assert f"There is no port {tmp_path / 'ttyACM9'}" in err


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Makes the images of a release's wheel available: one for a Pico."""
    folder = tmp_path / "_images"
    folder.mkdir()
    monkeypatch.setattr("pingblock.common.frozen.SHIPPED", folder)
    path = folder / "pingblock-pico-slots.uf2"
    path.write_bytes(uf2.pack([(0, b"shipped" + bytes(249))]))
    return path


def test_shipped_image_is_flashed_by_its_name(call, asked, shipped, tmp_path, monkeypatch):
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    written = []
    monkeypatch.setattr(
        "pingblock.care.flash.drive.write", lambda *given: written.append(given[:3])
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pingblock.care.flash.again.seen_again", lambda *_how: "COM9")
    assert call("flash", "pingblock-pico-slots.uf2", "--drive", tmp_path)[0] == 0
    assert written == [(tmp_path, "pingblock-pico-slots.uf2", shipped.read_bytes())]
    written.clear()
    assert call("flash", "picow", "--drive", tmp_path)[0] == 0, "a W runs the image of its Pico"
    assert written == [(tmp_path, "pingblock-pico-slots.uf2", shipped.read_bytes())]
    code, _, err = call("flash", "pingblock-pico9.uf2", "--drive", tmp_path)
    assert (code, "pingblock-pico9.uf2" in err) == (2, True)


def test_shipped_image_is_written_unchanged(call, shipped, tmp_path):
    for board in ("pico", "picow"):
        code, _, _ = call("image", "-o", tmp_path / f"{board}.uf2", "--board", board)
        assert (code, (tmp_path / f"{board}.uf2").read_bytes()) == (0, shipped.read_bytes())


def test_board_in_bootsel_mode_needs_no_port(call, asked, file, tmp_path, monkeypatch):
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    monkeypatch.setattr("pingblock.care.flash.drive.write", lambda *arguments: None)
    seen = []
    monkeypatch.setattr(
        "pingblock.care.flash.again.seen_again", lambda *how: seen.append(how) or "COM9"
    )
    code, out, _err = call("flash", file, "--drive", drive)
    assert (code, out) == (0, "new.uf2 is on the board, which has restarted: it is at COM9.\n")
    assert asked == ["Write new.uf2 onto the board? It replaces what is on it."]
    assert seen == [(drive, [], None)]


@pytest.mark.parametrize("has_micropython", [False, True])
def test_board_without_a_port_is_not_reported_as_started(
    call, asked, file, tmp_path, monkeypatch, has_micropython
):
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    monkeypatch.setattr("pingblock.care.flash.drive.write", lambda *arguments: None)
    monkeypatch.setattr("pingblock.care.flash.again.seen_again", lambda *how: "")
    says = b"Raspberry Pi Pico with RP2040" if has_micropython else b""
    file.write_bytes(uf2.pack([(0, says.ljust(256, b"\0"))]))
    code, out, err = call("flash", file, "--drive", tmp_path)
    assert code == int(has_micropython)
    assert "so it is not known whether it started" in (err if has_micropython else out)


def test_cut_file_is_refused_before_any_question(call, asked, file, tmp_path):
    file.write_bytes(uf2.pack([(0, bytes(256)), (256, bytes(256))])[:512])
    code, out, err = call("flash", file, "--drive", tmp_path)
    assert (code, out, asked) == (2, "", [])
    assert f"{file}: This UF2 file has 1 of 2 blocks. Fetch it again." in err


def test_drive_with_another_chip_gets_no_file(call, asked, file, tmp_path, monkeypatch):
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RP2350\n")
    monkeypatch.setattr("pingblock.cli.flash._board", lambda port: "COM7")
    monkeypatch.setattr("pingblock.cli.flash._asked", lambda name, pico, drive: tmp_path)
    monkeypatch.setattr("pingblock.care.flash.drive.write", pytest.fail)
    code, out, err = call("flash", file)
    assert (code, out, "The file is for the RP2040" in err) == (1, "", True)
