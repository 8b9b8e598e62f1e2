"""Format of a chunk of a file on its way to the device. Device and host share this file.

After the request ``put`` the device sends ``{"event": "put", "id": 7, "at": 0, "crc32": 0,
"block": 4096}``: the number of bytes that it has from an earlier time, their CRC-32, and the
length of a chunk. The host sends the chunk at ``at``. The last one can be shorter. Then it waits
for the next event, until the request is answered. ``"waits": true`` instead of ``at`` means that
flash cannot be written now, so the host must wait. A newline instead of a chunk ends the transfer.
With ``"at": 0`` in the request the device drops the bytes that it has.
"""

HEAD = "<BHI"  # MARK, length of the data, CRC-32 of the file up to its end
HEAD_BYTES = 7
MARK = 2  # Lines never begin with this byte.
CHUNK_BYTES = 4096  # measured on the chip: 1024 gives 75 kB/s, 2048 85 and this 89
SMALL_CHUNK_BYTES = 1024  # used if no larger block of memory is free
