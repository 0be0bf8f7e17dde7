"""Grading: keys are exact for choices, forgiving for typing; scores add up, in any order, as often as asked."""

import random
from uuid import UUID, uuid4, uuid5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.grading import Answer, Evaluation, GradeQuiz, QuizResults
from contracts.items import Cloze, Item, MultipleChoice, written
from contracts.problems import Failure
from contracts.proof import Option, Origin, Proof
from contracts.quizzes import ValidateItems
from services.evaluator.grading.grade import grade
from services.evaluator.items.registry import credit

ATTEMPT = UUID("0c7a4d1e-37b5-4f0e-9a55-6a3f1f7f0001")


def order(items: list[Item], answers: list[str | None], **fields: object) -> GradeQuiz:
    """A command with one raw answer per item."""
    return GradeQuiz(
        items=items,
        results=QuizResults(
            quiz_id=items[0].quiz_id,
            attempt_id=ATTEMPT,
            answers=[
                Answer(item_id=item.item_id, answer=answer, latency_sec=3.5)
                for item, answer in zip(items, answers, strict=True)
            ],
        ).model_copy(update=fields),
    )


def keys(items: list[Item]) -> list[str | None]:
    return [written(item.answer) for item in items]


def wrong(item: Item) -> str:
    if isinstance(item, MultipleChoice):
        return next(option.option_id for option in item.options if option.option_id != item.answer)
    return "something else"


def test_all_right_is_a_full_score_without_weak_concepts(good: ValidateItems) -> None:
    graded = grade(order(good.items, keys(good.items)))
    assert graded.score == 1
    assert graded.weak_concepts == []
    assert all(answer.is_correct and answer.credit == 1 for answer in graded.answers)


def test_a_choice_is_right_by_the_option_id_alone(good: ValidateItems) -> None:
    item = next(item for item in good.items if isinstance(item, MultipleChoice))
    assert credit(item, item.answer) == 1
    for answer in (item.answer.upper(), f" {item.answer}", item.answer_text, wrong(item), "zz", "", None):
        assert credit(item, answer) == 0


def test_a_skipped_answer_is_wrong_and_kept_as_skipped(good: ValidateItems) -> None:
    graded = grade(order(good.items, [None] * len(good.items)))
    assert graded.score == 0
    assert all(a.answer is None and not a.is_correct and a.credit == 0 for a in graded.answers)


def test_results_are_named_by_attempt_and_item_and_keep_the_raw_answer(good: ValidateItems) -> None:
    graded = grade(order(good.items, keys(good.items)))
    assert graded.attempt_id == ATTEMPT
    for item, answer in zip(good.items, graded.answers, strict=True):
        assert answer.result_id == uuid5(ATTEMPT, str(item.item_id))
        assert (answer.item_id, answer.answer, answer.latency_sec) == (item.item_id, item.answer, 3.5)
        assert (answer.concept, answer.difficulty) == (item.concept, item.difficulty)


def test_concepts_are_scored_and_the_worst_is_weakest_first(good: ValidateItems) -> None:
    # neap tide, fetch, estuary as choices, then neap tide, fetch, estuary, fjord as cloze
    raw = keys(good.items)
    for at in (1, 4, 5):  # fetch twice wrong, estuary once
        raw[at] = wrong(good.items[at])
    graded = grade(order(good.items, raw))
    assert [(c.concept, c.asked, c.correct) for c in graded.concepts] == [
        ("neap tide", 2, 2),
        ("fetch", 2, 0),
        ("estuary", 2, 1),
        ("fjord", 1, 1),
    ]
    assert graded.weak_concepts == ["fetch", "estuary"]
    assert graded.score == pytest.approx(4 / 7)


def test_equally_weak_concepts_stand_as_asked_and_more_wrong_ones_first(good: ValidateItems) -> None:
    raw: list[str | None] = [None] * len(good.items)
    assert grade(order(good.items, raw)).weak_concepts == ["neap tide", "fetch", "estuary", "fjord"]


def test_what_a_trusted_client_graded_is_kept_and_marked(good: ValidateItems) -> None:
    items = good.items[:3]
    command = order(items, keys(items), graded_by="client")
    said = [True, False, None]
    answers = [a.model_copy(update={"is_correct": s}) for a, s in zip(command.results.answers, said, strict=True)]
    command = command.model_copy(update={"results": command.results.model_copy(update={"answers": answers})})
    graded = grade(command)
    assert [(a.is_correct, a.credit, a.graded_by) for a in graded.answers] == [
        (True, 1, "client"),
        (False, 0, "client"),
        (True, 1, "evaluator"),
    ]


def test_what_another_client_claims_is_not_believed(good: ValidateItems) -> None:
    item = good.items[0]
    command = order([item], [wrong(item)])
    claimed = [command.results.answers[0].model_copy(update={"is_correct": True})]
    command = command.model_copy(update={"results": command.results.model_copy(update={"answers": claimed})})
    (answer,) = grade(command).answers
    assert (answer.is_correct, answer.graded_by) == (False, "evaluator")


