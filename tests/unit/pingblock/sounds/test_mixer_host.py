"""The device's mixer as plain Python: it changes no other module, and plays whole tunes."""

import builtins
import sys

import numpy as np
import pytest
from tests.tunes import render_tune

from pingblock.sounds.mixer_host import HostMixer, mixer_modules, render
from pingblock.tunes import sequencer
from pingware.shared.light_show import EVERY_TICKS


def test_loading_mixer_adds_no_modules_or_builtins():
    before = set(sys.modules), set(vars(builtins))
    modules = mixer_modules()
    assert {"mixer_score_reader", "mixer_viper", "mixer_buffer"} <= set(modules)
    assert (set(sys.modules), set(vars(builtins))) == before


def test_rendered_tune_is_repeatable_and_starts_and_ends_low():
    levels = render_tune("ping")
    assert levels.dtype == np.uint16
    assert levels[0] == 1
    assert not levels[-256:].any()
    assert levels.max() <= 944
    assert (levels == render_tune("ping")).all()


def test_each_repeat_lengthens_tune_by_its_period():
    longer = len(render_tune("ping", 3)) - len(render_tune("ping", 2))
    assert 0 <= longer - EVERY_TICKS * 16 <= 128


@pytest.mark.parametrize("cap", [0, 60])
def test_cap_limits_rendered_tune_and_cap_zero_mutes_it(cap):
    levels = render_tune("power_up", cap=cap).astype(int)
    inner = levels[128 : -5 * 128]
    assert np.abs(inner - 472).max() == (cap or 472)
    assert cap or not levels.any()


@pytest.mark.parametrize(("gain_q8", "swing"), [(256, 472), (128, 236), (81, 149), (14, 26)])
def test_full_sine_swing_follows_gain(gain_q8, swing):
    """Full scale is 472 counts on each side of the middle."""
    instruments = {"sine": {"wave": "sine", "attack_ms": 2}}
    tune = {"rows": ((0, "sine", 440, 100, 100),)}
    program = sequencer.compile_tune(tune, instruments, {})
    levels = render(program, gain_q8=gain_q8).astype(int)
    inner = levels[5 * 128 : 15 * 128]
    assert (inner.max() - 472, 472 - inner.min()) == pytest.approx((swing, swing), abs=1.5)


def test_mixer_is_muted_until_volume_is_set():
    assert not any(HostMixer().state[6:8])
