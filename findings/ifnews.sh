# shellcheck shell=sh disable=SC2154 # root is fetch's
# Makes a Fidonet packet of the news article in standard input, by ifmail 2.14-tx8.10, and prints it.
# shellcheck source=findings/fetch.sh
. "$(dirname "$0")/fetch.sh"
fetch ifgate=2.14tx8.10-27+b1
mkdir -p out/176f0002.opk
cp usr/lib/ifmail/ifmail ifnews # without its other user
echo 'LOCAL.ONE fido.one world
LOCAL.TWO fido.two world' >areas
for word in logfile debugfile nodelist database sequencer newslog msgidbm; do echo "$word $root/$word"; done >config
cat >>config <<CONFIG
address 2:5999/1
myfqdn gate.example
inbound $root
listinbound $root
protinbound $root
outbound $root/out
areas $root/areas
maptabdir $root/usr/lib/ifmail/maptabs
defaultftnchar cp866
defaultrfcchar koi8-r
CONFIG
packet() {
    NEWSSITE=f2.n5999.z2 ./ifnews -I "$root/config" -r f2.n5999.z2 && find out -type f -exec cat {} + | tr '\r\001' '\n^'
}
