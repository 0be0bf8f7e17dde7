"""What asks the same as another, or as what a session has already, is not taken."""

from dataclasses import replace

import pytest

from contracts.quizzes import Refusal, Refused
from services.coach.authors.items.registry import kind_of
from services.coach.authors.offline.wording import unplaced
from services.coach.compose.choose import Chosen
from services.coach.compose.items import entry
from services.coach.drafts.draft import Card, Choice, Draft, Gap, Number, OneOf, Open, Pairs, Shape, Statement, Steps
from tests.coach.compose.birds import BIRDS, DOES, ORDER, WHERE, asked, choice, fact, shaped, taken
from tests.coach.drafts.shaped import OFFLINE, concept


def test_a_sentence_is_asked_about_once() -> None:
    other = choice(0, question="What is it that auks do?", shape=Gap("near cliffs"), concept=concept("cliff"))
    chosen = Chosen([choice(0), other], ORDER)
    assert len(chosen.fill(2)) == 1
    assert chosen.repeated == 1


def test_one_answer_is_asked_for_once_in_a_quiz_and_in_another_quiz_in_another_kind_of_question() -> None:
    again = choice(1, shape=choice(0).shape)
    assert len(taken([choice(0), again], 2)) == 1
    gap = choice(1, question=f"The ____ {DOES[1]} near {WHERE[1]}.", shape=Gap(BIRDS[0]))
    assert taken([choice(0), gap], 2) == [choice(0)]
    known = asked(choice(0), question="Which of them swims?", answer="auk", quote="The auk swims.")
    assert taken([gap], 1, replace(ORDER, asked=[known])) == [gap]


def test_questions_that_share_most_of_their_words_with_their_answers_are_twins_whatever_their_kinds() -> None:
    said = "a low wall of rough stone that shelters boats from waves"
    chosen = choice(0, question=f'Which term is defined as "{said}"?', shape=OneOf(Choice("mole"), [Choice("quay")]))
    own = shaped(1, Open(said, [fact(1)]), question="What does a harbour need?")
    assert taken([chosen, own], 2) == [chosen]
    assert taken([chosen, replace(own, shape=Open("dredging", [fact(1)]))], 2) != [chosen]
    by_model = [replace(draft, frame=kind_of(draft.shape)) for draft in (chosen, own)]
    assert taken(by_model, 2) == by_model, "a reviewer sees them side by side"


def test_questions_of_one_frame_differ_by_the_one_word_that_they_ask_about() -> None:
    ask = "Explain in your own words what \u201c{}\u201d means."
    own = [shaped(n, Open(fact(n).text, [fact(n)]), question=ask.format(BIRDS[n])) for n in range(3)]
    assert len(taken(own, 3)) == 3
    assert len(taken([own[0], replace(own[1], question=own[0].question)], 2)) == 1
    assert len(taken([own[0], replace(own[1], question=ask.format(f"{BIRDS[0]}s"))], 2)) == 1, "one term, two endings"


@pytest.mark.parametrize("shape", [Statement("The auk swims.", "why"), Number("7", 7.0)])
def test_two_statements_may_both_be_true_and_two_numbers_the_same(shape: Shape) -> None:
    def of(n: int) -> Shape:
        return replace(shape, text=fact(n).text) if isinstance(shape, Statement) else shape

    assert len(taken([shaped(n, of(n)) for n in range(2)], 2)) == 2


def test_one_question_in_five_may_be_a_statement_to_judge() -> None:
    statements = [shaped(n, Statement(fact(n).text, "why")) for n in range(3)]
    assert ORDER.questions // 5 == len(taken(statements, 3)) == 2


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


def test_a_matching_question_one_of_whose_sentences_is_asked_about_is_left_out_and_the_other_way_round() -> None:
    shape = Pairs([(Choice(BIRDS[n], at=fact(n)), DOES[n]) for n in range(4)])
    about = shaped(5, shape, question="Match the four birds.", concept=concept("bird", 2), at=fact(9))
    assert taken([choice(5), choice(0), about], 3) == [choice(5), choice(0)]
    first = replace(about, concept=concept("bird", 0))
    assert taken([first, choice(0, doubt=1), choice(5, doubt=1)], 3) == [first, choice(5, doubt=1)]


def test_nothing_comes_again_that_was_asked_or_refused() -> None:
    first = choice(0)
    for known in (
        asked(first, question=first.question),
        asked(first, quote=first.quote, answer="auk"),
        asked(first, question="Which one?", answer="The AUK.".removeprefix("The ")),
    ):
        assert taken([first, choice(1)], 2, replace(ORDER, asked=[known])) == [choice(1)]
    refused = Refused(
        question=first.question, answer="auk", quote=first.quote, reasons=[Refusal(code="item_flawed", sentence="-")]
    )
    assert taken([first, choice(1)], 2, replace(ORDER, refused=[refused])) == [choice(1)]


