"""What the Coach notes about an attempt: sentences to the learner, each with the results it rests on."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest

from contracts.coaching import CoachNotes, WriteNotes
from contracts.grading import ConceptScore, Evaluation, GradedAnswer
from contracts.problems import Failure
from contracts.proof import Difficulty
from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.coach.notes.handler import NoteWriter
from services.coach.notes.rules import FORMS, notes_from
from tests.coach.lessons import Noted
from tests.standins.model.model_behaviours import ok, status
from tests.standins.model.openai_server import StandIn

Given = tuple[str, Difficulty, bool]


def evaluation(*given: Given, weak: tuple[str, ...] = (), latency: float = 12, answer: str | None = "a") -> Evaluation:
    answers = [
        GradedAnswer(
            result_id=UUID(int=100 + n),
            item_id=UUID(int=200 + n),
            concept=concept,
            difficulty=difficulty,
            answer=answer,
            is_correct=right,
            credit=float(right),
            latency_sec=latency,
        )
        for n, (concept, difficulty, right) in enumerate(given)
    ]
    return Evaluation(
        quiz_id=UUID(int=1),
        attempt_id=UUID(int=2),
        score=sum(each.is_correct for each in answers) / len(answers),
        answers=answers,
        concepts=[ConceptScore(concept=concept, asked=1, correct=0) for concept, _, _ in given],
        weak_concepts=list(weak),
    )


def made_by(evaluated: Evaluation, language: str = "en") -> dict[str, tuple[str, list[int]]]:
    return {
        note.evidence.made_by.split(":")[1]: (note.sentence, [id.int - 100 for id in note.evidence.result_ids])
        for note in notes_from(evaluated, language)
    }


def test_a_weak_concept_is_named_with_its_missed_results() -> None:
    given: list[Given] = [("Quantum Entanglement", "EASY", False), ("Quantum Entanglement", "EASY", True)]
    notes = made_by(evaluation(*given, weak=("quantum entanglement",)))
    assert notes == {"weak_concept": ("You struggle with “quantum entanglement”: 1 of 2 right.", [0])}


def test_a_difficulty_answered_wrongly_throughout_is_named() -> None:
    notes = made_by(evaluation(("a", "HARD", False), ("b", "HARD", False), ("c", "EASY", True)))
    assert notes["difficulty"] == ("You consistently answer hard questions incorrectly: 2 of 2 wrong.", [0, 1])


def test_an_answer_of_which_a_little_is_right_does_not_save_a_difficulty() -> None:
    """Of several keys, or an order, something is soon right by chance."""
    given: list[Given] = [("a", "HARD", False), ("b", "HARD", False), ("c", "EASY", True)]
    graded = evaluation(*given)
    little, half = (
        graded.model_copy(
            update={
                "answers": [graded.answers[0].model_copy(update={"credit": credit}), *graded.answers[1:]],
            }
        )
        for credit in (0.25, 0.75)
    )
    said = "You consistently answer hard questions incorrectly: 1 of 2 wrong, 1 partly right."
    assert made_by(little)["difficulty"] == (said, [0, 1])
    assert "difficulty" not in made_by(half)


def test_a_difficulty_says_nothing_where_all_is_wrong_or_all_is_about_one_concept() -> None:
    assert "difficulty" not in made_by(evaluation(("a", "HARD", False), ("b", "HARD", False), ("c", "EASY", False)))
    assert "difficulty" not in made_by(evaluation(("a", "HARD", False), ("a", "HARD", False), ("c", "EASY", True)))


def test_who_answers_quickly_and_mostly_right_is_not_told_to_read_on() -> None:
    quick: list[Given] = [("a", "EASY", False), ("b", "EASY", False), ("c", "EASY", True), ("d", "EASY", True)]
    assert "too_quick" not in made_by(evaluation(*quick, latency=1))
    assert "too_quick" in made_by(evaluation(*quick[:3], latency=1))


def test_one_question_about_a_concept_is_no_struggle() -> None:
    given: list[Given] = [("a", "EASY", False), ("b", "EASY", True)]
    one = evaluation(*given, weak=("a",))
    assert made_by(one)["weak_concept"][0] == "You missed the one question about “a”."
    skipped = one.model_copy(update={"answers": [one.answers[0].model_copy(update={"answer": None}), one.answers[1]]})
    assert made_by(skipped)["weak_concept"][0] == "You gave no answer to the one question about “a”."
    partly = one.model_copy(update={"answers": [one.answers[0].model_copy(update={"credit": 0.5}), one.answers[1]]})
    assert made_by(partly)["weak_concept"][0] == "You had the one question about “a” partly right."


def test_one_wrong_answer_is_no_habit() -> None:
    notes = made_by(evaluation(("a", "HARD", False), ("b", "HARD", True), ("c", "EASY", True)))
    assert notes == {"score": ("You had 2 of 3 right.", [0, 1, 2])}


def test_all_right_is_praised() -> None:
    assert made_by(evaluation(("a", "HARD", True)))["all_right"] == ("Well done: your answer is right.", [0])
    assert (
        made_by(evaluation(("a", "HARD", True), ("b", "HARD", True), ("c", "HARD", True)))["all_right"][0]
        == "Well done: all 3 right."
    )


def test_quick_wrong_answers_and_skipped_ones_are_told_apart() -> None:
    quick = made_by(evaluation(("a", "EASY", False), ("b", "HARD", False), latency=1))
    assert quick["too_quick"][1] == [0, 1]
    skipped = made_by(evaluation(("a", "EASY", False), ("b", "HARD", False), latency=1, answer=None))
    assert "too_quick" not in skipped
    assert skipped["skipped"][0].startswith("You skipped 2 questions")
    assert made_by(evaluation(("a", "EASY", False), answer=None))["skipped"][0].startswith("You skipped one question")


@pytest.mark.parametrize("language", ["no", "nb", "nn-NO"])
def test_norwegian_documents_get_norwegian_notes(language: str) -> None:
    given: list[Given] = [
        ("osmose", "HARD", False),
        ("osmose", "HARD", False),
        ("x", "HARD", False),
        ("y", "EASY", True),
    ]
    notes = made_by(evaluation(*given, weak=("osmose",)), language)
    assert notes["weak_concept"][0] == "Du strever med «osmose»: 0 av 2 riktig."
    assert notes["difficulty"][0].startswith("Du svarer gjennomgående feil på vanskelige spørsmål: 3 av 3 feil.")


@pytest.mark.parametrize(
    ("language", "weak", "hard"),
    [
        ("de-AT", "Du hast Mühe mit „Osmose“: 0 von 2 richtig.", "Du beantwortest schwierige Fragen durchweg falsch"),
        ("fi", "You struggle with “Osmose”: 0 of 2 right.", "You consistently answer hard questions incorrectly"),
    ],
)
def test_german_has_words_of_its_own_and_what_has_none_is_told_in_english(language: str, weak: str, hard: str) -> None:
    given: list[Given] = [
        ("Osmose", "HARD", False),
        ("Osmose", "HARD", False),
        ("x", "HARD", False),
        ("y", "EASY", True),
    ]
    notes = made_by(evaluation(*given, weak=("Osmose",)), language)
    assert notes["weak_concept"][0] == weak
    assert notes["difficulty"][0].startswith(hard)


def test_every_language_has_words_for_every_note() -> None:
    assert {frozenset(forms) for forms in FORMS.values()} == {frozenset(FORMS["en"])}


def but(evaluated: Evaluation, **changed: Any) -> Evaluation:
    """The same with something else about all but the first answer."""
    first, *others = evaluated.answers
    return evaluated.model_copy(update={"answers": [first, *(each.model_copy(update=changed) for each in others)]})


def test_undecided_answers_count_in_no_note() -> None:
    given: list[Given] = [("a", "HARD", True), ("a", "HARD", False), ("a", "HARD", False)]
    unsure = but(evaluation(*given, latency=1, weak=("a",)), undecided=True)
    assert made_by(unsure) == {"all_right": ("Well done: your answer is right.", [0])}
    nothing = unsure.model_copy(update={"answers": unsure.answers[1:]})
    assert made_by(nothing) == {
        "undecided": ("None of your 2 answers could be judged surely: compare them with the text.", [1, 2])
    }


def test_partly_right_answers_are_told_as_such_and_are_not_wrong() -> None:
    given: list[Given] = [("a", "HARD", False)] * 3
    partly = but(evaluation(*given, latency=1, weak=("a",)), credit=0.5)
    assert made_by(partly) == {"weak_concept": ("You struggle with “a”: 0 of 3 right, 2 partly right.", [0, 1, 2])}
    all_partly = partly.model_copy(update={"answers": partly.answers[1:]})
    assert made_by(all_partly) == {"weak_concept": ("You know “a” in part: 0 of 2 right, 2 partly right.", [1, 2])}


def test_who_gave_no_answer_is_not_said_to_struggle() -> None:
    notes = made_by(evaluation(("a", "HARD", False), ("a", "HARD", False), weak=("a",), answer=None))
    assert notes["weak_concept"] == ("You gave no answer about “a”: 0 of 2 right.", [0, 1])
    assert "difficulty" not in notes


async def test_the_message_has_evidence_beside_each_note() -> None:
    run = Noted()
    command = WriteNotes(evaluation=evaluation(("a", "EASY", False), weak=("a",)), language="en")
    (notes,) = await NoteWriter(None).write(command, run)
    assert isinstance(notes, CoachNotes)
    assert len(notes.notes) == len(notes.evidence) == 1
    assert notes.evidence[0].made_by == "rule:weak_concept:v1"
    assert notes.attempt_id == UUID(int=2)
    assert run.notes["reasoning"] == "rule:weak_concept:v1"
    assert "tokens_used" not in run.notes


@pytest.fixture
async def server() -> AsyncIterator[StandIn]:
    async with StandIn() as standing:
        yield standing


@pytest.fixture
async def model(server: StandIn) -> AsyncIterator[OpenAIModel]:
    async def at_once(_: float) -> None:
        return None

    async with OpenAIModel(ModelSettings(base_url=server.base_url, model="one"), sleep=at_once) as client:
        yield client


def command() -> WriteNotes:
    return WriteNotes(evaluation=evaluation(("a", "EASY", False), ("b", "EASY", True), weak=("a",)), language="en")


async def test_a_models_notes_rest_on_results_too(server: StandIn, model: OpenAIModel) -> None:
    good = {"note": "Read about a again.", "answers": [1]}
    bad: list[Any] = [{"note": "You are great.", "answers": []}, {"note": "Look here.", "answers": [9]}, "no"]
    server.then(ok({"notes": [*bad, good]}))
    run = Noted()
    (notes,) = await NoteWriter(model).write(command(), run)
    assert isinstance(notes, CoachNotes)
    assert notes.notes == ["Read about a again."]
    assert notes.evidence[0].result_ids == [UUID(int=100)]
    assert notes.evidence[0].made_by.startswith("model:one")
    assert run.notes["tokens_used"] == 120


async def test_a_model_is_shown_no_undecided_answer_and_not_asked_where_all_are(
    server: StandIn, model: OpenAIModel
) -> None:
    server.then(ok({"notes": [{"note": "Read about b again.", "answers": [1]}]}))
    asked = command()
    unsure, right = asked.evaluation.answers
    answers = [unsure.model_copy(update={"undecided": True}), right]
    asked = asked.model_copy(update={"evaluation": asked.evaluation.model_copy(update={"answers": answers})})
    (notes,) = await NoteWriter(model).write(asked, Noted())
    assert isinstance(notes, CoachNotes)
    assert notes.evidence[0].result_ids == [right.result_id]
    none = asked.evaluation.model_copy(update={"answers": answers[:1]})
    (notes,) = await NoteWriter(model).write(asked.model_copy(update={"evaluation": none}), Noted())
    assert isinstance(notes, CoachNotes)
    assert notes.notes == ["Your answer could not be judged surely: compare it with the text."]


@pytest.mark.parametrize(
    ("behaviours", "code"), [([status(503)] * 4, "model_unavailable"), ([ok({"notes": []})], "model_unreadable")]
)
async def test_a_model_that_fails_at_notes_is_a_502(
    server: StandIn, model: OpenAIModel, behaviours: list[Any], code: str
) -> None:
    server.then(*behaviours)
    with pytest.raises(Failure) as caught:
        await NoteWriter(model).write(command(), Noted())
    assert (caught.value.problem.status, caught.value.problem.code, caught.value.final) == (502, code, True)
