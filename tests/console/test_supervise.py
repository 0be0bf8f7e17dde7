"""Patience grows with every death and is forgotten after a calm time."""

from services.console.supervise import Patience


def test_waits_double_from_a_fifth_of_a_second_to_ten() -> None:
    patience = Patience()
    waits = [patience.after(lived=1.0) for _ in range(8)]
    assert waits == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]


def test_half_a_minute_of_life_begins_anew() -> None:
    patience = Patience()
    for _ in range(5):
        patience.after(lived=29.9)
    assert patience.after(lived=30.0) == 0.2
    assert patience.after(lived=0.0) == 0.4
