"""Light output: one show before another, and half the levels while the cells are empty."""

from types import SimpleNamespace

import pytest
from tests.fakes.clocks import Clock

from pingware.app.play import light_output
from pingware.services import headroom
from pingware.shared import device_shows, light_frames


@pytest.mark.parametrize(("limit_q8", "part"), [(headroom.GAIN_LEAST_Q8, 2), (256, 1)])
def test_empty_cells_light_it_half_and_a_show_in_front_hides_the_one_behind(
    monkeypatch, limit_q8, part
):
    seen, clock = [], Clock(1000)
    light = SimpleNamespace(show=lambda rgb: seen.append(list(rgb)))
    monkeypatch.setattr(light_output, "Light", lambda *parts: light)
    monkeypatch.setattr(light_output, "time", clock)
    speaker = SimpleNamespace(starts=0, playing=False)
    output = light_output.LightOutput(
        SimpleNamespace(light_parts=lambda: ()),
        SimpleNamespace(speaker=speaker, limit_q8=limit_q8),
        lambda: None,
    )
    front, behind = device_shows.SHOWS["ready"], device_shows.SHOWS["muted"]
    output.light_behind(behind, 0)
    output.light(front, 0)
    last_ms = light_frames.duration_ms(front, 0)
    for at_ms in range(0, last_ms + 200, 50):
        output.step(1000 + at_ms)
        show = front if at_ms < last_ms else behind
        full = light_frames.colour(show, 0, at_ms)
        if at_ms >= light_frames.duration_ms(show, 0):
            full = light_frames.DARK
        assert seen[-1] == [level // part for level in full], at_ms
    assert max(map(max, seen)) > 0
