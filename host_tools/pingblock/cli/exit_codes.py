"""Exit codes of the ``pingblock`` command other than 0 for success."""

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
READER_LEFT = 141  # 128 + 13, as for a program that SIGPIPE ends
