# shellcheck shell=sh
# Unpacks packages of Debian, each PACKAGE=VERSION, into a folder, and goes there, to $root.
fetch() {
    export root
    root=$(mktemp -d) && trap 'rm -rf "$root"' EXIT && cd "$root" || exit 2
    for package; do
        apt-get -q download "$package" >log 2>&1 || { cat log >&2; exit 2; }
    done
    for file in ./*.deb; do
        dpkg -x "$file" . || exit 2
    done
}

# Says what is seen, and ends: 0 if it is what was seen before.
seen() { # NOW BEFORE
    printf '%s\n' "$1"
    [ "$1" = "$2" ] && exit 0
    printf 'Seen before:\n%s\n' "$2"
    exit 1
}
