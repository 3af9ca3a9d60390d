#!/usr/bin/env bash
# The shards of a command of tochki on several hosts, by GNU parallel over ssh:
#
#   ./parallel.sh hosts 8 games tochki learn play --games 8000 --size 20x20
#
# Shard K is the command with `--shard K/8 --out games/shard-K`. `hosts` has a line for each host, such as `4/host1`:
# four shards at a time on host1. The folder is on a file system that all hosts share, at the same path. The same
# command goes on where it was interrupted.
set -euo pipefail

if [ $# -lt 4 ]; then
    echo 'usage: parallel.sh HOSTS SHARDS FOLDER COMMAND...' >&2
    exit 2
fi
hosts=$1 shards=$2 folder=$3
shift 3
if [[ ! $shards =~ ^[1-9][0-9]*$ ]]; then
    echo "the number of shards is a whole number from 1 on, not $shards" >&2
    exit 2
fi
mkdir -p "$folder"

# The remote shell reads the command once more.
printf -v command '%q ' flock --no-fork "$folder/shard-{}.lock" "$@" --shard "{}/$shards" --out "$folder/shard-{}"
command=${command//'\{\}'/'{}'}

# The shards of a host that is gone go to the other hosts. The lock lets them wait until their last process has ended.
exec parallel --sshloginfile "$hosts" --workdir "$PWD" --retries 5 --joblog "$folder/jobs.log" \
    "$command" :::: <(seq 0 $((shards - 1)))
