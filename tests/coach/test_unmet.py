"""What an order asks for beside its numbers, and does not get, is told: a difficulty, a focus area."""

from dataclasses import replace

import pytest

from contracts.coaching import WriteMaterial
from contracts.proof import Difficulty
from contracts.quizzes import Shortfall
from services.coach.authors.offline.write import written_from
from services.coach.material import material_of
from services.coach.order import order_of
from services.coach.shortfall import reasons_of
from services.coach.unmet import unmet
from tests.coach.lessons import CELLE_TERMER, CELLER, order


def beside(command: WriteMaterial, hard: int = 0, difficulty: Difficulty = "HARD") -> list[Shortfall]:
    """Of a quiz of which so many questions are as hard as that, and the others are not."""
    read = order_of(command)
    quiz = material_of(read, written_from(read)).quiz
    other: Difficulty = "MEDIUM"
    quiz = [
        entry.model_copy(
            update={"item": entry.item.model_copy(update={"difficulty": difficulty if n < hard else other})}
        )
        for n, entry in enumerate(quiz)
    ]
    return unmet(read, quiz)


@pytest.mark.parametrize(("hard", "told"), [(4, 1), (5, 0), (9, 0)])
def test_an_order_for_hard_questions_that_was_met_with_others_says_so(hard: int, told: int) -> None:
    found = beside(order(questions=10, cards=0, difficulty="hard"), hard)
    assert len(found) == told
    for short in found:
        assert (short.of, short.code, short.asked, short.made) == ("quiz", "difficulty", 10, 4)
        assert short.sentence == "4 of 10 questions are hard: the text states no more reasons, contrasts and lists."


def test_easy_ones_likewise_and_in_the_documents_language() -> None:
    [short] = beside(order(CELLER, CELLE_TERMER, language="nb", questions=5, difficulty="easy"), 1, "EASY")
    assert short.sentence.startswith("1 av 5 spørsmål er lette")


def test_of_a_medium_order_and_of_one_item_nothing_is_told() -> None:
    assert beside(order(questions=10)) == []
    hard = order_of(order(questions=10, difficulty="hard"))
    quiz = material_of(hard, written_from(hard)).quiz
    assert unmet(replace(hard, replaced=True), quiz) == []
    assert unmet(replace(hard, tries=1), quiz) == []


def test_a_focus_area_that_does_not_stand_in_the_text_is_named() -> None:
    command = order(questions=5, cards=0, focusAreas=["volcanoes", "osmosis", "Salted cucumber", "tRNA"])
    read = order_of(command)
    [short] = material_of(read, written_from(read)).shortfall
    assert (short.code, short.asked, short.made) == ("focus_not_in_text", 2, 0)
    assert short.sentence == "Nothing was asked about “volcanoes”, “tRNA”, which does not stand in the text."


def test_reasons_that_explain_fewer_than_are_missing_end_with_the_text() -> None:
    read = order_of(order())
    written = [written_from(read)]
    told = {"duplicate": 8, "text_exhausted": 1}
    assert reasons_of("quiz", read, written, 8, 0, missing=12) == told
    assert reasons_of("quiz", read, written, 8, 0, missing=8) == {"duplicate": 8}
    assert reasons_of("quiz", read, written, 8, 1, missing=12) == {"duplicate": 8, "concept_limit": 1}
