# Takes the recipes out of README or the manual (-v manual=1): the blocks of literal text in one
# section. Each goes to a file in `folder`; standard output lists them, "FILE<TAB>TITLE". The title
# is the paragraph before the block, up to its first punctuation. A file is called session or
# script, and a number; a session is "$ COMMAND" and what that prints: its file has the commands,
# which go on after a line that ends in "|" or a backslash.
#     awk -v section=Recipes -v folder=FOLDER -f roff.awk -f recipes.awk README

function take(line) {
    if (file == "") {
        title = paragraph
        sub(/[.,:;]( .*)?$/, "", title)
        sub(/[.,:;(] .*/, "", title)
        sub(/ [(].*/, "", title)
        sub(/ +$/, "", title)
        n++
        file = line ~ /^\$ / ? "session" n : "script" n
        print file "\t" substr(title, 2)
    }
    if (file ~ /^script/ || sub(/^\$ /, "", line) || goes_on)
        print line >(folder "/" file)
    else
        return
    goes_on = line ~ /[|\\]$/
}

function say(text) {
    if (file != "" || ended)
        paragraph = ""
    file = ended = ""
    paragraph = paragraph " " text
}

# README: dashes are under the title of a section, and a block is indented.
!manual && /^---/ { inside = last == section }
!manual { last = $0 }
!manual && inside && /^    / { take(substr($0, 5)) }
!manual && inside && /^[^ ]/ { say($0) }
!manual && $0 == "" { ended = 1 }

# The manual: of a macro, the text comes after the name.
manual && /^[.]Sh / { inside = $2 == section }
!manual || !inside { next }
/^[.]Bd / { block = 1; next }
/^[.]Ed/ { block = 0; next }
/^[.](Pp|Ss)/ { ended = 1; next }
{ $0 = plain($0) }
block { take($0); next }
{
    sub(/^[.][A-Z][a-z] /, "")
    sub(/ [0-9]( |$)/, "")
    say($0)
}
