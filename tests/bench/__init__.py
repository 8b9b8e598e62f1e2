"""What `make bench` measures: Pingblock on the emulated chip, beside a peer from PyPI."""
