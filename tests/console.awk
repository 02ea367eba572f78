# Turns examples, "$ command" and below it what that prints, into command-line cases. A command goes
# on after a line that ends in "|" or a backslash. Of a manual (-v manual=1) the lines of macros end
# an example. An example may use what those before it made. One that wants what not every system has
# is skipped without it. One of check finds something, and one of check --fix mends all. The terminal
# of tmux shows examples/screen.
#     awk -f roff.awk -f console.awk README

function checks(command,    n, tools, i, checked) {
    n = split("iconv perl", tools, " ")
    for (i = 1; i <= n; i++)
        if (command ~ "[$|] *" tools[i] " ")
            checked = checked "command -v " tools[i] " >/dev/null || exit 77; "
    if (command ~ /tmux capture-pane/) checked = checked "tmux() { cat examples/screen; }; "
    return checked
}

manual && /^[.]/ { in_example = 0; next }
manual { $0 = plain($0) }

/^ *\$ / {
    indent = index($0, "$")
    name = FILENAME
    sub(/.*\//, "", name)
    print "#line " FNR " " FILENAME
    print "== " name " line " FNR
    print "& session"
    command = ""
    in_command = in_example = 1
}

in_command {
    command = command substr($0, indent)
    in_command = /[|\\]$/
    if (in_command) {
        command = command "\n$ "
        next
    }
    print "$ " checks(command) substr(command, 3)
    if (command ~ /^\$ fidourl check [^|]*$/ && command !~ / --fix /) print "? 1"
    next
}

in_example && /[^ ]/ && match($0, /[^ ]/) >= indent {
    line = substr($0, indent)
    gsub(/\\/, "\\\\", line)
    print "> " line
    next
}

{ in_example = 0 }
