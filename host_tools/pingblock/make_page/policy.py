"""Content security policy: what a browser can load and run on the page.

A server sends it as a header. A static host cannot, so a static page contains it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

# The policy allows the page's own files and WebAssembly. It forbids inline scripts and eval.
_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "connect-src": "'self'",
    "img-src": "'self' data: blob:",
    "media-src": "'self' blob:",
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
_HEAD = '<meta charset="utf-8">'
# Files of a static page that contain the policy: a text, and its replacement. A worker does not
# get the policy from its page, so the service worker adds it to every answer.
NAMED_IN = {
    "index.html": (
        _HEAD,
        f'{_HEAD}\n<meta http-equiv="Content-Security-Policy" content="{{policy}}">',
    ),
    "offline-worker.js": ('const POLICY = "";', 'const POLICY = "{policy}";'),
}


def of_server(host: str) -> str:
    """Returns the policy for the header of a server.

    Args:
        host: the server's name in the browser, such as ``127.0.0.1:8421``. The policy allows its
            WebSocket, and pages of the same address can embed the page.
    """
    connect = f"{_POLICY['connect-src']} ws://{host}"
    return _written(_POLICY | {"connect-src": connect, "frame-ancestors": "'self'"})


def of_static_host() -> str:
    """Returns the policy for a page on a static host. Any other page can embed it."""
    return _written(_POLICY)


def of_one_file(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Returns the policy for a page that is one file and loads no other files.

    Args:
        scripts: the texts of its script elements that run.
        styles: the texts of its style elements.
    """
    # Workers and the audio worklet come from data: addresses, which page/files.js makes.
    run = f"{_hashes(scripts)} 'wasm-unsafe-eval' data:"
    nothing = dict.fromkeys(("default-src", "connect-src", "object-src"), "'none'")
    own = {"script-src": run, "worker-src": "data:", "style-src": _hashes(styles)}
    shown = {"img-src": "data: blob:", "media-src": "blob:"}
    return _written(_POLICY | nothing | own | shown)


def _hashes(texts: Iterable[str]) -> str:
    sums = (b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{each}'" for each in sums)


def put_into(name: str, content: bytes) -> bytes:
    """Returns a file of ``NAMED_IN`` with the policy for a static host in it.

    Args:
        name: path of the file on the page.
        content: content of the source file.
    """
    place, named = NAMED_IN[name]
    text = content.decode()
    assert text.count(place) == 1, f"{name} has no place for the policy"
    return text.replace(place, named.format(policy=of_static_host())).encode()


def _written(directives: dict[str, str]) -> str:
    return "; ".join(f"{name} {allowed}" for name, allowed in directives.items())
