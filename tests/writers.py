#!/usr/bin/env python3
"""Writes stores of mail: the twelve messages of tests/twelve.py in each format, in each charset.

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
qwk     "QWK Mail Packet File Layout" by Patrick Y. Lee, 1992; GoldED+ golded3/geqwks.cpp
rfc     RFC 5322, 2045 to 2047, 3676, 4155 (mbox)
kludges FTS-0001.016, FTS-0004.001, FTS-0009.001 (MSGID), FTS-4008.002 (TZUTC), FTS-5003.001 (CHRS)
"""
import base64
import calendar
import json
import os
import quopri
import struct
import sys
import zlib

sys.dont_write_bytecode = True
import twelve  # noqa: E402 (it stands beside this file)

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()

# The order of what is in bases that number their messages: numbers of the twelve; "x", one that is
# marked as deleted; "-", one that its index has let go, too.
SLOTS = ["x", 1, 2, "-", 3, 4, 5, 6, "x", 7, 8, 9, 10, 11, 12, "x"]

# The order of Squish frames in the file; the chain goes from 1 to 12.
FRAMES = [7, "x", 1, 12, 3, 2, "x", 5, 4, 6, 11, 9, 10, 8, "x"]


def write(path, octets):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(octets)


def is_kludge(line):
    return line.startswith("\1") or line.startswith("SEEN-BY:")


def kludges(charset, message, without=()):
    """The kludges before the text, without ^A."""
    lines = []
    if not message.area:
        lines += ["INTL 2:5020/12000 2:5020/1042", "FMPT 7", "TOPT 1"]
    if message.reply:
        lines.append("REPLY: " + message.reply)
    if message.id:
        lines.append("MSGID: " + message.id)
    if message.pid:
        lines.append("PID: " + message.pid)
    if charset.chrs:
        lines.append(charset.old if message.old else "CHRS: " + charset.chrs)
    if message.zone:
        lines.append("TZUTC: " + message.zone)
    return [line for line in lines if line.split(" ")[0] not in without]


def text(charset, message, area=True, eol=None):
    """All of a message's text, its kludges in it, as packets have it."""
    lines = ["AREA:" + message.area] if area and message.area else []
    lines += ["\1" + line for line in kludges(charset, message)]
    lines += message.lines + message.after
    octets = b"".join(charset.octets(line + (eol or message.eol)) for line in lines)
    if charset.codec == "latin-1" and message.eol == "\r\n" and not eol:
        # Soft returns, which this charset has no letter for.
        octets += b"wrapped by an old \x8d\neditor \x8d and another one\r\n"
    return octets


def field(octets, width, fill=b"\0"):
    """Octets in a field of fixed width; without NUL if they fill it."""
    assert len(octets) <= width
    return octets + fill * (width - len(octets))


def names(charset, message, form):
    limits = twelve.LIMITS[form]
    return tuple(
        charset.octets(twelve.cut(charset, name, width))
        for name, width in (
            (message.sender, limits.names),
            (message.receiver, limits.names),
            (message.subject, limits.subject),
        )
    )


def fido_date(message, allow_seadog=False):
    """FTS-0001, DateTime: 20 octets with the NUL."""
    year, month, day, hour, minute, second = message.date
    if message.seadog and allow_seadog:
        weekday = DAYS[calendar.weekday(year, month, day)]
        date = "%s %2d %s %02d %02d:%02d" % (weekday, day, MONTHS[month - 1], year % 100, hour, minute)
    else:
        date = "%02d %s %02d  %02d:%02d:%02d" % (
            day, MONTHS[month - 1], year % 100, hour, minute, second)
    return field(date.encode(), 20)


def unix_date(message):
    """Local time, as if it were UTC (JAM-001, footnote on time stamps)."""
    return calendar.timegm(message.date)


