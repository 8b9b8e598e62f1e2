"""Signal -> GPIO number of the chosen board, for tests that drive or watch pins."""

from pingblock.image.board import gpios

GPIO = gpios()
