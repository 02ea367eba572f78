# shellcheck shell=sh
# What the findings share: a temporary folder, and how programs get there.
set -u
LC_ALL=C; export LC_ALL
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 77

cannot() {
    echo "cannot be tried here: $1" >&2
    exit 77
}

# Installs PACKAGE@VERSION of npm, without the scripts of packages.
from_npm() {
    echo '{}' >package.json
    npm install --silent --ignore-scripts --no-audit --no-fund "$1" >npm.log 2>&1 ||
        cannot "npm install $1"
}

# Unpacks PACKAGE=VERSION of Debian in the folder.
from_debian() {
    for package; do
        apt-get download "$package" >apt.log 2>&1 || cannot "apt-get download $package"
        dpkg -x "${package%%=*}"_*.deb . || cannot "dpkg -x $package"
    done
}

# Says what was seen; ends with 0 if that is what the finding says.
judge() { # WANTED SEEN
    printf 'seen: %s\n' "$2"
    [ "$1" = "$2" ] || { printf 'the finding said: %s\n' "$1"; exit 1; }
}