def dos_date(message):
    """Squish's: a word of the date and one of the time, in steps of two seconds."""
    year, month, day, hour, minute, second = message.date
    return struct.pack("<HH", (year - 1980) << 9 | month << 5 | day,
                       hour << 11 | minute << 5 | second // 2)


# Packets.


def packet_header(kind):
    date = (2012, 4 - 1, 19, 22, 0, 0)
    if kind == "2.2":
        return struct.pack("<4H8x4H2B8s2H8s8s4x", 1042, 12000, 7, 0, 2, 2, 5020, 5020, 1, 1,
                           b"", 2, 2, b"fidonet", b"fidonet")
    zones = (2, 2) if kind == "2+" else (0, 0)
    word = 1 if kind == "2+" else 0
    header = struct.pack("<2H6H2H2H2B8s2H", 1042, 12000, *date, 0, 2, 5020, 5020, 0xFE, 1, b"", *zones)
    # The auxiliary net, the capability word's copy (its octets swapped), product and revision, the
    # word; zones and points.
    header += struct.pack("<H", 0) + struct.pack(">H", word) + struct.pack("<2BH", 0, 0, word)
    return header + struct.pack("<4H4x", *zones, 7 if word else 0, 0)


def packed(charset, message):
    sender, receiver, subject = names(charset, message, "pkt")
    attributes = 0 if message.area else 0x0001
    octets = struct.pack("<7H", 2, 1042, 12000, 5020, 5020, attributes, 0)
    octets += fido_date(message, True) + receiver + b"\0" + sender + b"\0" + subject + b"\0"
    return octets + text(charset, message) + b"\0"


def write_packets(folder, charset, messages):
    body = b"".join(packed(charset, message) for message in messages) + b"\0\0"
    stores = []
    for kind in ("2+", "2", "2.2"):
        header = packet_header(kind)
        assert len(header) == 58
        name = {"2+": "0a1b2c3d.pkt", "2": "type2.PKT", "2.2": "type22.pkt"}[kind]
        write(os.path.join(folder, name), header + body)
        stores.append(([[name]], numbered(charset, messages, "pkt", range(1, 13))))
    return stores


# *.MSG: a file for each message.


def stored(charset, message, n):
    sender, receiver, subject = names(charset, message, "msg")
    octets = field(sender, 36) + field(receiver, 36) + field(subject, 72) + fido_date(message, True)
    reply_to, next_reply = 0, 0
    attributes = 0x0100 if message.area else 0x0101
    octets += struct.pack("<13H", 0, 12000, 1042, 0, 5020, 5020, 2, 2, 1, 7, reply_to, attributes,
                          next_reply)
    assert len(octets) == 190
    # Deviation 1 of FTS-0001: text that no NUL ends.
    return octets + text(charset, message) + (b"" if n == 10 else b"\0")


def write_msgs(folder, charset, messages):
    files = []
    for n, message in enumerate(messages, 1):
        files.append("%d.%s" % (n, "MSG" if n == 2 else "msg"))
        write(os.path.join(folder, files[-1]), stored(charset, message, n))
    return [([files], numbered(charset, messages, "msg", range(1, 13)))]


# JAM.


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
    """The four files. Message `moved` got a longer header: that one is at the end, and its old one
    is marked as deleted, and has no text ("Updating message headers")."""
    headers, texts, index, late = b"", b"", [], None
    for n, slot in enumerate(SLOTS):
        number = 101 + n
        if slot in ("x", "-"):
            body = b"http://deleted.example/%d\r" % number
            fields = jam_subfield(2, b"Deleted") + jam_subfield(3, b"All")
            header = jam_header(fields, 0x81000000, number, len(texts), len(body))
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


def slot_numbers(first):
    return [first + n for n, slot in enumerate(SLOTS) if slot not in ("x", "-")]


def write_jam(folder, charset, messages):
    stores = []
    for base, moved in (("base", None), ("Moved.Header", 3)):
        for suffix, octets in jam_base(charset, messages, moved).items():
            write(os.path.join(folder, base + "." + suffix), octets)
        files = [base + "." + suffix for suffix in ("jhr", "jdt", "jdx", "jlr")]
        runs = [files[:1], files[1:2], files] if base == "base" else [files[:1]]
        stores.append((runs, numbered(charset, messages, "jam", slot_numbers(101), area=base)))
    return stores


# Squish.


def squish_hash(octets):
    """Of the receiver's name, for the index."""
    value = 0
    for octet in octets.lower():
        value = ((value << 4) + octet) & 0xFFFFFFFF
        if value & 0xF0000000:
            value |= (value & 0xF0000000) >> 24
            value |= value & 0xF0000000
    return value & 0x7FFFFFFF


def squish_message(charset, message, n):
    """Header, control information and body; and how long the control information is."""
    sender, receiver, subject = names(charset, message, "squish")
    attributes = 0x00020000 | (0 if message.area else 1)
    header = struct.pack("<I", attributes) + field(sender, 36) + field(receiver, 36)
    header += field(subject, 72) + struct.pack("<8H", 2, 5020, 1042, 7, 2, 5020, 12000, 0)
    header += dos_date(message) * 2 + struct.pack("<hI36xI", 0, 0, 1000 + n) + fido_date(message)
    assert len(header) == 238
    control = b"".join(charset.octets("\1" + line) for line in kludges(charset, message))
    body = b"".join(charset.octets(line + message.eol) for line in message.lines + message.after)
    # MsgAPI counts a NUL at their ends, others do not write any.
    end = b"\0" if n % 2 else b""
    return header + control + end + body + end, len(control + end)


def squish_frame(kind, following, before, room, message, control):
    return struct.pack("<6I2H", 0xAFAE4453, following, before, room, len(message), control, kind, 0)


def write_squish(folder, charset, messages):
    contents = []
    for n, slot in enumerate(FRAMES):
        if slot == "x":
            octets = bytes(238) + b"http://deleted.example/%d\r" % n
            contents.append((octets, 0, b""))
        else:
            # Every third frame had a longer message before, whose end is still there.
            rest = b"\rhttp://remains.example/%d\r" % n if n % 3 == 0 else b""
            contents.append(squish_message(charset, messages[slot - 1], slot) + (rest,))
    offsets, at = {}, 256
    free = []
    for n, (slot, (octets, _, rest)) in enumerate(zip(FRAMES, contents)):
        if slot == "x":
            free.append(at)
        else:
            offsets[slot] = at
        at += 28 + len(octets) + len(rest)
    end = at
    data, at = b"", 256
    for slot, (octets, control, rest) in zip(FRAMES, contents):
        if slot == "x":
            place = free.index(at)
            chain = [0] + free + [0]
            links = (1, chain[place + 2], chain[place])
        else:
            links = (0, offsets.get(slot + 1, 0), offsets.get(slot - 1, 0))
        data += squish_frame(*links, len(octets) + len(rest), octets, control) + octets + rest
        at = 256 + len(data)
    base = struct.pack("<2H5I80s6I2H124x", 256, 0, 12, 12, 0, 1012, 1013, b"C:\\ECHO\\BASE",
                       offsets[1], offsets[12], free[0], free[-1], end, 0, 0, 28)
    assert len(base) == 256 and 256 + len(data) == end
    index = b"".join(
        struct.pack("<3I", offsets[n], 1000 + n, squish_hash(names(charset, messages[n - 1], "squish")[1]))
        for n in range(1, 13)
    )
    write(os.path.join(folder, "base.sqd"), base + data)
    write(os.path.join(folder, "base.sqi"), index)
    expected = numbered(charset, messages, "squish", range(1, 13), area="base")
    return [([["base.sqd"], ["base.sqi", "base.sqd"]], expected)]


# Hudson.


def pascal(octets, width):
    """A String[width]."""
    assert len(octets) <= width
    return bytes([len(octets)]) + field(octets, width, b"\0")


def hudson_blocks(octets, short):
    """Strings of up to 255 octets; one of them not full, if `short`."""
    blocks = []
    while octets:
        size = 100 if short and len(blocks) == 2 else 255
        blocks.append(pascal(octets[:size], 255))
        octets = octets[size:]
    return blocks


def write_hudson(folder, charset, messages):
    headers = texts = index = receivers = b""
    boards = [0] * 200
    expected = numbered(charset, messages, "hudson", slot_numbers(201))
    for n, slot in enumerate(SLOTS):
        number, board, attributes = 201 + n, 7, 0
        if slot in ("x", "-"):
            attributes = 0x01
            sender, receiver, subject = b"Deleted", b"All", b"deleted"
            blocks = hudson_blocks(b"http://deleted.example/%d\r" % number, False)
            date, time = b"04-19-12", b"21:47"
        else:
            message = messages[slot - 1]
            sender, receiver, subject = names(charset, message, "hudson")
            blocks = hudson_blocks(text(charset, message, area=False), slot == 7)
            board = 7 if message.area else 1
            if slot == 12:
                board = 200
            attributes = 0 if message.area else 0x04 | 0x08
            year, month, day, hour, minute, _ = message.date
            date = b"%02d-%02d-%02d" % (month, day, year % 100)
            time = b"%02d:%02d" % (hour, minute)
            boards[board - 1] += 1
            if message.area:
                expected[slot - 1]["head"]["area"] = str(board)
        headers += struct.pack("<6H4H2BH3B", number, 0, 0, 0, len(texts) // 256, len(blocks), 5020,
                               12000, 5020, 1042, 2, 2, 0, attributes, 0, board)
        headers += pascal(time, 5) + pascal(date, 8)
        headers += pascal(receiver, 35) + pascal(sender, 35) + pascal(subject, 72)
        assert len(headers) % 187 == 0
        texts += b"".join(blocks)
        index += struct.pack("<HB", 0xFFFF if slot == "-" else number, board)
        receivers += pascal(b"* Deleted *" if slot == "-" else receiver, 35)
    info = struct.pack("<3H200H", 201, 200 + len(SLOTS), 12, *boards)
    files = {"msghdr": headers, "msgtxt": texts, "msgidx": index, "msgtoidx": receivers, "msginfo": info}
    for name, octets in files.items():
        write(os.path.join(folder, (name + ".bbs").upper() if charset.folder == "CP437" else name + ".bbs"),
              octets)
    runs = [["msghdr.bbs"], ["msgtxt.bbs"], [name + ".bbs" for name in sorted(files)]]
    if charset.folder == "CP437":
        runs = [[name.upper() for name in run] for run in runs]
    return [(runs, expected)]


# QWK.


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


def write_qwk(folder, charset, messages):
    data = field(b"Produced by Qmail...Copyright (c) 1987 by Sparkware.  All Rights Reserved", 128, b" ")
    index = {}
    expected = numbered(charset, messages, "qwk", slot_numbers(3001))
    for n, slot in enumerate(SLOTS):
        number, conference, status = 3001 + n, 7, b" "
        if slot in ("x", "-"):
            date, sender, receiver, subject = (2012, 4, 19, 21, 47), b"Deleted", b"All", b"deleted"
            octets, flag = b"http://deleted.example/%d\xe3" % number, 0xE2
        else:
            message = messages[slot - 1]
            sender, receiver, subject = names(charset, message, "qwk")
            octets = text(charset, message, area=False, eol="\r")
            assert b"\xe3" not in octets
            octets, date, flag = octets.replace(b"\r", b"\xe3"), message.date, 0xE1
            head = expected[slot - 1]["head"]
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
    write(os.path.join(folder, "control.dat"), "".join(line + "\r\n" for line in control).encode())
    for number, records in index.items():
        write(os.path.join(folder, "%03d.ndx" % number), b"".join(records))
    return [([["messages.dat"], ["control.dat", "messages.dat", "007.ndx"]], expected)]


# Internet mail.


def encoded_words(charset, value, coding):
    """RFC 2047: a word for each few characters, folded; or the text itself if it is ASCII."""
    if value.isascii():
        return value
    words = []
    for at in range(0, len(value), 12):
        octets = charset.octets(value[at : at + 12])
        if coding == "B":
            octets = base64.b64encode(octets).decode()
        else:
            octets = "".join(
                chr(octet) if chr(octet).isalnum() and octet < 128 else "=%02X" % octet for octet in octets
            )
        words.append("=?%s?%s?%s?=" % (charset.mime, coding, octets))
    return "\n ".join(words)


def quoted_printable(octets, width):
    """RFC 2045 6.7, with lines of at most `width`: URLs are cut by soft line breaks."""
    lines = []
    for line in octets.split(b"\n"):
        rest = quopri.encodestring(line, quotetabs=True).replace(b"=\n", b"")
        while len(rest) > width:
            size = width - 1
            while b"=" in rest[size - 2 : size]:
                size -= 1
            lines.append(rest[:size] + b"=")
            rest = rest[size:]
        lines.append(rest)
    return b"\n".join(lines)


def part(charset, lines, coding, parameters=""):
    """Heads and body of a text/plain part."""
    octets = b"".join(charset.octets(line + "\n") for line in lines)
    if coding == "quoted-printable":
        octets = quoted_printable(octets, 30)
    elif coding == "base64":
        octets = base64.encodebytes(octets.replace(b"\n", b"\r\n"))
    name = '"%s"' % charset.mime.upper() if parameters == "old" else charset.mime
    parameters = "" if parameters == "old" else parameters
    return ("Content-Type: text/plain; charset=%s%s\nContent-Transfer-Encoding: %s\n\n"
            % (name, parameters, coding)).encode() + octets


def multipart(kind, parts):
    octets = ('Content-Type: multipart/%s;\n\tboundary="=_b"\n\nNo text.\n' % kind).encode()
    for each in parts:
        octets += b"\n--=_b\n" + each
    return octets + b"\n--=_b--\nNone here, either: http://epilogue.example/\n"


# What mail has besides, by the message's number: lines after the text, and the URLs in them.
FLOWED = [
    "A paragraph that flows, with an address: http://flowed.example/very/ ",
    "long/ ",
    "path/ and words",
    "> http://flowed.example/quo ",
    "> ted",
    " From a stuffed line: http://flowed.example/stuffed",
]
MORE = {
    8: (FLOWED, ["http://flowed.example/very/long/path/", "http://flowed.example/quoted",
                 "http://flowed.example/stuffed"]),
    9: ([], ["http://second.example/"]),
    12: (["From here, it goes on: http://from.example/"], ["http://from.example/"]),
}
CODINGS = {1: "quoted-printable", 2: "base64", 7: "quoted-printable", 11: "base64"}


def rfc_message(charset, message, n):
    year, month, day, hour, minute, second = message.date
    zone = message.zone or "0300"
    coding = "B" if n % 2 else "Q"
    heads = "From: %s <sender@mail.example>\n" % encoded_words(charset, message.sender, coding)
    heads += "To: %s <receiver@mail.example>\n" % encoded_words(charset, message.receiver, coding)
    heads += "Subject: %s\n" % encoded_words(charset, message.subject, "Q" if n % 2 else "B")
    heads += "Date: %s, %d %s %d %02d:%02d:%02d %s\n" % (
        DAYS[calendar.weekday(year, month, day)], day, MONTHS[month - 1], year, hour, minute, second,
        zone if zone[0] == "-" else "+" + zone)
    heads += "Message-ID: <%d.4f8d@mail.example>\n" % n
    heads += "X-Link: http://head.example/\nMIME-Version: 1.0\n"
    lines = [line for line in message.lines if not is_kludge(line)] + MORE.get(n, ([],))[0]
    parameters = {8: "; format=flowed; delsp=yes", 10: "old"}.get(n, "")
    plain = part(charset, lines, CODINGS.get(n, "8bit"), parameters)
    if n == 4:
        html = b"Content-Type: text/html; charset=us-ascii\n\n<p>No <b>URL</b></p>\n"
        plain = multipart("alternative", [plain, html])
    elif n == 9:
        data = b"\0\1 http://attached.example/ \0\n"
        attached = b"Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n"
        attached += base64.encodebytes(data)
        plain = multipart("mixed", [plain, attached, part(charset, ["http://second.example/"], "8bit")])
    return heads.encode() + plain


def write_rfc(folder, charset, messages):
    if not charset.mime:
        return []
    mbox, expected = b"", numbered(charset, messages, "rfc", range(1, 13))
    stores = []
    for n, message in enumerate(messages, 1):
        head = expected[n - 1]["head"]
        head["id"] = "<%d.4f8d@mail.example>" % n
        head["charset"] = charset.mime.upper() if n == 10 else charset.mime
        head.pop("area", None)
        urls = expected[n - 1]["urls"]
        if n == 8:  # lines that flow become fewer
            urls[:] = [[None, url] for _, url in urls]
        urls += [[None, url] for url in MORE.get(n, ([], []))[1]]
        octets = rfc_message(charset, message, n)
        name = "%d.eml" % n
        write(os.path.join(folder, name), octets.replace(b"\n", b"\r\n"))
        alone = dict(expected[n - 1], head=dict(head, number=1))
        stores.append(([[name]], [alone]))
        lines = (octets.rstrip(b"\n") + b"\n").split(b"\n")
        escaped = [b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines]
        mbox += b"From sender@mail.example Thu Apr 19 21:47:34 2012\n" + b"\n".join(escaped) + b"\n"
    write(os.path.join(folder, "twelve.mbox"), mbox)
    return [([["twelve.mbox"]], expected)] + stores


# All of it.


def numbered(charset, messages, form, numbers, area=None):
    """What must come out; `area`, the base's name, where nothing in a message tells it."""
    expected = []
    for number, message in zip(numbers, messages):
        head = dict(twelve.head(charset, message, form), number=number)
        if area and message.area:
            head["area"] = area
        expected.append({"head": head, "urls": [list(each) for each in message.urls]})
    return expected


WRITERS = {
    "pkt": write_packets, "msg": write_msgs, "jam": write_jam, "squish": write_squish,
    "hudson": write_hudson, "qwk": write_qwk, "rfc": write_rfc,
}


def main(folder):
    stores = []
    for charset in twelve.CHARSETS:
        messages = twelve.messages(charset)
        for form, writer in WRITERS.items():
            path = os.path.join(charset.folder, form)
            for runs, expected in writer(os.path.join(folder, path), charset, messages):
                stores.append({
                    "format": form,
                    "runs": [[os.path.join(path, name) for name in run] for run in runs],
                    "messages": expected,
                })
    with open(os.path.join(folder, "expected.json"), "w", encoding="utf-8") as file:
        json.dump(stores, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: writers.py FOLDER")
    main(sys.argv[1])
