"""Measurements of `make bench`: Pingblock on the emulated chip, beside a peer from PyPI."""
