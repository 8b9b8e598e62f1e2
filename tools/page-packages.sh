#!/bin/sh
# Makes sure that a browser for the tests of the page is there, or names Debian's package of it.
set -eu
command -v chromium >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium && exit 0
fi
echo "The tests of the page need: chromium (Debian's name). Without it they are skipped." >&2
