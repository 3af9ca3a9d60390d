#!/bin/sh
# A v6 engine for tests. It plays the first cell, row by row, that no dot was put on, and does
# something wrong in its third move, as the first argument says:
#   good crash half (crashes in its reply) hang illegal outside late late-outside late-refusal flood stream garbage
#   bytes (a line that is not UTF-8) windy (a refusal with a reason of nearly a mebibyte) dead (ends at once),
# in every move: none (refuses them),
# or never does: slow (thinks for 20 ms), thinker (for 1.2 s if it has a time limit), hopeful and gloomy (expect to win, to lose 9 dots),
# stubborn (does not end), chatty (writes to stderr), leaves (ends when the board is full),
# small (refuses every board), writer (writes to the file of the second argument before it ends),
# crlf (ends its lines with CR LF), eager (puts the dots that it chooses on a clock or for a
# complexity), polite (says good-bye), copies (repeats the arguments of `init`).
# `windy` also has `stats` of that length, from its first move on.
# It knows nothing of captures.
# Other arguments are ignored; tests find its processes by them.
mode=$1
[ "$mode" = dead ] && { echo "there is no life in it" >&2; echo >&2; exit 3; }
case $mode in
    windy) stats=" stats" value=0 long=$(printf '%1040000s' | tr ' ' w) ;;
    hopeful) stats=" stats" value=9 ;;
    gloomy) stats=" stats" value=-9 ;;
    stubborn) trap '' TERM ;;
    crlf) echo() { printf '%s\r\n' "$*"; } ;;
esac
count=0

choose() {
    y=0
    while [ "$y" -lt "$height" ]; do
        x=0
        while [ "$x" -lt "$width" ]; do
            case "$taken" in
                *" $x,$y "*) ;;
                *) return 0 ;;
            esac
            x=$((x + 1))
        done
        y=$((y + 1))
    done
    return 1
}

misbehave() {
    case $mode in
        crash) kill -9 $$ ;;
        half) printf '= %s %s' "$id" "$command"; kill -9 $$ ;;
        hang) sleep 1000 ;;
        illegal) echo "= $id $command 0 0 $a" ;;
        late) sleep 3; echo "= $id $command $x $y $a" ;;
        late-outside) sleep 3; echo "= $id $command 99 99 $a" ;;
        late-refusal) sleep 3; echo "? $id $command" ;;
        outside) echo "= $id $command 99 99 $a" ;;
        flood) yes flood ;;
        stream) yes stream | tr -d '\n' ;;
        garbage) echo "I would play $x $y" ;;
        windy) echo "? $id $command $long" ;;
        bytes) printf '= %s %s \377\n' "$id" "$command" ;;
        *) echo "= $id $command $x $y $a" ;;
    esac
}

while read -r id command a b c; do
    case $command in
        list_commands) echo "= $id list_commands init play gen_move gen_move_with_time quit$stats" ;;
        stats) [ -n "$value" ] && echo "= $id stats nodes 1 value $value$long" || echo "? $id stats" ;;
        init)
            width=$a height=$b taken=" " count=0 put=0
            case $mode in
                small) echo "? $id init too large" ;;
                copies) echo "= $id init $a $b $c" ;;
                *) echo "= $id init" ;;
            esac ;;
        play)
            [ "$mode" = chatty ] && echo "played $a $b" >&2
            case "$taken" in
                *" $a,$b "*) echo "? $id play there is a dot"; continue ;;
            esac
            taken="$taken$a,$b " put=$((put + 1))
            echo "= $id play $a $b $c"
            [ "$mode" = leaves ] && [ "$put" -eq $((width * height)) ] && exit 0 ;;
        quit)
            echo "= $id quit"
            [ "$mode" = polite ] && echo "bye"
            [ "$mode" = writer ] && sleep 0.5 && echo "learned" >>"$2"
            exit 0 ;;
        gen_move*)
            count=$((count + 1))
            case "$mode $command" in
                "slow "*) sleep 0.02 ;;
                "thinker gen_move_with_time" | "thinker gen_move_with_full_time") sleep 1.2 ;;
            esac
            if [ "$mode" = none ] || ! choose; then
                echo "? $id $command"
            elif [ "$count" -eq 3 ]; then
                misbehave
            else
                echo "= $id $command $x $y $a"
            fi
            case "$mode $command" in
                "eager gen_move_with_complexity" | "eager gen_move_with_full_time")
                    taken="$taken$x,$y " ;;
            esac ;;
        *) echo "? $id $command no such command" ;;
    esac
done
if [ "$mode" = stubborn ]; then
    sleep 1000
fi
