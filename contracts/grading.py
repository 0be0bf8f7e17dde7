"""Answers and their grades: handed in, graded, saved on the way, judged by a person, disputed."""

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, field_validator, model_validator

from contracts.documents import AgentRun, Plain, Text
from contracts.items import Item
from contracts.mastery import ErrorPattern, KnowledgeGap, Observation
from contracts.message import Fields, Message
from contracts.proof import Difficulty

BY_LEARNER = "learner"
"""The name in `made_by` and `by` of a grade that nobody but the learner has given."""


class Answer(Fields):
    """A raw answer, written as `items.py` says; None: skipped.

    `is_correct` is set once graded, or by a trusted client.
    """

    item_id: UUID
    answer: Annotated[Plain, Field(max_length=2000)] | None = None
    latency_sec: float = Field(default=0, ge=0)
    is_correct: bool | None = None


class QuizResults(Message):
    """Event: a learner finished a quiz. Exactly one answer per question; checked where the quiz is known."""

    type_name: ClassVar[str] = "pensum.session.quiz_results.v1"
    quiz_id: UUID
    attempt_id: UUID | None = None
    answers: list[Answer] = Field(min_length=1, max_length=50)
    graded_by: Literal["evaluator", "client"] = "evaluator"

    @field_validator("answers")
    @classmethod
    def once_each(cls, answers: list[Answer]) -> list[Answer]:
        if len({answer.item_id for answer in answers}) != len(answers):
            raise ValueError("an item is answered twice")
        return answers


class AnswerGiven(Message):
    """Event: a learner gave one answer of an attempt that is not handed in yet, to be graded at once.

    It is final: the first to an item counts, and the `QuizResults` that closes the attempt repeats it unchanged. None
    of an exam is taken.
    """

    type_name: ClassVar[str] = "pensum.session.answer_given.v1"
    quiz_id: UUID
    attempt_id: UUID
    answer: Answer

    @field_validator("answer")
    @classmethod
    def raw(cls, answer: Answer) -> Answer:
        if answer.is_correct is not None:
            raise ValueError("is_correct: an answer that is given has no grade yet")
        return answer


class Ruling(Fields):
    """What a person or a model found that an answer earns: it stands. `by` names who: learner, owner, or the model."""

    item_id: UUID
    credit: float = Field(ge=0, le=1)
    by: str


class GradeQuiz(Message):
    """Command: grade raw answers against the items' keys. The results' `attempt_id` is always set here.

    `language`: the document's, for what counts as the same word; "" when unknown. `repeats`: items whose answer the
    learner was shown before: they say less. `rulings`: grades that stand already. An attempt may be graded again, when
    an item was taken back or corrected, or a person ruled: with the same `attempt_id`, over the items that count now.
    """

    type_name: ClassVar[str] = "pensum.evaluator.grade_quiz.v1"
    items: list[Item] = Field(min_length=1)
    results: QuizResults
    language: str = ""
    repeats: list[UUID] = []
    rulings: list[Ruling] = []


class GradedAnswer(Fields):
    """An answer with its grade. `credit` from 0 to 1; `result_id` derives from attempt and item.

    `undecided`: an open answer that could not be judged surely: it counts in no score, and the learner compares.
    `observation`: what it says of the concept; None: nothing. `made_by`: the rule, person or model that graded it.
    """

    result_id: UUID
    item_id: UUID
    concept: str
    difficulty: Difficulty
    answer: str | None = None
    is_correct: bool
    credit: float = Field(ge=0, le=1)
    latency_sec: float = Field(ge=0)
    graded_by: Literal["evaluator", "client"] = "evaluator"
    undecided: bool = False
    observation: Observation | None = None
    made_by: str = ""


class ConceptScore(Fields):
    """How one concept went in an attempt."""

    concept: str
    asked: int = Field(ge=1)
    correct: int = Field(ge=0)


class Evaluation(Message):
    """Event: the graded attempt. `weak_concepts` become the next quiz's `focusAreas`; `score` from 0 to 1.

    `improvement_areas`: concepts to work on, the most pressing first.
    """

    type_name: ClassVar[str] = "pensum.evaluator.evaluation.v1"
    quiz_id: UUID
    attempt_id: UUID
    score: float = Field(ge=0, le=1)
    answers: list[GradedAnswer] = Field(min_length=1)
    concepts: list[ConceptScore]
    weak_concepts: list[str] = []
    error_patterns: list[ErrorPattern] = []
    knowledge_gaps: list[KnowledgeGap] = []
    improvement_areas: list[str] = []
    run: AgentRun | None = None


class QuizProgressSaved(Message):
    """Event: a learner's answers so far, kept on the way and graded nowhere. The latest by its time counts.

    `question_index`, from 0, is the question that the learner is at; `paused`: left for now.
    """

    type_name: ClassVar[str] = "pensum.session.quiz_progress_saved.v1"
    quiz_id: UUID
    answers: list[Answer] = Field(default=[], max_length=50)
    question_index: int = Field(default=0, ge=0, le=50)
    paused: bool = False

    @field_validator("answers")
    @classmethod
    def raw(cls, answers: list[Answer]) -> list[Answer]:
        if len({answer.item_id for answer in answers}) != len(answers):
            raise ValueError("an item is answered twice")
        if any(answer.is_correct is not None for answer in answers):
            raise ValueError("is_correct: an answer on the way has no grade")
        return answers


class AnswerSelfGraded(Message):
    """Event: a learner compared an answer that no rule could judge with the model answer. The last one counts."""

    type_name: ClassVar[str] = "pensum.session.answer_self_graded.v1"
    result_id: UUID
    credit: float = Field(ge=0, le=1)


class DisputeRaised(Message):
    """Event: a learner objects to a grade (`result_id`) or to a note (`attempt_id` and `note`, its place from 0).

    The message's id is the dispute's.
    """

    type_name: ClassVar[str] = "pensum.session.dispute_raised.v1"
    of: Literal["grade", "note"]
    result_id: UUID | None = None
    attempt_id: UUID | None = None
    note: int | None = Field(default=None, ge=0)
    reason: Text = Field(max_length=1000)

    @model_validator(mode="after")
    def names_it(self) -> "DisputeRaised":
        if self.of == "grade" and (self.result_id is None or self.note is not None):
            raise ValueError("result_id: a dispute of a grade names the result, and no note")
        if self.of == "note" and (self.attempt_id is None or self.note is None or self.result_id is not None):
            raise ValueError("note: a dispute of a note names its attempt and place, and no result")
        return self


class DisputeDecided(Message):
    """Event: the course's owner decided a dispute. Upheld, a disputed answer earns `credit`; a note is taken back."""

    type_name: ClassVar[str] = "pensum.session.dispute_decided.v1"
    dispute_id: UUID
    decision: Literal["upheld", "rejected"]
    credit: float = Field(default=1, ge=0, le=1)
    reason: Plain = Field(default="", max_length=1000)
    decided_by: str


class CardReviewed(Message):
    """Event: a learner recalled a flashcard or an item (`card_id` is either's id) and says how well it went."""

    type_name: ClassVar[str] = "pensum.session.card_reviewed.v1"
    card_id: UUID
    rating: Literal["again", "hard", "good", "easy"]
