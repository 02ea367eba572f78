#!/bin/sh
# packf of nmh 1.8-RC2, which makes mailboxes, and mb2md 3.20, which makes Maildirs of them.
# Expected: a message begins with "From ", an address, a blank and a date (RFC 4155), so that one reads what the other
# wrote.
# Seen: of messages without a Return-Path, as robots and gates leave them, packf writes a tab for that blank. mutt does
# not mind, mb2md says that it is no mailbox, leaves the Maildir empty, and ends with status 0.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian nmh=1.8~RC2-2 liblockfile1=1.17-1+b1 mb2md=3.20-10 libtimedate-perl=2.3300-2
command -v perl >found || cannot perl
mkdir -p mail/inbox maildir
for number in 1 2; do
    printf '%s\n' 'From: joe@a.example' '' "http://a.example/$number" >mail/inbox/$number
done
echo "Path: $folder/mail" >profile
MH=$folder/profile LD_LIBRARY_PATH=$(echo usr/lib/*-linux-gnu) usr/bin/mh/packf +inbox all -file mailbox >log 2>&1 ||
    cannot "packf: $(cat log)"
says=$(PERL5LIB=usr/share/perl5 HOME=$folder perl usr/bin/mb2md -s "$folder/mailbox" -d "$folder/maildir")
status=$?
judge 'From nobody@nowhere^I
From nobody@nowhere^I
0: Skipping mailbox: not a mbox file
0 messages' "$(cat -T mailbox | sed -n 's/^\(From .*^I\).*/\1/p')
$status: $(echo "$says" | sed "s|$folder/||")
$(find maildir -type f | wc -l) messages"
