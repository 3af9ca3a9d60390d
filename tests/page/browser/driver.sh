#!/usr/bin/env bash
# Runs the driver that the arguments are. It ends with its browsers when the standard input does, and what they have left in
# the folder for temporary files goes. So nothing is left behind, however the tests end.
trap '' HUP INT TERM
TMPDIR=$(mktemp -d)
export TMPDIR
# Job control gives the driver and its browsers a process group of their own.
set -m
(trap - HUP INT TERM; exec "$@") < /dev/null &> /dev/null &
# There is nothing to be read.
read -r
kill -- "-$!"
# They have a moment to leave nothing behind themselves.
for _ in {1..20}; do
    kill -0 -- "-$!" || break
    sleep 0.1
done
kill -KILL -- "-$!"
# Processes that are about to end may still write.
for _ in {1..50}; do
    rm -rf "$TMPDIR" && break
    sleep 0.1
done
