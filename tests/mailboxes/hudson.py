"""Hudson."""
import os
import struct

from .common import SLOTS, field, names, numbered, slot_numbers, text, write


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
            attributes = 0x01 if slot == "x" else 0  # of "-" only the index tells
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
