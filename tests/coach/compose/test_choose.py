"""Which drafts are taken: none twice, mixed, as many about a concept as ordered, focus and relevance first."""

from collections import Counter
from dataclasses import replace

import pytest

from contracts.documents import Block
from contracts.items import Asked
from contracts.proof import Difficulty, Level, Origin
from services.coach.authors.items.registry import kind_of
from services.coach.compose.choose import Chosen
from services.coach.compose.material import chosen_of
from services.coach.drafts.draft import Card, Choice, Draft, Gap, Number, OneOf, Open, Span, Statement, Written
from services.coach.drafts.order import Concept
from services.text.words import fold
from tests.coach.compose.birds import BIRDS, DOES, ORDER, WHERE, asked, choice, fact, shaped, taken
from tests.coach.drafts.shaped import concept


def test_drafts_that_differ_are_all_taken() -> None:
    assert len(taken([choice(n) for n in range(15)], 15)) == 15


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


def test_a_sentence_that_was_explained_just_now_is_asked_back_only_where_there_are_fewer_than_three() -> None:
    gap = choice(0, question=f"The ____ {DOES[0]} near {WHERE[0]}.", shape=Gap(BIRDS[0]))
    judged, other = shaped(0, Statement(fact(0).text, "")), choice(0)
    told = replace(ORDER, explained=[f"before it. {fold(fact(0).text)} and after it."])
    three = [choice(n) for n in range(1, 4)]
    assert taken([gap, *three], 9, told) == taken([judged, *three], 9, told) == three
    assert taken([gap, *three[:2]], 9, told) == [*three[:2], gap]
    assert taken([other, *three], 9, told) == [*three, other], "what asks for it in another way may rest on it"


def test_what_rests_on_a_sentence_that_was_explained_just_now_comes_after_the_others() -> None:
    told = replace(ORDER, explained=[fold(fact(0).text)])
    drafts = [choice(n) for n in range(4)]
    assert taken(drafts, 3, told) == drafts[1:]
    assert taken(drafts, 4, told) == [*drafts[1:], drafts[0]]
    assert taken(drafts, 3) == drafts[:3]


def test_no_question_of_a_round_says_the_answer_of_another_and_its_topic_is_not_asked_for() -> None:
    area = replace(concept(BIRDS[0]), focus=True)
    order = replace(ORDER, only_focus=True, concepts=[area])
    own = shaped(0, Open(fact(0).text, [fact(0)]), concept=area)
    telling = choice(1, concept=area, question=f"Which bird is {fact(0).text}?")
    named = choice(2, concept=area, question=f"The ____ {DOES[2]} near {WHERE[2]}.", shape=Gap(BIRDS[0]))
    others = [choice(n, concept=area) for n in (3, 4)]
    assert len(taken([own, telling], 2, order)) == 1
    got = taken([named, own, *others], 3, order)
    assert named not in got
    assert taken([named], 1, order) == [named], "where there is nothing else"


def test_a_round_asks_back_a_sentence_that_was_told_just_now_as_its_second_question_at_most() -> None:
    topic = replace(concept(BIRDS[0]), focus=True)
    order = replace(ORDER, only_focus=True, concepts=[topic], explained=[fold(fact(0).text)])
    told = choice(0, concept=topic, question=f"The bird that {DOES[0]} is found near ____.", shape=Gap(WHERE[0]))
    others = [choice(n, concept=topic) for n in (3, 4)]
    assert taken([told, *others], 3, order) == others, "what was asked before fills it up"
    assert taken([told, others[0]], 3, order) == [others[0], told]


def test_what_a_round_leaves_to_a_later_one_is_no_question_that_was_not_found() -> None:
    """A learner read that no other question was found, and got one in the next round."""
    topic = replace(concept(BIRDS[0]), focus=True)
    order = replace(ORDER, only_focus=True, concepts=[topic], questions=3, explained=[fold(fact(0).text)])
    told = choice(0, concept=topic, question=f"The bird that {DOES[0]} is found near ____.", shape=Gap(WHERE[0]))
    others = [choice(n, concept=topic) for n in (3, 4)]
    own = shaped(3, Open(fact(3).text, [fact(3)]), concept=topic)
    telling = choice(5, concept=topic, question=f"Which bird is {fact(3).text}?")
    origin = Origin(author="offline", name="", version="")
    for drafts, why, said in (
        ([told, *others], "kept_for_later", "2 of 3 questions: 1 says what was just explained or is asked here, and"),
        (
            [own, others[1], telling],
            "kept_for_later",
            "2 of 3 questions: 1 says what was just explained or is asked here, and",
        ),
        (others, "concept_exhausted", "2 of 3 questions: no other question about it was found this time."),
    ):
        (short,) = [one for one in chosen_of(order, Written(drafts, [], origin)).shortfall if one.of == "quiz"]
        assert (short.code, short.sentence[: len(said)]) == (why, said)


