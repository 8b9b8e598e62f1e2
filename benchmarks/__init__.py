"""Measurements of `make bench`: Pingblock on the emulated chip, compared with a peer from PyPI."""
