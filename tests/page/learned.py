"""What a house shows of learning, to lay in; made through the contract: it cannot say what no house says."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from contracts.mastery import ErrorPattern
from contracts.views.history import (
    CalibrationStep,
    ConceptProgress,
    History,
    HistoryLine,
    MasteryPoint,
    ProgressDay,
    ProgressView,
    Scorecard,
    Stats,
    Subtopics,
)
from contracts.views.learners import (
    ConceptMap,
    ConceptView,
    CycleView,
    DisputeView,
    DueCard,
    DueView,
    Forecast,
    ForecastDay,
    LearnerView,
    MessageView,
    QuizProgressView,
    Recall,
)
from contracts.views.library import Library, LibraryLine, TagCount
from contracts.views.material import TextPassages
from tests.page import asked, laid

Json = dict[str, Any]
LEARNER = f"{laid.BASE}/learner"
CHOICE = asked.CHOICE


def concept(name: str = "spring tide", **changed: Any) -> ConceptView:
    """A concept of which little is known yet."""
    usual: Json = {
        "concept": name,
        "relevance": "High",
        "section": "Tides",
        "score": 0.62,
        "certainty": 0.45,
        "answers": 2,
        "correct": 1,
        "decided": False,
        "mastered": False,
        "mark": "none",
        "answers_needed": 3,
    }
    return ConceptView(**{**usual, **changed})


def learner(**changed: Any) -> Json:
    """A learner's view of the tides; no cycle is under way."""
    usual: Json = {
        "user_id": "u",
        "session_id": laid.SESSION,
        "topics": ["Tides", "spring tide", "neap tide"],
        "concepts": [concept(), concept("neap tide", answers=0, score=0.2, certainty=0)],
    }
    return LearnerView(**{**usual, **changed}).model_dump(mode="json")


def pattern(**changed: Any) -> ErrorPattern:
    """A pattern in mistakes."""
    usual: Json = {
        "pattern_type": "conceptual",
        "description": "You took the neap tide for the spring tide.",
        "affected_questions": [CHOICE.item_id],
        "suggested_remediation": "Read again when each of the two comes.",
        "concept": "spring tide",
    }
    return ErrorPattern(**{**usual, **changed})


def taught(**changed: Any) -> Json:
    """A round of learning: explained, its quiz is to be taken."""
    usual: Json = {
        "phase": "QUIZ_ACTIVE",
        "routing": "LEARN",
        "current_topic": "spring tide",
        "learning_cycle_count": 1,
        "explanation": f"What a spring tide is: {asked.FIRST}\n\nIts counterpart: {asked.SECOND}",
        "explanation_quotes": [asked.proof(asked.FIRST), asked.proof(asked.SECOND), asked.proof(asked.THIRD)],
        "examples_provided": ["Every 7.4 days one follows the other."],
        "cycle_quiz": asked.QUIZ,
        "cycles": [cycle()],
    }
    return learner(**{**usual, **changed})


def cycle(number: int = 1, **changed: Any) -> CycleView:
    """A round."""
    usual: Json = {"topic": "spring tide", "cycle_number": number, "quiz_id": asked.QUIZ, "started_at": laid.NOW}
    return CycleView(**{**usual, **changed})


def message(number: int, role: str, text: str, **changed: Any) -> Json:
    """A line of the conversation."""
    usual: Json = {
        "message_id": uuid5(asked.QUIZ, f"message {number}"),
        "role": role,
        "agent": "tutor" if role == "tutor" else "",
        "text": text,
        "timestamp": laid.NOW + timedelta(minutes=number),
    }
    return MessageView(**{**usual, **changed}).model_dump(mode="json")


def progress(**changed: Any) -> Json:
    """Nothing saved yet."""
    usual: Json = {
        "quiz_id": asked.QUIZ,
        "attempt_id": asked.ATTEMPT,
        "answers": [],
        "question_index": 0,
        "paused": False,
    }
    return QuizProgressView(**{**usual, **changed}).model_dump(mode="json")


