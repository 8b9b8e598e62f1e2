#!/bin/sh
# Installs Python 3.11 with venv if it is missing, and a C compiler if possible.
# usage: tools/system-packages.sh PYTHON
set -eu
python=$1
missing=""
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    echo "Pingblock needs Python 3.11 or newer; '$python' is not. Try: make PYTHON=python3.12" >&2
    exit 1
}
"$python" -c 'import venv, ensurepip' 2>/dev/null || missing="$missing python3-venv"
command -v cc >/dev/null 2>&1 || missing="$missing gcc libc6-dev"
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
[ -f "$include/Python.h" ] || missing="$missing python3-dev"
[ -z "$missing" ] && exit 0
# shellcheck disable=SC2086  # a list of package names
sh "$(dirname "$0")/debian-packages.sh" $missing && exit 0
echo "Not installed:$missing (Debian's names)." >&2
case "$missing" in
    *venv*) echo "Without python3-venv nothing can be set up." >&2; exit 1 ;;
esac
echo "Without a C compiler the emulated chip is slower; everything else works." >&2
