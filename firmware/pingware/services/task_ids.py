"""Numbers of what the firmware can end at, kept in a word that survives a reset. Pure."""

CRASH = 1
# Tasks, in the order in which they are started; each checks in now and then.
SETTLE, LIGHT, BUTTONS, WATCH, CELLS, READ, WRITE, LEVER = 2, 3, 4, 5, 6, 7, 8, 9
PLACES = 10
AT_WORK = 2  # of one that has much to do: it need not check in until it is done
HELD = 10  # nobody can say: an interrupt or machine code has held the processor
MIXER = 11
PINS = 32  # plus the GPIO whose interrupt has no handler any more
