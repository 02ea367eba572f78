# Turns the table of what normalize changes, in its help or (-v manual=1) in the manual, into
# command-line cases: the last two columns are a URL and what it becomes.

function put(name, url, form) {
    print "== " name ": " url
    print "$ fidourl normalize --rules=" (name == "all" ? "rfc3986" : name) " -e '" url "'"
    print "> " form
}

manual && /^\.It .* Ta .* Ta .* Ta / {
    n = split(plain($0), cells, / Ta /)
    if (n == 4 && cells[2] ~ /^(all|fidourl)$/)
        put(cells[2], cells[3], cells[4])
}

!manual && NF > 3 && $(NF - 2) ~ /^(all|fidourl)$/ { put($(NF - 2), $(NF - 1), $NF) }
