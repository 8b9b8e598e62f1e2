"""Words of the press games, from the file ``words.toml`` in the folder of each."""
