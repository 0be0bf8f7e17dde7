"""Patience is a second at most, and forgotten with the first second of service; only a crash loop waits longer."""

from services.console.house.child import Patience


def test_what_served_is_begun_again_at_once() -> None:
    patience = Patience()
    assert [patience.after(lived=1.5, served=True) for _ in range(50)] == [0.0] * 50


def test_what_dies_at_once_waits_longer_but_at_most_a_second() -> None:
    patience = Patience()
    waits = [patience.after(lived=0.3, served=False) for _ in range(10)]
    assert waits == [0.1, 0.2, 0.4, 0.8, *[1.0] * 6]


def test_a_crash_loop_is_looked_at_every_ten_seconds() -> None:
    patience = Patience()
    for _ in range(10):
        patience.after(lived=0.1, served=True)
    assert [patience.after(lived=0.1, served=False) for _ in range(6)] == [2.0, 4.0, 8.0, 10.0, 10.0, 10.0]


def test_one_second_of_service_ends_a_crash_loop() -> None:
    patience = Patience()
    for _ in range(20):
        patience.after(lived=60.0, served=False)
    assert patience.after(lived=1.0, served=True) == 0.0
    assert patience.after(lived=0.1, served=False) == 0.1
