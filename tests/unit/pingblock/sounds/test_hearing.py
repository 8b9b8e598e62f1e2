"""Sounds are mixed as a listener hears them, and the results are cached."""

from array import array

import numpy as np
import pytest

from pingblock.sounds import hearing, listing, mixer_host, sound
from pingware.shared.light_show import EVERY_MS


@pytest.fixture
def mixed(monkeypatch, tmp_path):
    """An empty cache, and the volume of each sound that is mixed from now on."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    gains, real = [], mixer_host.HostMixer.set_volume
    monkeypatch.setattr(
        mixer_host.HostMixer,
        "set_volume",
        lambda mixer, gain: (gains.append(gain), real(mixer, gain)),
    )
    return gains


def test_sound_is_mixed_once_for_each_volume_and_repetition(mixed):
    ping = sound.of_name("ping").program
    first = hearing.rendered(ping, array("H"), 2)
    assert np.array_equal(hearing.rendered(ping, array("H"), 2), first)
    softer = hearing.rendered(ping, array("H"), 2, gain_q8=128)
    once = hearing.rendered(ping, array("H"))
    assert mixed == [256, 128, 256]
    assert 0.4 < np.abs(softer).max() / np.abs(first).max() < 0.6
    assert len(first) - len(once) == pytest.approx(EVERY_MS / 1000 * hearing.RATE_HZ, abs=128)


def test_listing_sounds_mixes_no_sound(mixed):
    assert len(listing.rows(None)) > 60
    assert mixed == []
