"""Pin maps: the part wired to each GPIO, the kind of Pico, and a check of electrical faults."""
