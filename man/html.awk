# Turns what mandoc -T html makes of a page of the manual into a page for browsers: with the style in
# `css`, a title and one h1; with links to other pages, to sections in them, and from tables to
# sections. A row whose first cell is empty continues the row before it.
#     mandoc -T html -O toc PAGE | awk -v css=manual.css -f html.awk

{ page = page $0 "\n" }

# Replaces a text, once.
function swap(from, to,    at) {
    at = index(page, from)
    if (at) page = substr(page, 1, at - 1) to substr(page, at + length(from))
}

function plain(text) {
    gsub(/<[^>]*>/, "", text)
    gsub(/[ \n]+/, " ", text)
    return text
}

END {
    for (style = ""; (getline line <css) > 0;) style = style line "\n"
    swap("<style>\n", "<style>\n" style)
    swap("<html>", "<html lang=\"en\">")

    # FIDOURL-TEXT(7) becomes fidourl-text(7), which is the title and the heading.
    match(page, /<title>[^<]*<\/title>/)
    name = tolower(substr(page, RSTART + 7, RLENGTH - 15))
    match(page, /<span class="Nd">/)
    purpose = substr(page, RSTART)
    purpose = plain(substr(purpose, 1, index(purpose, "</span>") - 1))
    sub(/<title>[^<]*/, "<title>" name ": " purpose, page)
    if (page ~ /<h1 class="Sh"/) {
        gsub(/<h2/, "<h3", page)
        gsub(/<\/h2>/, "</h3>", page)
        gsub(/<h1/, "<h2", page)
        gsub(/<\/h1>/, "</h2>", page)
    }
    swap("TABLE OF CONTENTS", "CONTENTS")
    start = index(page, "<table class=\"head\">")
    rest = substr(page, start)
    page = substr(page, 1, start - 1) "<h1>" name "</h1>" substr(rest, index(rest, "</table>") + 8)

    # Other pages of the manual, and sections of them: "SECTION in page(7)".
    for (done = ""; match(page, /<a class="Xr">fidourl[a-z-]*\([17]\)/);) {
        before = done substr(page, 1, RSTART - 1)
        text = substr(page, RSTART + 14, RLENGTH - 14)
        page = substr(page, RSTART + RLENGTH)
        link = text
        gsub(/[()]/, ".", link)
        link = link "html"
        if (match(before, /[A-Z][A-Z]+([ \n]+[A-Z]+)*[ \n]+in[ \n]+$/)) {
            words = title = substr(before, RSTART)
            sub(/[ \n]+in[ \n]+$/, "", title)
            anchor = title
            gsub(/[ \n]+/, "_", anchor)
            before = substr(before, 1, RSTART - 1) "<a class=\"Sx\" href=\"" link "#" anchor "\">" \
                title "</a>" substr(words, length(title) + 1)
        }
        done = before "<a class=\"Xr\" href=\"" link "\">" text
    }
    page = done page

    # The name of a section in a table leads there, not to its own row.
    for (done = ""; match(page, /<td><a class="permalink" href="#[a-z~0-9]+"><code class="Cm">[a-z]+</);) {
        text = substr(page, RSTART, RLENGTH - 1)
        sub(/.*>/, "", text)
        done = done substr(page, 1, RSTART - 1)
        rest = substr(page, RSTART, RLENGTH)
        page = substr(page, RSTART + RLENGTH)
        if (index(done page, "class=\"Ss\" id=\"" text "\""))
            sub(/class="permalink" href="[^"]*"/, "href=\"#" text "\"", rest)
        done = done rest
    }
    page = done page

    # Rows of two cells, of which the first is empty.
    while (match(page, /<\/td>[ \n]*<\/tr>[ \n]*<tr>[ \n]*<td><\/td>[ \n]*<td>[^\n]*(\n *[^ <\n][^\n]*)*\n *<\/tr>/)) {
        rest = substr(page, RSTART, RLENGTH)
        if (gsub(/<td>/, "&", rest) != 2) {
            print "a row without a first cell" >"/dev/stderr"
            exit 1
        }
        sub(/<\/td>[ \n]*<\/tr>[ \n]*<tr>[ \n]*<td><\/td>[ \n]*<td>/, " <wbr>", rest)
        page = substr(page, 1, RSTART - 1) rest substr(page, RSTART + RLENGTH)
    }
    printf "%s", page
}