def test_a_missing_answer_is_a_final_400_naming_answers(good: ValidateItems) -> None:
    command = order(good.items[:2], keys(good.items[:2]))
    with pytest.raises(Failure) as failed:
        grade(command.model_copy(update={"items": good.items[:3]}))
    assert (failed.value.problem.status, failed.value.problem.fields, failed.value.final) == (400, ["answers"], True)


def test_an_answer_to_an_unknown_item_is_a_400_naming_answers(good: ValidateItems) -> None:
    command = order(good.items[:2], keys(good.items[:2]))
    with pytest.raises(Failure) as failed:
        grade(command.model_copy(update={"items": good.items[:1]}))
    assert (failed.value.problem.status, failed.value.problem.fields) == (400, ["answers"])


def test_an_item_that_stands_twice_is_a_400_naming_items(good: ValidateItems) -> None:
    command = order(good.items[:1], keys(good.items[:1]))
    with pytest.raises(Failure) as failed:
        grade(command.model_copy(update={"items": [good.items[0], good.items[0]]}))
    assert (failed.value.problem.status, failed.value.problem.fields) == (400, ["items"])


def test_results_without_an_attempt_are_a_400_naming_it(good: ValidateItems) -> None:
    with pytest.raises(Failure) as failed:
        grade(order(good.items[:1], keys(good.items[:1]), attempt_id=None))
    assert (failed.value.problem.status, failed.value.problem.fields) == (400, ["attempt_id"])


text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30)
PROOF = Proof(
    document_sha256="0" * 64, block_id="b", block_sha256="0" * 64, source_page=1, start=0, end=3, quote="the fjord"
)
ORIGIN = Origin(author="offline", name="test", version="1")


@st.composite
def attempts(draw: st.DrawFn) -> GradeQuiz:
    """Any quiz with any answers: right, near, odd and skipped ones."""
    items: list[Item] = []
    raw: list[str | None] = []
    for _ in range(draw(st.integers(1, 6))):
        common = {
            "item_id": draw(st.uuids(version=4)),
            "quiz_id": UUID(int=1),
            "concept": draw(st.sampled_from(["a", "A", "b", "c"])),
            "difficulty": "HARD",
            "question": "?",
            "proof": PROOF,
            "origin": ORIGIN,
        }
        if draw(st.booleans()):
            options = [Option(option_id=o, text=o) for o in "xyz"]
            items.append(MultipleChoice.model_validate({**common, "options": options, "answer": "y"}))
            raw.append(draw(st.sampled_from(["x", "y", "z", "?", None])))
        else:
            key = draw(text)
            items.append(Cloze.model_validate({**common, "answer": key, "accepted": draw(st.lists(text, max_size=2))}))
            raw.append(draw(st.none() | text | st.just(key) | st.just(key.upper()) | st.just(key[1:])))
    if len({item.item_id for item in items}) < len(items):
        items, raw = items[:1], raw[:1]
    return order(items, raw)


@settings(max_examples=100, deadline=None)
@given(attempts(), st.randoms(use_true_random=False))
def test_grading_again_or_in_another_order_changes_nothing(command: GradeQuiz, chance: random.Random) -> None:
    graded = grade(command)
    assert grade(GradeQuiz.read(command.write())) == graded
    shuffled = list(command.results.answers)
    chance.shuffle(shuffled)
    assert (
        grade(command.model_copy(update={"results": command.results.model_copy(update={"answers": shuffled})}))
        == graded
    )


@settings(max_examples=100, deadline=None)
@given(attempts())
def test_credit_and_score_stay_within_0_and_1_and_add_up(command: GradeQuiz) -> None:
    graded = grade(command)
    assert Evaluation.read(graded.write()) == graded
    assert all(0 <= answer.credit <= 1 and answer.is_correct == (answer.credit == 1) for answer in graded.answers)
    assert graded.score == pytest.approx(sum(answer.credit for answer in graded.answers) / len(command.items))
    assert sum(concept.asked for concept in graded.concepts) == len(command.items)
    assert sum(concept.correct for concept in graded.concepts) == sum(answer.is_correct for answer in graded.answers)
    assert set(graded.weak_concepts) == {c.concept for c in graded.concepts if c.correct < c.asked}


@settings(max_examples=100, deadline=None)
@given(text)
def test_the_key_itself_is_always_right(key: str) -> None:
    if not key.strip():
        return
    item = Cloze(
        item_id=uuid4(),
        quiz_id=UUID(int=1),
        concept="c",
        difficulty="EASY",
        question="____",
        answer=key,
        proof=PROOF,
        origin=ORIGIN,
    )
    assert credit(item, key) == 1
