#!/bin/sh
# crashwrite of CrashMail 1.7, which posts for robots.
# Expected: each message has a MSGID of its own (FTS-0009), so that a script may post and toss in a loop.
# Seen: the MSGID is the name of the packet, the second and a count of the packets in the folder: if the first
# packet is tossed by then, a second message of the same second has the same MSGID, and is dropped as a dupe.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian crashmail=1.7-4
echo text >text
post() {
    usr/bin/crashwrite DIR packets FROMADDR 2:5999/1 AREA LOCAL.TEST SUBJECT "$1" TEXT text >/dev/null
    grep -ao "MSGID: [^[:cntrl:]]*" packets/*.pkt || cannot crashwrite
    rm packets/*.pkt
}
mkdir packets
post first >before
for try in 1 2 3 4 5; do # a second may end between the two
    [ "$(post "$try")" != "$(post again)" ] || { judge "two messages, one MSGID" "two messages, one MSGID"; exit; }
done
judge "two messages, one MSGID" "a MSGID each"
