"""What an order asks for beside its numbers, and does not get, is told: a difficulty, a focus area."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.items import Asked
from contracts.proof import Difficulty
from contracts.quizzes import Shortfall
from services.coach.authors.items.registry import said_by
from services.coach.authors.offline.author import written_from
from services.coach.compose.alike import bare
from services.coach.compose.choose import Chosen
from services.coach.compose.material import material_of
from services.coach.compose.shortfall import level_reasons, reasons_of, unmet
from services.coach.drafts.draft import Draft, OneOf, Written
from services.coach.drafts.order import Order, order_of
from services.text.catalogue import sentences
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS, order


def beside(command: WriteMaterial, hard: int = 0, difficulty: Difficulty = "HARD") -> list[Shortfall]:
    """Of a quiz of which so many questions are as hard as that, and the others are not."""
    read = order_of(command)
    made = material_of(read, written_from(read)).quiz
    quiz = [made[n % len(made)] for n in range(read.questions)]
    other: Difficulty = "MEDIUM"
    quiz = [
        entry.model_copy(
            update={"item": entry.item.model_copy(update={"difficulty": difficulty if n < hard else other})}
        )
        for n, entry in enumerate(quiz)
    ]
    return unmet(read, quiz)


def test_a_mix_of_levels_that_nobody_could_meet_without_a_model_is_told() -> None:
    read = replace(order_of(order(questions=6, cards=0)), levels={"recall": 1, "apply": 2})
    quiz = material_of(read, written_from(read)).quiz
    quiz = [entry.model_copy(update={"item": entry.item.model_copy(update={"level": "recall"})}) for entry in quiz]
    (short,) = unmet(read, quiz)
    assert (short.of, short.code, short.asked, short.made) == ("quiz", "levels", 4, 0)
    assert short.sentence == "0 of 6 questions ask for more than what the text says; 4 were ordered."


@pytest.mark.parametrize(("hard", "told"), [(4, 1), (5, 0), (9, 0)])
def test_an_order_for_hard_questions_that_was_met_with_others_says_so(hard: int, told: int) -> None:
    found = beside(order(questions=10, cards=0, difficulty="hard"), hard)
    assert len(found) == told
    for short in found:
        assert (short.of, short.code, short.asked, short.made) == ("quiz", "difficulty", 10, 4)
        assert short.sentence == (
            "4 of 10 questions are hard: no more reasons, contrasts and lists were found in the text that can be asked "
            "by themselves."
        )


def test_easy_ones_likewise_and_in_the_documents_language() -> None:
    [short] = beside(order(CELLER, CELLE_TERMER, language="nb", questions=5, difficulty="easy"), 1, "EASY")
    assert short.sentence.startswith("1 av 5 spørsmål er lette")


def easy(text: Sequence[str] = CELLS, language: str = "en", **changed: Any) -> tuple[Order, Written, StudyMaterial]:
    """An order for easy questions, all that the author wrote for it, and what was chosen."""
    names = CELLE_TERMER if language == "nb" else CELL_TERMS
    read = order_of(order(text, names, language=language, cards=0, difficulty="easy", **changed))
    written = written_from(read)
    return read, written, material_of(read, written)


def test_a_text_that_gives_more_easy_questions_is_never_told_to_have_no_more() -> None:
    """The same lesson, in one order after another: what is told is what stood in the way, not the text."""
    for language, text in (("en", CELLS), ("nb", CELLER)):
        for questions in range(2, 13):
            read, written, material = easy(text, language, questions=questions)
            made = sum(entry.item.difficulty == "EASY" for entry in material.quiz)
            drafts = [draft for draft in written.quiz if draft.difficulty == "EASY"]
            able = len(Chosen(drafts, read).fill(len(material.quiz)))
            told = [short.sentence for short in material.shortfall if short.code == "difficulty"]
            assert bool(told) == (2 * made < len(material.quiz))
            assert not (told and able > made and ("in the text" in told[0] or "i teksten" in told[0]))
    read, written, material = easy(questions=10)
    quiz = [
        entry.model_copy(update={"item": entry.item.model_copy(update={"difficulty": "MEDIUM" if n else "EASY"})})
        for n, entry in enumerate([*material.quiz, material.quiz[0]])
    ]
    [short] = unmet(read, quiz, [written], lambda draft: True)
    assert (short.made, short.asked) == (1, len(quiz))
    able = len(Chosen([draft for draft in written.quiz if draft.difficulty == "EASY"], read).fill(len(quiz)))
    assert able > 2
    assert short.sentence == (
        f"1 of {len(quiz)} questions are easy: {able - 1} more could be asked, and gave way to others that are about "
        "more relevant concepts, of other kinds, or surer."
    )


def test_what_was_asked_before_is_named_and_not_the_text() -> None:
    _, written, _ = easy(questions=10)
    before = [draft for draft in written.quiz if draft.difficulty == "EASY"]
    asked = [Asked(question=d.question, answer=bare(said_by(d.shape)), quote=d.quote) for d in before]
    read, written, material = easy(questions=6, asked=asked)
    [short] = [short for short in material.shortfall if short.code == "difficulty"]
    assert "asked before" in short.sentence
    assert "in the text" not in short.sentence
    reasons = level_reasons(read, len(material.quiz), short.made, [written], lambda draft: True)
    assert set(reasons) <= {"asked_before", "left_out"}
    assert reasons["asked_before"] >= 1


def test_each_reason_of_its_own_is_counted_and_told_in_each_language() -> None:
    read, written, material = easy(questions=10)
    drafts = [draft for draft in written.quiz if draft.difficulty == "EASY"]
    holds: Callable[[Draft], bool] = lambda draft: True  # noqa: E731
    able = len(Chosen(drafts, read).fill(10))
    one = drafts[0].concept

    def why(order: Order, texts: Written = written, fits: Callable[[Draft], bool] = holds) -> dict[str, int]:
        able = len(Chosen([d for d in texts.quiz if d.difficulty == "EASY"], order, holds=fits).fill(10))
        return level_reasons(order, 10, able, [texts], fits)

    same = replace(written, quiz=[replace(draft, concept=one) for draft in drafts])
    assert why(replace(read, per_concept=1), same) == {"at_limit": able - 1}
    typed = [replace(draft, difficulty="EASY") for draft in written.quiz if not isinstance(draft.shape, OneOf)]
    assert "not_choice" in why(replace(read, choice_only=True), replace(written, quiz=typed[:4]))
    assert set(why(replace(read, only_focus=True))) == {"beside_focus"}
    assert why(read, fits=lambda draft: False) == {"no_message": able}
    assert why(read) == {"EASY": 10 - able}
    by_model = replace(written, origin=written.origin.model_copy(update={"author": "model"}))
    assert why(read, by_model) == {"unwritten": 10 - able}
    for language in ("en", "no", "de"):
        told = [words.format(3, most="once") for words in sentences("unmet_why")[language].values()]
        assert len(set(told)) == len(told)
    assert material


def test_where_only_multiple_choice_is_ordered_the_text_may_have_more_of_other_types() -> None:
    read = order_of(order(questions=40, cards=0, generationGoals=["multiple_choice_quiz"]))
    [short] = material_of(read, written_from(read)).shortfall
    assert "no more was found this time that can be asked as multiple choice" in short.sentence
    assert "was found this time that can be asked by itself" not in short.sentence


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
