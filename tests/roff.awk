# What a line of a manual's literal text says: pages name the characters that else may become
# others on paper or in a terminal, such as "'" and "-". tests/manual.test refuses those without.
function plain(line) {
    gsub(/\\[&%]/, "", line)
    gsub(/\\-/, "-", line)
    gsub(/\\\(aq/, "'", line)
    gsub(/\\\(dq/, "\"", line)
    gsub(/\\\(ga/, "`", line)
    gsub(/\\\(ha/, "^", line)
    gsub(/\\\(ti/, "~", line)
    gsub(/\\e/, "\\", line)
    return line
}
