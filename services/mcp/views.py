"""What tools answer: of each route's answer what an assistant needs, named one by one, so that nothing else goes out.

`next` says in a sentence what can be done now.
"""

from typing import Literal

from contracts.items import ItemType
from contracts.message import Fields
from services.mcp.house import Json

Rating = Literal["again", "hard", "good", "easy"]
HOW: dict[str, str] = {
    "multiple_choice": "One option_id.",
    "true_false": "One option_id.",
    "multiple_answer": "A list of option_ids: all that are right.",
    "ordering": "A list of all option_ids, in their order.",
    "matching": "An object: for each prompt's option_id the option_id that goes with it.",
    "cloze": "The missing words.",
    "numeric": "A number, in the question's unit.",
    "short_answer": "A sentence or two in the learner's own words.",
}

ASKS = "Give the explanation to the learner, then ask what get_quiz has for this quiz_id, and answer_quiz."


class Trouble(Fields):
    """What went wrong with a session, and what helps."""

    code: str
    detail: str
    action: str


class ConceptShown(Fields):
    """A key concept of the documents."""

    concept: str
    definition: str
    relevance: str


class SectionShown(Fields):
    """A main section. `where`: its pages."""

    title: str
    summary: str
    where: str


class SessionShown(Fields):
    """A session: its documents and what has been made of them. `ready`: it can be learnt from.

    `documents`: file names; `totals`: how many blocks of text, questions, results and notes there are.
    """

    session_id: str
    course_id: str
    status: str
    ready: bool
    title: str
    documents: list[str]
    language: str
    pages: int | None
    summary: str
    concepts: list[ConceptShown]
    sections: list[SectionShown]
    quizzes: list[str]
    totals: dict[str, int]
    problem: Trouble | None
    next: str


class Choice(Fields):
    """An option, or of a matching question a prompt."""

    option_id: str
    text: str


class QuestionShown(Fields):
    """A question without its key. `prompts`: what options are matched with. `how_to_answer`: the form of an answer."""

    item_id: str
    type: ItemType
    difficulty: str
    question: str
    statement: str
    options: list[Choice]
    prompts: list[Choice]
    unit: str
    how_to_answer: str


class QuizShown(Fields):
    """A quiz without keys. `complete`: it can be handed in; `exam`: nothing is graded before all of it is handed in.

    `attempt_id`: what to hand it in as. `given`: the item_ids whose answers were graded one by one. `shortfall`:
    why there are fewer questions than were ordered.
    """

    session_id: str
    quiz_id: str
    attempt_id: str
    number: int
    purpose: str
    exam: bool
    complete: bool
    questions: list[QuestionShown]
    given: list[str]
    shortfall: list[str]
    next: str


class ResultShown(Fields):
    """A graded answer. `credit` from 0 to 1. `undecided`: it could not be judged surely, and counts in no score.

    `explanations`: why options are right or wrong. `quote`: where the document says so. `retracted`: why its owner
    took the question back, else "".
    """

    item_id: str
    concept: str
    question: str
    answer: str
    correct_answer: str
    is_correct: bool
    credit: float
    undecided: bool
    explanations: list[str]
    quote: str
    page: int
    retracted: str


class ResultsShown(Fields):
    """Graded answers. `score` from 0 to 1 of the attempt that was asked for; None: none was, or it is not graded.

    `graded` False: the grades are not there yet.
    """

    session_id: str
    attempt_id: str | None
    graded: bool
    score: float | None
    results: list[ResultShown]
    next: str


class NoteShown(Fields):
    """A note on what went wrong in an attempt and what to do about it."""

    note: str
    attempt_id: str | None
    taken_back: bool


class NotesShown(Fields):
    """The notes, oldest first. `settled` False: more may come."""

    session_id: str
    notes: list[NoteShown]
    settled: bool
    next: str


class Line(Fields):
    """What the tutor says, and the document's words that it rests on. `opens`: what it leads to; of a quiz which."""

    text: str
    quotes: list[str]
    opens: str
    quiz_id: str | None


class Reply(Fields):
    """The tutor's answer to a message. `replied` False: it is not there yet."""

    session_id: str
    message_id: str
    replied: bool
    lines: list[Line]
    next: str


