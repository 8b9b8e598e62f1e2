"""Exit codes of the ``pingblock`` command, next to 0 for success."""

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
READER_LEFT = 141  # as for a program that SIGPIPE ends: 128 + 13
