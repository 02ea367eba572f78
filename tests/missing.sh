#!/bin/sh
# Prints the packages of Debian and Ubuntu that tests want and that are not there: those tests, or
# parts of them, are left out.
#
#     tests/missing.sh          names the packages
#     tests/missing.sh --say    says how to install them, as `make check` ends with
set -u
packages='bzip2 check crashmail fish jq libarchive-tools mandoc parallel perl python3
    python3-html5lib sqlite3 unicode-data unzip vim xz-utils zsh zstd'

# Programs and libraries, by package, where they have not the package's name.
has() {
    case $1 in
    check) pkg-config --exists check || pkgconf --exists check ;;
    crashmail) command -v crashmail && command -v crashwrite ;;
    libarchive-tools) command -v bsdtar ;;
    perl) perl -MJSON::PP -e 1 ;;
    python3) python3 -c 'import dataclasses, sys; sys.exit(sys.version_info < (3, 9))' ;;
    python3-html5lib) python3 -c 'import html5lib' ;;
    unicode-data) [ -r /usr/share/unicode/CaseFolding.txt ] ;;
    xz-utils) command -v xz ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

missing=
for package in $packages; do
    has "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "${1-}" = --say ]; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo='sudo '
    case " $missing " in *' check '*) again='; run configure again after' ;; esac
    echo "Some tests, or parts of them, were left out. To install what they want${again-}:"
    echo "    ${sudo}apt-get install$missing"
else
    echo "${missing# }"
fi
