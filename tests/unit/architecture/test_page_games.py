"""Each board game of the page has a folder that only the game list and one style sheet load."""

import re
from pathlib import Path

PAGE = Path("host_tools/pingblock/page")
GAMES = PAGE / "tables/games"
_LOADED = re.compile(r"""(?:from|import)[ (]+"(\.[^"]+)"|@import url\("([^"]+)"\)""")


def _loaded(path: Path) -> set[Path]:
    """Returns the files that a module or a style loads."""
    found = _LOADED.findall(re.sub(r"/\*.*?\*/|//.*", "", path.read_text(encoding="utf-8")))
    names = ["".join(each) for each in found]
    return {(path.parent / name).resolve().relative_to(PAGE.resolve()) for name in names}


def test_only_the_list_and_one_style_load_games() -> None:
    folders = [place.relative_to(PAGE) for place in sorted(GAMES.iterdir()) if place.is_dir()]
    assert len(folders) > 3
    for folder in folders:
        others = [
            path
            for path in sorted([*PAGE.rglob("*.js"), *PAGE.rglob("*.css")])
            if folder not in path.relative_to(PAGE).parents
        ]
        loads = {
            path.relative_to(PAGE).as_posix(): file.name
            for path in others
            for file in _loaded(path)
            if folder in file.parents
        }
        assert loads == {
            "tables/games/index.js": "index.js",
            "style/evening.css": "drawing.css",
        }, folder
