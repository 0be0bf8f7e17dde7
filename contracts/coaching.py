"""The Coach's messages: the handover, what it asks for, the material and the notes."""

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field, StringConstraints, field_validator, model_validator

from contracts.digest import Context, Term
from contracts.documents import AgentRun, Block, PageKind, Part, Plain, Sha256, Text
from contracts.grading import Evaluation
from contracts.items import Asked, Flashcard, Item, ItemType
from contracts.mastery import Standing
from contracts.message import CamelFields, Fields, Message, Phrase
from contracts.quizzes import QuizSpec, Refused, Shortfall

Fallback = Literal["none", "proof", "offline"]
Goal = Literal["flashcards", "quiz", "multiple_choice_quiz", "explanation"]
Share = Annotated[int, Field(ge=0, le=100)]


class Metadata(CamelFields):
    """Where a handover comes from. `sourceHash` is SHA-256 of the file's bytes."""

    session_id: UUID
    source_title: str
    source_hash: Sha256
    language: str
    generated_at: AwareDatetime


class Levels(CamelFields):
    """Of how many shares each, what answering is to take; none: as the difficulty says."""

    recall: Share = 0
    understand: Share = 0
    apply: Share = 0


class Constraints(CamelFields):
    """The shape of what is to be made. `questions_per_concept`: at most so many of a quiz about one concept.

    `levels`: a mix of what answering is to take: {"understand": 2, "apply": 1} are two thirds and one. In a form
    `understand=2,apply=1`, in braces or not. Without a language model nothing is applied.
    """

    num_flashcards: int = Field(default=15, ge=0, le=100)
    num_quiz_questions: int = Field(default=10, ge=0, le=50)
    quiz_difficulty: Literal["easy", "medium", "hard"] = "medium"
    questions_per_concept: int = Field(default=3, ge=1, le=10)

    levels: Levels = Levels()

    @field_validator("levels", mode="before")
    @classmethod
    def shares(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        pairs = [part.partition("=") for part in value.strip("{} ").split(",") if part.strip()]
        told = {level.strip(): share.strip() for level, _, share in pairs}
        if not all(level in Levels.model_fields and share.isdecimal() for level, share in told.items()):
            raise ValueError("levels are told as understand=2,apply=1")
        return told

    @field_validator("quiz_difficulty", mode="before")
    @classmethod
    def lower(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value


class Instructions(CamelFields):
    """What the orchestrator tells the Coach: for whom, what, about what first, how much.

    `fallback`: what the offline author fills up where a language model writes: `proof`, in the place of what did not
    hold up against the text when it was written twice; `offline`, whatever is missing; `none`, nothing. It never stands
    in for a model that is away or refuses.
    """

    target_audience: Plain = Field(default="", max_length=200)
    generation_goals: list[Goal] = ["flashcards", "quiz"]
    focus_areas: list[Plain] = Field(default=[], max_length=50)
    constraints: Constraints = Constraints()
    fallback: Fallback = "none"


class HandoverV1(Message):
    """The handover from Reader to Coach: document, digest, instructions."""

    type_name: ClassVar[str] = "pensum.coach.handover.v1"
    metadata: Metadata
    context: Context
    instructions_for_coach: Instructions


class WriteMaterial(Message):
    """Command: write flashcards and a quiz. `quiz_spec` wins over the handover's constraints; None: none was given.

    `tries`: how often this order was written for before; then only what is missing is ordered, and `refused` says what
    did not hold up. `replaces`: the one item that is to be written anew, on the same concept. `only_focus`: about the
    focus areas alone; nothing else fills the quiz up. `explained`: sentences that the learner was told just now: to
    explain them in other words may be asked, to fill a gap in them not. `headings`: what stands over blocks, by ids.
    """

    type_name: ClassVar[str] = "pensum.coach.write_material.v1"
    quiz_id: UUID
    handover: HandoverV1
    quiz_spec: QuizSpec | None = None
    blocks: list[Block] = Field(min_length=1)
    terms: list[Term] = []
    asked: list[Asked] = []
    part: Part | None = None
    cards: list[Asked] = []
    refused: list[Refused] = []
    tries: int = Field(default=0, ge=0)
    replaces: UUID | None = None
    only_focus: bool = False
    explained: list[Plain] = []
    headings: dict[Text, Plain] = {}


class QuizEntry(CamelFields):
    """A quiz question as the handover spells it, with the whole item beside it. Only a multiple choice has an index."""

    question: Plain
    options: list[Plain] = []
    correct_answer_index: int | None = Field(default=None, ge=0)
    item: Item

    @model_validator(mode="after")
    def key_among_options(self) -> "QuizEntry":
        if self.correct_answer_index is not None and self.correct_answer_index >= len(self.options):
            raise ValueError("correctAnswerIndex: not among the options")
        return self


class Dropped(Fields):
    """How many of a kind its author let go because they did not hold up against the text, and why."""

    of: Literal["flashcards", "quiz"]
    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]
    count: int = Field(ge=1)


class StudyMaterial(Message):
    """Event: what the Coach wrote, in parts as it is ready. `shortfall`, in the last part: what is missing, and why.

    `dropped`, in the last part: what a model wrote that its author let go, whether or not anything is missing.
    A quiz_id that is known already: these are more items of that quiz.
    """

    type_name: ClassVar[str] = "pensum.coach.study_material.v1"
    quiz_id: UUID
    flashcards: list[Flashcard]
    quiz: list[QuizEntry]
    shortfall: list[Shortfall] = []
    dropped: list[Dropped] = []
    part: Part | None = None
    run: AgentRun | None = None


class AnsweredPlace(Fields):
    """Where the text has what a question of the attempt was about, and what a note may tell of it.

    `heading`: what it stands under; "" before the first. `page_kind` names what `source_page` counts; `start_sec`: a
    transcript's. `given`: the answer in words; "" where it was skipped, or says nothing by itself. `quote`: what the
    text says; "" where another question of the course asks for it. `printed`: the document asks this itself, so that
    `quote` is the answer that its own key names, and the place is where it teaches that, as far as it is known.
    """

    item_id: UUID
    type: ItemType
    heading: Plain = ""
    source_page: int = Field(default=1, ge=1)
    page_kind: PageKind = "page"
    start_sec: float | None = Field(default=None, ge=0)
    given: Plain = ""
    quote: Plain = ""
    printed: bool = False


class WriteNotes(Message):
    """Command: write the learner notes about an evaluation, in the document's language.

    `standings`: where the learner stands now in the concepts asked: the topic of a round first, then what is nearest to
    be mastered. `places`: where the text has what was asked, for as many answers as that is known of. `regraded`: the
    attempt had notes before it was graded again: the rules write them, whatever the model. `changed`: then, whether
    what counts is another than it was.
    """

    type_name: ClassVar[str] = "pensum.coach.write_notes.v1"
    evaluation: Evaluation
    language: str
    target_audience: str = ""
    standings: list[Standing] = []
    places: list[AnsweredPlace] = []
    regraded: bool = False
    changed: bool = True


class Evidence(Fields):
    """Which results a note rests on, and the rule or model that made it."""

    result_ids: list[UUID]
    made_by: str


class CoachNotes(Message):
    """Event: sentences about how the learner did; `evidence` runs parallel to `notes`, or is empty.

    So do `phrases`: the same as data, for a reader of another language; None where a model wrote it.
    """

    type_name: ClassVar[str] = "pensum.coach.notes.v1"
    notes: list[Plain]
    evidence: list[Evidence] = []
    phrases: list[Phrase | None] = []
    attempt_id: UUID | None = None
    run: AgentRun | None = None

    @model_validator(mode="after")
    def parallel(self) -> "CoachNotes":
        if self.evidence and len(self.evidence) != len(self.notes):
            raise ValueError("evidence: not as many as notes")
        if self.phrases and len(self.phrases) != len(self.notes):
            raise ValueError("phrases: not as many as notes")
        return self