def test_what_was_refused_may_be_corrected_in_its_words_or_in_its_key() -> None:
    first = choice(0)
    flawed = [Refusal(code="answer_leaked", sentence="-")]
    for told in ({"question": "Which bird, an auk?", "answer": "auk"}, {"question": first.question, "answer": "gull"}):
        refused = Refused(**told, quote=first.quote, reasons=flawed)
        assert first in taken([first], 1, replace(ORDER, refused=[refused]))


def test_a_number_that_was_wrong_comes_again_right_and_not_as_it_was() -> None:
    right = shaped(0, Number("7", 7.0, "km"), question="How far does the auk fly?")
    for answer, comes in (("70 km", [right]), ("7 km", [])):
        refused = Refused(
            question=right.question,
            answer=answer,
            quote=right.quote,
            reasons=[Refusal(code="key_unproved", sentence="-")],
        )
        assert taken([right], 1, replace(ORDER, refused=[refused])) == comes


@pytest.mark.parametrize(
    ("code", "comes"), [("answer_leaked", True), ("explanation_unproved", True), ("key_unproved", False)]
)
def test_a_models_options_and_reasons_are_mended_with_question_and_answer_as_they_were(code: str, comes: bool) -> None:
    offline = choice(0)
    refused = Refused(
        question=offline.question, answer="auk", quote=offline.quote, reasons=[Refusal(code=code, sentence="-")]
    )
    again = replace(ORDER, refused=[refused])
    by_model = replace(offline, frame="multiple_choice")
    assert taken([by_model], 1, again) == [by_model] * comes
    assert taken([offline], 1, again) == []


def test_what_has_no_options_is_not_let_through_for_them_nor_anything_for_no_reason() -> None:
    number = shaped(0, Number("7", 7.0, "km"), question="The auk flies 7 km: how far does the auk fly?")
    number = replace(number, frame="numeric")
    by_model = replace(choice(0), frame="multiple_choice")
    for draft, answer, codes, comes in (
        (number, "7 km", ["answer_leaked"], False),
        (number, "7 km", ["item_writing_flaws"], False),
        (number, "7 km", ["explanation_unproved"], True),
        (by_model, "auk", [], False),
    ):
        why = [Refusal(code=code, sentence="-") for code in codes]
        refused = Refused(question=draft.question, answer=answer, quote=draft.quote, reasons=why)
        assert taken([draft], 1, replace(ORDER, refused=[refused])) == [draft] * comes, codes


def test_the_very_item_that_was_refused_never_comes_again_and_with_another_reason_it_does() -> None:
    def because(why: str) -> Draft:
        others = [Choice("gull", why), Choice("tern"), Choice("skua")]
        return replace(choice(0, shape=OneOf(Choice("auk"), others)), frame="multiple_choice")

    first, other = because("It digs."), because("It sings.")
    item = entry(first, ORDER, OFFLINE).item
    refused = Refused(
        question=item.question,
        answer=item.answer_text,
        quote=item.proof.quote,
        reasons=[Refusal(code="explanation_unproved", sentence="-")],
        item_id=item.item_id,
    )
    again = replace(ORDER, refused=[refused])
    assert taken([first], 1, again) == []
    assert taken([first, other], 1, again) == [other]
    assert entry(other, ORDER, OFFLINE).item.item_id != item.item_id


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
    assert Chosen([card], replace(ORDER, questions=0, asked=[known]), "flashcards").fill(1) == [card]
    assert Chosen([card], replace(ORDER, cards=[known]), "flashcards").fill(1) == []
    assert Chosen([card, replace(card, question="What do auks do?")], ORDER, "flashcards").fill(2) == [card]


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


def test_two_questions_under_one_heading_are_not_alike_for_it() -> None:
    placed = [
        shaped(n, Open(DOES[n], [fact(n)]), question=f'Under "Birds of the northern cliffs and harbours": What {what}?')
        for n, what in enumerate(("swims", "sings"))
    ]
    assert taken(placed, 2) == placed
    assert taken([placed[0], replace(placed[0], question="What swims?")], 2) == [placed[0]]
    known = asked(placed[0], question="What swims?", answer="-", quote="Auks swim.")
    assert taken([placed[0]], 1, replace(ORDER, asked=[known])) == []


def test_a_heading_with_a_colon_is_no_part_of_what_is_asked() -> None:
    assert unplaced('Under "Locks: the gate": What happens if it is shut?') == "What happens if it is shut?"
    assert unplaced("Under “Locks: the gate”: What happens if it is shut?") == "What happens if it is shut?"
    assert unplaced("Under normal load: what does the motor do?") == "Under normal load: what does the motor do?"
