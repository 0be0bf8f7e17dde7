"""When something is to be done, as a message says it in English or Norwegian. Pure: "now" is given.

dateparser reads what it can ("in three days", "3. desember"); what it misses or reads otherwise stands in the tables:
weekdays, "next Friday" and "neste fredag" (the one of next week), "i overmorgen", parts of the day, "kl 15". A day
without a time is due at its end; evening is 20:00. A moment that is over is told as such, and asked about.
"""

import calendar
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import dateparser

from services.assistant.agent.dues import end_of

_DAYS = {
    name: day
    for day, names in enumerate(
        (
            "monday mon mandag måndag",
            "tuesday tue tues tirsdag tysdag",
            "wednesday wed onsdag",
            "thursday thu thur thurs torsdag",
            "friday fri fredag",
            "saturday sat lørdag laurdag",
            "sunday sun søndag sundag",
        )
    )
    for name in names.split()
}
_MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "january jan januar",
            "february feb februar",
            "march mar mars",
            "april apr",
            "may mai",
            "june jun juni",
            "july jul juli",
            "august aug",
            "september sep sept",
            "october oct oktober okt",
            "november nov",
            "december dec desember des",
        ),
        1,
    )
    for name in names.split()
}
_HOURS = {
    "morning": 9, "afternoon": 15, "evening": 20, "night": 20, "formiddag": 10, "formiddagen": 10, "ettermiddag": 15,
    "ettermiddagen": 15, "kveld": 20, "kvelden": 20, "natt": 23, "tidlig": 9,
}  # fmt: skip
_DAY = "|".join(sorted((name for name in _DAYS if len(name) > 3), key=len, reverse=True))
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_PART = r"morning|afternoon|evening|night|formiddag(?:en)?|ettermiddag(?:en)?|kveld(?:en)?|natt|tidlig"
_COUNTED = (
    "a an en et ei ett one", "a couple of|et par|two|to", "three tre", "four fire", "five fem", "six seks",
    "seven sju syv", "eight åtte", "nine ni", "ten ti",
)  # fmt: skip
_COUNTS = {
    word: count
    for count, words in enumerate(_COUNTED, 1)
    for word in (words.split("|") if "|" in words else words.split())
}
_COUNT = rf"\d{{1,3}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))}"
_UNIT = r"minut\w*|hours?|days?|weeks?|months?|timer?|dag(?:er)?|uker?|måned(?:er)?"
# What stands before a date and goes with it.
_DUE = (
    r"(?:(?:and )?(?:it(?:'s| is)|that(?:'s| is)|which is) )?(?:due|deadline(?: is)?:?)"
    r"|(?:som har |med )?frist(?:en)?(?: er)?:?"
    r"|forfaller|i want it done"
)
_LEAD = rf"(?:(?:{_DUE}) )?(?:(?:no later than|by|on|until|till|til|before|for|innen|før|på|to|the|den|senest) ){{0,2}}"
_CLOCK = {**_COUNTS, "eleven": 11, "elleve": 11, "twelve": 12, "tolv": 12}
_CLOCK_HOUR = rf"\d\d?|{'|'.join(word for word in _CLOCK if word.isalpha() and len(word) > 1)}"
_HALF = r"am|pm|a\.m\.|p\.m\."
_TIME = re.compile(
    r"(?<![\w.])(?:(?:(?:at|around|by|before|klokk[ae]n?|kl\.?) )?"
    rf"(?P<off>half past|quarter past|quarter to|halv|kvart over|kvart på) (?P<h5>{_CLOCK_HOUR})"
    rf"|(?:at|around) (?P<h1>\d\d?)(?:[:.](?P<m1>\d\d))?(?: ?(?P<a1>{_HALF}))?"
    r"|(?:klokk[ae]n? |kl\.? ?)(?P<h2>\d\d?)(?:[:.](?P<m2>\d\d))?"
    rf"|(?:by |before )?(?P<h3>\d\d?)(?:[:.](?P<m3>\d\d))? ?(?P<a3>{_HALF})"
    r"|(?:by |before |innen |før )?(?P<h4>\d\d?):(?P<m4>\d\d)"
    r"|(?:at |by |before )?(?P<noon>noon|midday)"
    rf"|(?:in the|om|på) (?P<part>{_PART}))(?![\w%])"
)

_OFF = {
    "half past": (0, 30), "quarter past": (0, 15), "quarter to": (1, 45),
    "halv": (1, 30), "kvart over": (0, 15), "kvart på": (1, 45),
}  # fmt: skip
"""How many hours before the one that is named, and which minute."""

Made = Callable[[re.Match[str], datetime], datetime | None]