def test_in_a_round_about_one_topic_another_term_of_its_sentence_is_asked_for_and_not_its_name() -> None:
    topic = replace(concept(BIRDS[0]), focus=True)
    order = replace(ORDER, only_focus=True, concepts=[topic])
    own = choice(0, concept=topic, question=f"The ____ {DOES[0]} near {WHERE[0]}.", shape=Gap(BIRDS[0]))
    other = choice(1, question=f"With the {BIRDS[0]} the ____ {DOES[1]}.", shape=Gap(BIRDS[1]))
    strange = choice(2, question=f"The ____ {DOES[2]} near {WHERE[2]}.", shape=Gap(BIRDS[2]))
    late = choice(3, question=f"In the ____ that {DOES[3]} near {WHERE[3]} {'every year ' * 6}one {BIRDS[0]} was seen.")
    another = choice(4, question=f"____: bird that {DOES[4]} and was seen in the same place as the {BIRDS[0]}.")
    part = choice(5, question=f"____: part of the {BIRDS[0]} that is found where it {DOES[5]}.")
    late, another, part = (replace(one, shape=Gap(BIRDS[n])) for n, one in ((3, late), (4, another), (5, part)))
    assert taken([late, another], 9, order) == [], "its end alone comes to the topic, or it asks what another thing is"
    assert [one.concept for one in taken([part], 9, order)] == [topic], "it says at once what it is of the topic"
    [first] = taken([own, strange, other], 1, order)
    assert (first.question, first.concept) == (other.question, topic)
    assert strange.question not in set_of(taken([own, strange, other], 9, order)), "it does not name the topic"
    both = replace(order, concepts=[topic, replace(concept(BIRDS[3]), focus=True)])
    assert other.question not in set_of(taken([own, strange, other], 9, both)), "of two topics each is asked for"


def test_a_round_is_not_asked_in_other_words_what_it_asks_already() -> None:
    area = replace(concept(BIRDS[0]), focus=True)
    order = replace(ORDER, only_focus=True, concepts=[area])
    own, other = shaped(0, Open(fact(0).text, [fact(0)]), concept=area), choice(3, concept=area)
    judged = Asked(question="Is this true?", answer="True", quote=fact(0).text)
    both = taken([own, other], 2, replace(order, asked=[judged]))
    assert set_of(both) == {own.question, other.question}, "another quiz asked it"
    assert taken([own, other], 2, replace(order, asked=[judged.model_copy(update={"beside": True})])) == [other]


def test_no_question_of_a_quiz_tells_anothers_answer_but_where_there_are_fewer_than_three() -> None:
    telling = choice(1, question=f"Which bird {DOES[1]} beside the {BIRDS[0]}s?")
    gap = choice(0, question=f"The ____ {DOES[0]} near {WHERE[0]}.", shape=Gap(BIRDS[0]))
    assert not {telling.question, gap.question} <= set_of(taken([telling, gap, choice(2)], 2))
    assert len(taken([telling, gap, choice(2)], 3)) == 3
    many = taken([telling, gap, choice(2), choice(3), choice(4)], 5)
    assert len(many) == 4, "fewer rather than one that is told"
    assert not {telling.question, gap.question} <= set_of(many)


