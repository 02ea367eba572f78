#!/bin/sh
# html2text 1.3.2a.
# Expected: references to characters are read in both forms that HTML 4 has (5.3.1), decimal and hexadecimal.
# Seen: those in hexadecimal stay, so a link that a program wrote with `&#x2F;` for "/" is none in the text.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian html2text=1.3.2a-28
judge 'http://a.example/ http:&#x2F;&#x2F;b.example/' "$(echo '<p>http:&#47;&#47;a.example/ http:&#x2F;&#x2F;b.example/</p>' | usr/bin/html2text)"
