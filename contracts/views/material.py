"""What may be shown of the material: questions to a learner, results once answered, and all of it to its owner."""

from typing import Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field

from contracts.documents import PageKind, Relevance
from contracts.items import Flashcard, Item, ItemType
from contracts.message import Fields
from contracts.proof import Difficulty, Explanation, Option, Origin, Proof
from contracts.quizzes import Refusal, Shortfall

ItemState = Literal["live", "approved", "deleted", "retracted", "replaced"]


class QuestionView(Fields):
    """An item without its key. No concept either: it is often the answer.

    `prompts`: of a matching item; `unit`: of a numeric one. `statement`: what is to be judged true or false; `question`
    says it too. `quiz_id`: the quiz that asks it, whichever it was written for; `repeat`: you were asked it before.
    """

    item_id: UUID
    quiz_id: UUID
    type: ItemType
    difficulty: Difficulty
    question: str
    options: list[Option] = []
    prompts: list[Option] = []
    unit: str = ""
    statement: str = ""
    repeat: bool = False


class CardView(Fields):
    """A flashcard with its place in the text."""

    card_id: UUID
    question: str
    answer: str
    concept: str
    source_page: int
    last_page: int | None = None
    block_id: str
    quote: str
    origin: Origin


class Place(Fields):
    """A span of a text, in code points, half open."""

    start: int = Field(ge=0)
    end: int = Field(gt=0)


class PointMatch(Fields):
    """A key point, and where words of it stand: in the learner's answer, and those same words in the right one.

    In whatever form, without the question's words. No place says nothing: the answer may have it in other words.
    """

    text: str
    in_answer: list[Place]
    in_correct_answer: list[Place]


class ResultView(Fields):
    """A graded answer; now the key, the quote and its place are shown, and why each option is right or wrong. Where the
    answer is typed, `explanations` say what was typed, where the text has that too, and what it says of the right one.

    `undecided`: the learner compares with `correct_answer` and `key_points`; `matches`, of an answered open question:
    the key points again, each with what both have. `retracted`: why the item was taken back.
    Of a numeric item what lies within `tolerance` of `value` counts, both ends included. `void`: the answer counts in
    nothing, for its item was taken back; `repeat`: the item was known, so it says less; `made_by`: who graded it.
    """

    result_id: UUID
    attempt_id: UUID
    quiz_id: UUID
    item_id: UUID
    question: str
    concept: str
    difficulty: Difficulty
    answer: str | None
    answer_text: str | None
    correct_answer: str
    is_correct: bool
    credit: float
    latency_sec: float
    graded_by: str
    timestamp: AwareDatetime
    proof: Proof
    type: ItemType
    options: list[Option] = []
    prompts: list[Option] = []
    key: str | list[str] | dict[str, str]
    explanations: list[Explanation] = []
    key_points: list[str] = []
    matches: list[PointMatch] = []
    undecided: bool = False
    retracted: str | None = None
    origin: Origin | None = None
    statement: str = ""
    value: float | None = None
    tolerance: float | None = None
    void: bool = False
    repeat: bool = False
    made_by: str = ""


class QuizView(Fields):
    """A quiz to take. `attempted`: how many attempts were handed in.

    Not `complete`: more questions are being written, and it cannot be handed in yet. `purpose`: quiz, cycle,
    diagnostic, mistakes, due, asked (for in the conversation), or joined. `exam`: no answer is graded before all are
    handed in.
    """

    quiz_id: UUID
    number: int
    questions: list[QuestionView]
    attempted: int
    shortfall: list[Shortfall] = []
    refused: dict[str, int] = {}
    complete: bool = True
    purpose: str = "quiz"
    exam: bool = False


class OwnerItem(Fields):
    """An item as its owner sees it: the whole item, whether it was accepted, and what became of it since.

    `accepted` None: not judged yet. `revision` counts its texts from 1.
    """

    item: Item
    accepted: bool | None
    reasons: list[Refusal] = []
    state: ItemState = "live"
    revision: int = 1


class OwnerCard(Fields):
    """A flashcard as its owner sees it; fields as of an item."""

    flashcard: Flashcard
    accepted: bool | None
    reasons: list[Refusal] = []
    state: ItemState = "live"
    revision: int = 1


class ItemEntry(Fields):
    """What was done to an item or a card: its history. `before` and `after`: its texts; `reasons`: why it did not hold.

    `outcome` None: under way.
    """

    timestamp: AwareDatetime
    user_id: str
    action: Literal["edited", "approved", "deleted", "restored", "retracted", "reinstated", "regenerated", "added"]
    outcome: Literal["done", "refused"] | None
    reason: str = ""
    reasons: list[Refusal] = []
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None


class AffectedAnswer(Fields):
    """An answer to an item, in an attempt that was handed in. `name`: as who the learner joined; `own`: the owner's.

    `score`: of the attempt as it stands; `score_without`: as it would be without this item, None where nothing else
    counts. `void` and `undecided` answers count in neither.
    """

    session_id: UUID
    name: str
    own: bool
    attempt_id: UUID
    submitted_at: AwareDatetime
    answer_text: str | None
    credit: float
    undecided: bool
    void: bool
    score: float | None
    score_without: float | None


class Affected(Fields):
    """Who is graded again when an item is taken back or its key is changed: `learners` of them, by their answers."""

    learners: int
    answers: list[AffectedAnswer]


class CoveredBlock(Fields):
    """A block that could be asked about, and how many items and cards rest on it."""

    block_id: str
    document_sha256: str
    source_page: int
    words: int
    excerpt: str
    items: int
    flashcards: int


class CoveredConcept(Fields):
    """A key term, and how many items and cards are about it."""

    concept: str
    relevance: Relevance
    items: int
    flashcards: int


class Coverage(Fields):
    """Which blocks (of 40 words or more) and concepts are asked, and which not; shares from 0 to 1."""

    blocks_share: float
    concepts_share: float
    blocks: list[CoveredBlock]
    concepts: list[CoveredConcept]


class PassageCount(Fields):
    """How many passages there are; on how many a question of yours rests, of how many one was answered, and of how many
    the newest answers to all of those were right."""

    passages: int
    asked: int
    answered: int
    right: int


class PagePassages(PassageCount):
    """The same of one page, from 1."""

    page: int


class DocumentPassages(Fields):
    """A document's pages, all of them; `page_kind` names what they are."""

    sha256: str
    filename: str
    page_kind: PageKind
    pages: list[PagePassages]


class TextPassages(PassageCount):
    """How far you have come in the text: in all, and by page of each document."""

    documents: list[DocumentPassages]
