"""The link's language: one JSON object a line with a CRC, ``{...}*1a2b3c4d``. A pure codec.

The device and the host share this file. The CRC-32 is that of the bytes before the ``*``, and
spaces can pad them. A person at a terminal can type one of ``WORDS`` without JSON.

Requests ``{"id": 7, "do": "volume", "level": 5}`` are answered with ``{"id": 7, "ok": {...}}`` or
``{"id": 7, "error": {"code": "bad_value", "say": "..."}}``. The device also sends events,
``{"event": "press", ...}``. An answer's id is null if the line's id could not be read.
"""

from binascii import crc32, hexlify

from pingware.shared import strict_json
from pingware.shared.declarations import Declarations
from pingware.shared.requests import is_on_demand, problem

PROTOCOL_VERSION = 1
MAX_LINE_BYTES = 1024  # The end of the line is not counted.
MAX_ID_CHARS = 16
WORDS = ("help", "status", "battery", "press")  # harmless, so they can lack a CRC and an id
_TYPED = {word.encode(): word for word in WORDS}
_CRC_BYTES = 9  # the star and eight hexadecimal digits


class ProtocolError(ValueError):
    """A wrong line or message: ``code`` for programs, ``say`` for people.

    Codes: too_long, no_crc, bad_crc, not_utf8, bad_json, not_an_object, bad_id, unknown_request,
    missing_field, bad_value. ``id`` is that of the message, or None if unknown. Answers can have
    further codes: ``unsendable``, and the codes of the device's refusals.
    """

    def __init__(self, code: str, say: str, id: object = None) -> None:
        super().__init__(say)
        self.code = code
        self.say = say
        self.id = id

    def reply(self) -> dict[str, object]:
        """Returns the answer (dict) for the other side."""
        return error(self.id, self.code, self.say)


def ok(id: object, fields: dict[str, object]) -> dict[str, object]:
    """Returns the answer to request ``id`` (int, str, None): ``fields`` is a dict."""
    return {"id": id, "ok": fields}


def error(id: object, code: str, say: str) -> dict[str, object]:
    """Returns the refusal of request ``id`` (int, str, None): a code and one sentence."""
    return {"id": id, "error": {"code": code, "say": say}}


def event(name: str, **fields: object) -> dict[str, object]:
    """Returns the event ``name`` (str) with its fields."""
    message: dict[str, object] = {"event": name}
    message.update(fields)
    return message


def too_long(id: object = None) -> ProtocolError:
    """Returns the ProtocolError for a line over ``MAX_LINE_BYTES``."""
    return ProtocolError("too_long", "A line has at most %d bytes." % MAX_LINE_BYTES, id)


def no_request(message: dict[str, object]) -> ProtocolError:
    """Returns the ProtocolError for an answer or event (dict) sent to the device."""
    return ProtocolError("unknown_request", "The device accepts only requests.", message.get("id"))


def encode(message: dict[str, object], pad_to: int = 1) -> bytes:
    """Writes a message as a line.

    Args:
        message: dict of texts, integers, booleans, None, lists and dicts.
        pad_to: int, bytes. Spaces pad the line to a multiple of this length.
    Returns:
        bytes, with its newline.
    Raises:
        ValueError: a value in it cannot be written as JSON.
        ProtocolError: too_long.
    """
    line = sealed(strict_json.dumps(message), pad_to)
    if len(line) > MAX_LINE_BYTES + 1:
        raise too_long(message.get("id"))
    return line


def sealed(body: bytes, pad_to: int) -> bytes:
    """Returns the JSON of a message (bytes) as a line. ``pad_to``: see ``encode``."""
    body += b" " * (-(len(body) + _CRC_BYTES + 1) % pad_to)
    return body + b"*" + _crc(body) + b"\n"


