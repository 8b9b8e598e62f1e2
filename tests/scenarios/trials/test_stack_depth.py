"""The stack has room for a press wherever it comes, whatever else is done (chip only).

The long version, every ms through a sound, is ``tests/soak/test_stack_depth.py``.
"""

import pytest
from tests.stack_depth import GAMES, INPUTS, after_press, booted, inputs, too_deep

from pingblock.build import uf2

MID_SOUND_MS = 60
IN_SOUND = ("block", "fortune", "storm", "hideout", "beside")  # the others differ in figures alone
LOADING_MOST = ("storm",)
LOADING = ("check held", "lever", "worms", "hold", "referee", "jail", "roll-off", "storm")


def images():
    """The first image plays every game, the others one whose inputs go deep.

    ``make test`` plays on the first the one that loads most, ``make test-all`` all.
    """
    for nth, image in enumerate(uf2.images()):
        for game in ["storm"] if nth else GAMES:
            marks = pytest.mark.long if nth or game not in LOADING_MOST else ()
            yield pytest.param(game, image.path, id=f"{game} {image.version}", marks=marks)


@pytest.mark.parametrize(("game", "image"), list(images()))
def test_no_input_leaves_too_little_stack_for_a_press(game, image):
    acts = inputs(game)
    at_rest = {name: acts[name] for name in acts if name in LOADING}
    in_sound = {name: after_press(acts[name], MID_SOUND_MS) for name in acts if name in INPUTS}
    in_sound = in_sound if game in IN_SOUND else {}
    with booted(image, game) as bench:
        assert too_deep(bench, at_rest) == {}
        assert too_deep(bench, in_sound, pressed=False) == {}