def test_what_is_typed_stands_in_no_options_of_the_same_quiz_where_there_are_others() -> None:
    shown = choice(1, shape=OneOf(Choice(BIRDS[1]), [Choice(BIRDS[0]), Choice(BIRDS[2])]))
    gap = choice(0, question=f"The ____ {DOES[0]} near {WHERE[0]}.", shape=Gap(BIRDS[0]))
    chosen = choice(0, shape=OneOf(Choice(BIRDS[0]), [Choice(BIRDS[4]), Choice(BIRDS[5])]))
    assert not {shown.question, gap.question} <= set_of(taken([shown, gap, choice(3)], 2))
    assert len(taken([shown, gap, choice(3)], 3)) == 3
    assert len(taken([shown, gap, choice(3), choice(6), choice(7)], 5)) == 4
    assert taken([shown, chosen], 2) == [shown, chosen], "who chooses sees options anyway"


def test_what_a_quiz_lacks_is_written_beside_what_it_asks_already() -> None:
    gap = choice(0, question=f"The ____ {DOES[0]} near {WHERE[0]}.", shape=Gap(BIRDS[0]))
    asks = Asked(question=f"Where do {BIRDS[0]}s meet {BIRDS[3]}s?", answer="by the sea", quote="They meet by the sea.")
    other = choice(2, question=f"The ____ {DOES[2]} near {WHERE[2]}.", shape=Gap(BIRDS[2]))
    assert taken([gap, other], 1) == [gap]
    assert taken([gap, other], 1, replace(ORDER, tries=1, asked=[asks])) == [other]


def test_a_key_that_is_seen_once_it_is_answered_tells_what_is_to_be_typed_later() -> None:
    why = shaped(1, Open(f"it fears the {BIRDS[0]}", [Span(Block(block_id="k", text=f"the {BIRDS[0]}"), 0, 7)]))
    gap = choice(0, question=f"The ____ {DOES[0]} near {WHERE[0]}.", shape=Gap(BIRDS[0]))
    three = [choice(n) for n in (2, 3, 4)]
    assert len(taken([why, *three], 5)) == len(taken([gap, *three], 5)) == 4
    assert len(taken([why, gap, *three], 5)) == 4


