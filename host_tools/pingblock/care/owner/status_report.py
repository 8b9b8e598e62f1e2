"""Status of a device in words, for its owner."""

from __future__ import annotations

from pingblock.connection.answers import Hello, is_muted
from pingblock.connection.messages import Status, StatusSettings

_LABEL_WIDTH = 9


def text(hello: Hello, status: Status, firmware: str = "") -> str:
    """Returns a few lines: identity, power, settings and faults.

    Args:
        hello: the device that answered.
        status: result of ``Device.status``. Missing parts are left out.
        firmware: description of the running slot, or "" if it is not known.
    """
    rows = {
        "Pingblock": f"{hello.version}, board {hello.board}, serial number {hello.uid}",
        "firmware": firmware,
        "supply": _supply(status),
        "sound": _sound(status.get("settings", {})),
        "game": _game(hello, status),
        "draws": f"{status['draws'] or 'none'} since power-on" if "draws" in status else "",
        "faults": _counted(status.get("faults", {})) or "none since power-on",
        "restart": f"because of: {hello.ended}" if hello.ended else "",
        "settings": " ".join(status.get("problems", ())),
        "link": _link(status),
        "memory": _memory(status),
    }
    return "\n".join(f"{label:<{_LABEL_WIDTH}}  {said}" for label, said in rows.items() if said)


def _memory(status: Status) -> str:
    if "ram_free" not in status:
        return ""
    free = f"{status['ram_free'] // 1000} kB free"
    largest = status.get("ram_largest")  # The device measures this only in silence.
    return free if largest is None else f"{free}, {largest // 1000} kB in one piece"


def _supply(status: Status) -> str:
    cells = status.get("settings", {}).get("cells", "")
    test = status.get("battery")
    if test:
        tested = (
            f"{test['verdict'].replace('_', ' ')}, {test['loaded_mv'] / 1000:.2f} V under load"
        )
    else:
        tested = "not tested since power-on"
    source = "from USB" if status.get("usb") else "from its batteries"
    return f"{source}; {cells}: {tested}" if cells else source


def _sound(settings: StatusSettings) -> str:
    if not settings:
        return ""
    if settings["mute_lock"]:
        return "locked silent; 'pingblock mute off' unlocks it"
    if is_muted(settings):
        return "muted by its button; 'pingblock mute off' unmutes it"
    level = f"volume {min(settings['volume'], settings['cap'])} of 10"
    return f"{level}, the cap" if settings["volume"] > settings["cap"] else level


def _game(hello: Hello, status: Status) -> str:
    settings = status.get("settings", {})
    drawn = ", from a FIXED SEED: the same draws after each start" if hello.seeded else ""
    if "profile" in settings:
        return f"block, odds {settings['profile']}{drawn}"
    rules = f", rules {settings['dice_rules']}" if "dice_rules" in settings else ""
    return f"{status['game']}{rules}{drawn}" if "game" in status else ""


def _counted(faults: dict[str, int]) -> str:
    return ", ".join(
        code.replace("_", " ") + (f" ({count} times)" if count > 1 else "")
        for code, count in faults.items()
    )


def _link(status: Status) -> str:
    counts = {
        "lines refused": status.get("lines_refused"),
        "lines dropped": status.get("lines_dropped"),
        "underruns": status.get("underruns"),
    }
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)