def recall(**changed: Any) -> Recall:
    """A question that was taken back."""
    usual: Json = {
        "item_id": asked.GAP.item_id,
        "question": asked.GAP.question,
        "attempt_id": asked.ATTEMPT,
        "what": "retracted",
        "reason": asked.TAKEN_BACK,
        "score_before": 0.5,
        "score_after": 1.0,
        "timestamp": laid.NOW,
    }
    return Recall(**{**usual, **changed})


def dispute(**changed: Any) -> Json:
    """An objection to a grade."""
    usual: Json = {
        "dispute_id": uuid5(asked.QUIZ, "dispute"),
        "session_id": laid.SESSION,
        "of": "grade",
        "result_id": None,
        "subject": asked.GAP.question,
        "answer": "nip tide",
        "correct_answer": "neap tide",
        "reason": "It is the old spelling.",
        "state": "open",
        "raised_at": laid.NOW,
    }
    return DisputeView(**{**usual, **changed}).model_dump(mode="json")


def due_card(number: int = 1, **changed: Any) -> DueCard:
    """A new card."""
    usual: Json = {
        "card_id": uuid5(asked.QUIZ, f"due {number}"),
        "session_id": laid.SESSION,
        "kind": "card",
        "question": f"Question {number}",
        "answer": f"Answer {number}",
        "concept": "spring tide",
        "proof": asked.proof(asked.FIRST),
        "due": laid.NOW,
        "state": "new",
    }
    return DueCard(**{**usual, **changed})


def due(*cards: DueCard, total: int | None = None, new: int = 0) -> Json:
    """What is due."""
    found = len(cards) if total is None else total
    return DueView(due=list(cards), total=found, new=new).model_dump(mode="json")


def forecast(*counts: int, later: int = 0, due_now: int = 0) -> Json:
    """So many on each day from today; so many of today's are due now."""
    days = [ForecastDay(day=(laid.NOW + timedelta(days=at)).date().isoformat(), due=n) for at, n in enumerate(counts)]
    return Forecast(days=days, later=later, due_now=due_now).model_dump(mode="json")


def stats(**changed: Any) -> Stats:
    """Figures."""
    usual: Json = {
        "sessions": 2,
        "documents": 3,
        "quizzes_taken": 4,
        "answers": 30,
        "correct": 24,
        "accuracy": 0.8,
        "seconds": 900,
        "concepts_seen": 12,
        "concepts_mastered": 5,
        "reviews_due": 6,
        "days_active": 3,
        "streak_days": 2,
        "concepts": 33,
    }
    return Stats(**{**usual, **changed})


def line(session: UUID = laid.SESSION, **changed: Any) -> HistoryLine:
    """A session of the history."""
    usual: Json = {
        "session_id": session,
        "title": "Tides",
        "filename": "tides.pdf",
        "status": "ready",
        "topic": "spring tide",
        "attempts": 2,
        "answers": 8,
        "score": 0.75,
        "mastery_score": 0.4,
        "cycles": 1,
        "created_at": laid.NOW,
        "updated_at": laid.NOW,
    }
    return HistoryLine(**{**usual, **changed})


def history(*lines: HistoryLine, next: str | None = None) -> Json:
    """A page of the history."""
    return History(sessions=list(lines), total=len(lines), next=next).model_dump(mode="json")


def shelf(session: UUID = laid.SESSION, **changed: Any) -> LibraryLine:
    """A course in the library."""
    usual: Json = {
        "session_id": session,
        "course_id": session,
        "filename": "tides.pdf",
        "title": "Tides",
        "status": "ready",
        "version": 7,
        "created_at": laid.NOW,
        "updated_at": laid.NOW,
        "documents": 1,
        "nth": 1,
        "alike": 1,
        "questions": 10,
        "answered": 4,
        "concepts": 8,
        "mastered": 2,
        "mastery_score": 0.4,
    }
    return LibraryLine(**{**usual, **changed})


