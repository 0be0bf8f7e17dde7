"""What it is called: what the text tells, with a gap for the name that the next sentence gives it."""

from services.coach.authors.offline.author import written_from
from services.coach.drafts.draft import Card, Gap
from tests.coach.authors.offline.by_hand import order_about

TEXT = "Sailors draw a boat up the bank by two ropes. This is called warping, and it takes a day."


def test_it_is_asked_in_the_words_before_and_what_follows_the_name_is_left_out() -> None:
    written = written_from(order_about([TEXT], ["warping"]))
    asked = "Sailors draw a boat up the bank by two ropes. This is called ____."
    (item,) = [draft for draft in written.quiz if draft.frame == "name"]
    (card,) = [draft for draft in written.cards if draft.frame == "name"]
    assert (item.question, item.shape, item.quote) == (asked, Gap("warping", []), TEXT)
    assert (card.question, card.shape) == (asked, Card("warping"))
