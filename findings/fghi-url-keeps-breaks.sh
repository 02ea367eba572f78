#!/bin/sh
# fghi-url 0.5.0-pre.5 (npm), the parser of the draft's own author, keeps breaks in what it reads.
#
# Guess: it is the draft's proof of concept, and "compatible with the drafts", so that a break,
# "%%", a line end and "%%", is gone from the area and from the values of parameters.
# Draft, 5.2.2.5: the marks, and what is between them, are no part of the URL.
# Seen: both marks and the line end stay, so that the area is another one. Programs that pass on
# what stands in a message must join it first.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_npm fghi-url@0.5.0-pre.5
judge '[[["Local.%%\n%%Test"]],"x%%\n%%y"]' "$(node -e '
    const url = require("fghi-url")("area://Local.%%\n%%Test?find=x%%\n%%y");
    console.log(JSON.stringify([url.echoNames, url.optionalParams[0].value]))')"
