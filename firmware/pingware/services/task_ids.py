"""Numbers of tasks and interrupts: one that fails is kept in a word that survives the reset.

Pure.
"""

CRASH = 1
# Tasks, in the order in which they are started; each must check in every few seconds.
SETTLE, LIGHT, BUTTONS, WATCH, CELLS, READ, WRITE, LEVER = 2, 3, 4, 5, 6, 7, 8, 9
PLACES = 10
AT_WORK = 2  # set by a task for as long as it works on one thing: it need not check in then
HELD = 10  # unknown: an interrupt or machine code held the processor up
MIXER = 11
PINS = 32  # plus the GPIO whose interrupt has no handler any more
