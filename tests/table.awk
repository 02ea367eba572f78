# Turns tables of the manual (-v manual=1) or of help into command-line cases: of what normalize
# changes, where the last two columns are a URL and what it becomes; and of texts and their URLs.

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

/^\.It Em in the text / { texts = 1; next }
/^\.El/ { texts = 0 }
texts {
    line = plain($0)
    sub(/^\.It Li /, "", line)
    gsub(/\\\(en/, "\342\200\223", line)
    split(line, cells, / Ta (Li )?/)
    print "== in the text: " cells[1]
    print "$ fidourl extract"
    gsub(/\\/, "&&", cells[1])
    print "< " cells[1]
    if (cells[2] == "none") {
        print "? 1"
        next
    }
    n = split(cells[2], urls, " ")
    for (i = 1; i <= n; i++)
        print "> " urls[i]
}

!manual && NF > 3 && $(NF - 2) ~ /^(all|fidourl)$/ { put($(NF - 2), $(NF - 1), $NF) }