class Standing(Fields):
    """How well a concept is known, from 0 to 1, and what is missing to master it."""

    concept: str
    score: float
    answers: int
    mastered: bool
    missing: str


class LessonShown(Fields):
    """A turn of a lesson. `step` of `steps`; `feedback`: on the learner's last answer."""

    message: str
    hints: list[str]
    step: int
    steps: int
    mastery_score: float
    is_complete: bool
    feedback: str


class Learning(Fields):
    """Where learning stands. `phase` is the cycle's, None where none was begun; `quiz_id`: the quiz that it waits for.

    `lesson`: the newest turn of a lesson; None where there is none. `topics`: what can be learnt.
    """

    session_id: str
    settled: bool
    phase: str | None
    topic: str
    explanation: str
    quotes: list[str]
    feedback: str
    quiz_id: str | None
    cycle: int
    cycles_at_most: int
    mastery_score: float
    mastery_threshold: float
    concepts: list[Standing]
    topics: list[str]
    lesson: LessonShown | None
    next: str


class DueShown(Fields):
    """A card, or a question that was answered before, that is due. Ask `question` first; `answer` is for afterwards."""

    card_id: str
    session_id: str
    kind: str
    concept: str
    question: str
    options: list[Choice]
    prompts: list[Choice]
    answer: str
    due: str
    state: str


class DueList(Fields):
    """What is due now, the most overdue first. `total`: how many in all; `new`: of these, never reviewed.

    `waiting`: cards that would tell the answer to an open question; they come once it is answered.
    """

    due: list[DueShown]
    total: int
    new: int
    waiting: int
    next: str


class Rated(Fields):
    """A review that was taken down."""

    card_id: str
    rating: Rating
    next: str


class PassageShown(Fields):
    """A sentence of a document, word for word, with those around it and the heading that it stands under."""

    quote: str
    before: str
    after: str
    heading: str
    document: str
    page: int
    share: float


class PassagesShown(Fields):
    """Passages, the best first. `total`: how many there are; `nowhere`: words of the question that do not stand in the
    text. `readable` False: there is no text yet."""

    session_id: str
    passages: list[PassageShown]
    total: int
    nowhere: list[str]
    notice: str
    readable: bool
    next: str


def session(state: Json) -> SessionShown:
    """A session's state as it is shown."""
    context, doc, wrong = state.get("context") or {}, state["doc_meta"], state.get("error")
    return SessionShown(
        session_id=state["session_id"],
        course_id=state["course_id"],
        status=state["status"],
        ready=state["status"] == "ready",
        title=doc.get("title") or doc["filename"],
        documents=[each["filename"] for each in state.get("documents") or [doc]],
        language=doc.get("language") or "",
        pages=doc.get("pages"),
        summary=context.get("fullSummary", ""),
        concepts=concepts(state),
        sections=[
            SectionShown(title=each["sectionTitle"], summary=each["sectionSummary"], where=each["contentRef"])
            for each in context.get("mainSections", ())
        ],
        quizzes=state.get("quizzes") or [],
        totals=state.get("totals") or {},
        problem=wrong and Trouble(code=wrong["code"], detail=wrong["detail"], action=wrong["action"]),
        next=_after(state),
    )


def concepts(state: Json) -> list[ConceptShown]:
    """The key concepts of a session."""
    context = state.get("context") or {}
    return [
        ConceptShown(concept=each["term"], definition=each["definition"], relevance=each["relevance"])
        for each in context.get("keyConcepts", ())
    ]


def _after(state: Json) -> str:
    match state["status"]:
        case "ready" if state.get("quizzes"):
            return "get_quiz has its questions; ask_tutor, search_document and learn are open too."
        case "ready":
            return "ask_tutor, search_document and learn are open."
        case "failed":
            return "It failed: `problem` says why and what helps."
        case "pending_review":
            return "A person has to look at what was read: `problem` says why. This is done on the house's page."
        case _:
            return "It is still at work: call get_session with this session_id and wait_seconds in a moment."


def question(each: Json) -> QuestionShown:
    """A question as it is asked."""
    return QuestionShown(
        item_id=each["item_id"],
        type=each["type"],
        difficulty=each["difficulty"],
        question=each["question"],
        statement=each["statement"],
        options=choices(each["options"]),
        prompts=choices(each["prompts"]),
        unit=each["unit"],
        how_to_answer=HOW[each["type"]],
    )


