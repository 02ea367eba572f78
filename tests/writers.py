#!/usr/bin/env python3
"""Writes stores of mail: the twelve messages of mailboxes/twelve.py in each format and charset.

    writers.py FOLDER

makes FOLDER/CHARSET/FORMAT/... and FOLDER/expected.json: for each store its files, and the messages
that must come out, in order. Whoever wrote this had not seen the readers. By format, what it is
made by, and what else was read to see what software does:

pkt     FTS-0001.016 C.1 (packed message), FSC-0039.004 and FSC-0048.002 (type 2+), FSC-0045.001
        (type 2.2); CrashMail II crashmail/pkt.c
msg     FTS-0001.016 (stored message, text); CrashMail II crashmail/mb_msg.c
jam     JAM-001 of 1993-07-01; CrashMail II jamlib
squish  Squish Developers Kit 2.0 "Squish file format specification", as FTSC's draft of 2010 retells
        it; Husky smapi, GoldED+ goldlib/gmb3/gmosqsh.h
hudson  structures of MK Software's mkmsghud.pas (as QuickBBS' STRUCT.*); GoldED+
        goldlib/gmb3/gmohuds.h, LoraBBS quickmsg.h
qwk     "QWK Mail Packet File Layout" by Patrick Y. Lee, 1992; GoldED+ golded3/geqwks.cpp; "QWKE
        Specifications 1.02" by Peter Rocca; Synchronet src/sbbs3/msgtoqwk.cpp (headers.dat)
rfc     RFC 5322, 2045 to 2047, 3676, 4155 (mbox)
kludges FTS-0001.016, FTS-0004.001, FTS-0009.001 (MSGID), FTS-4008.002 (TZUTC), FTS-5003.001 (CHRS)
"""
import json
import os
import sys

sys.dont_write_bytecode = True
from mailboxes import hudson, jam, packets, qwk, rfc, squish, twelve  # noqa: E402

WRITERS = {
    "pkt": packets.write_packets,
    "msg": packets.write_msgs,
    "jam": jam.write_jam,
    "squish": squish.write_squish,
    "hudson": hudson.write_hudson,
    "qwk": qwk.write_qwk,
    "rfc": rfc.write_rfc,
}


def main(folder):
    stores = []
    for charset in twelve.CHARSETS:
        messages = twelve.messages(charset)
        for form, writer in WRITERS.items():
            path = os.path.join(charset.folder, form)
            for runs, expected in writer(os.path.join(folder, path), charset, messages):
                for message in expected:
                    url = twelve.link(form, message["head"])
                    message["head"].update({"url": url} if url else {})
                stores.append({
                    "format": form,
                    "runs": [
                        [name if name[0] == "-" else os.path.join(path, name) for name in run]
                        for run in runs
                    ],
                    "messages": expected,
                })
    with open(os.path.join(folder, "expected.json"), "w", encoding="utf-8") as file:
        json.dump(stores, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: writers.py FOLDER")
    main(sys.argv[1])
