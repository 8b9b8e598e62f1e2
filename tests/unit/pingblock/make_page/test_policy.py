"""The same policy applies to the page on a server and on a static host."""

import pytest

from pingblock.make_page import policy
from pingblock.make_page.page import page_dir

# a page itself cannot set it, and any site can embed a static page
ONLY_OF_SERVERS = {"frame-ancestors"}


def _parts(text):
    return dict(part.split(" ", 1) for part in text.split("; "))


def test_static_page_has_the_policy_of_the_server():
    server, static = _parts(policy.of_server("a:1")), _parts(policy.of_static_host())
    assert server.keys() - static.keys() == ONLY_OF_SERVERS
    assert server.pop("connect-src") == f"{static.pop('connect-src')} ws://a:1"
    assert static.items() <= server.items()


def test_policy_allows_only_own_files():
    static = _parts(policy.of_static_host())
    assert static["default-src"] == static["connect-src"] == static["worker-src"] == "'self'"
    assert static["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert "style-src" not in static, "only the page's files are allowed, as by default-src"
    assert "unsafe-inline" not in policy.of_static_host()


@pytest.mark.parametrize("name", policy.NAMED_IN)
def test_files_of_a_static_page_contain_the_policy(name):
    source = (page_dir() / name).read_bytes()
    assert policy.of_static_host().encode() not in source
    assert policy.put_into(name, source).count(policy.of_static_host().encode()) == 1
