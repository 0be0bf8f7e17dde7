"""What the Coach makes of an order, offline: as much as was ordered, of the ordered kind, about the right things."""

from collections import Counter
from dataclasses import replace

import pytest

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.digest import KeyConcept
from contracts.documents import Part
from contracts.items import Asked, MultipleChoice
from contracts.problems import Failure
from contracts.quizzes import QuizSpec
from services.coach.authors.offline.author import OfflineAuthor, written_from
from services.coach.compose.handler import Composer
from services.coach.compose.material import material_of
from services.coach.drafts.draft import Card, Choice, OneOf
from services.coach.drafts.order import order_of
from tests.coach.orders import CELLE_TERMER, CELLER, CELLS, QUIZ, Noted, order


def written(command: WriteMaterial) -> StudyMaterial:
    read = order_of(command)
    return material_of(read, written_from(read))


def concepts(material: StudyMaterial) -> list[str]:
    return [entry.item.concept for entry in material.quiz]


@pytest.mark.parametrize(("questions", "cards"), [(1, 0), (3, 5), (4, 6)])
def test_exactly_as_much_is_written_as_was_ordered(questions: int, cards: int) -> None:
    material = written(order(questions=questions, cards=cards))
    assert (len(material.quiz), len(material.flashcards)) == (questions, cards)
    assert material.shortfall == []


def test_norwegian_is_written_in_norwegian() -> None:
    material = written(order(CELLER, CELLE_TERMER, language="nb"))
    assert len(material.quiz) >= 9
    assert written(order(CELLER, CELLE_TERMER, language="nb", questions=3)).flashcards
    asked = " ".join(entry.question for entry in material.quiz)
    assert "Forklar med dine egne ord" in asked or "Hvilket begrep" in asked
    assert not {"which", "true", "what"} & set(asked.lower().split())


def test_what_the_text_does_not_give_is_a_shortfall_that_says_why() -> None:
    material = written(order(CELLS[:2], (("cell membrane", "High"), ("ribosome", "High"))))
    by_kind = {short.of: short for short in material.shortfall}
    assert set(by_kind) == {"quiz", "flashcards"}
    quiz = by_kind["quiz"]
    assert (quiz.asked, quiz.made) == (10, len(material.quiz))
    assert quiz.sentence.startswith(f"{len(material.quiz)} of 10 questions: ")
    assert quiz.code in ("duplicate", "concept_limit", "text_exhausted")


def test_a_shortfall_of_a_norwegian_text_is_told_in_norwegian() -> None:
    material = written(order(CELLER[:2], (("cellemembran", "High"), ("ribosom", "High")), language="no"))
    assert all(" av 1" in short.sentence for short in material.shortfall)
    assert material.shortfall


def test_nothing_to_ask_is_a_final_422_that_says_what_was_tried() -> None:
    with pytest.raises(Failure) as caught:
        written(order(["See the table below.", "1234 5678 91011"], ()))
    assert caught.value.final
    assert caught.value.problem.code == "nothing_to_ask"
    assert caught.value.problem.status == 422
    assert caught.value.problem.detail.startswith("The text has 2 blocks, but only ")
    assert caught.value.problem.numbers["terms"] == 0


@pytest.mark.parametrize(
    ("goals", "questions", "cards"),
    [
        (["quiz"], 5, 0),
        (["flashcards"], 0, 6),
        (["explanation"], 0, 0),
        (["multiple_choice_quiz", "flashcards"], 5, 6),
    ],
)
def test_only_what_the_goals_name_is_written(goals: list[str], questions: int, cards: int) -> None:
    material = written(order(generationGoals=goals, questions=5, cards=6))
    assert (len(material.quiz), len(material.flashcards), material.shortfall) == (questions, cards, [])


def test_a_multiple_choice_quiz_is_multiple_choice_and_a_quiz_is_mixed() -> None:
    only = written(order(generationGoals=["multiple_choice_quiz"]))
    assert {entry.item.type for entry in only.quiz} == {"multiple_choice"}
    mixed = Counter(entry.item.type for entry in written(order()).quiz)
    assert len(mixed) >= 2
    assert max(mixed.values()) <= 8
    assert mixed["true_false"] <= 1


