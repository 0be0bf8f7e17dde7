"""What a quote bears out of what a model says of it."""

import pytest

from services.coach.tutor.bearing import bears_out

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
