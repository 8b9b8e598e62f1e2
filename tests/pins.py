"""Signal -> GPIO number of the chosen board, for tests that drive pins or watch them."""

from pingblock.build.board import gpios

GPIO = gpios()
