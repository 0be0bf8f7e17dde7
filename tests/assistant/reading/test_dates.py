"""When something is due, as messages say it; it is Monday, 23 November 2026, 10:00 in Oslo."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.assistant.agent.dues import END_OF_DAY
from services.assistant.reading.clauses import when
from services.assistant.reading.dates import find

OSLO = ZoneInfo("Europe/Oslo")
NOW = datetime(2026, 11, 23, 10, 0, tzinfo=OSLO)
DAYS = {
    "today": "11-23", "i dag": "11-23", "tomorrow": "11-24", "i morgen": "11-24", "i overmorgen": "11-25",
    "the day after tomorrow": "11-25", "on friday": "11-27", "på fredag": "11-27", "friday": "11-27", "fredag": "11-27",
    "next friday": "12-04", "neste fredag": "12-04", "by this friday": "11-27", "innen fredag": "11-27",
    "on monday": "11-30", "next monday": "11-30", "neste mandag": "11-30", "førstkommende onsdag": "11-25",
    "in two weeks": "12-07", "om tre uker": "12-14", "om to dager": "11-25", "in 3 days": "11-26", "in a week": "11-30",
    "om en måned": "12-23", "next week": "11-30", "neste uke": "11-30", "this weekend": "11-29", "til helgen": "11-29",
    "december 3": "12-03", "3rd of december": "12-03", "3. desember": "12-03", "den 3. desember": "12-03",
    "2026-12-01": "12-01", "1/12": "12-01", "12.12.": "12-12", "on the 3rd": "12-03", "end of the week": "11-29",
    "end of the month": "11-30", "due december 10": "12-10", "med frist 10. desember": "12-10",
}  # fmt: skip
MOMENTS = {
    "tomorrow evening": "11-24 20:00", "i morgen kveld": "11-24 20:00", "tonight": "11-23 20:00",
    "i kveld": "11-23 20:00",
    "på fredag kveld": "11-27 20:00", "friday morning": "11-27 09:00", "at 5pm tomorrow": "11-24 17:00",
    "tomorrow at 17:30": "11-24 17:30", "i morgen kl 16": "11-24 16:00", "fredag kl. 9": "11-27 09:00",
    "at 3pm": "11-23 15:00", "at 5": "11-23 17:00", "at 9": "11-24 09:00", "kl 8": "11-24 08:00",
    "at noon": "11-23 12:00",
    "in an hour": "11-23 11:00", "om to timer": "11-23 12:00", "in 30 minutes": "11-23 10:30",
    "in the morning": "11-24 09:00", "om ettermiddagen": "11-23 15:00",
}  # fmt: skip


@pytest.mark.parametrize(("words", "day"), [*DAYS.items()])
def test_a_day_without_a_time_is_due_at_its_end(words: str, day: str) -> None:
    found = find(words, NOW)
    assert found is not None
    assert f"{found.due:%m-%d}" == day
    assert (found.due.time(), found.due.tzinfo, found.past) == (END_OF_DAY, OSLO, False)


@pytest.mark.parametrize(("words", "moment"), [*MOMENTS.items()])
def test_a_time_is_that_moment(words: str, moment: str) -> None:
    found = find(words, NOW)
    assert found is not None
    assert (f"{found.due:%m-%d %H:%M}", found.past) == (moment, False)


@pytest.mark.parametrize(
    "words", ["yesterday", "i går", "last friday", "forrige fredag", "2 days ago", "for to uker siden", "2020-01-01"]
)
def test_what_is_over_is_told_as_such(words: str) -> None:
    found = find(f"pay the rent {words}", NOW)
    assert found is not None
    assert found.past


@pytest.mark.parametrize(
    "text",
    ["buy milk", "read pages 3/4", "read about Friday's lecture", "chapter 3", "30. februar", "2026-13-45", "call 112",
     "the second one", "kjøp 3 epler", "task 2"],
)  # fmt: skip
def test_what_is_no_date_is_none(text: str) -> None:
    assert find(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("hand in the report on thursday", "hand in the report"),
        ("at 5pm tomorrow to water the plants", "to water the plants"),
        ("levere oblig 2 innen fredag kl 12", "levere oblig 2"),
        ("call mom tomorow", "call mom"),
        ("Øve til prøven på FREDAG", "Øve til prøven"),
    ],
)
def test_what_is_left_is_the_text_without_it(text: str, rest: str) -> None:
    found = when(text, NOW)
    assert found is not None
    assert found.without(text) == rest


def test_a_day_is_kept_over_the_change_of_clocks() -> None:
    before = datetime(2026, 10, 24, 10, 0, tzinfo=OSLO)
    found = find("tomorrow", before)
    assert found is not None
    assert f"{found.due:%m-%d %H:%M %z}" == "10-25 23:59 +0100"


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 3000), st.sampled_from(["on friday", "neste fredag", "in two weeks", "3. desember", "the 31st"]))
def test_whatever_the_day_is_a_coming_date_is_not_over(days: int, words: str) -> None:
    now = NOW + timedelta(days=days)
    found = find(words, now)
    assert found is None or (not found.past and found.due > now)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    found = when(text, NOW)
    assert found is None or len(found.without(text)) <= len(text) + 2
