"""Pin maps: what each GPIO is wired to, for which Pico, and its electrical faults."""
