"""What beginners get of the offline author: shorter sentences, shorter frames."""

from services.coach.authors.offline.author import written_from
from tests.coach.authors.offline.by_hand import order_about
from tests.coach.orders import CELL_TERMS, CELLS

LONG = (
    "A vacuole is a large bag of water in the middle of the cell of an old plant in which salts, colours and things"
    " that the plant has no use for are kept apart."
)


def test_sentences_of_more_than_25_words_are_not_for_beginners() -> None:
    names = [name for name, _ in CELL_TERMS]
    for level, asked in (("beginner", False), (None, True)):
        written = written_from(order_about([*CELLS, LONG], [*names, "vacuole"], level=level))  # type: ignore[arg-type]
        assert any(draft.quote == LONG for draft in written.quiz) == asked


def test_beginners_are_asked_in_fewer_words() -> None:
    names = [name for name, _ in CELL_TERMS]
    asked = {draft.question for draft in written_from(order_about(CELLS, names, level="beginner")).quiz}
    assert "What is an enzyme?" in asked or any("enzyme" in question for question in asked)
