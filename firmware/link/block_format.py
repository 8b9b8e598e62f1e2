"""What a block of a file looks like on its way to the device. Both ends use this same file."""

HEAD = "<BHI"  # MARK, length of what follows, CRC-32 of the file up to there
HEAD_BYTES = 7
MARK = 2  # with which no line begins
BLOCK_BYTES = 4096  # measured on the chip: 1024 gives 75 kB/s, 2048 85 and this 89