def test_quiz_spec_wins_over_the_constraints() -> None:
    spec = QuizSpec(blocks_to_assess=["b1", "b3"], num_questions=2, difficulty="EASY")
    material = written(order(quiz_spec=spec, questions=9, difficulty="hard"))
    assert len(material.quiz) == 2
    assert {entry.item.proof.block_id for entry in material.quiz} <= {"b1", "b3"}
    assert {card.proof.block_id for card in material.flashcards} <= {"b1", "b3"}


def test_a_block_to_assess_that_did_not_come_is_a_400_naming_the_field() -> None:
    with pytest.raises(Failure) as caught:
        order_of(order(quiz_spec=QuizSpec(blocks_to_assess=["b1", "b99"], num_questions=4)))
    assert caught.value.problem.status == 400
    assert caught.value.problem.fields == ["quiz_spec.blocks_to_assess"]
    assert "b99" in caught.value.problem.detail


def test_an_easy_quiz_asks_for_definitions_first() -> None:
    levels = Counter(entry.item.difficulty for entry in written(order(difficulty="easy", questions=6)).quiz)
    assert levels["EASY"] >= 3
    assert Counter(e.item.difficulty for e in written(order(difficulty="hard", questions=6)).quiz)["HARD"] >= 1


def test_focus_areas_come_first_and_are_half_of_the_quiz() -> None:
    material = written(order(focusAreas=["enzyme", "chromosome", "osmosis"], questions=6))
    asked = concepts(material)
    assert len(asked) == 6
    about = [concept in ("enzyme", "chromosome", "osmosis") for concept in asked]
    assert sum(about) >= 3
    assert about == sorted(about, reverse=True)
    few = written(order(focusAreas=["ribosome", "Osmosis", "enzyme"], questions=5))
    assert sum(concept in ("ribosome", "osmosis", "enzyme") for concept in concepts(few)) >= 3


def test_a_focus_area_that_is_no_term_counts_if_it_stands_in_the_text() -> None:
    material = written(order(focusAreas=["amino acid"], questions=6))
    assert "amino acid" in concepts(material)
    assert len(material.quiz) == 6


def test_high_relevance_is_asked_before_low() -> None:
    asked = concepts(written(order(questions=3)))
    assert set(asked) <= {"cell membrane", "ribosome", "mitochondria", "osmosis"}
    texts = [CELLS[6], "Algae are plants without roots that drift in slow rivers."]
    card = written(order(texts, (("enzyme", "Low"), ("algae", "High")), questions=0, cards=1)).flashcards[0]
    assert card.concept == "algae"


def test_without_terms_the_handovers_key_concepts_are_asked_about() -> None:
    command = order()
    concepts_only = [
        KeyConcept(term=term.term, definition="", relevance=term.relevance) for term in command.terms if term.term
    ]
    context = command.handover.context.model_copy(update={"key_concepts": concepts_only})
    handover = command.handover.model_copy(update={"context": context})
    assert len(written(command.model_copy(update={"terms": [], "handover": handover})).quiz) >= 8


def test_what_many_sentences_call_for_is_asked_for_once() -> None:
    more = (
        "Divers learn early that osmosis swells their skin. Sailors know diffusion and osmosis from blisters on a "
        "hull. Cooks draw juice from berries by diffusion and osmosis. Farmers fear osmosis where sea water floods the "
        "fields. A hull of glass fibre swells by osmosis because its resin holds tiny drops of salt. Fresh water kills "
        "the cells of a sea fish by osmosis because their walls let the water in.",
    )
    material = written(order((*CELLS, *more), questions=50))
    assert [entry.item.answer_text.lower() for entry in material.quiz].count("osmosis") == 1
    assert max(Counter(concepts(material)).values()) == 2


def test_a_concept_is_asked_about_as_often_as_is_ordered_and_that_it_was_is_told() -> None:
    read = replace(order_of(order(questions=50)), per_concept=1)
    material = material_of(read, written_from(read))
    assert max(Counter(concepts(material)).values()) == 1
    assert "asked about once" in next(short.sentence for short in material.shortfall if short.of == "quiz")


