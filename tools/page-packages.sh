#!/bin/sh
# Installs the browsers for the tests of the page if they are missing, or names Debian's packages of them.
set -eu
missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v chromium-headless-shell >/dev/null 2>&1 || missing="$missing chromium-headless-shell"
command -v firefox-esr >/dev/null 2>&1 || missing="$missing firefox-esr"
command -v WebKitWebDriver >/dev/null 2>&1 || missing="$missing webkit2gtk-driver"
command -v xvfb-run >/dev/null 2>&1 || missing="$missing xvfb xauth"
[ -z "$missing" ] && exit 0
# shellcheck disable=SC2086  # a list of package names
sh "$(dirname "$0")/debian-packages.sh" $missing && exit 0
echo "Tests of the page that need these are skipped:$missing (Debian's names)." >&2
