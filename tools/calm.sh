#!/bin/sh
# Runs the tests beside four busy loops, in the background (SIGINT ignored), and in odd environments.
# Arguments go to pytest: `sh tools/calm.sh tests/unit` runs a part. ONLY="umask german" names runs.
# Succeeds if all runs do. If a run is not possible on this computer, it prints the reason.
set -u
cd "$(dirname "$0")/.." || exit 2
HERE=$(pwd)
LOOPS=4
LOGS=$HERE/build/calm
RUNS="loaded background nohup no_terminal umask german no_shm odd_path plain_user"
PLAIN_USER=nobody
# Tests of files, processes, terminals and addresses, which odd environments can affect.
PARTS="tests/unit/architecture/test_calm.py tests/unit/pingblock/cli tests/unit/pingblock/common
 tests/unit/pingblock/serve tests/unit/pingblock/serve_page
 tests/unit/pingblock/care/owner tests/unit/pingblock/care/flash tests/unit/pingblock/virtual"
PYTEST=.venv/bin/pytest
jobs=""
copies=""
failed=0
mkdir -p "$LOGS"
parts() { # TESTS...: these tests, otherwise PARTS
    # shellcheck disable=SC2086  # lists of folders and of a command's words
    [ "$#" -gt 0 ] || set -- $PARTS
    # shellcheck disable=SC2086
    $PYTEST -n auto --dist worksteal "$@"
}

start() { # in the background, where a shell without job control makes it ignore SIGINT
    "$@" &
    jobs="$jobs $!"
}

end_jobs() {
    # shellcheck disable=SC2086  # a list of numbers
    [ -z "$jobs" ] || kill $jobs 2>/dev/null
    jobs=""
}

end() {
    end_jobs
    [ -z "$copies" ] || rm -rf "$copies"
}

lacks() { # REASON: this run is not possible here
    echo "not run: $1"
    return 77
}

copy() { # FOLDER PYTHON: this tree, and an environment of PYTHON that imports it and our packages
    mkdir -p "$1" && tar -cf - --exclude ./.git --exclude ./build --exclude ./dist --exclude ./.venv . |
        tar -xf - -C "$1" && mkdir -p "$1/build" && "$2" - "$1" "$HERE" <<'PYTHON'
import sys, venv
from pathlib import Path

place, here = map(Path, sys.argv[1:])
[ours] = (here / ".venv").glob("lib/python*/site-packages")
venv.create(place / ".venv", symlinks=True)
[site] = (place / ".venv").glob("lib/python*/site-packages")
paths = [place / "host_tools", place / "firmware", ours]
(site / "copy.pth").write_text("\n".join(map(str, paths)), "utf-8")
for name, module in (("pytest", "pytest"), ("pingblock", "pingblock")):
    program = place / ".venv" / "bin" / name
    # No #! with a space in it: env and the shell would take it apart.
    program.write_text(f'#!/bin/sh\nexec "$(dirname "$0")/python" -m {module} "$@"\n')
    program.chmod(0o755)
PYTHON
}