def choices(options: list[Json]) -> list[Choice]:
    """Options or prompts."""
    return [Choice(option_id=each["option_id"], text=each["text"]) for each in options]


def result(each: Json) -> ResultShown:
    """A graded answer as it is shown."""
    return ResultShown(
        item_id=each["item_id"],
        concept=each["concept"],
        question=each["question"],
        answer=each["answer_text"] or each["answer"] or "",
        correct_answer=each["correct_answer"],
        is_correct=each["is_correct"],
        credit=each["credit"],
        undecided=each["undecided"],
        explanations=[one["sentence"] for one in each["explanations"]],
        quote=each["proof"]["quote"],
        page=each["proof"]["source_page"],
        retracted=each["retracted"] or "",
    )


def line(each: Json) -> Line:
    """A line of the conversation."""
    opens = each["opens"] or {}
    return Line(
        text=each["text"],
        quotes=[one["quote"] for one in each["quotes"]],
        opens=opens.get("kind", ""),
        quiz_id=opens.get("quiz_id"),
    )


def lesson(learner: Json, turn: Json | None) -> LessonShown | None:
    """The newest turn of the newest lesson."""
    stands = learner["lesson"]
    if stands is None or turn is None:
        return None
    return LessonShown(
        message=turn["message"],
        hints=turn["hints"],
        step=turn["step_idx"] + 1,
        steps=len((stands["study_plan"] or {}).get("todo_list", ())),
        mastery_score=turn["mastery_score"],
        is_complete=turn["is_complete"],
        feedback=(turn["last_grading"] or {}).get("rationale", ""),
    )


def learning(learner: Json, turn: Json | None, *, settled: bool) -> Learning:
    """Where learning stands."""
    taught = lesson(learner, turn)
    return Learning(
        session_id=learner["session_id"],
        settled=settled,
        phase=learner["phase"],
        topic=learner["current_topic"],
        explanation=learner["explanation"],
        quotes=[each["quote"] for each in learner["explanation_quotes"]],
        feedback=learner["feedback_text"],
        quiz_id=learner["cycle_quiz"],
        cycle=learner["learning_cycle_count"],
        cycles_at_most=learner["max_cycles"],
        mastery_score=learner["mastery_score"],
        mastery_threshold=learner["mastery_threshold"],
        concepts=[
            Standing(
                concept=each["concept"],
                score=each["score"],
                answers=each["answers"],
                mastered=each["mastered"],
                missing=each["missing"],
            )
            for each in learner["concepts"]
        ],
        topics=learner["topics"],
        lesson=taught,
        next=_learn_on(learner, taught, settled=settled),
    )


def _learn_on(learner: Json, taught: LessonShown | None, *, settled: bool) -> str:
    if not settled:
        return "It is still at work: call learn again, without `say` and `topic`, in a moment."
    if taught is not None and not taught.is_complete:
        return "A lesson is under way: give its message to the learner, and their reply as `say` with how='lesson'."
    if learner["cycles"] and learner["cycles"][-1]["completed_at"] is None and learner["cycle_quiz"]:
        return ASKS
    match learner["phase"]:
        case "QUIZ_ACTIVE":
            return ASKS
        case "MASTERED":
            return "It is mastered. Call learn with another topic to go on."
        case "LOOP_AGAIN":
            return "The rounds are over without mastery: look at get_notes, then learn the topic again."
        case _:
            return "Call learn with how='cycle' or how='lesson', and a topic of `topics` or none for what is weakest."


def due(each: Json) -> DueShown:
    """A card or an item that is due."""
    return DueShown(
        card_id=each["card_id"],
        session_id=each["session_id"],
        kind=each["kind"],
        concept=each["concept"],
        question=each["question"],
        options=choices(each["options"]),
        prompts=choices(each["prompts"]),
        answer=each["answer"],
        due=each["due"],
        state=each["state"],
    )


def passage(each: Json) -> PassageShown:
    """A passage as it is shown."""
    return PassageShown(
        quote=each["quote"],
        before=each["before"],
        after=each["after"],
        heading=each["heading"],
        document=each["filename"],
        page=each["source_page"],
        share=each["share"],
    )
