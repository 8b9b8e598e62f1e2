"""What the owner asks of a device now and then; loaded with the first such request."""

_CRASH_FILE = "/crash.txt"
_CRASH_CHARS = 600  # of the end, which names the error: a line of the link has 1024 bytes


class OwnerLink:
    """The owner's requests.

    Args:
        device: ``app.device.Device``.
    """

    def __init__(self, device):
        self._device = device
        self.actions = {"log": self._log}

    def _log(self, _request):
        return {"faults": self._device.faults.entries(), "crash": _crash()}


def _crash():
    """Returns the end of the note that the last crash left (str); empty if there is none."""
    try:
        with open(_CRASH_FILE) as file:
            return file.read()[-_CRASH_CHARS:]
    except OSError:
        return ""
