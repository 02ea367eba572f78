"""JAM."""
import calendar
import os
import struct
import zlib

from .common import SLOTS, kludges, names, numbered, slot_numbers, write


def unix_date(message):
    """Local time, as if it were UTC (JAM-001, footnote on time stamps)."""
    return calendar.timegm(message.date)


def jam_crc(octets):
    """CRC-32 with the seed -1, and no inversion at its end; of letters A to Z in lower case."""
    return zlib.crc32(octets.lower()) ^ 0xFFFFFFFF


def jam_subfield(code, octets):
    return struct.pack("<HHI", code, 0, len(octets)) + octets


def jam_subfields(charset, message):
    sender, receiver, subject = names(charset, message, "jam")
    fields = [(0, b"2:5020/1042.7"), (2, sender), (3, receiver), (6, subject)]
    if message.id:
        fields.append((4, message.id.encode()))
    if message.reply:
        fields.append((5, message.reply.encode()))
    if message.pid:
        fields.append((7, message.pid.encode()))
    if not message.area:
        fields.insert(1, (1, b"2:5020/12000.1"))
    for line in kludges(charset, message, ("MSGID:", "REPLY:", "PID:", "INTL", "FMPT", "TOPT")):
        if line.startswith("TZUTC: ") and line[7] != "-":
            fields.append((2004, line[7:].encode()))
        else:  # as CrashMail and others keep those for which they know no field
            fields.append((2000, line.replace("\1", "").strip().encode()))
    for line in message.after:
        if line.startswith("SEEN-BY: "):
            fields.append((2001, line[9:].encode()))
        elif line.startswith("\1PATH: "):
            fields.append((2002, line[7:].encode()))
        else:
            fields.append((2000, line[1:].encode()))
    return b"".join(jam_subfield(*each) for each in fields)


def jam_header(fields, attributes, number, offset, length, message=None):
    ids = [message.id, message.reply] if message else ["", ""]
    crcs = [jam_crc(each.encode()) if each else 0xFFFFFFFF for each in ids]
    date = unix_date(message) if message else 0
    return struct.pack("<4sHH17I", b"JAM\0", 1, 0, len(fields), 0, *crcs, 0, 0, 0, date, 0, date,
                       number, attributes, 0, offset, length, 0xFFFFFFFF, 0) + fields


def jam_base(charset, messages, moved):
    """The four files. Message `moved` got a longer header: that one is at the end, where the index
    has it, and its old one is marked as deleted, and has no text ("Updating message headers"). Of
    "-" only the index tells that it is gone."""
    headers, texts, index, late = b"", b"", [], None
    for n, slot in enumerate(SLOTS):
        number = 101 + n
        if slot in ("x", "-"):
            body = b"http://deleted.example/%d\r" % number
            fields = jam_subfield(2, b"Deleted") + jam_subfield(3, b"All")
            attributes = 0x81000000 if slot == "x" else 0x01000000
            header = jam_header(fields, attributes, number, len(texts), len(body))
            entry = (jam_crc(b"all"), 1024 + len(headers)) if slot == "x" else (0xFFFFFFFF, 0xFFFFFFFF)
        else:
            message = messages[slot - 1]
            body = b"".join(charset.octets(line + message.eol) for line in message.lines)
            fields = jam_subfields(charset, message)
            attributes = 0x01000000 if message.area else 0x02000004
            header = jam_header(fields, attributes, number, len(texts), len(body), message)
            entry = (jam_crc(names(charset, message, "jam")[1]), 1024 + len(headers))
            if slot == moved:
                late = (n, entry[0], header)
                header = jam_header(fields, attributes | 0x80000000, number, len(texts), 0, message)
        headers += header
        texts += body
        index.append(entry)
    if late:
        n, crc, header = late
        index[n] = (crc, 1024 + len(headers))
        headers += header
    first = struct.pack("<4s5I1000x", b"JAM\0", 1334872800, 16, 12, 0xFFFFFFFF, 101)
    last_read = struct.pack("<4I", jam_crc(b"sysop"), jam_crc(b"sysop"), 105, 107)
    return {
        "jhr": first + headers,
        "jdt": texts,
        "jdx": b"".join(struct.pack("<II", *entry) for entry in index),
        "jlr": last_read,
    }


def write_jam(folder, charset, messages):
    stores = []
    for base, moved in (("base", None), ("Moved.Header", 3)):
        for suffix, octets in jam_base(charset, messages, moved).items():
            write(os.path.join(folder, base + "." + suffix), octets)
        files = [base + "." + suffix for suffix in ("jhr", "jdt", "jdx", "jlr")]
        runs = [files[:1], files[1:2], files]
        stores.append((runs, numbered(charset, messages, "jam", slot_numbers(101), area=base)))
    return stores
