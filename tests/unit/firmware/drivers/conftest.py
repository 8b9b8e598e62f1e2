"""A speaker on a fake chip, with the mixer as plain Python."""

import importlib
import sys

import pytest
from tests.unit.firmware.drivers.fake_sound_chip import FakeSoundChip
from tests.unit.firmware.drivers.speaker_stage import MIDDLE

from pingblock.sounds.mixer_host import mixer_modules


@pytest.fixture
def speaker_module(monkeypatch):
    """``drivers.speaker``, with the mixer as plain Python."""
    for name, module in mixer_modules().items():
        full = name if name == "micropython" else f"pingware.drivers.{name}"
        monkeypatch.setitem(sys.modules, full, module)
    monkeypatch.delitem(sys.modules, "pingware.drivers.speaker", raising=False)
    monkeypatch.delitem(sys.modules, "pingware.drivers.mixer_thumb", raising=False)
    drivers = importlib.import_module("pingware.drivers")
    for name in ("mixer_buffer", "mixer_viper"):
        monkeypatch.setattr(drivers, name, sys.modules[f"pingware.drivers.{name}"], raising=False)
    yield importlib.import_module("pingware.drivers.speaker")
    sys.modules.pop("pingware.drivers.speaker", None)


@pytest.fixture
def chip():
    return FakeSoundChip()


@pytest.fixture
def speaker(speaker_module, chip):
    speaker = speaker_module.Speaker(chip.parts())
    speaker.open(b"", kernel="viper")
    speaker.set_volume(256, MIDDLE)
    return speaker
