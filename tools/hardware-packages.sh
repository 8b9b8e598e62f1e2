#!/bin/sh
# Installs the programs for `make hardware` if they are missing, or names Debian's packages of them.
set -eu
missing=""
command -v ngspice >/dev/null 2>&1 || missing="$missing ngspice"
command -v rsvg-convert >/dev/null 2>&1 || missing="$missing librsvg2-bin fonts-dejavu-core"
command -v prusa-slicer >/dev/null 2>&1 || missing="$missing prusa-slicer"
/usr/bin/python3 -c "import pcbnew" >/dev/null 2>&1 || missing="$missing kicad"
[ -z "$missing" ] && exit 0
# shellcheck disable=SC2086  # a list of package names
sh "$(dirname "$0")/debian-packages.sh" $missing && exit 0
echo "The hardware's drawings and checks need:$missing (Debian's names). Install them first." >&2
exit 1
