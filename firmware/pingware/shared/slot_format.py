"""Layout of a slot whose firmware runs in place, see ``frozen/README.md``. ``slot.h`` has it in C.

A slot has a page with its head, a page with its state, and its content. ``put`` of the path
``PATH`` sends the content, filled up to whole pages, and then the page with the head.
"""

PATH = "/firmware"
PAGE_BYTES, SECTOR_BYTES = 256, 4096
SLOT_BYTES = 0x40000
STATE, CONTENT = 256, 512  # their first bytes in the slot
HEAD = "<4sI32sII"  # magic, format, SHA-256 of the base, bytes and CRC-32 of the content
# The state has records: each commit programs the next one, and the last whole one is valid. A
# record has a number, its inverse, and words for tried, confirmed and rejected. After the records,
# a bit is cleared for each sector that an upload has filled.
RECORD, RECORD_BYTES, RECORDS = "<5I", 32, 7
FILLED = 504  # first byte of these bits in the slot
UNSET = 0xFFFFFFFF
LETTERS = "ab"
# reasons for the rejection of a slot
REASONS = ("damaged", "crash", "hang", "late", "power", "stopped")
