"""Rows as the orchestrator writes them while somebody is taught: a lesson with its plan, turns and questions."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from contracts.lessons import PlanStep
from services.chassis.broker.outgoing import Outgoing
from tests.gateway.kinds import proof
from tests.gateway.learnt import journaled, own
from tests.gateway.shelf import SENTENCE, START, Kept, Shelf

WISH = {
    "student": {"id": "s-1", "grade": 3, "prefs": {"style": "playful", "lang": "en"}, "interests": ["football"]},
    "goal": {"topic": "Fractions", "syllabus": "CBSE Grade 3", "learning_objectives": ["Compare two fractions"]},
    "session_context": {"estimated_duration_minutes": 20},
    "pace_preference": "slow",
    "allow_extension": False,
}
STEPS = [
    PlanStep(
        step_id=uuid4(),
        type=kind,
        title=f"Step {number}",
        description="What it is about.",
        teaching_approach="With pictures.",
        success_criteria="1 question is answered rightly.",
        concepts=[concept],
    )
    for number, (kind, concept) in enumerate([("explain", "leaf"), ("check", "leaf"), ("practice", "chlorophyll")], 1)
]
SHOWN_STUDENT = {
    "id": "s-1",
    "grade": 3,
    "style": "playful",
    "lang": "en",
    "interests": ["football"],
    "learning_style": "",
    "language_level": "",
}
TEACHERS = "What teachers alone are told: pupils take the denominator for a count."


def guideline(shelf: Shelf) -> UUID:
    """A guideline of the curriculum, known by its place."""
    id = uuid4()
    shelf.insert(
        "teaching_guidelines",
        guideline_id=id,
        country=f"land {id}",
        board="CBSE",
        grade=3,
        subject="Mathematics",
        topic="Fractions",
        subtopic="Comparing fractions",
        language="en",
        title="Comparing fractions",
        guideline=TEACHERS,
        objectives=[{"objective_id": "o1", "text": "Compare", "concept": "leaf", "builds_on": []}],
        misconceptions=[{"id": "bigger_denominator", "text": "A bigger denominator is a bigger fraction."}],
        material={"blocks": [], "items": [], "digest": {}, "terms": []},
        sha256="b" * 64,
        shipped=False,
        imported_at=START,
    )
    return id


def alone(shelf: Shelf, tenant: str, id: UUID, **more: Any) -> Kept:
    """A session of ann's without a document."""
    row = {"status": "ready", "version": 1, "state": {}, "created_at": START, "updated_at": START, **more}
    shelf.insert("sessions", session_id=id, tenant_id=tenant, user_id="ann", **row)
    return Kept(id, tenant, "ann", uuid4(), uuid4())


def id_of(message: Outgoing) -> UUID:
    """The message's id, as its headers say it."""
    headers = {name: value for name, value in message.headers}
    return UUID(headers["ce_id"].decode())


def lesson(shelf: Shelf, kept: Kept, id: UUID | None = None, *, planned: bool = True, **more: Any) -> UUID:
    """A lesson at its first step, about a guideline; its id."""
    id = id or uuid4()
    steps = {
        str(step.step_id): {
            "status": "in_progress" if number == 0 else "pending",
            "status_info": {"questions_asked": int(number == 0), "questions_correct": 0, "attempts": 0},
        }
        for number, step in enumerate(STEPS)
    }
    order = [str(step.step_id) for step in STEPS]
    row = {
        "lesson_id": id,
        "quiz_id": uuid4(),
        "topic": "Fractions",
        "concepts": ["leaf", "chlorophyll"],
        "guideline_id": uuid4(),
        "pace_preference": "slow",
        "allow_extension": False,
        "plan_version": int(planned),
        "replan_count": 0,
        "max_replans": 3,
        "turns": int(planned),
        "progress": {"order": order if planned else [], "steps": steps if planned else {}},
        "mastery_score": 0.5,
        "trend": "steady",
        "off_topic_count": 0,
        "warning_count": 0,
        "safety_flags": [],
        "leaks": 0,
        "ended": "",
        "created_at": START,
        "updated_at": START + timedelta(minutes=1),
        **more,
    }
    shelf.insert("lessons", **row, **own(kept))
    shelf.insert(
        "lesson_wishes",
        lesson_id=id,
        student={"id": "s-1", "grade": 3, "style": "playful", "lang": "en", "interests": ["football"]},
        goal={"topic": "Fractions", "syllabus": "CBSE Grade 3", "learning_objectives": ["Compare two fractions"]},
        minutes=20,
        guideline=TEACHERS,
        subtopic="Comparing fractions",
        country="India",
        language="en",
        objectives=[],
        misconceptions=[{"id": "bigger_denominator", "text": "A bigger denominator is a bigger fraction."}],
        **own(kept),
    )
    if planned:
        plan(shelf, kept, id)
    return id


