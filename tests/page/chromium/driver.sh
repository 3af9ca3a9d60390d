#!/usr/bin/env bash
# A chromedriver that ends with its browsers when the standard input does, whose first line is the port that it has told.
# So nothing is left behind, however the tests end.
trap '' INT
# Job control gives the driver and its browsers a process group of their own.
set -m
chromedriver --port=0 &
read -r port
# There is nothing more to be read.
read -r
{ printf 'GET /shutdown HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3; cat <&3; } 3<>"/dev/tcp/127.0.0.1/$port"
# A browser that is started by a script outlives the driver, which knows the script only.
kill -- "-$!"
