"""A learner's session as it may be shown: mastery, the agents' keys, the quiz under way. Pure.

What a question's answer would tell (key, quote, concept) is left out until it is answered in that quiz.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.agents import STATE_KEYS
from contracts.mastery import LEAST_ANSWERS, SURE, ErrorPattern, KnowledgeGap
from contracts.proof import Proof
from contracts.views.learners import (
    AskedQuestion,
    ConceptView,
    CycleView,
    GivenResponse,
    LearnerView,
    Recall,
)
from services.gateway.http.language import said
from services.gateway.items import views
from services.gateway.learning.advice import advised
from services.text.scores import missing, unasked

Row = Mapping[str, Any]
PLAIN = tuple(
    key
    for keys in STATE_KEYS.values()
    for key in keys
    if key not in ("quiz_questions", "quiz_responses", "quiz_score", "error_patterns")
)
LEARNING = (
    "mastery_threshold",
    "max_cycles",
    "learning_cycle_count",
    "mastery_score",
    "routing",
    "phase",
    "cycle_quiz",
)


@dataclass(frozen=True)
class Sitting:
    """The rows that a learner's view is made of. `learning` and `state` as the orchestrator keeps them;
    `language`: the reader's, if it is known."""

    session: UUID
    user: str
    learning: Mapping[str, Any]
    state: Mapping[str, Any]
    concepts: Sequence[Row] = ()
    prerequisites: Sequence[Row] = ()
    cycles: Sequence[Row] = ()
    gaps: Sequence[Row] = ()
    recalls: Sequence[Row] = ()
    feedback: Sequence[Row] = ()
    questions: Sequence[Row] = ()
    responses: Sequence[Row] = ()
    score: float | None = None
    language: str | None = None
    progress: Row | None = None
    totals: Row | None = None
    due: tuple[int, int] = (0, 0)


def learner(rows: Sitting) -> LearnerView:
    """The whole of it; what no agent has written yet is as the seed begins. What is mastered by now lacks nothing,
    whatever the last attempt said of it."""
    state = rows.state
    score = rows.score if rows.score is not None else state.get("quiz_score")
    concepts = concept_views(rows.concepts, rows.prerequisites, rows.learning)
    shown = {key: state[key] for key in PLAIN if state.get(key) is not None}
    shown |= {key: rows.learning[key] for key in LEARNING if rows.learning.get(key) is not None}
    mastered = {one.concept.casefold() for one in concepts if one.mastered}
    if shown.get("phase") == "MASTERED" and shown.get("mastery_score", 0) < shown.get("mastery_threshold", SURE):
        shown["phase"] = None  # What was graded since, or another threshold, says otherwise.
    return LearnerView.model_validate(
        shown
        | {
            "user_id": rows.user,
            "session_id": rows.session,
            "explanation": said(state.get("explanation_phrase"), state.get("explanation") or "", rows.language),
            **advised(state, rows.concepts, rows.language, rows.learning.get("language", ""), rows.due),
            "feedback_text": _feedback(state.get("feedback_text") or "", rows.feedback, rows.language),
            "explanation_quotes": [_proof(one) for one in state.get("explanation_quotes") or ()],
            "quiz_questions": [question(row) for row in rows.questions],
            "quiz_responses": [response(row) for row in rows.responses],
            "quiz_score": score or 0.0,
            "quiz_paused": rows.progress["paused"] if rows.progress else False,
            "quiz_question_index": rows.progress["question_index"] if rows.progress else 0,
            "error_patterns": [
                ErrorPattern.model_validate(one, extra="ignore") for one in state.get("error_patterns") or ()
            ],
            "knowledge_gaps": [
                KnowledgeGap.model_validate(row, extra="ignore")
                for row in rows.gaps
                if row["concept"].casefold() not in mastered
            ],
            "topics": list(
                dict.fromkeys([*(one.concept for one in concepts), *(one.section for one in concepts if one.section)])
            ),
            "concepts": concepts,
            "cycles": [cycle(row) for row in rows.cycles],
            "recalls": [recall(row) for row in rows.recalls],
            "totals": dict(rows.totals or {}),
        }
    )


def _feedback(text: str, notes: Sequence[Row], language: str | None) -> str:
    """The notes in the reader's language, where they are the feedback."""
    if text != "\n\n".join(note["note"] for note in notes):
        return text
    return "\n\n".join(said(note["phrase"], note["note"], language) for note in notes)


def cycle(row: Row) -> CycleView:
    """A round of explanation, quiz and feedback."""
    return CycleView(**{name: row[name] for name in CycleView.model_fields})


def concept_views(rows: Sequence[Row], prerequisites: Sequence[Row], learning: Mapping[str, Any]) -> list[ConceptView]:
    """Each concept with how well it is known, in the rows' order. `learning`: what the session's state shows."""
    below: dict[str, list[str]] = {}
    for row in prerequisites:
        below.setdefault(row["concept"].casefold(), []).append(row["prerequisite"])
    open_ = {row["concept"].casefold() for row in rows if not (row["mastered"] or row["mark"] == "known")}
    threshold, language = learning.get("mastery_threshold", SURE), learning.get("language", "")
    made = []
    for row in rows:
        key, decided, answers = row["concept"].casefold(), bool(row["decided"]), row["answers"] or 0
        under = list(dict.fromkeys(one for one in below.get(key, ()) if one.casefold() != key))
        score = row["score"] if answers else 0.0
        needed = row["needed"] if answers else learning.get("answers_needed", LEAST_ANSWERS)
        made.append(
            ConceptView(
                concept=row["concept"],
                relevance=row["relevance"],
                section=row["section"],
                score=score,
                certainty=certainty(score, threshold, decided),
                answers=answers,
                correct=row["correct"] or 0,
                decided=decided,
                mastered=bool(row["mastered"]),
                mark=row["mark"] or "none",
                answers_needed=needed,
                prerequisites=under,
                unlocked=not any(one.casefold() in open_ for one in under),
                missing=missing(row["concept"], needed, language) if answers else unasked(row["concept"], language),
            )
        )
    return made


def certainty(score: float, threshold: float, decided: bool) -> float:
    """How much of the threshold is reached: 1 when it is decided, and never 1 before."""
    return 1.0 if decided else round(min(0.99, score / threshold if threshold else 0.0), 4)


def question(row: Row) -> AskedQuestion:
    """A question, without what would tell the answer while it waits for one."""
    asked, answered = views.item(row["body"]), row["answered"]
    return AskedQuestion(
        question_id=asked.item_id,
        question_text=views.asks(asked),
        concept_name=asked.concept if answered else "",
        difficulty=asked.difficulty.lower(),
        expected_answer=asked.answer_text if answered else "",
        source_context=asked.proof.quote if answered else "",
    )


def response(row: Row) -> GivenResponse:
    """A graded answer."""
    return GivenResponse(
        question_id=row["item_id"],
        learner_answer=views.item(row["body"]).said(row["answer"]) or "",
        is_correct=row["is_correct"],
        time_taken_seconds=row["latency_sec"],
        attempt_number=row["number"],
    )


def recall(row: Row) -> Recall:
    """What became of an item that was asked, and why."""
    shown = {name: row[name] for name in Recall.model_fields if name in row}
    return Recall(**shown, question=views.asks(views.item(row["body"])))


def _proof(body: Any) -> Proof:
    return Proof.model_validate(body, extra="ignore")
