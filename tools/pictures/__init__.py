"""Pictures for the docs that are drawn from the code: motion, tunes, tables, the three places."""
