"""Images on the page for new Picos: one UF2 file for each chip.

They come from a release's wheel, or ``make images`` builds them from this firmware. They are not
downloaded.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from pingblock.common.micropython import PICOS, RELEASED
from pingblock.image.ready_slots import image_in_place
from pingblock.make_page.page_firmware import FOLDER

PATHS = rf"{FOLDER}/(images\.json|pingblock-(?:{'|'.join(pico.name for pico in RELEASED)})\.uf2)"


@cache
def image_files(images: Path | None = None) -> dict[str, bytes]:
    """Returns the images: path on the page to content.

    ``images.json`` lists each kind of Pico and its file, or "" if the page lacks it.

    Args:
        images: folder with images. None takes the images of this installation, else those in the
            user's cache.
    """
    found: dict[str, bytes] = {}
    known = []
    for pico in PICOS:
        content = image_in_place(pico, images)
        name = f"pingblock-{pico.image}.uf2" if content else ""
        about = {"board": pico.name, "label": pico.label, "chip": pico.chip, "file": name}
        known.append({**about, "bytes": len(content), "sha256": sha256(content).hexdigest()})
        if name:
            found[f"{FOLDER}/{name}"] = content
    listed = {"version": version("pingblock"), "images": known}
    return {f"{FOLDER}/images.json": json.dumps(listed).encode(), **found}
