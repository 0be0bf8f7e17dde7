"""What a quote bears out of what a model says of it."""

import pytest

from services.coach.tutor.bearing import bears_out, unplaced

MET = "Another keeper, Carla Ramsund (1936–), saw that Holm's tables were made of spring tides alone."


@pytest.mark.parametrize(
    ("text", "borne_out"),
    [
        ("Ramsund saw that the tables of Holm were made of spring tides alone.", True),
        ("Holm was married to Carla Ramsund.", False),
        ("Carla Ramsund taught Holm.", False),
        ("Carla Ramsund saw it.", True),
        ("Holm's tables were of spring tides.", True),
        ("Carla Ramsund saw that Larsen's tables were made of spring tides.", False),
    ],
)
def test_names_in_a_quote_do_not_tell_what_is_between_them(text: str, borne_out: bool) -> None:
    assert bears_out(MET, text, "en") == borne_out


LEAD = "The Oslo tables list every spring tide of the fjord."


@pytest.mark.parametrize(
    ("text", "lead", "borne_out"),
    [
        ("Carla Ramsund drew the Oslo tables in 1969.", LEAD, True),
        ("Carla Ramsund drew the Oslo tables in 1969.", "", False),
        ("Carla Ramsund drew the Oslo tables in 1970.", LEAD, False),
        ("The Bergen tables were drawn in 1969.", LEAD, False),
        ("The Oslo tables list every spring tide.", LEAD, False),
    ],
)
def test_what_a_quote_calls_it_is_named_by_what_it_leans_on(text: str, lead: str, *, borne_out: bool) -> None:
    assert bears_out("Carla Ramsund drew them in 1969.", text, "en", lead) == borne_out


def test_an_everyday_word_bears_out_another_of_the_same_meaning() -> None:
    assert bears_out("The physician removes the stone.", "The doctor takes the stone out.", "en")
    assert not bears_out("The physician removes the stone.", "The doctor paints the wall.", "en")


@pytest.mark.parametrize(
    ("quote", "stays"),
    [
        ("Type 1 lamps burn whale oil.", True),
        ("A lamp of type 1 burns whale oil.", True),
        ("The Type B burns whale oil.", True),
        ("Whale oil burns in them.", False),
    ],
)
def test_a_name_by_its_number_stays_where_the_quote_names_another(quote: str, *, stays: bool) -> None:
    before = "Type 2 lamps came late. "
    assert ("Type 2" in unplaced("Type 2 lamps burn whale oil.", before, quote)) is stays
