#!/usr/bin/env bash
# A policy from nothing, in generations: examples/learn.sh FOLDER [GENERATIONS]
#
# Each generation plays games with the best table so far, and learns a table from them and the games of the generation
# before. A match with a sequential test is the gate: the new table becomes the best one only if it is proved stronger.
# The first table replaces the policy by hand without a gate. The result is FOLDER/best.bin. The same command goes on
# where it was stopped. SIZE, GAMES, NODES, MATCH and JOBS in the environment change what is below.
set -euo pipefail
# With it `cd` could go to a folder elsewhere.
unset CDPATH

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo 'usage: learn.sh FOLDER [GENERATIONS]' >&2
    exit 2
fi
generations=${2:-7}
size=${SIZE:-20x20}
# Games and simulations of a generation, and the most games of its match.
games=${GAMES:-600} nodes=${NODES:-1000} match=${MATCH:-2000}
jobs=${JOBS:-1}
mkdir -p "$1"
cd "$1"

best=hand before=
for ((n = 1; n <= generations; n++)); do
    # A finished step does nothing the second time, and an unfinished one goes on.
    tochki learn play --size "$size" --games "$games" --nodes "$nodes" --quick-nodes $((nodes / 8 + 1)) --every 2 \
        --seed "$n" --policy "$best" --jobs "$jobs" --out "games-$n.txt"
    if [ ! -f "table-$n.bin" ]; then
        tochki learn train "games-$n.txt" ${before:+"$before"} --mix --rarest 30 --out "table-$n.bin"
    fi
    before=games-$n.txt
    if [ "$best" != hand ]; then
        code=0
        tochki match --engine "tochki v6 --policy table-$n.bin" --engine "tochki v6 --policy $best" \
            --name "table-$n" --name "${best%.bin}" --option engine=mcts --nodes "$nodes" --games "$match" \
            --size "$size" --start random:8 --seed "$n" --sprt 0,20 --jobs "$jobs" --format json \
            --out "gate-$n" > /dev/null || code=$?
        # The exit code 1 means a game that was lost by a fault, or an interruption. Without an interruption all games
        # are played, or the test is decided.
        over="^  \"games\": $match,|\"verdict\": \"H[01] accepted\""
        if [ "$code" != 0 ] && { [ "$code" != 1 ] || ! grep -Eq "$over" "gate-$n/result.json"; }; then
            exit "$code"
        fi
        if ! grep -q '"verdict": "H1 accepted"' "gate-$n/result.json"; then
            echo "generation $n: not proved stronger, ${best%.bin} stays"
            continue
        fi
    fi
    best=table-$n.bin
    # A run that goes on does not put an older table back.
    [ -f "table-$((n + 1)).bin" ] || cp "$best" best.bin
    echo "generation $n: table-$n is the best"
done
