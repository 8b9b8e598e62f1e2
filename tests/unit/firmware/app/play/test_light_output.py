"""Light output: which show has priority, and half the brightness while the cells are empty."""

from types import SimpleNamespace

import pytest
from tests.fakes.clocks import Clock

from pingware.app.play import light_output
from pingware.services import headroom
from pingware.shared import device_shows, light_show


def opened(monkeypatch, speaker, limit_q8=256):
    """Returns a light output at 1000 ms, and the list of colours that it shows."""
    seen = []
    light = SimpleNamespace(show=lambda rgb: seen.append(list(rgb)))
    monkeypatch.setattr(light_output, "Light", lambda *parts: light)
    monkeypatch.setattr(light_output, "time", Clock(1000))
    output = light_output.LightOutput(
        SimpleNamespace(light_parts=lambda: ()),
        SimpleNamespace(speaker=speaker, limit_q8=limit_q8),
        lambda: None,
    )
    return output, seen


@pytest.mark.parametrize(("limit_q8", "part"), [(headroom.GAIN_LEAST_Q8, 2), (256, 1)])
def test_empty_cells_halve_the_light_and_front_show_hides_background(monkeypatch, limit_q8, part):
    speaker = SimpleNamespace(starts=0, playing=False)
    output, seen = opened(monkeypatch, speaker, limit_q8)
    front, behind = device_shows.SHOWS["ready"], device_shows.SHOWS["muted"]
    output.light_behind(behind, 0)
    output.light(front, 0)
    last_ms = light_show.duration_ms(front, 0)
    for at_ms in range(0, last_ms + 200, 50):
        output.step(1000 + at_ms)
        show = front if at_ms < last_ms else behind
        full = light_show.colour(show, 0, at_ms)
        if at_ms >= light_show.duration_ms(show, 0):
            full = light_show.DARK
        assert seen[-1] == [level // part for level in full], at_ms
    assert max(map(max, seen)) > 0


@pytest.mark.parametrize(("sound_ms", "shown_ms"), [(0, 1000), (9600, 500), (2400, 1000)])
def test_only_a_longer_custom_sound_slows_its_show(monkeypatch, sound_ms, shown_ms):
    speaker = SimpleNamespace(starts=1, playing=True, elapsed_ms=lambda: 1000)
    output, seen = opened(monkeypatch, speaker)
    show = device_shows.SHOWS["muted"]
    output.light(show, 0, sound_ms)
    output.step(2000)
    assert seen == [list(light_show.colour(show, 0, shown_ms))]
