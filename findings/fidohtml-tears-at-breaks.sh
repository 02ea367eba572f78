#!/bin/sh
# fidohtml 2.3.2 (npm), which makes HTML of Fidonet's messages, ends links at breaks.
#
# Guess: its author wrote the draft, so a link that a break splits is one link, to all of the URL.
# Draft, 5.2.2.5: the marks, and what is between them, are no part of the URL.
# Seen: the link leads to what comes before the break, with the first mark, which is no escape; the
# rest is text. Readers that show messages by it cannot follow links that were split for it.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_npm fidohtml@2.3.2
judge '<a href="area://Local.Test?find=one%%">area://Local.Test?find=one%%</a><br>%%two' "$(node -e '
    console.log(require("fidohtml")().fromText("area://Local.Test?find=one%%\n%%two"))')"
