"""Sources of the things to build: circuits, enclosures, simulations, texts."""
