# Compares what a command found with what a careful reader sees, and prints a line of figures:
# URLs that line ends cut, and how many of them came out whole; those that blanks in a line tore,
# likewise; and the others, and how many of them came out changed, or not at all. What begins where no
# URL does counts nothing: where a line ends after the "h" of one, "ttp://" begins the next.
#     awk -v editor=NAME -f score.awk LABELS FOUND
# LABELS: see mail.c. FOUND: lines of an offset, a TAB and a URL.

BEGIN { FS = "\t" }
FILENAME == ARGV[1] { fate[$1] = $2; url[$1] = $3; urls[$2]++; next }
$1 in fate { right[fate[$1]] += $2 == url[$1] }

function percent(part, all) {
    return all + 0 == 0 ? "-" : sprintf("%.2f", 100 * part / all)
}

END {
    changed = urls["whole"] - right["whole"]
    printf "%-10s %7d %7d %7s %7d %7d %7s %7d %7d %7s\n", editor, \
        urls["cut"], right["cut"], percent(right["cut"], urls["cut"]), \
        urls["torn"], right["torn"], percent(right["torn"], urls["torn"]), \
        urls["whole"], changed, percent(changed, urls["whole"])
}
