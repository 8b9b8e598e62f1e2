"""Format of a chunk of a file on its way to the device. Both ends use this same file.

After the request ``put`` the device sends ``{"event": "put", "id": 7, "at": 0, "crc32": 0,
"block": 4096}``: how much of the file it has from an earlier time, the CRC-32 of that, and how
long a chunk is. The host sends the chunk at ``at``, the last one may be shorter, and waits for the
next event, until the request is answered. ``"waits": true`` in place of ``at``: flash must not be
written now, be patient. A newline in place of a chunk ends the transfer; ``"at": 0`` in the
request makes the device forget what it has.
"""

HEAD = "<BHI"  # MARK, length of what follows, CRC-32 of the file up to there
HEAD_BYTES = 7
MARK = 2  # with which no line begins
CHUNK_BYTES = 4096  # measured on the chip: 1024 gives 75 kB/s, 2048 85 and this 89
SMALL_CHUNK_BYTES = 1024  # where no more memory is free in one piece
