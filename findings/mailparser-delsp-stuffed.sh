#!/bin/sh
# mailparser 3.14.2 (npm) leaves a blank in a URL that format=flowed with DelSp wraps.
#
# Guess: it joins the lines of format=flowed; with DelSp=yes, the blank at the end of a flowed line
# goes, and so does the one that stuffs the next line. A long URL is then whole again.
# RFC 3676, 4.2 and 4.4: the stuffing goes before anything else is done; with DelSp=yes, the last
# blank of a flowed line goes. Any line may be stuffed, and one that begins with ">" must be.
# Seen: without stuffing, the URL is whole; if the second line is stuffed, one blank stays. So links
# that wrap there are torn, and "old > new" gets a second blank.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_npm mailparser@3.14.2
cat >parse.js <<'SCRIPT'
const { simpleParser } = require('mailparser');
const head = 'From: a@a.example\r\nMIME-Version: 1.0\r\n' +
    'Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n';
(async () => {
    for (const text of ['http://a.example/ \r\nlong', 'http://a.example/ \r\n long', 'old  \r\n > new'])
        console.log((await simpleParser(head + text + '\r\n')).text);
})();
SCRIPT
judge 'http://a.example/long
http://a.example/ long
old  > new' "$(node parse.js)"
