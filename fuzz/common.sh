# What the scripts of this folder share. It is sourced with the names of targets, and goes to this folder.
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
# `CARGO_TARGET_DIR` may be a path from where the script was called.
programs=$(realpath -m "${CARGO_TARGET_DIR:-$here/target}")/x86_64-unknown-linux-gnu/release
cd "$here"

# Without names it is all targets.
targets=("$@")
[ $# -gt 0 ] || targets=(v6 gtp json sgf diagram puzzle openings journal board)
