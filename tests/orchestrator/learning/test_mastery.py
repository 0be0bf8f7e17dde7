"""Mastery by Bayesian knowledge tracing: decided by what was answered, not by when and how often a grade arrives."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.mastery import Observation
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.grading.events import AnswersIn, Graded, NotesWritten
from services.orchestrator.grading.lookup import Evidences
from services.orchestrator.learning.mastery import standing
from services.orchestrator.workflow.evidence import PRIOR, Answered, Evidence, Witness, after
from services.orchestrator.workflow.quizzes import QuizFacts
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Meta, State
from tests.orchestrator.decide.positions import plain

SESSION, QUIZ = UUID(int=1), UUID(int=2)
RIGHT, WRONG = Observation(if_known=0.9, if_unknown=0.25), Observation(if_known=0.1, if_unknown=0.75)
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def witness(n: int, observation: Observation, concept: str = "a") -> Witness:
    at = BEGIN + timedelta(minutes=n)
    correct = observation == RIGHT
    return Witness(
        ordinal=0, concept=concept, observation=observation, correct=correct, at=at, attempt_id=UUID(int=n + 10)
    )


def test_the_posterior_is_bayes_then_learning() -> None:
    once = after(0.4, RIGHT)
    assert once == pytest.approx(0.4 * 0.9 / (0.4 * 0.9 + 0.6 * 0.25))
    learnt = after(0.4, RIGHT.model_copy(update={"learn": 0.1}))
    assert learnt == pytest.approx(once + (1 - once) * 0.1)
    assert standing("a", [], 0.85).belief == PRIOR


@pytest.mark.parametrize("prior", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("seen", [Observation(if_known=0, if_unknown=0), Observation(if_known=1, if_unknown=0)])
def test_the_posterior_stays_between_0_and_1_whatever_is_observed(prior: float, seen: Observation) -> None:
    assert 0 <= after(after(prior, seen), seen) <= 1


def test_what_comes_first_counts_by_when_it_was_handed_in() -> None:
    """Learning makes the order matter, so it must be the canonical one."""
    learning = [witness(n, one.model_copy(update={"learn": 0.2})) for n, one in enumerate([WRONG, RIGHT, RIGHT])]
    assert standing("a", learning, 0.85) == standing("a", learning[::-1], 0.85)


# Any order, duplication and delay

ATTEMPTS = st.lists(
    st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), min_size=1, max_size=4), min_size=1, max_size=5
)


def grade(attempt: int, answers: list[tuple[str, bool]]) -> Graded:
    found = [
        Answered(ordinal=n, concept=concept, observation=RIGHT if right else WRONG, correct=right)
        for n, (concept, right) in enumerate(answers)
    ]
    id = UUID(int=100 + attempt)
    return Graded(attempt_id=id, score=0.5, assessed=[concept for concept, _ in answers], weak=[], answers=found)


class House:
    """A session and what its shell would look up: grades by attempt, as the rows have them."""

    def __init__(self, count: int) -> None:
        self.state = State(session_id=SESSION, quizzes={QUIZ: QuizFacts(number=1, questions=3)})
        self.rows: dict[UUID, list[Answered]] = {}
        self.times = {UUID(int=100 + n): BEGIN + timedelta(hours=n) for n in range(count)}
        self.commands: dict[UUID, UUID] = {}
        self.told = 0

    def tell(self, event: Event, command: UUID | None = None, **facts: Any) -> None:
        self.told += 1
        meta = Meta(id=uuid5(SESSION, str(self.told)), seq=self.told, time=BEGIN.isoformat(), command=command, **facts)
        self.state = decide(self.state, event, meta).state

    def hand_in(self, attempt: UUID) -> None:
        before = set(self.state.open)
        self.tell(AnswersIn(quiz_id=QUIZ, attempt_id=attempt, answers=3))
        self.commands |= dict.fromkeys([attempt], *(set(self.state.open) - before)) if self.state.open else {}

    def graded(self, event: Graded) -> None:
        attempt = event.attempt_id
        concerned = {one.concept for one in [*event.answers, *self.rows.get(attempt, [])]}
        found = [
            Witness(**one.model_dump(), at=self.times[other], attempt_id=other)
            for other, seen in self.rows.items()
            for one in seen
        ]
        before = sorted({one.concept for one in self.rows.get(attempt, [])})
        looked_up = Evidences({attempt: Evidence(at=self.times[attempt], before=before)}, {SESSION: found})
        evidence = looked_up.of(SESSION, attempt, concerned)
        open_before = self.commands[attempt] in self.state.open
        self.tell(event, self.commands[attempt], evidence=evidence)
        if open_before and self.commands[attempt] not in self.state.open:
            self.rows[attempt] = event.answers
            notes = [key for key, step in self.state.open.items() if plain(step)["attempt_id"] == str(attempt)]
            self.tell(NotesWritten(attempt_id=attempt, notes=1), notes[-1])


def test_the_journal_keeps_no_whole_history_with_a_grade() -> None:
    witnesses = [
        Witness(ordinal=n, concept="ab"[n % 2], observation=RIGHT, correct=True, at=BEGIN, attempt_id=UUID(int=n // 10))
        for n in range(1000)
    ]
    newest, at = UUID(int=500), BEGIN + timedelta(hours=1)
    found = Evidences({newest: Evidence(at=at)}, {SESSION: witnesses}).of(SESSION, newest, ["a", "b"])
    assert found
    assert (found.others, found.earlier["a"].answers, found.earlier["b"].correct) == ([], 500, 500)
    assert len(found.model_dump_json()) < 500


@given(attempts=ATTEMPTS, seed=st.integers(0, 10_000))
@settings(max_examples=150, deadline=None)
def test_any_order_and_repetition_of_grades_leads_to_the_same_standings(
    attempts: list[list[tuple[str, bool]]], seed: int
) -> None:
    grades = [grade(n, answers) for n, answers in enumerate(attempts)]
    house, chance = House(len(attempts)), random.Random(seed)
    for event in chance.sample(grades, len(grades)):
        house.hand_in(event.attempt_id)
    for event in chance.sample(grades * 2, 2 * len(grades)):
        house.graded(event)
    everything = [
        Witness(**one.model_dump(), at=house.times[event.attempt_id], attempt_id=event.attempt_id)
        for event in grades
        for one in event.answers
    ]
    concepts = {one.concept for one in everything}
    assert house.state.standings == {concept: standing(concept, everything, 0.85) for concept in concepts}


@given(attempts=ATTEMPTS, again=st.data(), seed=st.integers(0, 10_000))
@settings(max_examples=100, deadline=None)
def test_a_grade_given_again_is_as_if_it_had_been_the_first(
    attempts: list[list[tuple[str, bool]]], again: st.DataObject, seed: int
) -> None:
    """What an attempt was graded to before leaves no trace, not even of a concept that is not asked any more."""
    house, chance = House(len(attempts)), random.Random(seed)
    grades = [grade(n, answers) for n, answers in enumerate(attempts)]
    for event in chance.sample(grades, len(grades)):
        house.hand_in(event.attempt_id)
        house.graded(event)
    left = [answers[: again.draw(st.integers(1, len(answers)))] for answers in attempts]
    for n in chance.sample(range(len(attempts)), len(attempts)):
        attempt = UUID(int=100 + n)
        state = house.state
        step = {
            "kind": "grade",
            "journey": Journey("regrade", attempt),
            "params": {"attempt_id": str(attempt), "quiz_id": str(SESSION)},
        }
        command = uuid5(attempt, "again")
        house.state = State.model_validate({**state.model_dump(), "open": {command: step}})
        house.commands[attempt] = command
        house.graded(grade(n, left[n]))
    first = House(len(attempts))
    for n, answers in enumerate(left):
        first.hand_in(UUID(int=100 + n))
        first.graded(grade(n, answers))
    assert house.state.standings == first.state.standings