def library(*lines: LibraryLine, next: str | None = None, **tags: int) -> Json:
    """The library, or a page of it."""
    told = [TagCount(tag=tag, sessions=count) for tag, count in tags.items()]
    return Library(sessions=list(lines), total=len(lines), tags=told, next=next).model_dump(mode="json")


def over_time(*concepts: ConceptProgress, days: int = 0) -> Json:
    """How scores moved: nothing was answered yet, or on so many of the last days."""
    steps = [CalibrationStep(least=n / 5, most=(n + 1) / 5, answers=0, expected=None, right=None) for n in range(5)]
    if days:
        steps[2] = CalibrationStep(least=0.4, most=0.6, answers=4, expected=0.5, right=0.75)
    worked = [
        ProgressDay(day=(laid.NOW - timedelta(days=n)).date(), answers=3, correct=2, seconds=150)
        for n in reversed(range(days))
    ]
    told = ProgressView(
        session_id=laid.SESSION, mastery_threshold=0.85, concepts=list(concepts), calibration=steps, days=worked
    )
    return told.model_dump(mode="json")


def moved(name: str, *scores: float) -> ConceptProgress:
    """A concept whose score came to these, one a day; before the last the bands were not kept."""
    last = len(scores) - 1
    points = [
        MasteryPoint(
            at=laid.NOW - timedelta(days=last - n),
            score=score,
            low=score - 0.1 if n == last else None,
            high=score + 0.1 if n == last else None,
            answers=n + 1,
            correct=n + 1,
        )
        for n, score in enumerate(scores)
    ]
    return ConceptProgress(concept=name, points=points, seconds=90, answers=len(scores))


def usual(name: str) -> Json | None:
    """What a house answers where a test lays in nothing: nobody has learnt anything yet. None: no such thing."""
    method, _, where = name.partition(" ")
    path = where.partition("?")[0]
    if path.endswith("/progress") and "/quizzes/" not in path:
        return over_time() if method == "GET" else None
    if path.endswith("/progress"):
        quiz = path.split("/")[-2]
        return progress(quiz_id=quiz) if method == "GET" and len(quiz) == 36 else {} if method == "PUT" else None
    if method == "GET" and path.endswith("/answers"):
        return {"quiz_id": path.split("/")[-2], "attempt_id": str(asked.ATTEMPT), "results": [], "waiting": []}
    if method == "GET" and path.startswith("/v1/sessions/") and path.endswith("/blocks"):
        return {"blocks": []}
    if method == "GET" and path.startswith("/v1/sessions/") and path.endswith("/map"):
        return ConceptMap(concepts=[], sections=[]).model_dump(mode="json")
    if method == "GET" and path.startswith("/v1/sessions/") and path.endswith("/coverage/pages"):
        return TextPassages(passages=0, asked=0, answered=0, right=0, documents=[]).model_dump(mode="json")
    plain = {
        "/v1/library": library(),
        "/v1/reviews/due": due(),
        "/v1/reviews/forecast": forecast(*[0] * 14),
        "/v1/sessions/history": history(),
        "/v1/sessions/scorecard": Scorecard(sessions=[], total=0).model_dump(mode="json"),
        "/v1/sessions/subtopic-progress": Subtopics(subtopics=[], total=0).model_dump(mode="json"),
    }
    if method == "GET" and path.startswith("/v1/sessions/") and path.endswith("/learner"):
        return learner(session_id=path.split("/")[-2], topics=[], concepts=[])
    if method == "GET" and path.startswith("/v1/sessions/") and path.endswith("/disputes"):
        return {"disputes": [], "total": 0}
    if method == "GET" and path.startswith("/v1/sessions/") and where.partition("?")[2].startswith("offset="):
        return {"messages": [], "total": 0} if path.endswith("/messages") else None
    return plain.get(path) if method == "GET" else None
