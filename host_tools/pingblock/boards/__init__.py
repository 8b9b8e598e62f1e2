"""Pin maps: the part that each GPIO is wired to, the kind of Pico, and a check of electrical
faults.
"""