@dataclass(frozen=True)
class Dated:
    """A moment that a text names, in which characters of it, and in which words. `past`: it was over."""

    due: datetime
    spans: tuple[tuple[int, int], ...]
    words: str
    past: bool

    def without(self, text: str) -> str:
        """The text without the words of the moment."""
        for start, end in sorted(self.spans, reverse=True):
            text = f"{text[:start].rstrip(' ,')} {text[end:].lstrip(' ,')}"
        return text.strip()


def find(text: str, now: datetime) -> Dated | None:
    """The moment that the text names; None: none."""
    said = text.lower()
    if len(said) != len(text):  # a letter whose small form is two
        said = text
    dates = sorted(_dates(said, now), key=lambda each: (each[1] - each[0], each[0]), reverse=True)
    times = list(_TIME.finditer(said))
    if not dates and not times:
        return None
    if not dates:
        found = times[-1]
        due = _at(found, now, now)
        due = due if due is None or due >= now else due + timedelta(days=1)
        return None if due is None else Dated(due, (found.span(),), found.group().strip(), past=False)
    start, end, due = dates[0]
    spans = [(start, end)]
    for found in times:
        if found.end() <= start or found.start() >= end:
            at = _at(found, due, now)
            if at is not None:
                due, spans = at, [(start, end), found.span()]
                break
    words = " ".join(said[start:end].strip() for start, end in sorted(spans))
    return Dated(due, tuple(spans), words, past=due < now)


def _dates(said: str, now: datetime) -> Iterator[tuple[int, int, datetime]]:
    """All days that it names, by start and end. Without a word before it a day counts at an edge alone."""
    for pattern, make in _PATTERNS:
        for found in pattern.finditer(said):
            before, after = said[: found.start()].strip(" ,.:"), said[found.end() :].strip(" ,.!?")
            if (
                found["lead"].strip() in ("", "the")
                and before
                and after
                and not _TIME.match(after)
                and not _TIME.fullmatch(before[-8:].strip())
            ):
                continue
            due = make(found, now)
            if due is None:
                continue
            if (part := found.groupdict().get("part")) is not None:
                due = _on(due, _HOURS[part])
            yield found.start(), found.end(), due


def _on(day: datetime, hour: int, minute: int = 0) -> datetime:
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0)


def _at(found: re.Match[str], day: datetime, now: datetime) -> datetime | None:
    """That time of the day. "At 5" is in the afternoon, "kl 5" in the morning."""
    named = found.groupdict()
    if named["off"]:
        hour = int(named["h5"]) if named["h5"].isdigit() else _CLOCK[named["h5"]]
        before, minute = _OFF[named["off"]]
        hour = (hour - before) % 24 if hour > 12 else (hour - before) % 12 or 12
        return _on(day, hour + 12 * (1 <= hour <= 6), minute)
    if named["noon"]:
        return _on(day, 12)
    if named["part"]:
        return _on(day, _HOURS[named["part"]])
    hour, minute = (int(next((named[f"{letter}{n}"] for n in "1234" if named[f"{letter}{n}"]), 0)) for letter in "hm")
    half = named["a1"] or named["a3"]
    if half and hour <= 12:
        hour = hour % 12 + 12 * half.startswith("p")
    elif not half and named["h1"] and not named["m1"] and 1 <= hour <= 7:
        hour += 12
    return _on(day, hour, minute) if hour < 24 and minute < 60 else None


def _day(now: datetime, days: int) -> datetime:
    return end_of(now + timedelta(days=days))


def _ahead(days: int) -> Made:
    return lambda _, now: _day(now, days)


def _weekday(found: re.Match[str], now: datetime) -> datetime:
    """The coming one, never today; "next": of next week; "last": the one before."""
    wanted, which = _DAYS[found["weekday"]], (found["which"] or "").strip()
    ahead = (wanted - now.weekday()) % 7 or 7
    if which in ("next", "neste"):
        ahead = 7 - now.weekday() + wanted
    elif which in ("last", "forrige"):
        ahead = -((now.weekday() - wanted) % 7 or 7)
    return _day(now, ahead)


def _count(found: re.Match[str]) -> int:
    count = found["count"]
    return int(count) if count.isdigit() else _COUNTS[count]


def _later(found: re.Match[str], now: datetime) -> datetime | None:
    """ "in two weeks"; minutes and hours are moments, all else days."""
    count, unit = _count(found), found["unit"]
    if unit.startswith("minut"):
        return now + timedelta(minutes=count)
    if unit.startswith(("hour", "time")):
        return now + timedelta(hours=count)
    letter = {"u": "week", "w": "week", "m": "month"}.get(unit[0], "day")
    return _parsed(f"in {count} {letter}s", now)


def _ago(found: re.Match[str], now: datetime) -> datetime | None:
    letter = {"u": "week", "w": "week", "m": "month"}.get(found["unit"][0], "day")
    return _parsed(f"{_count(found)} {letter}s ago", now)


