"""``pingblock completion``: the Tab key in a shell."""

from __future__ import annotations

from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, tell
from pingblock.cli.offers import offer
from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
_VARIABLE = "_PINGBLOCK_COMPLETE"


def completion(
    shell: Annotated[
        str | None,
        typer.Argument(
            help=f"{', '.join(SHELLS)}. Default: the shell you are in.",
            autocompletion=offer(*SHELLS),
        ),
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Set up completion for every new shell.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Makes the Tab key complete commands, options, ports and names.

    Prints a script for the shell. To use it in the current bash, type: source <(pingblock
    completion bash)
    """
    from typer import completion as typers

    chosen = shell or _running()
    if chosen not in SHELLS:
        raise BadInput(no_such("completion for", chosen, SHELLS))
    if install:
        _, path = typers.install(chosen, "pingblock", _VARIABLE)  # type: ignore[attr-defined]
        say = f"Set up in {path}. It works in the next {chosen} that you open."
        return tell({"shell": chosen, "path": str(path)}, say, as_json)
    script = typers.get_completion_script(  # type: ignore[attr-defined]
        prog_name="pingblock", complete_var=_VARIABLE, shell=chosen
    )
    return tell({"shell": chosen, "script": script}, script, as_json)


def _running() -> str:
    import shellingham  # type: ignore[import-untyped]

    try:
        return str(shellingham.detect_shell()[0])
    except shellingham.ShellDetectionFailure:
        raise BadInput(
            f"The shell could not be recognised: name it, one of {', '.join(SHELLS)}."
        ) from None