def plan(shelf: Shelf, kept: Kept, id: UUID, version: int = 1, reason: str = "") -> None:
    """A version of the lesson's plan."""
    todo = [step.model_dump(mode="json", exclude_none=True) for step in STEPS]
    shelf.insert(
        "lesson_plans",
        lesson_id=id,
        plan_version=version,
        todo_list=todo,
        reason=reason,
        created_at=START,
        **own(kept),
    )


def turn(
    shelf: Shelf,
    kept: Kept,
    lesson: UUID,
    id: UUID | None = None,
    *,
    seq: int = 2,
    message: str | None = "A leaf makes sugar. What absorbs light?",
    mark: str = "",
    assessment: dict[str, Any] | None = None,
    **more: Any,
) -> UUID:
    """A turn; its id. Without `message` it is under way. `mark` stands where no learner may read."""
    id = id or lesson
    at = START + timedelta(seconds=seq)
    output = {
        "response": message,
        "question_asked": "What absorbs light?",
        "expected_answer": f"the pigment {mark}",
        "mastery_updates": [{"concept": "leaf", "score": 0.7}],
        "reasoning": f"because {mark}",
        "turn_summary": f"asked {mark}",
    }
    row: dict[str, Any] = {
        "number": 1,
        "step_idx": 0,
        "current_step": 1,
        "intent": "answer" if assessment else "",
        "routing": "Advance",
        "directive": "open",
        "pacing": "first_turn",
        "hints": [{"text": "It is green."}],
        "quotes": [proof(SENTENCE, "p2").model_dump(mode="json")],
        "mastery_score": 0.5,
        "summary": f"asked {mark}",
        "started_at": at,
        "is_complete": False,
        "leaks": 0,
    }
    if message is not None:
        row |= {"message": message, "output": output, "completed_at": at}
    if assessment is not None:
        row["assessment"] = {**assessment, "assessment_note": f"noted {mark}", "reasoning": f"because {mark}"}
    shelf.insert("lesson_turns", turn_id=id, lesson_id=lesson, seq=seq, **{**row, **more}, **own(kept))
    return id


RIGHT = {
    "intent": "answer",
    "score": 0.95,
    "feedback": "Rightly seen.",
    "misconceptions": [{"id": "bigger_denominator", "text": ""}],
}


def known(shelf: Shelf, kept: Kept, message: UUID, seq: int = 50) -> None:
    """The orchestrator has taken this message."""
    id = journaled(shelf, kept, seq, "pensum.session.message_sent.v1")
    shelf.ask("update journal set message_id = %(new)s where message_id = %(old)s", new=message, old=id)


def at_work(shelf: Shelf, kept: Kept) -> None:
    """Something is under way in the session."""
    told = json.dumps({"step": "tutoring", "steps_done": 1, "steps_total": 2})
    shelf.ask(
        "update sessions set status = 'tutoring', progress = %(p)s::json where session_id = %(s)s",
        p=told,
        s=kept.session,
    )


def said(shelf: Shelf, kept: Kept, id: UUID, text: str, *, role: str = "learner", seq: int = 50, **more: Any) -> None:
    """A line of the conversation with that id."""
    at = START + timedelta(seconds=seq)
    row = {"message_id": id, "seq": seq, "role": role, "agent": "", "text": text, "timestamp": at, "quotes": []}
    shelf.insert("messages", **{**row, **more}, **own(kept))
