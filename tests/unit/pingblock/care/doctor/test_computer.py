import pytest

from pingblock.care.doctor import computer
from pingblock.care.doctor.findings import RULE


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        *((RULE, True), ('SUBSYSTEM=="usb", ATTRS{idVendor}=="2E8A", MODE="0666"', True)),
        ('ATTRS{idVendor}=="2e8a", SYMLINK+="pico"', False),
        ('ATTRS{idVendor}=="0403", TAG+="uaccess"', False),
        (f" # {RULE}", False),
    ],
)
def test_rule_counts_if_it_lets_the_user_use_a_pico(tmp_path, monkeypatch, text, is_one):
    (tmp_path / "60-mine.rules").write_text(f"# mine\n{text}\n")
    (tmp_path / "README").write_text(RULE)
    monkeypatch.setattr(computer, "RULE_FOLDERS", (tmp_path / "none", tmp_path))
    assert computer.has_rule() is is_one


def test_running_program_is_found_by_its_name(tmp_path, monkeypatch):
    (tmp_path / "12").mkdir()
    (tmp_path / "12" / "comm").write_text("ModemManager\n")
    (tmp_path / "13").mkdir()
    monkeypatch.setattr(computer, "PROC", tmp_path)
    assert computer.runs("ModemManager")
    assert not computer.runs("brltty")
    monkeypatch.setattr(computer, "PROC", tmp_path / "none")
    assert not computer.runs("ModemManager")


def test_package_has_all_files_and_missing_ones_are_named(tmp_path, monkeypatch):
    assert computer.missing_files() == ()
    monkeypatch.setattr(computer, "firmware_dir", lambda: tmp_path)
    assert computer.missing_files() == computer.FIRMWARE_FILES
    monkeypatch.undo()
    monkeypatch.setattr(computer, "PACKAGE", tmp_path)
    monkeypatch.setattr("pingblock.common.firmware._PLACES", (tmp_path, tmp_path))
    assert computer.missing_files() == (*computer.PACKAGE_FILES, "firmware")


def test_engines_report_why_they_cannot_run(monkeypatch):
    def none(name):
        raise computer.PingblockError(f"no {name}")

    monkeypatch.setattr("pingblock.virtual.virtual_device.open_bench", none)
    assert computer.engines() == {name: f"no {name}" for name in ("desk", "wasm", "chip")}
