#!/bin/sh
# ifnews of ifmail 2.14-tx8.10, which makes Fidonet messages of news.
# Expected: an article in two groups gets the same MSGID in both areas, the sum of its Message-ID, as ifmail(8)
# says, so that readers see that it is one message.
# Seen: in the second area the MSGID is another one, which nothing in the article leads to.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian ifgate=2.14tx8.10-27+b1
mkdir -p out/176f0002.opk
cp usr/lib/ifmail/ifmail ifnews # without its other user
printf 'LOCAL.ONE fido.one world\nLOCAL.TWO fido.two world\n' >areas
for word in logfile debugfile nodelist database sequencer newslog msgidbm; do echo "$word $folder/$word"; done >config
cat >>config <<CONFIG
address 2:5999/1
myfqdn gate.example
inbound $folder
listinbound $folder
protinbound $folder
outbound $folder/out
areas $folder/areas
maptabdir $folder/usr/lib/ifmail/maptabs
defaultftnchar cp866
defaultrfcchar koi8-r
CONFIG
NEWSSITE=f2.n5999.z2 ./ifnews -I config -r f2.n5999.z2 <<'ARTICLE' || cannot ifnews
From: Joe <joe@a.example>
Newsgroups: fido.one,fido.two
Subject: News
Message-ID: <8@a.example>
Date: Fri, 27 Nov 2026 10:09:14 +0000

Hello
ARTICLE
judge '^MSGID: a.example 63a952de
^MSGID: a.example b359c8ff' "$(find out -type f -exec cat {} + | tr '\r\001' '\n^' | grep -a '^^MSGID')"
