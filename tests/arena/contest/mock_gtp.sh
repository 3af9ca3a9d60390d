#!/bin/sh
# An engine of the GTP of KataGoDots for tests. It plays the first cell, row by row, that no dot was
# put on, and in its third move does something else, as the first argument says:
#   good   resign   ground   pass (which is ground)   off (off the board)   babble (which is no move)
#   half (hangs after the first line of its reply)   many (adds 1000 lines to its reply)
# `ruleless` does not know kata-set-rule, `clockless` not kata-time_settings, and `none` refuses every request for a move.
# `untimed` refuses time_left in a game.
# The second argument is a file that it writes all requests to.
mode=$1
log=$2
count=0

reply() {
    printf '= %s\n\n' "$1"
}

choose() {
    y=$height
    while [ "$y" -gt 0 ]; do
        x=1
        while [ "$x" -le "$width" ]; do
            case "$taken" in
                *" $x-$y "*) ;;
                *) return ;;
            esac
            x=$((x + 1))
        done
        y=$((y - 1))
    done
}

while read -r command a b; do
    echo "$command $a $b" >>"$log"
    case $command in
        protocol_version) reply 2 ;;
        boardsize) width=${a%:*} height=${a#*:} count=0; reply ;;
        set_position) taken=" "; reply ;;
        kata-set-rule) if [ "$mode" = ruleless ]; then printf '? unknown command\n\n'; else reply; fi ;;
        kata-time_settings) if [ "$mode" = clockless ]; then printf '? unknown command\n\n'; else reply; fi ;;
        time_left) if [ "$mode" = untimed ] && [ -n "$width" ]; then printf '? no clock\n\n'; else reply; fi ;;
        komi | kata-set-param) reply ;;
        play) taken="$taken$b "; reply ;;
        genmove)
            count=$((count + 1))
            case $mode-$count in
                none-*) printf '? no move\n\n' ;;
                resign-3 | ground-3 | pass-3 | babble-3) reply "$mode" ;;
                off-3) reply 99-1 ;;
                many-3) echo "= 1-1"; yes 1-2 | head -n 1000; echo ;;
                half-3) echo "= 1-1"; sleep 1000 ;;
                *) choose; taken="$taken$x-$y "; reply "$x-$y" ;;
            esac ;;
        quit) reply; exit 0 ;;
        *) printf '? unknown command\n\n' ;;
    esac
done
