#!/bin/sh
# reformail 2.9.3 of maildrop, which splits mailboxes for scripts as formail does.
# Expected: `reformail -s cat` copies a mailbox, as `formail -s cat` does.
# Seen: the empty line at the end of each message is gone, so that formail, which finds messages by it, takes
# all the mailbox for one message: the next ones become its text, and their "From " lines are quoted.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian maildrop=2.9.3-2.1 libcourier-unicode4=2.1.2-2+b2 procmail=3.22-27
for number in 1 2; do
    printf '%s\n' 'From joe@a.example Fri Nov 27 10:09:14 2026' "Subject: $number" '' "http://a.example/$number" ''
done >mailbox
[ "$(usr/bin/formail -s cat <mailbox)" = "$(cat mailbox)" ] || cannot formail
LD_LIBRARY_PATH=$(echo usr/lib/*-linux-gnu) usr/bin/reformail -s cat <mailbox >copy
judge 'From joe@a.example Fri Nov 27 10:09:14 2026
Subject: 1

http://a.example/1
>From joe@a.example Fri Nov 27 10:09:14 2026
Subject: 2

http://a.example/2' "$(usr/bin/formail -s cat <copy)"
