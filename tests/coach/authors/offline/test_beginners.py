"""What beginners get of the offline author: shorter sentences, shorter frames."""

from services.coach.authors.offline.author import written_from
from tests.coach.authors.offline.by_hand import order_about
from tests.coach.orders import CELL_TERMS, CELLS

LONG = (
    "Osmosis in the roots of tall old trees that stand in wet, salty ground near the coast is slowed down by the salt"
    " which the storms of many winters have left there."
)


def test_sentences_of_more_than_25_words_are_not_for_beginners() -> None:
    names = [name for name, _ in CELL_TERMS]
    for level, asked in (("beginner", False), (None, True)):
        written = written_from(order_about([*CELLS, LONG], names, level=level))  # type: ignore[arg-type]
        assert any(draft.quote == LONG for draft in written.quiz) == asked


def test_beginners_are_asked_in_fewer_words() -> None:
    names = [name for name, _ in CELL_TERMS]
    asked = {draft.question for draft in written_from(order_about(CELLS, names, level="beginner")).quiz}
    assert "What is an enzyme?" in asked
    assert not any(question.startswith("According to the text") for question in asked)
