"""How a quiz is put together: from the bank, then what is ordered, then repeats; about its topic alone."""

from uuid import UUID, uuid5

import pytest

from contracts.coaching import Constraints, Instructions
from services.orchestrator.quizzes import bank, shortfall
from services.orchestrator.quizzes.shortfall import own_words
from services.orchestrator.workflow.learning import Banked, Purpose
from services.orchestrator.workflow.quizzes import Codes, Of
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State
from tests.orchestrator.decide.positions import SESSION, TIME, plain


def item(name: str, *, answered: bool = False, latest: bool = False) -> Banked:
    """An item whose name is its concept and a number."""
    return Banked(item_id=uuid5(SESSION, name), concept=name[0], type="cloze", answered=answered, latest=latest)


def composed(items: list[Banked], concepts: str = "a", purpose: Purpose = "cycle", **shape: int) -> Decision:
    """A quiz of these, all of it ordered from an author who writes nothing."""
    state = State(session_id=SESSION, reading_id=SESSION, instructions=Instructions(constraints=Constraints(**shape)))
    meta = Meta(id=SESSION, seq=1, time=TIME, bank=items)
    so_far = bank.compose(Decision(state=state), meta, purpose, Journey("cycle", SESSION), list(concepts))
    if so_far.asks:
        [(quiz, facts)] = so_far.state.quizzes.items()
        there = {one.item_id for one in (*so_far.placed, *facts.reserve)}
        so_far = bank.finish(so_far, quiz, facts, [one for one in items if one.item_id in there])
    return so_far


def asked(decision: Decision) -> list[tuple[UUID, bool]]:
    return [(one.item_id, one.repeat) for one in sorted(decision.placed, key=lambda one: one.ordinal)]


def test_what_was_never_answered_comes_from_the_bank_and_nothing_is_ordered() -> None:
    items = [item(f"a{n}") for n in range(5)]
    decision = composed(items)
    assert decision.asks == []
    assert asked(decision) == [(one.item_id, False) for one in items[:3]]


def test_what_is_missing_is_ordered_and_no_more_than_three_about_a_concept() -> None:
    decision = composed([item("a0"), item("b0"), item("b1")], "ab")
    [ask] = decision.asks
    shape = plain(ask)["instructions"]["constraints"]
    assert (shape["numQuizQuestions"], shape["questionsPerConcept"], shape["numFlashcards"]) == (3, 1, 0)
    assert plain(ask)["instructions"]["focusAreas"] == ["a", "b"]


def test_repeats_fill_up_after_what_is_new_and_are_marked() -> None:
    items = [item("a0", answered=True), item("a1", answered=True, latest=True), item("a2")]
    decision = composed(items)
    assert asked(decision) == [(items[2].item_id, False), (items[0].item_id, True), (items[1].item_id, True)]


def test_a_repeat_that_what_stands_before_it_tells_is_not_asked() -> None:
    """Of a definition to say, to choose by and to judge, each tells the one before; a fourth is apart."""
    names = ("a0", "a1", "a2", "a3", "a4")
    judged, chosen, said, apart, written = (item(name, answered=name != "a4") for name in names)
    said = said.model_copy(update={"given_by": [judged.item_id, chosen.item_id]})
    chosen = chosen.model_copy(update={"given_by": [judged.item_id]})
    state = State(session_id=SESSION, reading_id=SESSION)
    stock = [judged, chosen, said, apart]
    meta = Meta(id=SESSION, seq=1, time=TIME, bank=stock)
    so_far = bank.compose(Decision(state=state), meta, "cycle", Journey("cycle", SESSION), ["a"])
    [(quiz, facts)] = so_far.state.quizzes.items()

    def composed(made: int, beside: list[Banked]) -> list[UUID]:
        return [id for id, _ in asked(bank.finish(so_far, quiz, facts.changed(made={"quiz": made}), beside))]

    assert composed(0, stock) == [apart.item_id, said.item_id, chosen.item_id]
    assert composed(0, [judged, chosen, said]) == [apart.item_id, said.item_id, chosen.item_id], "it may be unknown"
    tells = chosen.model_copy(update={"given_by": [judged.item_id, written.item_id]})
    assert composed(1, [judged, tells, said, apart, written]) == [apart.item_id, said.item_id]
    tells_both = said.model_copy(update={"given_by": [*said.given_by, written.item_id]})
    assert composed(1, [judged, tells, tells_both, apart, written]) == [apart.item_id, judged.item_id]
    assert composed(1, []) == [judged.item_id, chosen.item_id], "nothing is known of them"


