#!/usr/bin/env python3
"""The `time` filter of FidoURLs (FidoURL 0.5pre, 7.2.1.2; DESIGN.md, section 11): a second implementation.

    times.py N SEED    N random cases: verdict (yes, no, error), filter, moment, now; tab separated
    times.py --draft   the draft's own examples and some of far years, with verdicts written by hand; status 1
                       if one fails

As a module: matches(filter_text, moment, now), with times as (year, month, day, hour, minute, second),
where 44 BC is -44, the year before 1 is -1, and there is no year 0.
"""

import calendar
import random
import re
import sys

SPOILT = "00 13 32 24 60 61 99 000 366 367 123 0000".split()
RANGES = ((1980, 2099), (1, 12), (1, 31), (0, 23), (0, 59), (0, 60))
FAR_YEARS = -12007, -401, -45, -44, -5, -4, -2, -1, 1, 2, 4, 99, 400, 999, 9999, 10000, 12007, 999999999


class BadFilter(Exception):
    """The text is not a time filter."""


def digits(text, count):
    return re.fullmatch("[0-9]{%d}" % count, text)


def is_now(text):
    return text.lower() == "now"


def parse_year(text):
    match = re.fullmatch("([0-9]{4,})(BC)?", text)
    if not match:
        raise BadFilter(text)
    return -int(match[1]) if match[2] else int(match[1])


def parse_value(text, place, now):
    """The value at one of the six places; None if it is empty."""
    if not text:
        return None
    if is_now(text):
        return now[place]
    if place == 0:
        return parse_year(text)
    low, high = RANGES[place]
    if not digits(text, 2) or not low <= int(text) <= high:
        raise BadFilter(text)
    return int(text)


def month_length(year, month):
    leap = calendar.isleap(year + 1 if year < 0 else year)
    return 29 if month == 2 and leap else calendar.mdays[month]


def month_and_day(text, year):
    """A day of the year as month and day; the 366th of a common year is 12/32."""
    left = int(text)
    if not 1 <= left <= 366:
        raise BadFilter(text)
    for month in range(1, 13):
        length = month_length(year, month)
        if left <= length:
            return [month, left]
        left -= length
    return [12, 31 + left]


def parse_date(text, before_t, now, message_year):
    """Year, month and day. A day of the year without a year is taken by the message's year: where an
    interval gives that limit another year, the years decide before the days are looked at."""
    parts = text.split("/")
    if len(parts) > 3 or len(parts) < 3 and any(map(is_now, parts)):
        raise BadFilter(text)
    if len(parts) == 3:
        return [parse_value(part, place, now) for place, part in enumerate(parts)]
    left, right = parts if len(parts) == 2 else ("", text)
    if digits(left, 2):
        return [None, parse_value(left, 1, now), parse_value(right, 2, now)]
    year = parse_value(left, 0, now)
    if digits(right, 3):
        return [year] + month_and_day(right, message_year if year is None else year)
    if len(parts) == 2:
        return [year, parse_value(right, 1, now), None]
    if digits(text, 2) and before_t:
        return [None, None, parse_value(text, 2, now)]
    return [parse_value(text, 0, now), None, None]


def parse_time(text, now):
    parts = text.split(":")
    if len(parts) > 3:
        raise BadFilter(text)
    return [parse_value(part, place, now) for place, part in enumerate(parts + [""] * (3 - len(parts)), 3)]


def parse_values(text, now, message_year):
    """The six values of a moment or limit, at least one of them not None."""
    date, t, time = text.partition("T")
    if not t and ":" in text:
        date, time = "", text
    values = parse_date(date, bool(t), now, message_year) + parse_time(time, now)
    if values == [None] * 6:
        raise BadFilter(text)
    return values


def first_place(values):
    return next(place for place, value in enumerate(values) if value is not None)


def parse_limit(text, now, message_year):
    """As parse_values, but no value may be empty between others."""
    values = parse_values(text, now, message_year)
    first, count = first_place(values), 6 - values.count(None)
    if None in values[first:first + count]:
        raise BadFilter(text)
    return values


def compare(moment, values):
    """-1, 0 or 1: the moment is before, at or after the values; empty ones count as equal."""
    for ours, theirs in zip(moment, values):
        if theirs is not None and ours != theirs:
            return -1 if ours < theirs else 1
    return 0


def matches_one(text, moment, now):
    """Does the moment match one subfilter?"""
    ends = text.split("-")
    if len(ends) > 2:
        raise BadFilter(text)
    if len(ends) == 1:
        return compare(moment, parse_values(text, now, moment[0])) == 0
    if text == "-":
        raise BadFilter(text)
    lower, upper = (parse_limit(end, now, moment[0]) if end else None for end in ends)
    if lower and upper:
        first = first_place(upper)
        if first_place(lower) > first:
            raise BadFilter(text)
        upper = lower[:first] + upper[first:]
    return (not lower or compare(moment, lower) >= 0) and (not upper or compare(moment, upper) <= 0)


