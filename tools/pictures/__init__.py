"""Pictures for the docs that are drawn from the code: motion, tunes and tables."""
