"""Reads bases while another process appends to them, cuts them and swaps them.

    changing.py PROGRAM WRITE-STORE TIMES

The script reads each format TIMES times, with an index and without. Reading ends with status 0 or 1. Each
row is the author and the URL of a letter. Each letter comes once, and messages report cut letters. The two
bases have the same letters, except for one byte in each author and URL, so that a row shows its base. The
output goes through a small pipe, so that the program waits in the middle of a base while the base changes.
"""
import fcntl
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LETTERS, MORE = 600, 20  # letters of a base; letters that can be appended
FORMATS = [("pkt", ""), ("msg", ""), ("squish", ""), ("jam", ""), ("jam", "index"), ("hudson", ""),
           ("hudson", "index"), ("qwk", ""), ("smb", ""), ("smb", "index"), ("rfc", ""),
           ("rnews", ""), ("mbx", "")]
SILENT = {"msg", "rfc"}  # formats in which a cut file is a valid file
WORDS = "some words that follow the link, so that a letter has more than a line\n" * 4
PADDING = " " * 200 + "x"  # long rows fill the pipe


def url_of(base, nth):
    return f"http://{base}{nth:04}.example/"


def make(write_store, folder, form, index, base, n):
    """Makes a base of n letters. Returns the file to read, and the names of all files."""
    os.makedirs(folder)
    numbers = range(1, n + 1)
    if form == "msg":
        head, rest = f"From: {base}0001\nSubj: x\n\n", "".join(url_of(base, i) + "\n" for i in numbers)
        letters = head + rest
    else:
        letters = "\f\n".join(f"From: {base}{i:04}\nSubj: x\nDate: 2026-01-01T12:00:00\n\n{url_of(base, i)}\n{WORDS}"
                              for i in numbers)
    if form == "rfc":
        with open(os.path.join(folder, "base"), "w", encoding="ascii") as file:
            for letter in letters.split("\f\n"):
                file.write("From x 1:2 1996\n" + letter.replace("Subj:", "Subject:") + "\n")
    else:
        options = ["-i", ",".join(map(str, numbers))] if index else []
        subprocess.run([write_store, *options, form, "base"], input=letters.encode(), cwd=folder, check=True)
    names = [os.path.relpath(os.path.join(where, name), folder)
             for where, _, found in os.walk(folder) for name in found]
    first = re.compile(r"\.(pkt|msg|sqd|jhr|shd|rnews|mbx)$|msghdr|messages|^base$")
    return next(filter(first.search, sorted(names))), sorted(names)


class Base:
    """A base to read, and the two bases that it can be, each with more letters to append."""

    def __init__(self, folder, write_store, form, index):
        self.form, self.folder = form, os.path.join(folder, "now")
        self.contents = []
        for base in "ab":
            for n in (LETTERS, LETTERS + MORE):
                place = os.path.join(folder, f"{base}{n}")
                self.first, self.names = make(write_store, place, form, index, base, n)
                self.contents.append({name: open(os.path.join(place, name), "rb").read() for name in self.names})
        shutil.copytree(os.path.join(folder, f"a{LETTERS}"), self.folder)
        self.which = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def swap(self, names):
        """Replaces some files by those of the other base."""
        self.which = 2 - self.which
        for name in names:
            with open(self.path("new"), "wb") as file:
                file.write(self.contents[self.which][name])
            os.replace(self.path("new"), self.path(name))

    def change(self, dice):
        """Changes a file: to the original, to the other base's, or to a shorter or longer file."""
        name = dice.choice(self.names)
        short, long = self.contents[self.which][name], self.contents[self.which + 1][name]
        begin = len(short) - (2 if self.form == "pkt" else 0)  # before the end of the packet
        way = dice.randrange(5)
        if way == 0:
            self.swap(dice.sample(self.names, dice.randint(1, len(self.names))))
            return
        with open(self.path(name), "r+b") as file:
            if way == 1:
                file.truncate(dice.randrange(file.seek(0, os.SEEK_END) + 1))
            elif way == 2:
                file.write(short)
            else:
                file.write(short[:begin] + long[begin:begin + dice.randrange(len(long) - begin + 1)])


def wait_until_it_waits(pid):
    """Waits until the process waits or ended: in a read, a cut can make the system show zeros."""
    for _ in range(1000):
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            if stat.read().rsplit(")", 1)[1].split()[0] in "SZ":
                return
        time.sleep(0.001)


def read(program, base, dice, timeout=60):
    """Reads the base during changes. Returns the rows, the status and the messages."""
    arguments = [program, "extract", "-M", "--no-filename", "-F", "{msg.from} {url}" + PADDING, base.first]
    out, into = os.pipe()
    fcntl.fcntl(into, fcntl.F_SETPIPE_SZ, 4096)
    with tempfile.TemporaryFile() as messages:
        run = subprocess.Popen(arguments, cwd=base.folder, stdout=into, stderr=messages)
        os.close(into)
        signal.alarm(timeout)
        if dice.randrange(2) == 0:
            base.swap(base.names)  # perhaps between two files that fidourl opens
        rows = b""
        while some := os.read(out, 4096):
            rows += some
            if dice.randrange(8) == 0:
                wait_until_it_waits(run.pid)
                base.change(dice)
        status = run.wait()
        signal.alarm(0)
        os.close(out)
        messages.seek(0)
        return rows.decode("ascii").split("\n")[:-1], status, messages.read()


def is_front(text, letter):
    """Returns whether the text begins like the letter, in either base, with any digits."""
    return re.sub(r"\d", "0", text).replace("b", "a") == letter[:len(text)]


def is_right(form, rows, status, messages):
    """Returns whether all rows are true, no row comes twice, and messages report cuts."""
    seen, is_cut = set(), False
    for row in rows:
        author, _, url = row.removesuffix(PADDING).partition(" ")
        is_whole = len(url) == len(url_of("a", 0))
        number = url[8:12] if is_whole else None
        is_true = is_front(url, url_of("a", 0)) and is_front(author, "a0000") and number not in seen
        if is_whole and form != "msg":
            is_true = is_true and number.startswith(author[1:])
            seen.add(number)
        is_cut = is_cut or not is_whole or len(author) < 5
        if not is_true:
            return False
    return status in (0, 1) and (not is_cut or form in SILENT or (status == 1 and messages != b""))


def main():
    program, write_store, times = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    failed = 0
    for form, index in FORMATS:
        dice = random.Random(f"{form} {index}")
        with tempfile.TemporaryDirectory() as folder:
            base = Base(folder, write_store, form, index)
            whole = told = 0
            for nth in range(times):
                rows, status, messages = read(program, base, dice)
                whole += len(rows) >= LETTERS
                told += status == 1
                if not is_right(form, rows, status, messages):
                    failed += 1
                    print(f"FAIL: {form} {index}: run {nth}: status {status}, {len(rows)} rows:", rows[-1:],
                          messages[:300])
            print(f"{form} {index}: {times} runs, {whole} of a whole base, {told} of which damage was told", flush=True)
            if whole == 0 or told == 0 and form not in SILENT:
                failed += 1
                print("FAIL: a base that is never whole, or never damaged")
    sys.exit(failed > 0)


main()
