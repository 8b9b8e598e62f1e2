"""`make bench` measures Pingblock on the emulated chip, and compares it with PyPI projects."""