def test_repeats_about_one_concept_do_not_stand_for_the_questions_that_another_lacks() -> None:
    """Of b there is nothing: a was asked about five times in one round."""
    old = [item(f"a{n}", answered=True) for n in range(4)]
    new = [item("a5"), item("a6")]
    state = State(session_id=SESSION, reading_id=SESSION)
    meta = Meta(id=SESSION, seq=1, time=TIME, bank=old)
    so_far = bank.compose(Decision(state=state), meta, "cycle", Journey("cycle", SESSION), ["a", "b"])
    [(quiz, facts)] = so_far.state.quizzes.items()
    done = bank.finish(so_far, quiz, facts.changed(made={"quiz": 2}), [*old, *new])
    assert asked(done) == [(old[0].item_id, True)], "two are written, and three is the most"
    assert done.state.quizzes[quiz].missing["quiz"] == 3


def test_what_is_missing_is_told_of_all_its_questions_wherever_they_come_from() -> None:
    """Of three one is written and refused, one comes back, and one is in the bank."""
    short: dict[Of, Codes] = {"quiz": {"text_exhausted": 2}}
    state = State(session_id=SESSION, reading_id=SESSION)
    meta = Meta(id=SESSION, seq=1, time=TIME, bank=[item("a0"), item("a1", answered=True)])
    so_far = bank.compose(Decision(state=state), meta, "cycle", Journey("cycle", SESSION), ["a"])
    [(quiz, facts)] = so_far.state.quizzes.items()
    done = bank.finish(so_far, quiz, facts.changed(short=short)).state.quizzes[quiz]
    assert (done.questions, own_words(done)[0]) == (2, "quiz"), "what the Coach said of its part goes"
    [told] = shortfall.told(done, "en")
    assert (told.made, told.asked) == (2, 3)
    assert told.sentence.startswith("2 of 3 questions: no more was found")
    written = bank.finish(so_far, quiz, facts.changed(short=short, made={"quiz": 1})).state.quizzes[quiz]
    assert (written.questions, shortfall.told(written, "en")) == (3, [])


def test_an_item_does_not_come_back_right_after_itself() -> None:
    last, other = item("a0", answered=True, latest=True), item("a1", answered=True)
    assert asked(composed([last, other])) == [(other.item_id, True), (last.item_id, True)]
    spare = item("z0", answered=True)
    assert asked(composed([last, spare])) == [(spare.item_id, True), (last.item_id, True)]
    alone = composed([last])
    assert alone.placed == []
    assert [facts.questions for facts in alone.state.quizzes.values()] == [0]


def test_a_quiz_is_about_its_topic_alone_however_little_there_is() -> None:
    items = [item("a0"), item("y0"), item("z0"), item("z1")]
    decision = composed(items)
    assert asked(decision) == [(items[0].item_id, False)]
    assert [facts.questions for facts in decision.state.quizzes.values()] == [1]


def test_forms_differ_before_one_comes_twice() -> None:
    gaps = [item(f"a{n}") for n in range(3)]
    other = item("a3").model_copy(update={"type": "true_false"})
    assert {one for one, _ in asked(composed([*gaps, other]))} == {gaps[0].item_id, gaps[1].item_id, other.item_id}


def test_what_is_given_away_is_asked_only_where_nothing_else_is() -> None:
    told, other, known = item("a0").model_copy(update={"given_away": True}), item("a2"), item("a3", answered=True)
    assert [one for one, _ in asked(composed([told, other, known]))] == [one.item_id for one in (other, known, told)]
    assert [one for one, _ in asked(composed([told]))] == [told.item_id]


@pytest.mark.parametrize("answered", [False, True])
def test_no_question_tells_the_answer_of_another(answered: bool) -> None:
    one, two, three = item("a0"), item("a1", answered=answered), item("b0")
    two = two.model_copy(update={"told_by": [one.item_id]})
    three = three.model_copy(update={"told_by": [two.item_id]})
    assert {each for each, _ in asked(composed([one, two, three], "ab"))} == {one.item_id, three.item_id}


def test_what_the_options_of_another_show_is_typed_only_where_there_is_no_other() -> None:
    choice, gap, other = item("a0"), item("a1"), item("a2")
    gap = gap.model_copy(update={"shown_by": [choice.item_id]})
    ask_two = composed([choice, gap, other], "a", questions_per_concept=2)
    assert {each for each, _ in asked(ask_two)} == {choice.item_id, other.item_id}
    assert {each for each, _ in asked(composed([choice, gap], "a"))} == {choice.item_id, gap.item_id}


def test_what_rests_on_a_sentence_explained_just_now_comes_last_and_where_there_is_no_other() -> None:
    told, other = item("a0").model_copy(update={"explained": True}), item("b0")
    assert [one for one, _ in asked(composed([told, other], "ab"))] == [other.item_id, told.item_id]
    items = [told, *(item(f"a{n}") for n in range(1, 4))]
    assert told.item_id not in {one for one, _ in asked(composed(items, "a"))}
    assert [one for one, _ in asked(composed([told], "a"))] == [told.item_id]


def test_a_repeat_that_was_explained_just_now_does_not_fill_up_a_round_that_asks_two_others() -> None:
    """A round about a topic with few questions began with one of their sentences and ended with its gap."""
    told = item("a0", answered=True).model_copy(update={"explained": True})
    others = [item(f"a{n}", answered=True) for n in (1, 2)]
    assert [one for one, _ in asked(composed([told, *others]))] == [one.item_id for one in others]
    assert told.item_id in {one for one, _ in asked(composed([told, others[0]]))}


