#!/usr/bin/env python3
"""Bases that Synchronet's own library wrote, field by field as their truth says.

    smb.py PROGRAM BASE.shd...
"""
import json
import subprocess
import sys


def rows(*arguments):
    run = subprocess.run([sys.argv[1], *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return run.stdout.decode().splitlines()


def date(truth):
    zone = truth["zone"]
    sign = "" if zone is None else "-" if zone < 0 else "+"
    return truth["date"] + (sign and "%s%02d:%02d" % (sign, abs(zone) // 60, abs(zone) % 60))


def fields(truth):
    known = {name: truth[name] or "" for name in ("from", "to", "subject", "reply", "charset")}
    known.update(number=truth["number"], date=date(truth), address=truth["address"] or "")
    known["id"] = truth["msgid"] or (truth["rfc_msgid"] or "").strip("<>")
    if truth["area"] is not None:
        known["area"] = truth["area"]
    return known


fine = True
for base in sys.argv[2:]:
    with open(base[:-3] + "truth.jsonl", encoding="utf-8") as file:
        truths = [json.loads(line) for line in file]
    truths = [t for t in truths if t["type"] in ("message", "poll") and not t["deleted"]]
    got = [json.loads(row) for row in rows("messages", "--text", "-j", base)]
    fine = fine and len(got) == len(truths)
    for row, truth in zip(got, truths):
        head = dict(row["msg"], text=row["text"])
        for name, value in dict(fields(truth), text=truth["text"]).items():
            if head.get(name, "") != value:
                print(base, truth["number"], name, repr(head.get(name)), repr(value))
                fine = False
    fine = rows("extract", "-M", base) == [url for t in truths for url in t["urls"]] and fine
sys.exit(0 if fine else 1)
