"""Measurements of `make bench`: Pingblock on the emulated chip, compared with other projects from
PyPI.
"""