def matches(filter_text, moment, now):
    """Does the moment match one of the subfilters? Raises BadFilter if any of them is malformed."""
    parts = [part for part in filter_text.split(" ") if part]
    if not parts:
        raise BadFilter(filter_text)
    return any([matches_one(part, moment, now) for part in parts])


def verdict(filter_text, moment, now):
    try:
        return "yes" if matches(filter_text, moment, now) else "no"
    except BadFilter:
        return "error"


def show(moment):
    return "%04d-%02d-%02dT%02d:%02d:%02d" % tuple(moment)


def read(text):
    return tuple(map(int, re.fullmatch("(-?[0-9]+)-(..)-(..)T(..):(..):(..)", text).groups()))


class Maker:
    """Random filters, and moments near their limits."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def chance(self, share):
        return self.rng.random() < share

    def real(self, moment):
        """The moment with each value in its range and a day that its month has."""
        year, *rest = moment
        month, day, *time = (min(max(value, low), high) for value, (low, high) in zip(rest, RANGES[1:]))
        return (year or 1, month, min(day, month_length(year or 1, month)), *time)

    def moment(self):
        values = [self.rng.randint(*ends) for ends in RANGES[:5]] + [self.rng.randint(0, 59)]
        if self.chance(.3):
            values[1:3] = self.rng.choice(((1, 1), (2, 28), (2, 29), (3, 1), (12, 30), (12, 31)))
        if self.chance(.1):
            values[0] = self.rng.choice(FAR_YEARS)
        if self.chance(.2):
            values[3:] = self.rng.choice(((0, 0, 0), (23, 59, 59), (12, 0, 0), (23, 59, 60)))
        return self.real(values)

    def nudged(self, moment):
        """The moment with one value a unit less or more."""
        place, step, values = self.rng.randrange(6), self.rng.choice((-1, 1)), list(moment)
        low, high = RANGES[place]
        if place == 0:
            values[0] = values[0] + step or step
        else:
            values[place] = low + (values[place] + step - low) % (high - low + 1)
        return self.real(values)

    def near(self, moment):
        return self.rng.choice((moment, self.nudged(moment), self.nudged(moment), self.moment()))

    def value_text(self, place, value):
        if self.chance(self.now_share):
            return "".join(self.rng.choice((c, c.upper())) for c in "now")
        if place == 0 and self.chance(.1):
            return self.rng.choice(("0%d", "1%d", "000%d", "%dBC", "00%dBC")) % max(abs(value), 1000)
        return "%04dBC" % -value if value < 0 else "%0*d" % (2 if place else 4, value)

    def date_text(self, texts, base):
        year, month, day = texts
        forms = ["/".join(texts)]
        if any(map(is_now, texts)):
            return forms[0]
        if month and day and self.chance(.4):
            ordinal = sum(month_length(base[0], m) for m in range(1, base[1])) + base[2]
            ordinal = self.rng.choice((ordinal, ordinal, ordinal, ordinal + 1, 60, 365, 366))
            return (year + "/" if year or self.chance(.5) else "") + "%03d" % ordinal
        if not day:
            forms += [year + "/" + month] + [year] * (not month) + [month + "/"] * (not year)
        elif not year:
            forms.append(month + "/" + day if month else day)
        return self.rng.choice(forms)

    def time_text(self, texts):
        hour, minute, second = texts
        forms = [":".join(texts)] + [hour + ":" + minute] * (not second)
        return self.rng.choice(forms + [hour] * 2 * (not minute and not second))

    def values(self, base, places):
        """The base's values at these places, in one of the forms that they may have."""
        texts = [self.value_text(place, base[place]) if place in places else "" for place in range(6)]
        date, time = self.date_text(texts[:3], base), self.time_text(texts[3:])
        no_t = not date and ":" in time or not time and not digits(date, 2)
        return date + time if no_t and self.chance(.6) else date + "T" + time

    def span(self, first):
        return list(range(first, self.rng.randint(first, 5) + 1))

    def limit(self, base, first):
        places = self.span(first)
        if len(places) > 2 and self.chance(.08):
            places.remove(self.rng.choice(places[1:-1]))
        return self.values(base, places)

    def interval(self, base):
        ends = sorted((base, self.real(value + self.rng.choice((0, 0, 1, 2)) for value in base)))
        firsts = [self.rng.choice((0, 0, 0, 1, 2, 3)), self.rng.randrange(6)]
        firsts.sort(reverse=self.chance(.05))
        if self.chance(.05):
            ends.reverse()
        return "-".join(map(self.limit, ends, firsts)), self.rng.choice(ends)

    def subfilter(self, base):
        """One subfilter, and a moment that is at its limit."""
        self.now_share = .15 if self.chance(.25) else 0
        kind = self.rng.choice("single single upper lower interval interval".split())
        if kind == "single":
            return self.values(base, self.rng.sample(range(6), self.rng.randint(1, 4))), base
        if kind == "interval":
            return self.interval(base)
        text = self.limit(base, self.rng.choice((0, 0, 0, 1, 1, 2, 3, 3, 4, 5)))
        return ("-" + text if kind == "upper" else text + "-"), base

    def spoil(self, text):
        """The text with one small fault, or what may be one."""
        if self.chance(.03):
            return self.rng.choice(("", " ", "-", "T", "/", ":", "//T::", "now", "31", "- -"))
        target = self.rng.choice(("[0-9]+", "[0-9]+", "[-/:TBC]", "[-/:T]", ".", "^|$"))
        start, end = self.rng.choice(list(re.finditer(target, text)) or [re.search("", text)]).span()
        old = text[start:end]
        if target == "[0-9]+":
            same = [number for number in SPOILT if len(number) == len(old)]
            new = self.rng.choice((old[1:], old + "0", "0" + old, *same, self.rng.choice(SPOILT)))
        else:
            octet = self.rng.choice((*"---//::TT0123456789nowBCt +", chr(self.rng.randint(32, 126))))
            new = self.rng.choice(("", old * 2, old.lower(), octet, old + octet) if old else (octet,))
        return text[:start] + new + text[end:]

    def case(self):
        base = self.moment()
        now = self.near(base)
        more = self.rng.choice((1, 1, 2)) if self.chance(.12) else 0
        bases = [base] + [self.near(base) for _ in range(more)]
        texts, limits = zip(*map(self.subfilter, bases))
        text = self.rng.choice((" ", " ", "  ")).join(texts)
        text = self.spoil(text) if self.chance(.37) else text
        text = self.rng.choice((" " + text, text + " ")) if self.chance(.01) else text
        return text, self.near(self.rng.choice(limits)), now


