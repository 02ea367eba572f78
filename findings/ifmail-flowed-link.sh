#!/bin/sh
# ifnews of ifmail 2.14-tx8.10, which makes Fidonet messages of news.
# Expected: an article in format=flowed (RFC 3676) has its lines joined, as its charset and its encoding are undone:
# Fidonet has no such format, and its lines have any length.
# Seen: the soft breaks stay, and nothing says that they are soft: a link that DelSp=yes broke is cut for good.
# (Here _ is a blank at the end of a line.)
# shellcheck source=findings/ifnews.sh
. "$(dirname "$0")/ifnews.sh"
seen "$(sed 's/_$/ /' <<'ARTICLE' | packet | sed 's/ $/_/' | grep -a -A 1 'http\|flowed'
From: Joe <joe@a.example>
Newsgroups: fido.one
Subject: News
Message-ID: <7@a.example>
Date: Fri, 27 Nov 2026 10:09:14 +0000
Mime-Version: 1.0
Content-Type: text/plain; charset=us-ascii; format=flowed; delsp=yes

See http://www.example.org/a/long/path/that/is/bro_
ken/here for more.
ARTICLE
)" 'See http://www.example.org/a/long/path/that/is/bro_
ken/here for more.'