def decode(
    line: bytes | bytearray | memoryview,
    declarations: "Declarations | None" = None,
    work: int = strict_json.ANY_WORK,
    later: bool = False,
) -> dict[str, object]:
    """Reads and checks a line: a request, an answer or an event.

    Args:
        line: bytes, with or without its line end.
        declarations: the known requests. None leaves the request's arguments unchecked.
        work: int, see ``strict_json.loads``.
        later: True = the fields of requests on demand are left to ``checked``, because loading
            their declarations needs a deeper stack than the reader of lines has.
    Returns:
        dict with the key ``do``, ``ok``, ``error`` or ``event``.
    Raises:
        ProtocolError: for any wrong bytes. It raises no other error.
    """
    raw = bytes(line).strip()
    if len(raw) > MAX_LINE_BYTES:
        raise too_long()
    if raw.lower() in _TYPED:
        return {"do": _TYPED[raw.lower()]}
    return checked(_value(_body(raw), work), declarations, later)


def checked(
    message: object, declarations: "Declarations | None" = None, later: bool = False
) -> dict[str, object]:
    """Returns ``message`` if it is a valid request, answer or event.

    Args:
        message: content of a line.
        declarations, later: see ``decode``.

    Raises:
        ProtocolError: not_an_object, bad_id, unknown_request, missing_field, bad_value.
    """
    if not isinstance(message, dict):
        raise ProtocolError("not_an_object", "A message must be an object: {...}.")
    wrong = _wrong_id(message)
    if not wrong and "do" not in message:
        wrong = _wrong_fields(message)
    elif not wrong and declarations and not (later and is_on_demand(declarations, message["do"])):
        wrong = problem(declarations, message)
    if wrong:
        id = message.get("id")
        raise ProtocolError(wrong[0], wrong[1], id if _is_id(id) else None)
    return message


def _crc(body: bytes) -> bytes:
    return hexlify(crc32(body).to_bytes(4, "big"))


def _body(raw: bytes) -> bytes:
    """Returns the bytes that the CRC at the line's end covers."""
    if raw[-_CRC_BYTES:-8] != b"*":
        words = ", ".join(WORDS)
        raise ProtocolError("no_crc", "The line has no *crc32. Words to type: %s." % words)
    body = raw[:-_CRC_BYTES]
    if _crc(body) != raw[-8:].lower():
        raise ProtocolError("bad_crc", "The CRC does not fit: the line was damaged on its way.")
    return body


def _value(body: bytes, work: int) -> object:
    if not _is_utf8(body):
        raise ProtocolError("not_utf8", "The line is not UTF-8 text.")
    try:
        return strict_json.loads(body, work)
    except ValueError as wrong:
        say = wrong.args[0]
    raise ProtocolError("bad_json", say)


def _is_utf8(body: bytes) -> bool:
    """Checks UTF-8 strictly, because MicroPython accepts overlong forms and surrogates."""
    if not body or max(body) < 0x80:
        return True
    try:
        text = str(body, "utf-8")
        again = "".join([chr(ord(char)) for char in text])
    except ValueError:  # includes UnicodeError
        return False
    return again.encode() == body and not any(0xD800 <= ord(char) < 0xE000 for char in text)


def _is_id(value: object) -> bool:
    return type(value) is int or (type(value) is str and 0 < len(value) <= MAX_ID_CHARS)


def _wrong_id(message: dict[str, object]) -> tuple[str, str] | None:
    if "id" not in message:
        if "event" in message and "do" not in message:
            return None
        return "missing_field", "id is missing: an integer or a short text."
    may_be_null = "do" not in message
    if _is_id(message["id"]) or (may_be_null and message["id"] is None):
        return None
    return "bad_id", "id must be an integer or a text of 1 to %d characters." % MAX_ID_CHARS


def _wrong_fields(message: dict[str, object]) -> tuple[str, str] | None:
    for name, is_right in (("ok", _is_dict), ("event", _is_text), ("error", _is_refusal)):
        if name in message:
            return None if is_right(message[name]) else ("bad_value", name + " has a wrong value.")
    return "missing_field", "One of do, ok, error or event is missing."


def _is_dict(value: object) -> bool:
    return isinstance(value, dict)


def _is_text(value: object) -> bool:
    return type(value) is str


def _is_refusal(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return _is_text(value.get("code")) and _is_text(value.get("say"))
