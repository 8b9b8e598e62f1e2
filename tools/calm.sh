#!/bin/sh
# Runs the tests beside four busy loops, and then in the background, where SIGINT is ignored.
# Arguments go to pytest: `sh tools/calm.sh tests/unit` runs a part. Succeeds if both runs do.
set -u
cd "$(dirname "$0")/.." || exit 2
LOOPS=4
LOGS=build/calm
jobs=""
failed=0
set -- .venv/bin/pytest -n auto --dist worksteal "$@"
mkdir -p "$LOGS"

start() { # in the background: a shell without job control has it ignore SIGINT
    "$@" &
    jobs="$jobs $!"
}

end_jobs() {
    # shellcheck disable=SC2086  # a list of numbers
    [ -z "$jobs" ] || kill $jobs 2>/dev/null
    jobs=""
}

report() { # NAME CODE: prints the counts
    echo "$1: $(tail -n 1 "$LOGS/$1.log") (exit code $2, all in $LOGS/$1.log)"
    [ "$2" -eq 0 ] || failed=1
}

trap end_jobs EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

for _ in $(seq "$LOOPS"); do
    start sh -c 'while :; do :; done'
done
"$@" >"$LOGS/loaded.log" 2>&1
report loaded $?
end_jobs

start "$@" >"$LOGS/background.log" 2>&1
wait $!
report background $?
jobs=""
exit $failed
