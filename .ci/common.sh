# What the scripts of this folder share. It is sourced, and goes to the root of the repository.
# With CDPATH `cd` could go elsewhere, and print where.
unset CDPATH
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() {
    printf '\n=== %s\n' "$*"
    "$@"
}

# Makes a virtual environment of Python. Debian has the module venv in a package of its own.
make_venv() {
    python3 -m venv --clear "$1" && return
    [ "$(id -u)" = 0 ] && command -v apt-get || return 1
    apt-get update -qq && apt-get install -yqq --no-install-recommends python3-venv || return 1
    python3 -m venv --clear "$1"
}
