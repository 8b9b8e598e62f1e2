"""Presses that count, even with bounce or short ones, and presses during a sound, which do not.

Spikes and stuck keys: ``trials/test_press_rule.py``.
"""

import pytest

WAYS = [{"bounce": way} for way in ("false", "true", "10", '{"bounce_ms": 4, "edges": 40}')]
WAYS += [{"bounce": "false", "for_ms": 3}, {"for_ms": 45}]


def press(at_ms, **more):
    options = "".join(f', "{name}": {value}' for name, value in more.items())
    return f'{{"at_ms": {at_ms}, "do": "press"{options}}}'


@pytest.mark.rules
def test_presses_during_a_sound_neither_draw_nor_queue(engine, play, seed_for, draws):
    seed = seed_for("coins", 6)
    text = "\n".join(press(at_ms) for at_ms in (1200, *range(1300, 3000, 120), 6000))
    story = play(engine, text, seed)
    assert story.outcomes() == draws(seed, 2)
    assert story.heard() == draws(seed, 2)


def test_each_press_between_sounds_counts_once(engine, play, draws):
    text = "\n".join(press(1200 + 5000 * nth, **way) for nth, way in enumerate(WAYS))
    story = play(engine, text, seed=3)
    assert story.outcomes() == draws(3, len(WAYS))
    assert len(story.of("press")) == len(WAYS)