def alike(*items: Banked) -> list[Banked]:
    """These with one answer."""
    ids = [one.item_id for one in items]
    return [one.model_copy(update={"alike": [id for id in ids if id != one.item_id]}) for one in items]


def test_of_questions_with_one_answer_a_quiz_asks_one_where_two_others_are_there() -> None:
    """Seven of a round's ten questions had an answer that another of them had told."""
    again = alike(*(item(f"a{n}", answered=True) for n in range(3)))
    others = [item("b0"), item("b1")]
    assert [one for one, _ in asked(composed([*others, *again], "ab"))][2:] == [again[0].item_id]
    assert len(asked(composed(again, "a"))) == 2, "where there is nothing else"
    new = alike(item("a0"), item("a1"))
    first = {one for one, _ in asked(composed([*new, item("a2")], "a", questions_per_concept=2))}
    assert first == {new[0].item_id, item("a2").item_id}


def test_what_is_practised_asks_for_no_answer_twice_where_there_is_enough_else() -> None:
    items = [*alike(item("a0", answered=True), item("a1", answered=True)), *(item(f"{c}0") for c in "bc")]
    meta = Meta(id=SESSION, seq=1, time=TIME, bank=items)
    state = State(session_id=SESSION)
    left = {one.item_id for one in items} - {n for n, _ in asked(bank.practice(state, meta, "due", exam=False))}
    assert left == {items[1].item_id}
    few = meta.model_copy(update={"bank": items[:3]})
    assert len(asked(bank.practice(state, few, "due", exam=False))) == 3


def test_what_is_practised_tells_no_answer_where_there_is_enough_else() -> None:
    items = [item(f"{concept}0", answered=True) for concept in "abcdefghijk"]
    items[1] = items[1].model_copy(update={"told_by": [items[0].item_id]})
    state, meta = State(session_id=SESSION), Meta(id=SESSION, seq=1, time=TIME, bank=items)
    left = {one.item_id for one in items} - {each for each, _ in asked(bank.practice(state, meta, "due", exam=False))}
    assert left == {items[1].item_id}
    few = meta.model_copy(update={"bank": items[:3]})
    assert len(asked(bank.practice(state, few, "due", exam=False))) == 3
    enough = meta.model_copy(update={"bank": items[:4]})
    left = {one.item_id for one in items[:4]} - {n for n, _ in asked(bank.practice(state, enough, "due", exam=False))}
    assert left == {items[1].item_id}, "it waits for the next one"


def test_of_a_topic_that_has_nothing_no_quiz_about_others_is_made() -> None:
    assert composed([item("y0"), item("z0"), item("z1")]).placed == []


def test_a_diagnosis_asks_two_a_concept_and_three_where_there_is_one() -> None:
    items = [item(f"{concept}{n}") for concept in "ab" for n in range(4)]
    assert len(composed(items, "ab", "diagnostic").placed) == 4
    assert len(composed(items, "a", "diagnostic").placed) == 3


@pytest.mark.parametrize(
    ("concepts", "each", "most", "count"), [("a", 3, 10, 3), ("ab", 3, 10, 6), ("abcd", 3, 10, 10), ("abcd", 1, 10, 4),
    ("abcd", 3, 4, 4), ("abcd", 3, 1, 3), ("a", 10, 50, 3)],
)  # fmt: skip
def test_both_numbers_are_the_instructions_within_the_seeds_limits(
    concepts: str, each: int, most: int, count: int
) -> None:
    items = [item(f"{concept}{n}") for concept in concepts for n in range(4)]
    decision = composed(items, concepts, num_quiz_questions=most, questions_per_concept=each)
    assert len(decision.placed) == count


def test_what_its_owner_removed_is_not_asked() -> None:
    items = [item(f"a{n}") for n in range(4)]
    state = State(session_id=SESSION, removed={items[0].item_id: "deleted"})
    meta = Meta(id=SESSION, seq=1, time=TIME, bank=items)
    decision = bank.compose(Decision(state=state), meta, "cycle", Journey("cycle", SESSION), ["a"])
    assert items[0].item_id not in {one.item_id for one in decision.placed}


def test_mistakes_begin_with_another_one_than_the_last_answered() -> None:
    items = [item("a0", answered=True, latest=True), item("b0", answered=True)]
    state, meta = State(session_id=SESSION), Meta(id=SESSION, seq=1, time=TIME, bank=items)
    assert asked(bank.practice(state, meta, "mistakes", exam=False)) == [
        (items[1].item_id, True),
        (items[0].item_id, True),
    ]
    none = bank.practice(state, meta.model_copy(update={"bank": []}), "mistakes", exam=False)
    assert [line.code for line in none.lines] == ["no_mistakes"]
    assert none.state.quizzes == {}
