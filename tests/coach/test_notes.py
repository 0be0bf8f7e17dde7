"""What the Coach notes about an attempt: sentences to the learner, each with the results it rests on."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest

from contracts.coaching import CoachNotes, WriteNotes
from contracts.problems import Failure
from contracts.quizzes import ConceptScore, Difficulty, Evaluation, GradedAnswer
from services.chassis.model import OpenAIModel
from services.chassis.providers import ModelSettings
from services.coach.authors.rules import notes_from
from services.coach.notes import NoteWriter
from tests.coach.lessons import Noted
from tests.standins.model_behaviours import ok, status
from tests.standins.openai_server import StandIn

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
    assert notes == {"weak_concept": ("You struggle with 'quantum entanglement': 1 of 2 right.", [0])}


def test_a_difficulty_answered_wrongly_throughout_is_named() -> None:
    notes = made_by(evaluation(("a", "HARD", False), ("b", "HARD", False), ("c", "EASY", True)))
    assert notes["difficulty"] == ("You consistently answer `HARD` questions incorrectly: 2 of 2 wrong.", [0, 1])


def test_one_wrong_answer_is_no_habit() -> None:
    notes = made_by(evaluation(("a", "HARD", False), ("b", "HARD", True), ("c", "EASY", True)))
    assert notes == {"score": ("You had 2 of 3 right.", [0, 1, 2])}


def test_all_right_is_praised() -> None:
    assert made_by(evaluation(("a", "HARD", True)))["all_right"] == ("Well done: all 1 right.", [0])


def test_quick_wrong_answers_and_skipped_ones_are_told_apart() -> None:
    quick = made_by(evaluation(("a", "EASY", False), ("b", "HARD", False), latency=1))
    assert quick["too_quick"][1] == [0, 1]
    skipped = made_by(evaluation(("a", "EASY", False), ("b", "HARD", False), latency=1, answer=None))
    assert "too_quick" not in skipped
    assert skipped["skipped"][0].startswith("You skipped 2 questions")
    assert made_by(evaluation(("a", "EASY", False), answer=None))["skipped"][0].startswith("You skipped one question")


@pytest.mark.parametrize("language", ["no", "nb", "nn-NO"])
def test_norwegian_documents_get_norwegian_notes(language: str) -> None:
    notes = made_by(evaluation(("osmose", "HARD", False), ("osmose", "HARD", False), weak=("osmose",)), language)
    assert notes["weak_concept"][0] == "Du strever med «osmose»: 0 av 2 riktig."
    assert notes["difficulty"][0].startswith("Du svarer gjennomgående feil på `HARD`-spørsmål")


async def test_the_letter_has_evidence_beside_each_note() -> None:
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
