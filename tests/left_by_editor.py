"""States in which an editor, a terminal or a killed program leaves a Pico."""

from __future__ import annotations

# Typed at the friendly prompt, with pauses of a third of a second.
WAITING: dict[str, list[bytes]] = {
    "friendly prompt": [],
    "half a line": [b"print(1"],
    "open bracket": [b"print((1,\r"],
    "half a block": [b"while True:\r", b"open('/ran', 'w').close()\r"],
    "raw prompt": [b"\x01"],
    "raw prompt, half a program": [b"\x01for each in range(3"],
    "raw prompt after a soft reset": [b"\x01", b"\x04"],
    "paste mode": [b"\x05print(1\r"],
    "no interrupts": [b"import micropython; micropython.kbd_intr(-1)\r"],
}
RUNNING: dict[str, list[bytes]] = {
    "endless loop": [b"while True: pass\r\r\r"],
    "endless print": [b"while True: print('x' * 30)\r\r\r"],
    "slow print": [b"import time\r", b"while True: print('tea'); time.sleep(2)\r\r\r"],
    "question": [b"while True: input('>>> ')\r\r\r"],
    "loop in the raw prompt": [b"\x01while True: pass\x04"],
    "raw paste": [b"\x01", b"\x05A\x01", b"print(1"],
    "program that catches Ctrl-C once": [
        b"\x05try:\r    while True: pass\rexcept KeyboardInterrupt:\r    while True: pass\r\x04"
    ],
}