with_caches() { # FOLDER: gets what "make setup" has built or downloaded for this user
    caches=${XDG_CACHE_HOME:-$HOME/.cache}/pingblock
    for each in "$caches"/*.uf2 "$caches/engine" "$caches/turbo"; do
        [ ! -e "$each" ] || cp -R "$each" "$1" || return
    done
}

run_loaded() {
    for _ in $(seq "$LOOPS"); do
        start sh -c 'while :; do :; done'
    done
    "$PYTEST" -n auto --dist worksteal "$@"
    code=$?
    end_jobs
    return $code
}

run_background() {
    start "$PYTEST" -n auto --dist worksteal "$@"
    wait $!
    code=$?
    jobs=""
    return $code
}

run_nohup() { # as many CI systems start it
    trap '' HUP
    parts "$@" </dev/null
}

run_no_terminal() {
    command -v setsid >/dev/null || { lacks "It needs the program setsid."; return; }
    PYTEST="setsid -w $PYTEST"
    parts "$@" </dev/null
}

run_umask() { # other users cannot read new files
    umask 077
    parts "$@"
}

run_german() {
    export LANGUAGE=de LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8
    if ! locale -a 2>/dev/null | grep -qi '^de_DE\.utf-\?8$'; then
        export LOCPATH="$LOGS/locale"
        mkdir -p "$LOCPATH"
        localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" 2>/dev/null ||
            echo "This computer has no German locale and cannot make one: the C library falls back to C." >&3
    fi
    parts "$@"
}

run_no_shm() { # another /dev, without /dev/shm, that only this run sees
    unshare -m true 2>/dev/null || { lacks "It needs 'unshare -m', which only root may use."; return; }
    # shellcheck disable=SC2016  # for the inner shell
    unshare -m sh -c 'set -e
        dev=$(mktemp -d); mount -t tmpfs dev "$dev"
        for each in null zero full random urandom tty; do
            touch "$dev/$each"; mount --bind "/dev/$each" "$dev/$each"
        done
        mkdir "$dev/pts"; mount --bind /dev/pts "$dev/pts"
        ln -s pts/ptmx "$dev/ptmx"; ln -s /proc/self/fd "$dev/fd"
        for each in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${each%:*}" "$dev/${each#*:}"; done
        mount --move "$dev" /dev; rmdir "$dev"; [ ! -e /dev/shm ]
        exec "$@"' sh sh "$HERE/tools/calm.sh" --parts "$@"
}

run_odd_path() {
    copies=$(mktemp -d) || return
    copy "$copies/Pingblock für Ödön" "$HERE/.venv/bin/python" || return
    cd "$copies/Pingblock für Ödön" || return
    parts "$@"
}

run_plain_user() {
    [ "$(id -u)" = 0 ] || { lacks "Only root can become another user; all the runs above were those of a plain user."; return; }
    as_user="setpriv --reuid=$PLAIN_USER --regid=nogroup --clear-groups"
    copies=$(mktemp -d) && chown "$PLAIN_USER" "$copies" || return
    copy "$copies/pingblock" "${PLAIN_PYTHON:-$HERE/.venv/bin/python}" && cd "$copies/pingblock" || return
    # A shell comes first, because the first program after a change of user may still have root's rights.
    $as_user sh -c 'exec "$0" -c "import pytest"' .venv/bin/python ||
        { lacks "The user $PLAIN_USER may not run $(readlink -f .venv/bin/python). Name one outside the home of root, of the same version: PLAIN_PYTHON=/usr/bin/python3."; return; }
    mkdir -p home/.cache/pingblock && with_caches home/.cache/pingblock && chown -R "$PLAIN_USER" . || return
    export HOME="$copies/pingblock/home"
    unset XDG_RUNTIME_DIR XDG_STATE_HOME XDG_CACHE_HOME XDG_CONFIG_HOME
    # Another Python needs its own compiled loop, which takes longer than a test may.
    $as_user .venv/bin/python -m pingblock.virtual.chip.turbo.build
    PYTEST="$as_user $PYTEST"
    parts "$@"
}

if [ "${1:-}" = --parts ]; then # this script calls itself so in another environment
    shift
    parts "$@"
    exit
fi

trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
exec 3>&1
for run in ${ONLY:-$RUNS}; do
    case $run in
        loaded | background) "run_$run" "$@" >"$LOGS/$run.log" 2>&1 ;; # in this shell, which ends their jobs
        *) (trap end EXIT; "run_$run" "$@") >"$LOGS/$run.log" 2>&1 ;;
    esac
    code=$?
    echo "$run: $(tail -n 1 "$LOGS/$run.log") (exit code $code, all in $LOGS/$run.log)"
    [ "$code" -eq 0 ] || [ "$code" -eq 77 ] || failed=1
done
exit $failed
