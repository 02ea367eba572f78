# shellcheck shell=sh
# What the scripts share, and begin with: where source and program are, unless the environment says
# so, and a folder of their own.
set -u
LC_ALL=C # what tools say and sort by
: "${srcdir:=.}" "${TEST_SHELL:=/bin/sh}" "${FIDOURL:=$PWD/src/fidourl}"
export LC_ALL FIDOURL
folder=$(mktemp -d) || exit 99
readonly folder
trap 'rm -rf "$folder"' EXIT # the only one: another would replace it
trap 'exit 143' HUP INT TERM

# A packet (FTS-0001): its header, messages, and its end.
packet_begin() {
    head -c 18 /dev/zero && printf '\2\0' && head -c 38 /dev/zero
}
packet_message() { # AUTHOR DATE SUBJECT LINE...
    printf '\2\0' && head -c 12 /dev/zero && printf '%b\0All\0%b\0%b\0' "$2" "$1" "$3"
    shift 3
    printf '%b\r' "$@" && printf '\0'
}
packet_end() {
    printf '\0\0'
}
