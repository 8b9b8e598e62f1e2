"""Signal -> GPIO number of the chosen board, for tests that drive or watch pins."""

from pingblock.boards.board import gpios

GPIO = gpios()
