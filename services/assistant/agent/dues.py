"""When a task is due: how a day without a time is kept, and how a moment is said. Pure."""

from datetime import datetime, time

from contracts.message import Phrase

END_OF_DAY = time(23, 59)
"""A day without a time: the task is due when the day is over, in the time zone that it was said in."""


def end_of(day: datetime) -> datetime:
    """The end of that day."""
    return day.replace(hour=END_OF_DAY.hour, minute=END_OF_DAY.minute, second=0, microsecond=0)


def said_of(due: datetime, now: datetime) -> Phrase:
    """A due date in words, in the time zone of `now`; the year where it is another than this one."""
    here = due.astimezone(now.tzinfo)
    day = Phrase.of(
        "assistant_dates.day",
        weekday=Phrase.of(f"assistant_dates.weekday_{here.weekday()}"),
        day=here.day,
        month=Phrase.of(f"assistant_dates.month_{here.month}"),
    )
    if here.year != now.year:
        day = Phrase.of("assistant_dates.year", date=day, year=str(here.year))
    if here.time().replace(second=0, microsecond=0) == END_OF_DAY:
        return day
    return Phrase.of("assistant_dates.at", date=day, time=f"{here:%H:%M}")
