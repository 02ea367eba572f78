"""Packets and *.MSG."""
import os
import struct

from .common import field, fido_date, names, numbered, text, write


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


def stored(charset, message, n, form):
    sender, receiver, subject = names(charset, message, form)
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
        write(os.path.join(folder, files[-1]), stored(charset, message, n, "msg"))
    # Fields without NUL: whoever says what this file is wants it read.
    write(os.path.join(folder, "111.msg"), stored(charset, messages[10], 11, "msg full"))
    full = numbered(charset, messages[10:11], "msg full", [111])
    return [
        ([files], numbered(charset, messages, "msg", range(1, 13))),
        ([["--messages=msg", "111.msg"]], full),
    ]
