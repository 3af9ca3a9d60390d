#!/bin/sh
# An engine of the JSON lines of oppai for tests. It knows the four requests of oppai, as its clients
# write them, and ends at any other line, as oppai-cli does. It lists all cells row by row, the first one
# that no dot was put on with the greatest weight but not at the first place; in its third move it does
# something else, as the first argument says:
#   good   empty (no move)   windy (no move, in a long line)   refuse (an error)   off (off the board)   garbage
#   hopeful (never does: it expects to win 9 dots, which oppai does not tell)
#   deaf (puts no dot from then on)   none (has no move from the first one on)
#   narrow (never does: it refuses boards of more than four columns)
#   lua (never does: it writes whole numbers as 3.0)
#   usual (never does: it also tells its rules, which are always the usual ones)
# The second argument is a file that it writes all requests to.
mode=$1
log=$2
count=0
[ "$mode" = hopeful ] && gain=',"gain":9'

field() {
    rest=${line#*\""$1"\":}
    rest=${rest%%[,\}]*}
}

choose() {
    y=0
    while [ "$y" -lt "$height" ]; do
        x=0
        while [ "$x" -lt "$width" ]; do
            case "$taken" in
                *" $x,$y "*) ;;
                *) return ;;
            esac
            x=$((x + 1))
        done
        y=$((y + 1))
    done
}

while read -r line; do
    echo "$line" >>"$log"
    case $line in
        '{"command":"Init",'*)
            field width; width=$rest
            field height; height=$rest
            taken=" " count=0
            if [ "$mode" = narrow ] && [ "$width" -gt 4 ]; then
                echo '{"command":"Init","error":"too large"}'
            else
                echo '{"command":"Init"}'
            fi ;;
        '{"command":"Position"}')
            [ "$mode" = usual ] || exit 1
            echo '{"command":"Position","rules":{"suicide":true,"captures_empty_bases":false}}' ;;
        '{"command":"PutPoint","coords":{"x":'*'},"player":"'*'"}')
            field x; x=$rest
            field y; y=$rest
            taken="$taken$x,$y "
            put=true
            [ "$mode" = deaf ] && [ "$count" -ge 3 ] && put='false,"error":"too loud"'
            echo '{"command":"PutPoint","put":'$put'}' ;;
        '{"command":"Analyze","player":"'*'","constraint":{"type":"Time","value":'*'}}' | \
            '{"command":"Analyze","player":"'*'","constraint":{"type":"Complexity","value":'*'}}')
            count=$((count + 1))
            choose
            [ "$mode" = lua ] && x=$x.0 y=$y.0
            good="{\"coords\":{\"x\":$x,\"y\":$y},\"weight\":0.75$gain}"
            case $mode-$count in
                empty-3 | none-*) echo '{"command":"Analyze","moves":[]}' ;;
                windy-3) printf '{"command":"Analyze","moves":[],"x":"%100000s"}\n' w ;;
                refuse-3) echo '{"command":"Analyze","error":"no"}' ;;
                off-3) echo '{"command":"Analyze","moves":[{"coords":{"x":99,"y":0},"weight":0.9}]}' ;;
                garbage-3) echo 'I would play there' ;;
                *) echo '{"command":"Analyze","moves":[{"coords":{"x":0,"y":0},"weight":0.25},'$good']}' ;;
            esac ;;
        *) exit 1 ;;
    esac
done
