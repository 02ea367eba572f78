"""Squish."""
import os
import struct

from .common import fido_date, field, kludges, names, numbered, write


# The order of Squish frames in the file; the chain goes from 1 to 12.
FRAMES = [7, "x", 1, 12, 3, 2, "x", 5, 4, 6, 11, 9, 10, 8, "x"]


def dos_date(message):
    """Squish's: a word of the date and one of the time, in steps of two seconds."""
    year, month, day, hour, minute, second = message.date
    return struct.pack("<HH", (year - 1980) << 9 | month << 5 | day,
                       hour << 11 | minute << 5 | second // 2)


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
