#!/bin/sh
# Installs Debian packages if this user may. The exit code is 1 if they are not installed afterwards.
# usage: tools/debian-packages.sh PACKAGE...
set -eu
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || exit 1
# Another program may be using apt at the moment, such as the daily updates. apt waits for the lock
# of the packages by itself, but not for that of the lists, which is held for some seconds.
for _ in 1 2 3 4 5 6; do
    apt-get update -qq && break
    sleep 10
done
DEBIAN_FRONTEND=noninteractive exec apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends "$@"
