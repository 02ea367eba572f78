# Compares the URLs that were found with those that a careful reader sees, in order.
#     awk -f labels.awk LABELS FOUND
# A label is a URL, or "? a | b": either reading will do; "(none)" among them accepts nothing.
# Prints what differs. Exit status 1 if anything does.

FILENAME == ARGV[1] { labels[++wanted] = $0; next }
{ found[++got] = $0 }

function fits(label, url,    n, readings, i) {
    if (label !~ /^\? /)
        return label == url
    n = split(substr(label, 3), readings, / \| /)
    for (i = 1; i <= n; i++)
        if (readings[i] == url)
            return 1
    return 0
}

function may_be_nothing(label) {
    return label ~ /^\? / && index(label, "(none)") > 0
}

END {
    f = 1
    for (l = 1; l <= wanted; l++) {
        if (f <= got && fits(labels[l], found[f]))
            f++
        else if (!may_be_nothing(labels[l])) {
            print "  wanted: " labels[l]
            print "  found:  " (f <= got ? found[f] : "(nothing)")
            exit bad = 1
        }
    }
    if (f <= got) {
        print "  wanted: (nothing)"
        print "  found:  " found[f]
        exit 1
    }
}
