"""``pingblock sounds``: plays, checks and replaces the device's sounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pingblock.cli.asking import Force, Yes, must_agree
from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.bar import bar
from pingblock.common.output_file import check_place
from pingblock.connection.device import Device
from pingblock.connection.files import in_steps
from pingblock.errors import BadInput

commands = typer.Typer(
    help="Plays, checks and replaces the sounds of the device.",
    no_args_is_help=True,
    add_completion=False,
)

_WHEN = {
    "now": "from now on",
    "silent": "as soon as the block is silent",
    "start": "after the next start of the device, when memory is free ('--restart' does it now)",
    "other_game": "when you choose a game that has this sound, with 'pingblock game'",
    "restart": "in a moment: the device restarts for it",
}
File = Annotated[Path, typer.Argument(help="Sound file: .tune, RTTTL, WAV, MP3, Ogg or FLAC.")]


def _names(incomplete: str) -> list[tuple[str, str]]:
    """Returns the sounds that begin with the typed text, each with its meaning."""
    from pingblock.sounds.tables import names_played

    names = names_played()
    return [
        (name, ", ".join(names[name])) for name in sorted(names) if name.startswith(incomplete)
    ]


Name = Annotated[
    str,
    typer.Argument(
        help="Sound to replace, such as ping or laugh. 'pingblock sounds list' lists all names.",
        autocompletion=_names,
    ),
]
SoundOrFile = Annotated[
    str, typer.Argument(help="Name of a sound, or a sound file.", autocompletion=_names)
]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        help="Check the file as a replacement for this sound.",
        autocompletion=_names,
    ),
]


@commands.command("list")
def list_(
    built_in: Annotated[
        bool,
        typer.Option("--built-in", help="List only the built-in sounds. No device is needed."),
    ] = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Lists all sounds, with length, size, meaning, and whether each is built-in or your own."""
    from pingblock.sounds import listing, shelf

    held = None
    if not built_in:
        with Device(port) as device:
            held = shelf.held(device)
    rows = listing.rows(held)
    tell({"sounds": rows, "ram": listing.ram(held)}, listing.text(rows, held), as_json)


@commands.command()
def play(
    sound: SoundOrFile,
    here: Annotated[
        bool, typer.Option("--here", help="Play the sound on this computer. No device is needed.")
    ] = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Plays a sound on the device, or with --here on this computer."""
    from pingblock.sounds import aloud, shelf
    from pingblock.sounds.rules import rule_of

    if here:
        aloud.play(_sound(sound, None))
    else:
        if Path(sound).is_file():
            raise BadInput(
                f"{sound} is a file, which the device does not have: put it there with "
                "'pingblock sounds put', or hear it here with --here."
            )
        rule_of(sound)
        with Device(port) as device:
            shelf.play(device, sound)
    tell({"played": sound, "here": here}, f"{sound} plays.", as_json)


@commands.command()
def check(file: File, place: As = None, as_json: AsJson = False) -> None:
    """Checks a sound file. Prints its length and size, or its faults with their lines."""
    from pingblock.sounds import listing, sound

    found = sound.of_file(file, place or "")
    tell(listing.fields(found), listing.summary(found), as_json)


@commands.command()
def put(
    name: Name,
    file: File,
    restart: Annotated[
        bool, typer.Option("--restart", help="Restart the device if a long recording needs that.")
    ] = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Replaces a built-in sound with your own sound file.

    The new sound plays from the next press on. A long recording may play only after the next
    start.
    """
    from pingblock.sounds import listing, shelf, sound

    made = sound.of_file(file, name)
    with Device(port) as device, bar(f"Sending {name}", len(made.data)) as step:
        plays_from = shelf.put(device, made, in_steps(step))
        restarts = restart and plays_from == shelf.START
        if restarts:
            shelf.restart(device)
    when = _WHEN["restart" if restarts else plays_from]
    text = f"{listing.summary(made)}\nIt plays as {name} {when}."
    found = {**listing.fields(made), "plays_from": plays_from, "restarts": restarts}
    tell(found, text, as_json)


@commands.command()
def reset(
    name: Annotated[
        str | None,
        typer.Argument(help="Built-in sound to restore. Default: all.", autocompletion=_names),
    ] = None,
    yes: Yes = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Removes your own sounds from the device, which then plays the built-in sounds again."""
    from pingblock.sounds import shelf
    from pingblock.sounds.rules import rule_of

    if name is None:
        must_agree("Remove all your own sounds from the device?", yes)
    else:
        rule_of(name)
    with Device(port) as device:
        gone = shelf.reset(device, None if name is None else [name])
    text = f"Built in again: {', '.join(gone)}." if gone else "There was nothing to remove."
    tell({"removed": gone}, text, as_json)


@commands.command()
def render(
    sound: SoundOrFile,
    out: Annotated[Path, typer.Argument(help="File to write: .wav, or .tune for the notes.")],
    place: As = None,
    times: Annotated[
        int, typer.Option(min=1, max=6, help="Number of times that the sound plays in a row.")
    ] = 1,
    volume: Annotated[
        int, typer.Option(min=0, max=10, help="Volume, 0 to 10, as on the device.")
    ] = 10,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Writes a sound to a file, exactly as the device plays it. No device is needed."""
    from pingblock.sounds import aloud

    check_place(out, force)
    if out.suffix.lower() == ".tune":
        aloud.write_notes(sound, out)
    else:
        aloud.write_wav(_sound(sound, place), out, times, volume)
    tell({"file": str(out)}, f"{out} is written.", as_json)


def _sound(name_or_file: str, place: str | None) -> Any:
    """Returns the sound in a file, or the built-in sound with a name."""
    from pingblock.sounds import sound
    from pingblock.sounds.tables import names_played

    if name_or_file in names_played():
        return sound.of_name(name_or_file)
    return sound.of_file(Path(name_or_file), place or "")
