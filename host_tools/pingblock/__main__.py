"""``python -m pingblock`` is the command ``pingblock``."""

from pingblock.cli import main

main()