def _named(found: re.Match[str], now: datetime) -> datetime | None:
    """A day of a named month; without a year the next one that comes."""
    year = found["year"]
    return _parsed(f"{int(found['day'])} {_ENGLISH[_MONTHS[found['month']]]} {year or ''}".strip(), now)


def _numeric(found: re.Match[str], now: datetime) -> datetime | None:
    """ "2026-12-01", "1.12.", "1/12": the day before the month, as in Europe; without a year the next that comes."""
    year, month, day = found["year"], int(found["number"]), int(found["day"])
    if "/" in found.group() and not (found["lead"] or year) and found.group() != found.string:
        return None  # "pages 3/4"
    try:
        due = end_of(now.replace(year=int(year) % 100 + 2000 if year else now.year, month=month, day=day))
        return due if year or due >= now else due.replace(year=due.year + 1)
    except ValueError:
        return None


def _of_month(found: re.Match[str], now: datetime) -> datetime | None:
    """ "the 3rd": of this month, else of the next."""
    try:
        due = end_of(now.replace(day=int(found["day"])))
        return due if due >= now else end_of(_first_of_next(now).replace(day=int(found["day"])))
    except ValueError:
        return None


def _first_of_next(now: datetime) -> datetime:
    return (now.replace(day=1) + timedelta(days=32)).replace(day=1)


def _parsed(words: str, now: datetime) -> datetime | None:
    """What dateparser makes of it, as the end of a day. Its own time zone is none: that of `now` holds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the library's own use of older functions
        read = dateparser.parse(
            words,
            languages=["en"],
            settings={"RELATIVE_BASE": now.replace(tzinfo=None), "PREFER_DATES_FROM": "future", "DATE_ORDER": "DMY"},
        )
    return None if read is None else end_of(read.replace(tzinfo=now.tzinfo))


_ENGLISH = ("", *calendar.month_name[1:])
_RULES: tuple[tuple[str, Made], ...] = (
    (r"day after tomorrow|(?:i )?overmorgen", _ahead(2)),
    (r"day before yesterday|i forgårs", _ahead(-2)),
    (rf"(?:i )?går(?: kveld)?|yesterday(?: (?:{_PART}))?|last (?:night|week|month)|forrige (?:uke|måned)", _ahead(-1)),
    (r"tonight|i kveld|this evening|i natt", lambda _, now: _on(now, 20)),
    (r"this afternoon|i ettermiddag", lambda _, now: _on(now, 15)),
    (r"today|i ?dag", _ahead(0)),
    (rf"(?:first thing )?(?:tomorrow|(?:i )?morgen|i ?morra)(?: (?P<part>{_PART}))?", _ahead(1)),
    (
        r"(?P<which>(?:next|this coming|this|last|coming|neste|denne|forrige|førstkommende|kommende) )?"
        rf"(?P<weekday>{_DAY})s?(?: (?P<part>{_PART}))?",
        _weekday,
    ),
    (r"end of (?:the |this )?week|slutten av (?:denne )?uk[ae]n?", lambda _, now: _day(now, 6 - now.weekday())),
    (r"end of (?:the |this )?month|slutten av måneden", lambda _, now: end_of(_first_of_next(now) - timedelta(days=1))),
    (r"(?:this )?weekend|helg(?:en|a)", lambda _, now: _day(now, 6 - now.weekday())),
    (r"next week|neste uke", _ahead(7)),
    (r"next month|neste måned", lambda _, now: _parsed("in 1 month", now)),
    (rf"(?:in|om|within) (?P<count>{_COUNT}) (?P<unit>{_UNIT})(?: time)?", _later),
    (rf"(?P<count>{_COUNT}) (?P<unit>{_UNIT}) (?:ago|siden)", _ago),
    (r"(?P<year>20\d\d)-(?P<number>\d\d?)-(?P<day>\d\d?)", _numeric),
    (rf"(?P<day>\d\d?)(?:st|nd|rd|th|\.)? (?:of )?(?P<month>{_MONTH})\b\.?(?:,? (?P<year>20\d\d))?", _named),
    (rf"(?P<month>{_MONTH})\.? (?:the )?(?P<day>\d\d?)(?:st|nd|rd|th)?(?:,? (?P<year>20\d\d))?", _named),
    (r"(?P<day>\d\d?)[./](?P<number>1[0-2]|0?[1-9])(?:[./](?P<year>(?:20)?\d\d)|\.)?", _numeric),
    (r"(?<=the )(?P<day>\d\d?)(?:st|nd|rd|th)(?! \w)", _of_month),
    (r"(?<=den )(?P<day>\d\d?)\.(?! \w)", _of_month),
)
_PATTERNS = [(re.compile(rf"(?<![\w/.#-])(?P<lead>{_LEAD})(?:{rule})(?![\w/-]|['’]s)"), make) for rule, make in _RULES]
