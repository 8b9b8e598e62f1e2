"""``install`` at a port that does not become silent."""

import json
import threading
from contextlib import closing

from benchmarks.ports import PtyPort


def test_install_gives_up_on_a_port_that_talks_constantly(monkeypatch, call):
    def talk():
        while not over.is_set():
            port.write(b"21.5 degrees\r\n" * 50)
            port.read(0.001)

    monkeypatch.setattr("pingblock.care.install.prompt.STOP_S", 0.2)
    over = threading.Event()
    with closing(PtyPort()) as port:
        talker = threading.Thread(target=talk)
        talker.start()
        code, out, _ = call("--json", "--port", port.name, "install", "--yes")
        over.set()
        talker.join()
    error = json.loads(out)["error"]
    assert (code, error["code"]) == (1, "no_answer")
    assert "it sends data without a pause" in error["say"]
    assert "'pingblock devices'" in error["say"]
