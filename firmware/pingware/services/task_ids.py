"""Numbers of tasks and interrupts. Pure.

The number of a failed one is kept in a word that survives the reset.
"""

CRASH = 1
# Tasks, in the order in which they start. Each must check in every few seconds.
SETTLE, LIGHT, BUTTONS, WATCH, CELLS, READ, WRITE, LEVER = 2, 3, 4, 5, 6, 7, 8, 9
PLACES = 10
AT_WORK = 2  # set by a task while it works on one job, so that it need not check in
HELD = 10  # unknown: an interrupt or machine code blocked the processor
MIXER = 11
PINS = 32  # plus the GPIO whose interrupt has lost its handler