def test_a_question_that_was_asked_about_another_sentence_does_not_come_again() -> None:
    first = written(order(questions=1)).quiz[0].item
    again = written(order(questions=1, asked=[Asked(question=first.question, answer="-", quote="-")])).quiz[0].item
    assert again.question != first.question


def test_a_sentence_whose_rest_tells_the_answer_gets_no_gap() -> None:
    texts = ["A strong cell membrane surrounds nearly every single cell of the whole body."]
    with pytest.raises(Failure):
        written(order(texts, (("cell membrane", "High"),), cards=0))


def test_nothing_that_was_asked_comes_again() -> None:
    asked: list[Asked] = []
    stems: set[str] = set()
    for _ in range(3):
        material = written(order(asked=asked, questions=5, generationGoals=["quiz"]))
        for entry in material.quiz:
            item = entry.item
            assert item.question not in stems
            assert (item.proof.quote, item.answer_text) not in {(each.quote, each.answer) for each in asked}
        asked += [
            Asked(question=e.question, answer=e.item.answer_text, quote=e.item.proof.quote) for e in material.quiz
        ]
        stems |= {entry.question for entry in material.quiz}
    assert len(stems) >= 12


def test_no_sentence_is_asked_about_twice() -> None:
    quotes = [entry.item.proof.quote for entry in written(order(questions=30)).quiz]
    assert len(set(quotes)) == len(quotes)


def test_the_same_order_gives_equal_bytes() -> None:
    assert written(order()).write() == written(order()).write()


def test_the_entry_repeats_the_item_as_the_seed_spells_it() -> None:
    for entry in written(order()).quiz:
        assert entry.question == entry.item.question
        if isinstance(entry.item, MultipleChoice):
            assert entry.correct_answer_index is not None
            assert entry.options == [option.text for option in entry.item.options]
            assert entry.options[entry.correct_answer_index] == entry.item.answer_text
            assert entry.options == sorted(entry.options, key=str.casefold)
        else:
            assert entry.correct_answer_index is None
            assert entry.options == [option.text for option in getattr(entry.item, "options", ())]


async def test_the_composer_answers_with_one_message_and_notes_what_it_did() -> None:
    run = Noted()
    (material,) = await Composer(OfflineAuthor()).compose(order(questions=4, cards=6), run)
    assert isinstance(material, StudyMaterial)
    assert (material.quiz_id, material.part) == (QUIZ, None)
    assert run.notes["output"] == "4 questions, 6 flashcards"
    assert "4 questions (MEDIUM), 6 flashcards from 10 blocks" in run.notes["input_summary"]
    assert "tokens_used" not in run.notes
    assert {entry.item.origin.author for entry in material.quiz} == {"offline"}
    assert run.told == []


async def test_an_order_that_is_a_part_is_answered_by_that_part() -> None:
    command = order().model_copy(update={"part": Part(number=1, of=2)})
    (material,) = await Composer(OfflineAuthor()).compose(command, Noted())
    assert isinstance(material, StudyMaterial)
    assert material.part == Part(number=1, of=2)


def test_a_draft_that_no_message_can_be_made_of_costs_itself_and_not_the_order() -> None:
    read = order_of(order(questions=3, cards=2))
    drafted = written_from(read)
    options = [Choice(f"option {n}") for n in range(5)]
    bad = replace(drafted.quiz[0], shape=OneOf(Choice("key"), options), question="Which is it?", doubt=-9)
    card = replace(drafted.cards[0], shape=Card(""), doubt=-9)
    spoilt = replace(drafted, quiz=[bad, *drafted.quiz], cards=[card, *drafted.cards])
    material = material_of(read, spoilt)
    assert (len(material.quiz), len(material.flashcards)) == (3, 2)
    alone = material_of(read, replace(drafted, quiz=[bad]))
    (short,) = alone.shortfall
    assert (short.of, short.made, short.code) == ("quiz", 0, "unreadable")
    assert "1 was not in the agreed shape" in short.sentence


def test_cards_tell_what_the_quiz_does_not_ask() -> None:
    material = written(order(questions=4, cards=8))
    asked = {entry.item.proof.quote for entry in material.quiz}
    repeated = sum(card.proof.quote in asked for card in material.flashcards)
    assert material.flashcards
    assert repeated <= 2
    assert sum("____" in card.question for card in material.flashcards) <= 2
