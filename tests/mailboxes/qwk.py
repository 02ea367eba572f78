"""QWK."""
import os
import struct

from . import twelve
from .common import SLOTS, field, names, numbered, slot_numbers, text, write


def qwk_blocks(octets, fill):
    while len(octets) % 128:
        octets += fill
    return octets or fill * 128


def qwk_header(number, message_date, receiver, sender, subject, blocks, flag, conference, status):
    year, month, day, hour, minute = message_date[:5]
    octets = status + field(b"%d" % number, 7, b" ")
    octets += b"%02d-%02d-%02d%02d:%02d" % (month, day, year % 100, hour, minute)
    octets += field(receiver, 25, b" ") + field(sender, 25, b" ") + field(subject, 25, b" ")
    octets += b" " * 12 + field(b"0", 8, b" ")
    # "This number may not be left flushed within the field."
    octets += b"%6d" % blocks if number % 2 else b"%-6d" % blocks
    octets += bytes([flag]) + struct.pack("<H", conference) + b"\0\0 "
    assert len(octets) == 128
    return octets


def mks(n):
    """A positive whole number as Microsoft's binary single: 23 bits after a leading one, exponent."""
    exponent = n.bit_length()
    mantissa = (n << (24 - exponent)) & 0x7FFFFF
    return struct.pack("<I", mantissa | (exponent + 128) << 24)


QWK_CONFERENCES = {0: "Netmail", 7: "FIDO.TEST"}  # 300 has no name in control.dat


def section(charset, message, offset):
    """What headers.dat has of a message, as Synchronet's msgtoqwk.cpp writes it."""
    sender, receiver, subject = names(charset, message, "squish")
    zone = message.zone if message.zone[:1] == "-" else "+" + message.zone
    lines = [b"[%x]" % offset, b"Utf8 = true" if charset.codec == "utf-8" else b"Utf8 = false",
             b"WhenWritten:  %-20s 0000" % (("%04d%02d%02d%02d%02d%02d" % message.date) + zone).encode(),
             b"Sender: " + sender, b"Subject: " + subject, b"To: " + receiver,
             b"X-FTN-SEEN-BY: 5020/1042 http://seen-by.example/", b"Conference: 7", b""]
    return b"".join(line + b"\n" for line in lines)


def write_qwk(folder, charset, messages):
    data = field(b"Produced by Qmail...Copyright (c) 1987 by Sparkware.  All Rights Reserved", 128, b" ")
    index, sections = {}, []
    wide = b"".join(names(charset, messages[10], "squish"))
    by_headers = b"\xe3" in wide or charset.codec == "utf-8"  # else by QWKE, in lines of the text
    expected = numbered(charset, messages, "qwk", slot_numbers(3001))
    for n, slot in enumerate(SLOTS):
        number, conference, status = 3001 + n, 7, b" "
        if slot in ("x", "-"):
            date, sender, receiver, subject = (2012, 4, 19, 21, 47), b"Deleted", b"All", b"deleted"
            octets, flag = b"http://deleted.example/%d\xe3" % number, 0xE2
            if slot == "-":
                status, flag = b"V", 0xE1
        else:
            message = messages[slot - 1]
            sender, receiver, subject = names(charset, message, "qwk")
            octets = text(charset, message, area=False, eol="\r")
            assert b"\xe3" not in octets
            date, flag = message.date, 0xE1
            head = expected[slot - 1]["head"]
            if slot in (3, 11) and by_headers:
                head.update(twelve.head(charset, message, "squish"))
                sections.insert(0, section(charset, message, len(data)))
                if charset.codec == "utf-8":
                    octets = octets.replace(b"\r", b"\n")
            elif slot == 11:
                full = twelve.head(charset, message, "squish")
                head.update((key, full[key]) for key in ("from", "to", "subject"))
                lines = zip((b"From: ", b"To: ", b"Subject: "), names(charset, message, "squish"))
                octets = b"".join(key + value + b"\r" for key, value in lines) + b"\r" + octets
            octets = octets.replace(b"\r", b"\xe3")
            if slot == 9:
                conference, status = 0, b"+"
            elif slot == 12:
                conference, head["area"] = 300, "300"
        octets = qwk_blocks(octets, b"\0" if slot == 4 else b" ")
        index.setdefault(conference, []).append(mks(len(data) // 128 + 1) + bytes([conference & 255]))
        data += qwk_header(number, date, receiver, sender, subject, 1 + len(octets) // 128, flag,
                           conference, status) + octets
    control = ["Test board", "Moscow, Russia", "095-000-0000", "Sysop", "00000,TEST",
               "11-22-2026,20:42:02", "SYSOP", "", "0", "0", str(len(QWK_CONFERENCES) - 1)]
    for number, name in QWK_CONFERENCES.items():
        control += [str(number), name]
    control += ["HELLO", "NEWS", "GOODBYE"]
    write(os.path.join(folder, "messages.dat"), data)
    if sections:
        write(os.path.join(folder, "headers.dat"), b"".join(sections))
    write(os.path.join(folder, "control.dat"), "".join(line + "\r\n" for line in control).encode())
    for number, records in index.items():
        write(os.path.join(folder, "%03d.ndx" % number), b"".join(records))
    beside = ["headers.dat"] if sections else []
    return [([["messages.dat"], beside + ["control.dat", "messages.dat", "007.ndx"]], expected)]
