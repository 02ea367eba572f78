#!/usr/bin/env python3
"""What extract finds in the stores that tests/writers.py wrote, beside what it must find.

    compare.py FOLDER PROGRAM [FORMAT]...

Only the formats named, or all. Differences go to standard output, and a count; the status is 1 if
there is one.
"""
import json
import os
import subprocess
import sys

SHOWN = 20  # differences of a run


def run_on(program, command, files, text=None):
    """What a command says of stores, or of a text."""
    options = [] if text is not None or files[0].startswith("--messages") else ["-M"]
    command = [program] + command + options + files
    return subprocess.run(command, input=text, capture_output=True, check=False)


def found(program, files):
    """Rows, as they are expected; and what else the program said."""
    ran = run_on(program, ["extract", "-j"], files)
    rows = []
    for line in ran.stdout.decode("utf-8").splitlines():
        row = json.loads(line)
        rows.append((row["message"], row["line"], row["url"]))
    said = ran.stderr.decode("utf-8", "backslashreplace")
    if ran.returncode not in (0, 1) or said:
        said = "status %d: %s" % (ran.returncode, said)
    return rows, said


def differs(form, wanted, row):
    """What differs of a row, as text, or nothing."""
    (head, line, url), (got, got_line, got_url) = wanted, row
    each = []
    if url != got_url:
        each.append("url: %s, wanted %s" % (got_url, url))
    elif line not in (None, got_line):
        each.append("line of %s: %s, wanted %s" % (url, got_line, line))
    for key in sorted(set(head) | set(got)):
        if form == "rfc" and key in ("from", "to"):  # addresses may follow
            same = got.get(key, "").startswith(head[key])
        else:
            same = head.get(key) == got.get(key)
        if not same:
            each.append("%s: %r, wanted %r" % (key, got.get(key), head.get(key)))
    return "; ".join(each)


def rewritten(program, files, store):
    """What rewrite does not do: leave prose as it is, and the URLs what they were."""
    text = run_on(program, ["rewrite"], files).stdout
    urls = [
        run_on(program, ["extract", "-F", "{canonical}"], *which).stdout
        for which in ((files,), ([], text))
    ]
    lines = iter(text.decode("utf-8").splitlines())
    prose = [line for message in store["messages"] for line in message["prose"]]
    # `in` takes lines off the iterator: each must come after the one before.
    missing = [] if store["format"] == "rfc" else [line for line in prose if line not in lines]
    said = ["rewrite leaves out: %s" % line for line in missing[:1]]
    return said + ([] if urls[0] == urls[1] else ["rewrite changes URLs"])


def compare(program, folder, store, run):
    """The differences between a run and what is expected of the store."""
    files = [name if name[0] == "-" else os.path.join(folder, name) for name in run]
    rows, said = found(program, files)
    wanted = [
        (message["head"], line, url) for message in store["messages"] for line, url in message["urls"]
    ]
    lines = [said] if said else []
    if len(rows) != len(wanted):
        lines.append("%d rows, wanted %d" % (len(rows), len(wanted)))
    for want, row in zip(wanted, rows):
        text = differs(store["format"], want, row)
        if text:
            lines.append("message %s: %s" % (want[0]["number"], text))
    return lines + rewritten(program, files, store)


def main(folder, program, forms):
    with open(os.path.join(folder, "expected.json"), encoding="utf-8") as file:
        stores = json.load(file)
    count = messages = failed = 0
    for store in stores:
        if forms and store["format"] not in forms:
            continue
        count += 1
        messages += len(store["messages"])
        for run in store["runs"]:
            lines = compare(program, folder, store, run)
            if lines:
                failed += 1
                print("FAIL", *run[:5])
                print("\n".join("    " + line for line in lines[:SHOWN]))
    print("mailboxes: %d stores, %d messages, failed: %d" % (count, messages, failed))
    return 1 if failed or not count else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: compare.py FOLDER PROGRAM [FORMAT]...")
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
