"""Words of the press games, from the file ``words.toml`` in each of their folders."""