DRAFT_NOW = "2007-08-26T12:00:30"
DRAFT = (  # filters that are equivalent, moments that match, moments that do not
    ("2007/08/18T15:56:54", "2007-08-18T15:56:54",
     "2007-08-18T15:56:53 2007-08-18T15:56:55 2007-08-17T15:56:54 2008-08-18T15:56:54"),
    ("::54", "2007-08-18T15:56:54 1999-01-01T00:00:54", "2007-08-18T15:56:53 2007-08-18T15:56:55"),
    (":56", "2007-08-18T15:56:00 1999-01-01T00:56:59", "2007-08-18T15:55:59 2007-08-18T15:57:00"),
    ("T15|15:", "2007-08-18T15:00:00 1999-01-01T15:59:59", "2007-08-18T14:59:59 2007-08-18T16:00:00"),
    ("18T", "2007-08-18T00:00:00 1999-01-18T23:59:59", "2007-08-17T23:59:59 2007-08-19T00:00:00"),
    ("2007//18", "2007-01-18T00:00:00 2007-12-18T23:59:59",
     "2006-08-18T12:00:00 2008-08-18T12:00:00 2007-08-17T23:59:59 2007-08-19T00:00:00"),
    ("2007/08", "2007-08-01T00:00:00 2007-08-31T23:59:59",
     "2007-07-31T23:59:59 2007-09-01T00:00:00 2006-08-15T12:00:00 2008-08-15T12:00:00"),
    ("08/", "2007-08-01T00:00:00 1999-08-31T23:59:59", "2007-07-31T23:59:59 2007-09-01T00:00:00"),
    ("-2007/08/18T15:56:54", "2007-08-18T15:56:54 2007-08-18T15:56:53 2007-08-17T23:59:59",
     "2007-08-18T15:56:55 2007-08-18T16:00:00 2007-08-19T00:00:00 2008-01-01T00:00:00"),
    ("-18T15:56:54", "2007-08-18T15:56:54 2007-08-17T23:59:59 2099-12-01T00:00:00",
     "2007-08-18T15:56:55 2007-08-19T00:00:00 1980-01-31T00:00:00"),
    ("-05/31|-05/31T23:59:60", "2007-05-31T23:59:59 2016-05-31T23:59:60 2099-01-01T00:00:00",
     "2007-06-01T00:00:00 1980-12-31T23:59:59"),
    ("2007/08/18T15:56:54-", "2007-08-18T15:56:54 2007-08-18T15:56:55 2007-08-19T00:00:00",
     "2007-08-18T15:56:53 2007-08-18T14:59:59 2007-08-17T23:59:59 1999-12-31T23:59:59"),
    ("18T15:56:54-", "2007-08-18T15:56:54 2007-08-19T00:00:00 1980-01-31T00:00:00",
     "2007-08-18T15:56:53 2007-08-17T23:59:59 2099-12-01T00:00:00"),
    ("09/01-|09/01T00:00:00-", "2007-09-01T00:00:00 1980-12-31T23:59:59",
     "2007-08-31T23:59:59 2099-01-01T00:00:00"),
    ("2007/06-2007/08|2007/06/01T00:00:00-2007/08/31T23:59:60|now/06/-08/",
     "2007-06-01T00:00:00 2007-07-15T12:00:00 2007-08-31T23:59:59",
     "2007-05-31T23:59:59 2007-09-01T00:00:00 2006-07-15T12:00:00 2008-07-15T12:00:00"),
    ("00:00:00-11:59:60", "2007-08-18T00:00:00 1999-01-01T11:59:59",
     "2007-08-18T12:00:00 2007-08-17T23:59:59"),
    ("2007/08/18-26T|2007/08/18-2007/08/26", "2007-08-18T00:00:00 2007-08-26T23:59:59",
     "2007-08-17T23:59:59 2007-08-27T00:00:00 2007-09-20T12:00:00 2006-08-20T12:00:00 2008-08-20T12:00:00"),
    ("2004-2005 2006 2007-|2004-", "2004-01-01T00:00:00 2005-12-31T23:59:59 2006-06-15T12:00:00 "
     "2007-01-01T00:00:00 2099-12-31T23:59:59", "2003-12-31T23:59:59 1980-06-15T12:00:00"),
    ("2004-2006", "2004-01-01T00:00:00 2006-12-31T23:59:59", "2003-12-31T23:59:59 2007-01-01T00:00:00"),
    ("2005-2007", "2005-01-01T00:00:00 2007-12-31T23:59:59", "2004-12-31T23:59:59 2008-01-01T00:00:00"),
    ("2005-2006", "2005-01-01T00:00:00 2006-12-31T23:59:59", "2004-12-31T23:59:59 2007-01-01T00:00:00"),
    ("2007/238|2007/08/26", "2007-08-26T00:00:00 2007-08-26T23:59:59",
     "2007-08-25T23:59:59 2007-08-27T00:00:00 2008-08-26T12:00:00"),
    ("2007/08/26TnOw:NoW|2007/08/26T12:00", "2007-08-26T12:00:00 2007-08-26T12:00:59",
     "2007-08-26T11:59:59 2007-08-26T12:01:00 2007-08-25T12:00:00"),
    ("0023BC|0023BC/|00023BC//", "-023-01-01T00:00:00 -023-12-31T23:59:60",
     "-024-12-31T23:59:59 -022-01-01T00:00:00 0023-01-01T00:00:00"),
    ("0023BC/12-0001/01", "-023-12-01T00:00:00 -001-06-15T12:00:00 0001-01-31T23:59:59",
     "-023-11-30T23:59:59 0001-02-01T00:00:00 -024-12-31T12:00:00"),
    ("0001BC/366|0001BC/12/31", "-001-12-31T12:00:00", "-001-12-30T12:00:00 -002-12-31T12:00:00"),
    ("12007-|12007/01-99999999999", "12007-01-01T00:00:00 99999-12-31T23:59:59",
     "12006-12-31T23:59:59 2007-01-01T00:00:00 1200-07-01T00:00:00"),
    ("-0044BC/03/15", "-044-03-15T23:59:59 -045-12-31T00:00:00", "-044-03-16T00:00:00 -043-01-01T00:00:00"),
    ("2007/08-T12", "2007-08-01T00:00:00 2007-08-31T12:59:59 2007-08-01T12:00:00",
     "2007-08-01T13:00:00 2007-07-31T00:00:00 2007-09-01T12:00:00"),
    ("2007/241", "2007-08-29T00:00:00 2007-08-29T23:59:59", "2007-08-28T23:59:59 2007-08-30T00:00:00"),
)


def draft_cases():
    for texts, *lists in DRAFT:
        for text in texts.split("|"):
            for expected, moments in zip(("yes", "no"), lists):
                yield from ((expected, text, moment) for moment in moments.split())


def check_draft():
    status = 0
    for expected, text, moment in draft_cases():
        print(expected, text, moment, DRAFT_NOW, sep="\t")
        found = verdict(text, read(moment), read(DRAFT_NOW))
        if found != expected:
            status = 1
            print("times.py: %s at %s: %s, not %s" % (text, moment, found, expected), file=sys.stderr)
    return status


def main(args):
    if args == ["--draft"]:
        return check_draft()
    if len(args) != 2 or not all(re.fullmatch("[0-9]+", arg) for arg in args):
        print(__doc__, file=sys.stderr)
        return 2
    maker = Maker(int(args[1]))
    for _ in range(int(args[0])):
        text, moment, now = maker.case()
        print(verdict(text, moment, now), text, show(moment), show(now), sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
