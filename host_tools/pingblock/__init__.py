"""Host tools, virtual device and tests' benches for the Pingblock firmware."""