def test_a_quarter_may_be_open_three_where_some_are_lacking_and_a_model_may_write_more() -> None:
    opened = [shaped(n, Open(fact(n).text, [fact(n)])) for n in range(8)]
    gaps = [choice(n) for n in range(8, 12)]
    for questions, open_ones in ((4, 0), (5, 1), (6, 2), (7, 3), (8, 4), (10, 6)):
        got = taken([*opened, *gaps], questions, replace(ORDER, questions=questions))
        assert (questions, sum(isinstance(draft.shape, Open) for draft in got)) == (questions, open_ones)
    alone = Chosen(opened, ORDER)
    assert len(alone.fill(8)) == -(-3 * ORDER.questions // 4), "where there is nothing else"
    assert (alone.opened, alone.repeated) == (0, 0)
    lacks = replace(ORDER, tries=1, asked=[asked(choice(n), question=f"{n}?") for n in (12, 13, 14)])
    assert taken([*opened, *gaps], 4, lacks) == gaps
    area = replace(concept(BIRDS[0]), focus=True)
    missed = [replace(draft, concept=area) for draft in opened[:3]]
    assert len(taken([*opened[3:], *missed, *gaps], 12, replace(ORDER, questions=12, concepts=[area]))) == 12
    graded = [replace(draft, frame=kind_of(draft.shape)) for draft in opened]
    assert len(taken(graded, 8)) == 8


@pytest.mark.parametrize(
    ("questions", "fresh", "repeats"), [(8, 0, 3), (8, 2, 1), (8, 3, 1), (8, 7, 2), (0, 0, 2), (0, 7, 2)]
)
def test_of_the_cards_a_quarter_repeats_the_quiz_but_some_until_there_are_three_and_of_those_ordered_alone_two_may(
    questions: int, fresh: int, repeats: int
) -> None:
    for language, made in (("en", repeats), ("ar", 2)):
        quiz = [choice(n) for n in range(8)]
        cards = [shaped(n, Card(BIRDS[n])) for n in (*range(8), *range(8, 8 + fresh))]
        ordered = replace(ORDER, flashcards=40, questions=questions, language=language)
        chosen = Chosen(cards, ordered, "flashcards")
        chosen.complement(quiz)
        assert len(chosen.fill(40)) == fresh + made
        chosen = Chosen(
            cards, replace(ordered, cards=[asked(choice(n), question=f"{n}?") for n in (12, 13, 14)]), "flashcards"
        )
        chosen.complement(quiz)
        assert len(chosen.fill(40)) == fresh + (fresh // 3 if questions and language == "en" else 2), "it has three"


def test_what_a_quiz_lacks_is_asked_of_other_sentences_than_its_cards() -> None:
    drafts = [choice(n, concept=concept(BIRDS[n], rank=n)) for n in range(2)]
    cards = [asked(drafts[0], quote=drafts[0].quote)]
    again = replace(ORDER, cards=cards, tries=1)
    assert taken(drafts, 1, again) == drafts[1:]
    assert taken(drafts, 1, replace(ORDER, cards=cards)) == drafts[:1]


def test_of_two_definitions_of_a_term_one_card_is_enough() -> None:
    first, second = (shaped(n, Card(BIRDS[n]), frame="which", concept=concept("auk")) for n in range(2))
    other = shaped(2, Card(BIRDS[2]), frame="reason", concept=concept("auk"))
    cards = [first, replace(second, frame="what"), other]
    assert Chosen(cards, ORDER, "flashcards").fill(3) == [first, other]
    focus = [replace(card, concept=replace(card.concept, focus=True)) for card in cards]
    assert len(Chosen(focus, replace(ORDER, only_focus=True), "flashcards").fill(3)) == 3


def test_of_open_questions_those_come_first_that_take_more_than_to_remember() -> None:
    opened = [shaped(n, Open(fact(n).text, [fact(n)]), level=("recall", "understand")[n % 2]) for n in range(8)]
    assert {draft.level for draft in taken(opened, 3)} == {"understand"}


def set_of(drafts: list[Draft]) -> set[str]:
    return {draft.question for draft in drafts}


def test_high_relevance_comes_first() -> None:
    drafts = [choice(n, concept=concept(BIRDS[n], rank=2 - n % 3)) for n in range(9)]
    assert [draft.concept.rank for draft in taken(drafts, 9)] == [0] * 3 + [1] * 3 + [2] * 3


@pytest.mark.parametrize("level", ["EASY", "MEDIUM", "HARD"])
def test_the_ordered_difficulty_comes_first(level: Difficulty) -> None:
    levels: list[Difficulty] = ["EASY", "MEDIUM", "HARD"]
    drafts = [choice(n, difficulty=levels[n % 3]) for n in range(9)]
    assert {draft.difficulty for draft in taken(drafts, 3, replace(ORDER, difficulty=level))} == {level}


def test_an_order_with_a_mix_of_levels_gets_its_shares_where_there_are_such() -> None:
    levels: list[Level] = ["recall", "understand", "understand", "apply"]
    drafts = [replace(choice(n), level=levels[n % 4]) for n in range(9)]
    mixed = replace(ORDER, questions=6, levels={"understand": 2, "apply": 1})
    assert Counter(draft.level for draft in taken(drafts, 6, mixed)) == {"understand": 4, "apply": 2}
    assert len(taken(drafts[:2], 2, mixed)) == 2


def test_of_a_models_questions_more_than_half_go_beyond_recall_where_no_mix_is_ordered() -> None:
    levels: list[Level] = ["recall", "recall", "understand", "apply"]
    drafts = [replace(choice(n), level=levels[n % 4], frame="multiple_choice") for n in range(12)]
    got = taken(drafts, 5, replace(ORDER, questions=5))
    assert Counter(draft.level for draft in got) == {"recall": 2, "understand": 2, "apply": 1}


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


def test_of_a_round_what_rests_on_what_was_explained_stands_last_whatever_is_chosen_first() -> None:
    areas = [replace(concept(BIRDS[n]), focus=True) for n in range(3)]
    order = replace(ORDER, only_focus=True, questions=3, flashcards=0, concepts=areas, explained=[fold(fact(0).text)])
    drafts = [choice(n, concept=areas[n]) for n in range(3)]
    origin = Origin(author="offline", name="test", version="1")
    quiz = chosen_of(order, Written(drafts, [], origin)).quiz
    assert [each.item.concept for each in quiz] == [BIRDS[1], BIRDS[2], BIRDS[0]]
    plain = chosen_of(replace(order, explained=[]), Written(drafts, [], origin)).quiz
    assert [each.item.concept for each in plain] == BIRDS[:3]
