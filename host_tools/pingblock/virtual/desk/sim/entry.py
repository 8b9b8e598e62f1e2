"""The entry script of the desk engine. It does the work of the boot ROM and of MicroPython's main.

The unix port runs it as a program. Its arguments are the number of the file descriptor to the host
and the folder with the device's files. In WebAssembly, ``time`` and ``_asyncio`` already use the
virtual clock, and the engine calls ``start``. The host's first batch contains the settings.
"""

import builtins
import json
import random
import sys

_UNIX = __name__ == "__main__"
if _UNIX:
    # This makes the folder of this file the package `sim`.
    sys.path[0] = sys.path[0].rsplit("/", 1)[0]

import os  # noqa: E402

import vfs  # noqa: E402
from sim import (  # noqa: E402  # noqa: E402
    dma,
    firmware_slots,
    host,
    interrupts,
    machine,
    micropython,
    pins,
    prompt,
    pwm,
    rp2,
    select,
    serial,
    watchdog,
)
from sim import os as sim_os  # noqa: E402
from sim import sys as sim_sys  # noqa: E402
from sim.clock import clock  # noqa: E402
from sim.host import line  # noqa: E402

if _UNIX:
    from sim import tasks, time


def _print(*values, sep=" ", end="\n", file=serial.stdio):
    file.write(sep.join([str(value) for value in values]) + end)


def _open(name, mode="r", *rest):
    """Opens a file. Writing during a sound is a fault, because an erase masks interrupts."""
    if dma.sounds() and any(letter in mode for letter in "wax+"):
        interrupts.fault("%s is written while sound plays: it would stutter" % name)
    return _port_open(name, mode, *rest)


_port_open = open


def _install():
    """Puts the simulated modules into ``sys.modules``, from which the firmware imports them."""
    sys.modules.update(
        {
            "firmware_slots": firmware_slots,
            "machine": machine,
            "umachine": machine,
            "rp2": rp2,
            "select": select,
            "os": sim_os,
            "sys": sim_sys,
            "micropython": micropython,
            "random": random,
        }
    )
    builtins.print = _print
    builtins.open = _open
    if _UNIX:
        sys.modules.update({"time": time, "_asyncio": tasks})
    else:  # Viper's own compiler knows these names.
        builtins.ptr8, builtins.ptr16, builtins.ptr32 = line.ptr8, line.ptr16, line.ptr32


def _mount():
    """Mounts the temporary folder, or the flash in memory, as the device's whole file system."""
    if _UNIX:
        os.umount("/")
        os.mount(vfs.VfsPosix(sys.argv[2]), "/")
    else:
        vfs.mount(vfs.VfsLfs2(line.Flash(), progsize=256), "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]


def _begin():
    """Receives the settings from the host, and lets the boot time pass."""
    settings = json.loads(host.receive()[0][2])
    clock.now_ns = settings["at_ns"]
    clock.boot_ns = settings["chip_reset_ns"]
    clock.set_horizon(clock.now_ns)
    clock.ticks_offset_us = settings["ticks_offset_us"]
    pwm.speaker_gpio = settings["speaker_gpio"]
    pins.driven_at_boot(settings["driven"])
    serial.plugged, serial.reading = settings["plugged"], settings["reading"]
    serial.opened = settings["opened"]
    watchdog.restore(bytes(settings["state"]))
    sim_os.seed_entropy(bytes(settings["entropy"]))
    random.seed(int.from_bytes(sim_os.urandom(4), "little"))
    _mount()
    _install()
    clock.run_until(clock.now_ns + settings["boot_us"] * 1000)


def _run_main():
    """Runs ``main.py``. Prints an exception to the serial link. Returns the globals."""
    names = {"__name__": "__main__"}
    try:
        with open("main.py") as file:
            source = file.read()
        exec(compile(source, "main.py", "exec"), names)
    except SystemExit:
        watchdog.soft_reset()
    except KeyboardInterrupt as error:
        sim_sys.print_exception(error)
    except Exception as error:
        host.crash(interrupts.text_of(error))
    return names


def start():
    """Boots. It does not return."""
    try:
        _begin()
        prompt.run(_run_main())
    except interrupts.MisuseStop as error:
        host.fault(interrupts.text_of(error))


if _UNIX:
    line.open_line(int(sys.argv[1]))
    start()
