"""Which drafts are taken: none twice, mixed, as many about a concept as ordered, focus and relevance first."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from contracts.documents import Block
from contracts.items import Asked
from contracts.proof import Difficulty
from contracts.quizzes import Refusal, Refused
from services.coach.choose import Chosen
from services.coach.draft import Card, Choice, Draft, Gap, Number, OneOf, Pairs, Shape, Span, Statement, Steps
from services.coach.order import Concept, Order, order_of
from services.coach.shapes import kind_of
from tests.coach.drafts import concept
from tests.coach.lessons import order

ORDER = order_of(order())
BIRDS = [
    "auk",
    "bittern",
    "crane",
    "dunlin",
    "eider",
    "falcon",
    "goose",
    "heron",
    "ibis",
    "jackdaw",
    "kestrel",
    "linnet",
    "merlin",
    "nuthatch",
    "osprey",
]
DOES = [
    "swims",
    "digs",
    "sings",
    "dives",
    "hides",
    "steals",
    "soars",
    "wades",
    "mimics",
    "hunts",
    "hovers",
    "weaves",
    "chases",
    "climbs",
    "plunges",
]
WHERE = [
    "cliffs",
    "reeds",
    "marshes",
    "mudflats",
    "coasts",
    "towers",
    "meadows",
    "rivers",
    "lagoons",
    "chimneys",
    "hedges",
    "gorse",
    "moors",
    "bark",
    "lakes",
]


def fact(n: int) -> Span:
    """A sentence that is like no other of them."""
    text = f"The {BIRDS[n]} {DOES[n]} near {WHERE[n]} {WHERE[(n * 7 + 3) % 15]}{n} while {DOES[(n * 4 + 1) % 15]}{n}."
    return Span(Block(block_id=f"b{n}", text=text), 0, len(text))


def choice(n: int, **more: Any) -> Draft:
    """One of several about the n-th bird."""
    made = Draft(
        concept(BIRDS[n]),
        "MEDIUM",
        f"Which bird {DOES[n]} near {WHERE[n]}?",
        fact(n),
        OneOf(Choice(BIRDS[n]), [Choice("other"), Choice("another")]),
    )
    return replace(made, **more)


def shaped(n: int, shape: Shape, **more: Any) -> Draft:
    return choice(n, shape=shape, **more)


def taken(drafts: Sequence[Draft], wanted: int, order: Order = ORDER) -> list[Draft]:
    return Chosen(drafts, order).fill(wanted)


def asked(draft: Draft, **more: str) -> Asked:
    return Asked(**({"question": "-", "answer": "-", "quote": "-"} | more))


def test_drafts_that_differ_are_all_taken() -> None:
    assert len(taken([choice(n) for n in range(15)], 15)) == 15


def test_a_sentence_is_asked_about_once() -> None:
    other = choice(0, question="What is it that auks do?", shape=Gap("near cliffs"), concept=concept("cliff"))
    chosen = Chosen([choice(0), other], ORDER)
    assert len(chosen.fill(2)) == 1
    assert chosen.repeated == 1


def test_one_answer_to_one_kind_of_question_comes_once_but_may_come_in_another_kind() -> None:
    again = choice(1, shape=choice(0).shape)
    assert len(taken([choice(0), again], 2)) == 1
    gap = choice(1, question=f"The ____ {DOES[1]} near {WHERE[1]}.", shape=Gap(BIRDS[0]))
    assert len(taken([choice(0), gap], 2)) == 2


@pytest.mark.parametrize("shape", [Statement("The auk swims.", "why"), Number("7", 7.0)])
def test_two_statements_may_both_be_true_and_two_numbers_the_same(shape: Shape) -> None:
    def of(n: int) -> Shape:
        return replace(shape, text=fact(n).text) if isinstance(shape, Statement) else shape

    assert len(taken([shaped(n, of(n)) for n in range(3)], 3)) == 3


def test_questions_that_read_alike_are_one() -> None:
    like = "Which quick brown bird hides under old wooden bridges at night{}"
    first, second = choice(0, question=like.format("?")), choice(1, question=like.format(" often?"))
    assert len(taken([first, second], 2)) == 1


def test_the_frame_of_a_question_makes_no_two_alike() -> None:
    frame = "According to the text, what is {}?"
    drafts = [choice(n, question=frame.format(f"the {BIRDS[n]}")) for n in range(5)]
    assert len(taken(drafts, 5)) == 5


def test_what_is_matched_or_ordered_tells_questions_apart() -> None:
    def pairs(n: int) -> Pairs:
        return Pairs([(Choice(BIRDS[3 * n + k]), f"{n} {k}") for k in range(3)])

    def steps(n: int) -> Steps:
        return Steps([Choice(DOES[3 * n + k]) for k in range(3)])

    for shape in (pairs, steps):
        drafts = [shaped(n, shape(n), question="Put them right.") for n in range(3)]
        assert len(taken(drafts, 3)) == 3


def test_a_matching_question_half_of_whose_sentences_are_asked_about_is_left_out() -> None:
    shape = Pairs([(Choice(BIRDS[n], at=fact(n)), DOES[n]) for n in range(4)])
    about = shaped(5, shape, question="Match the four birds.", concept=concept("bird", 2), at=fact(9))
    assert len(taken([choice(0), choice(1), about], 3)) == 3
    assert len(taken([choice(0), choice(1), choice(2), about], 4)) == 3


def test_nothing_comes_again_that_was_asked_or_refused() -> None:
    first = choice(0)
    for known in (
        asked(first, question=first.question),
        asked(first, quote=first.quote, answer="auk"),
        asked(first, question="Which one?", answer="The AUK.".removeprefix("The ")),
    ):
        assert taken([first, choice(1)], 2, replace(ORDER, asked=[known])) == [choice(1)]
    refused = Refused(
        question="Which?", answer="auk", quote=first.quote, reasons=[Refusal(code="item_flawed", sentence="-")]
    )
    assert taken([first, choice(1)], 2, replace(ORDER, refused=[refused])) == [choice(1)]
    same_question = refused.model_copy(update={"question": first.question, "answer": "-", "quote": "-"})
    assert taken([first, choice(1)], 2, replace(ORDER, refused=[same_question])) == [choice(1)]


def test_a_sentence_of_an_earlier_quiz_is_asked_about_anew_only_where_there_is_no_fresh_one() -> None:
    first = choice(0)
    earlier = replace(ORDER, asked=[asked(first, quote=first.quote)])
    drafts = [first, choice(1, doubt=1), choice(2)]
    assert taken(drafts, 3, earlier) == [choice(2), choice(1, doubt=1), first]
    assert first not in taken(drafts, 3, replace(earlier, tries=1))


def test_a_refused_sentence_may_be_asked_about_in_another_way_unless_it_repeated_something() -> None:
    other = choice(0, question="What do auks do?", shape=Gap("swims"))
    flawed = Refused(
        question="Which?", answer="auk", quote=other.quote, reasons=[Refusal(code="key_ambiguous", sentence="-")]
    )
    assert taken([other], 1, replace(ORDER, refused=[flawed])) == [other]
    repeats = flawed.model_copy(update={"reasons": [Refusal(code="duplicate", sentence="-")]})
    assert taken([other], 1, replace(ORDER, refused=[repeats])) == []


def test_cards_are_held_against_cards_and_may_share_a_sentence_with_a_question() -> None:
    card = shaped(0, Card("It swims."))
    known = asked(card, question="What does it do?", answer="It swims.", quote=card.quote)
    assert Chosen([card], replace(ORDER, asked=[known]), "flashcards").fill(1) == [card]
    assert Chosen([card], replace(ORDER, cards=[known]), "flashcards").fill(1) == []
    assert Chosen([card, replace(card, question="What do auks do?")], ORDER, "flashcards").fill(2) == [card]


@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_concept_is_asked_about_as_often_as_is_ordered(most: int) -> None:
    about = concept("bird")
    chosen = Chosen([choice(n, concept=about) for n in range(8)], replace(ORDER, per_concept=most))
    assert len(chosen.fill(8)) == most
    assert chosen.at_limit() == 1


def test_each_focus_area_gets_one_first_and_then_half_of_the_places() -> None:
    areas = [replace(concept(BIRDS[n], 2), focus=True) for n in range(3)]
    drafts = [choice(n) for n in range(3, 15)] + [choice(n, concept=areas[n], doubt=2) for n in range(3)]
    got = taken(drafts, 8, replace(ORDER, concepts=areas))
    assert {draft.concept for draft in got[:3]} == set(areas)
    more = [choice(n, concept=areas[n % 3]) for n in range(9)] + [choice(n) for n in range(9, 15)]
    got = taken(more, 8, replace(ORDER, concepts=areas))
    assert sum(draft.concept.focus for draft in got[:4]) == 4


def test_where_one_is_replaced_nothing_but_its_concept_is_asked_about() -> None:
    area = replace(concept(BIRDS[0]), focus=True)
    only = replace(ORDER, only_focus=True, concepts=[area])
    assert taken([choice(1), choice(0, concept=area)], 2, only) == [choice(0, concept=area)]


def test_high_relevance_comes_first() -> None:
    drafts = [choice(n, concept=concept(BIRDS[n], rank=2 - n % 3)) for n in range(9)]
    assert [draft.concept.rank for draft in taken(drafts, 9)] == [0] * 3 + [1] * 3 + [2] * 3


@pytest.mark.parametrize("level", ["EASY", "MEDIUM", "HARD"])
def test_the_ordered_difficulty_comes_first(level: Difficulty) -> None:
    levels: list[Difficulty] = ["EASY", "MEDIUM", "HARD"]
    drafts = [choice(n, difficulty=levels[n % 3]) for n in range(9)]
    assert {draft.difficulty for draft in taken(drafts, 3, replace(ORDER, difficulty=level))} == {level}


def test_an_order_for_hard_questions_gets_hard_ones_of_low_relevance_before_others() -> None:
    hard = [choice(n, difficulty="HARD", concept=concept(BIRDS[n], 2), doubt=1) for n in range(3)]
    got = taken([choice(n) for n in range(3, 12)] + hard, 5, replace(ORDER, difficulty="HARD"))
    assert [draft.difficulty for draft in got] == ["HARD"] * 3 + ["MEDIUM"] * 2


def _mixed() -> list[Draft]:
    made: list[Draft] = []
    for n in range(15):
        gap = choice(n, question=f"The ____ {DOES[n]} near {WHERE[n]}.", shape=Gap(BIRDS[n]))
        made += [choice(n), gap, shaped(n, Statement(fact(n).text, "")), shaped(n, Number(str(n), n))]
    return made


def test_a_quiz_mixes_types_and_a_multiple_choice_quiz_does_not() -> None:
    kinds = Counter(kind_of(draft.shape) for draft in taken(_mixed(), 10))
    assert len(kinds) == 4
    assert kinds["multiple_choice"] == max(kinds.values()) <= 5
    only = taken(_mixed(), 10, replace(ORDER, choice_only=True))
    assert [kind_of(draft.shape) for draft in only] == ["multiple_choice"] * 10


def test_beginners_get_what_is_easy_to_read_and_the_advanced_what_is_not() -> None:
    drafts = [choice(n, ease=(0.9, 0.2)[n % 2]) for n in range(10)]
    means = {}
    for level in ("beginner", None, "advanced"):
        got = taken(drafts, 5, replace(ORDER, audience_level=level))
        means[level] = sum(draft.ease for draft in got) / 5
    assert means["beginner"] == pytest.approx(0.9)
    assert means["advanced"] == pytest.approx(0.2)


def test_what_is_kept_stays_first_and_is_no_repetition() -> None:
    drafts = [choice(n) for n in range(6)]
    chosen = Chosen((), ORDER)
    chosen.keep(drafts[4:])
    chosen.add(drafts)
    assert chosen.fill(5)[:2] == drafts[4:]
    assert len({draft.question for draft in chosen.taken}) == 5
    assert chosen.repeated == 0


def test_the_same_drafts_are_chosen_in_the_same_order() -> None:
    assert taken(_mixed(), 12) == taken(_mixed(), 12)


def test_a_concept_without_words_is_no_obstacle() -> None:
    assert len(taken([choice(0, concept=Concept("—", (), 1, False))], 1)) == 1


def test_a_sentence_of_an_earlier_quiz_gets_no_second_gap_and_no_second_statement() -> None:
    quote = choice(0).quote
    gap = shaped(0, Gap("swims"), question="The auk ____ near cliffs.")
    false = shaped(0, Statement("The auk digs.", "", "digs", "swims"), question='Does the text say so of "auk"?')
    had_gap = asked(gap, question="The ____ swims near cliffs.", answer="auk", quote=quote)
    had_statement = asked(false, question='Does the text say so of "bird"?', answer="True", quote=quote)
    assert taken([gap], 1, replace(ORDER, asked=[had_gap])) == []
    assert taken([false], 1, replace(ORDER, asked=[had_statement])) == []
    assert taken([gap], 1, replace(ORDER, asked=[had_statement])) == [gap]
    assert taken([false], 1, replace(ORDER, asked=[had_gap])) == [false]


def test_a_statement_of_which_only_its_frame_is_known_hides_no_question_about_its_term() -> None:
    had = asked(choice(1), question='Is this what the text says of "great auk"?', answer="False", quote="Elsewhere.")
    about = choice(0, question="What is the great auk, by the text?")
    assert taken([about], 1, replace(ORDER, asked=[had])) == [about]
