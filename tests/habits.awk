# Counts habits that make texts hard to read, in pages of the manual, in comments of C and in other
# texts. Prints a row for each file, but one row, "comments", for all files of C: the semicolons,
# "what", "it", "unless" and "except" in 10,000 words; how many words nobody needs; how many of 100
# sentences have more than 30 words; the number of "that" in 10,000 words. Examples do not count:
# in pages they are literal blocks, in other texts they are indented by four.
#     awk -f roff.awk -f habits.awk FILE...

function sentence(    words, n) {
    n = split(text, words, " ")
    if (n > 2) sentences++
    if (n > 30) long++
    text = ""
}
function take(line,    low) {
    all += split(line, skip, " ")
    low = " " tolower(line) " "
    semicolons += gsub(/;/, "", low)
    gsub(/[^a-z]+/, "  ", low)
    what += gsub(/ what /, "&", low)
    it += gsub(/ it /, "&", low)
    that += gsub(/ that /, "&", low)
    unless += gsub(/ (unless|except) /, "&", low)
    needless += gsub(/ (tells?|told|judges?|judged|mends?|mended|lest|whoever|likewise) /, "&", low)
    needless += gsub(/ (the  former|the  latter|of  these|of  those) /, "&", low)
    text = text " " line
    while (match(text, /[.?!]\)? +[A-Z"`]/)) {
        rest = substr(text, RSTART + RLENGTH - 1)
        text = substr(text, 1, RSTART)
        sentence()
        text = rest
    }
    if (text ~ /[.?!]\)?$/) sentence()
}
function row() {
    if (all) {
        sentence()
        printf "%s %d %d %d %d %d %d %d\n", name, 10000 * semicolons / all, 10000 * what / all,
            10000 * it / all, 10000 * unless / all, needless, 100 * long / sentences,
            10000 * that / all
    }
    all = semicolons = what = it = that = unless = needless = sentences = long = literal = 0
}
# Takes the comments, or parts of comments, in a line of C.
function take_comments(line,    end, comment) {
    while (line != "" && (inside || match(line, /\/[*]/))) {
        if (!inside) line = substr(line, RSTART + 2)
        end = index(line, "*/")
        comment = end ? substr(line, 1, end - 1) : line
        sub(/^ *[*]? ?/, "", comment)
        if (comment ~ /^ *$/) sentence(); else take(comment)
        inside = !end
        if (end) sentence()
        line = end ? substr(line, end + 2) : ""
    }
}

FNR == 1 {
    code = FILENAME ~ /[.][ch]$/
    if (!code || name != "comments") row()
    name = FILENAME
    sub(/.*\//, "", name)
    page = name ~ /[.][1-9]$/
    if (code) name = "comments"
}
code { take_comments($0); next }
!page { if (NF == 0 || /^    /) sentence(); else take($0); next }
/^[.]Bd -literal/ { literal = 1 }
/^[.]Ed/ { literal = 0 }
/^[.](Pp|It|Sh|Ss|Bl|El|Bd|Ed)/ { sentence() }
literal || /^[.]([\\]|Dd|Dt|Os|tr|Bl|El|Bd|Ed|Pp)/ { next }
{
    line = plain($0)
    if (sub(/^[.]/, "", line)) {
        n = split(line, words, " ")
        line = ""
        for (i = 1; i <= n; i++)
            if (words[i] !~ /^([A-Z][a-z]|Brq)$/) line = line (words[i] ~ /^[.,:;)]$/ ? "" : " ") words[i]
    }
    take(line)
}
END { row() }
