#!/bin/bash
# JamNNTPd 1.3 on 64 bits, which puts a newsreader's article into a JAM base.
# Expected: the header says how long the subfields after it are, as JAM wants it.
# Seen: it says 8 octets more for each subfield, so that a program which trusts it reads on in the next header.
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" # for /dev/tcp
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian jamnntpd=1.3-1
port=$((20000 + $$ % 10000))
echo "TEST A 2:5999/1 $folder/base" >groups
echo '127.0.0.1 A A' >allow
: >users
{ printf 'JAM\0\0\0\0\0\0\0\0\0\0\0\0\0\377\377\377\377\1\0\0\0' && head -c 1000 /dev/zero; } >base.jhr
touch base.jdt base.jdx base.jlr
usr/sbin/jamnntpd -p $port -g groups -a allow -u users -x etc/jamnntpd.xlat -l log -noecholog >/dev/null &
trap 'kill $!; rm -rf "$folder"' EXIT
sleep 2
exec 3<>/dev/tcp/127.0.0.1/$port || cannot "port $port"
printf '%s\r\n' POST 'From: Ann <ann@a.example>' 'Newsgroups: TEST' 'Subject: Hi' '' Hello . QUIT >&3
cat <&3 >answers
grep -q '^240' answers || cannot "$(cat answers)"
says=$(od -An -tu4 -j $((1024 + 8)) -N 4 base.jhr)
has=$(($(stat -c %s base.jhr) - 1024 - 76))
judge "72 octets more" "$((says - has)) octets more"
