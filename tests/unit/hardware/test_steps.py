"""The pictures of the guides' steps: each step has a picture, and each part is added once."""

import re

import pytest
from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK
from tools.hardware import step_list
from tools.hardware.step_list import Step, StepList

MOST_BYTES = 80_000
_VALUE = re.compile(r"([RC]\d+) (\d\S*)")


def of(thing):
    """Returns (steps, names of the model's parts at the last rendering, guide)."""
    parts = step_list.guide(thing).parent / "made" / "steps" / "parts.txt"
    return (
        step_list.read(thing),
        parts.read_text(encoding="utf-8").splitlines(),
        step_list.guide(thing).read_text(encoding="utf-8"),
    )


@pytest.mark.parametrize(("thing", "least"), [("question_block", 22), ("apple_base", 13)])
def test_each_step_of_the_guide_shows_its_picture(thing, least):
    steps, _, guide = of(thing)
    assert step_list.unshown(steps, guide) == []
    assert len(step_list.shown_in(guide, steps.sections)) >= least


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_each_part_of_the_model_is_added_once(thing):
    """test_outputs checks that parts.txt and the pictures match the model."""
    steps, names, _ = of(thing)
    assert step_list.faults(steps, names) == []
    assert len(names) > 100


@pytest.mark.parametrize("circuit", [BLOCK, BASE], ids=lambda circuit: circuit.name)
def test_labels_show_the_values_of_the_circuit(circuit):
    labels = [label for step in of(circuit.name)[0].steps for label in step.labels]
    told = [(at, *found.groups()) for at, words in labels if (found := _VALUE.match(words))]
    assert told == [(ref, ref, circuit.part(ref).value) for _, ref, _ in told]
    assert len(told) >= 10


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_pictures_are_small(thing):
    folder = step_list.guide(thing).parent
    for step in step_list.read(thing).rendered():
        assert (folder / step.file).stat().st_size < MOST_BYTES, step.name


def steps_of(*steps):
    return StepList(steps, {"@keys": ("key *",)}, {"Work": ""})


def test_faults_of_steps_are_named():
    steps = steps_of(
        Step("1", "", add=("box", "lid"), mark=("@keys",)), Step("2", "", add=("@keys", "box"))
    )
    assert step_list.faults(steps, ["box", "key 1", "screw"]) == [
        "Step 1: no part is called lid.",
        "Step 1 marks key 1, which no step before adds.",
        "box is added by 2 steps.",
        "screw is added by 0 steps.",
    ]


def test_step_without_its_picture_is_named():
    guide = (
        "## Parts\n1. no step\n## Work\n1. one\n\n   ![P](made/steps/1.png)\n"
        "2. two\n   1. inner\n      ![P](made/steps/2.png)\n   2. last\n3. new\n"
    )
    steps = steps_of(
        Step("1", ""), Step("2", ""), Step("2.1", ""), Step("2.2", "", drawing="d.svg")
    )
    assert step_list.unshown(steps, guide) == [
        "Step 2 does not show made/steps/2.png.",
        "Step 2.1 does not show made/steps/2_1.png.",
        "Step 2.2 does not show d.svg.",
        "Step 3 has no picture.",
        "No step shows made/steps/2_1.png.",
        "No step shows d.svg.",
    ]
