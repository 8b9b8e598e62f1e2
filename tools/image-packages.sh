#!/bin/sh
# Installs the compilers for `make images` if they are missing, or names Debian's packages of them.
set -eu
missing=""
command -v arm-none-eabi-gcc >/dev/null 2>&1 || missing="$missing gcc-arm-none-eabi"
echo '#include <cstdlib>' | arm-none-eabi-g++ -x c++ -E - >/dev/null 2>&1 ||
    missing="$missing libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib"
command -v c++ >/dev/null 2>&1 || missing="$missing g++"
command -v cmake >/dev/null 2>&1 || missing="$missing cmake"
[ -z "$missing" ] && exit 0
# shellcheck disable=SC2086  # a list of package names
sh "$(dirname "$0")/debian-packages.sh" $missing && exit 0
echo "The image needs:$missing (Debian's names). Install them first." >&2
exit 1
