#!/bin/sh
# fidohtml 2.3.2 (npm), which makes HTML of Fidonet's messages, sees no URL whose scheme has capitals.
#
# Guess: the case of a scheme does not matter, so that HTTP://a.example/ and Area://X are links.
# RFC 3986, 3.1: schemes are case-insensitive.
# Seen: they stay text, though fghi-url, by the same author, reads them.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_npm fidohtml@2.3.2
judge 'HTTP://a.example/ Area://X.Y <a href="area://X.Y">area://X.Y</a>' "$(node -e '
    console.log(require("fidohtml")().fromText("HTTP://a.example/ Area://X.Y area://X.Y"))')"
