"""What the learning cycle leaves in rows: of each message the agents' state, rounds and diagnoses; of a batch mastery,
the coordinator's keys, and what may be shown.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from contracts.coaching import CoachNotes
from contracts.grading import Evaluation
from contracts.learning import AimsSet, Diagnosed, Explained, LearningRequested, PathPlanned
from contracts.message import Fields, Message, Phrase
from services.orchestrator.database.rows import Own, as_json
from services.orchestrator.database.writes import Writes
from services.orchestrator.learning.agent_state import put
from services.orchestrator.learning.changes import MasteryGone, MasterySet, QuestionsKnown, RoundChanged
from services.orchestrator.learning.tables import DiagnosticResultRow, LearningCycleRow, MasteryPointRow
from services.orchestrator.learning.topics import of_session
from services.orchestrator.workflow.learning import Cycle
from services.orchestrator.workflow.standings import Known, needed_at_first, reach, unasked
from services.orchestrator.workflow.state import Decision, Meta, State, routing


def keep(
    writes: Writes, message: Message, before: State, decision: Decision, own: Own, meta: Meta, now: datetime
) -> None:
    """Adds the rows of one kept message, whatever it is."""
    state, session = decision.state, decision.state.session_id
    if state.forgotten:
        return
    _agents(writes, message, before, state, own, meta, now)
    if any(_newest(state, attempt) for attempt in decision.emptied):
        put(writes, session, own, "quiz", now, quiz_responses=[], quiz_score=0.0)
        put(writes, session, own, "feedback", now, error_patterns=[], improvement_areas=[], feedback_text="")
    _rounds(writes, before.cycle, state.cycle, session, own, now)
    for quiz, facts in state.quizzes.items():
        if facts.complete and not (quiz in before.quizzes and before.quizzes[quiz].complete):
            writes.late(QuestionsKnown(**own, session_id=session, quiz_id=quiz, updated_at=now))


def learning(state: State) -> dict[str, Any]:
    """What of the state a learner may see. `cycle_quiz`: the one that waits for its answers; None: none does.

    `phase` None: no round is under way. `answers_needed`: of a concept that was never asked. `pending_question`: the
    tutor's, with how often it was answered wrongly.
    """
    cycle, pending = state.cycle, state.pending
    waits = cycle is not None and cycle.attempt_id is None
    return {
        "mastery_threshold": state.mastery_threshold,
        "max_cycles": state.max_cycles,
        "learning_cycle_count": cycle.number if cycle else 0,
        "mastery_score": of_session(state),
        "answers_needed": needed_at_first(state.mastery_threshold),
        "routing": routing(state),
        "phase": cycle.phase if cycle else None,
        "topic": cycle.topic if cycle else state.current_topic,
        "cycle_quiz": str(cycle.quiz_id) if cycle and cycle.quiz_id and waits else None,
        "pending_question": pending
        and {"item_id": str(pending.item_id), "phase": pending.phase, "wrong_attempts": len(pending.wrong)},
    }


def save(writes: Writes, before: State, state: State, own: Own, now: datetime) -> None:
    """Standings that changed, and where the coordinator routed last."""
    session = state.session_id
    for concept, found in state.standings.items():
        if found != before.standings.get(concept):
            _point(writes, found, before.standings.get(concept), session, own, now)
            writes.change(
                MasterySet(
                    **own,
                    session_id=session,
                    concept=concept,
                    score=found.score,
                    answers=found.answers,
                    correct=found.correct,
                    decided=found.decided,
                    mastered=found.mastered,
                    mark=found.mark,
                    needed=found.needed,
                    updated_at=now,
                )
            )
    for concept in before.standings.keys() - state.standings.keys():
        _point(writes, unasked(concept), before.standings[concept], session, own, now)
        writes.change(MasteryGone(session_id=session, concept=concept))
    routed = {"last_routed_to": state.last_routed_to, "routing_reason": state.routing_reason}
    if routed != {name: getattr(before, name) for name in routed}:
        put(writes, session, own, "coordinator", now, **routed)


def _point(writes: Writes, found: Known, before: Known | None, session: UUID, own: Own, now: datetime) -> None:
    """The history goes on where answers have changed the number; a mark changes none."""
    was = before or unasked(found.concept)
    if (found.score, found.answers, found.correct) == (was.score, was.answers, was.correct):
        return
    low, high = reach(found)
    writes.insert(
        MasteryPointRow(
            **own,
            session_id=session,
            concept=found.concept,
            at=now,
            score=found.score,
            low=low,
            high=high,
            answers=found.answers,
            correct=found.correct,
        )
    )


def _agents(writes: Writes, message: Message, before: State, state: State, own: Own, meta: Meta, now: datetime) -> None:
    """The keys of the agents' state that a message sets, each by its agent."""
    session = state.session_id
    if state.current_topic != before.current_topic:
        put(writes, session, own, "learner", now, current_topic=state.current_topic)
    match message:
        case AimsSet():
            told = {name: getattr(message, name) for name in ("goals", "name", "tags")}
            put(
                writes,
                session,
                own,
                "learner",
                now,
                **{name: value for name, value in told.items() if value is not None},
            )
        case LearningRequested() if state.cycle != before.cycle:
            put(writes, session, own, "learner", now, current_topic=state.current_topic)
        case Explained():
            told = {"explanation": message.explanation, "examples_provided": [each.text for each in message.examples]}
            beside = {"explanation_quotes": _plain(message.quotes), "explanation_phrase": _data(message.phrase)}
            put(writes, session, own, "tutor", now, **told, **beside)
        case Evaluation() if _newest(state, message.attempt_id):
            responses = [str(answer.result_id) for answer in message.answers]
            put(writes, session, own, "quiz", now, quiz_responses=responses, quiz_score=message.score)
            patterns, areas = _plain(message.error_patterns), message.improvement_areas
            put(writes, session, own, "feedback", now, error_patterns=patterns, improvement_areas=areas)
            if state.cycle is None or not state.cycle.diagnosing:
                # What a diagnosis advised counts the answers before it.
                put(writes, session, own, "diagnostic", now, recommendations=[], recommendation_phrases=[])
        case CoachNotes() if _newest(state, message.attempt_id):
            put(writes, session, own, "feedback", now, feedback_text="\n\n".join(message.notes))
        case Diagnosed():
            _diagnosis(writes, message, before, state, own, meta, now)
        case PathPlanned():
            laid = {"learning_path": message.learning_path, "next_topic": message.next_topic}
            laid |= {"path_reasoning": message.path_reasoning, "remediation": message.remediation}
            beside = {"path_reasoning_phrase": _data(message.phrase), "remediation_phrases": _plain(message.phrases)}
            put(writes, session, own, "pathplanner", now, **laid, **beside)


def _diagnosis(
    writes: Writes, message: Diagnosed, before: State, state: State, own: Own, meta: Meta, now: datetime
) -> None:
    gaps, advice, level = message.prerequisite_gaps, message.recommendations, message.learner_level
    found = {"prerequisite_gaps": gaps, "learner_level": level, "diagnostic_complete": True, "recommendations": advice}
    beside = {"recommendation_phrases": _plain(message.phrases)}
    put(writes, state.session_id, own, "diagnostic", now, **found, **beside)
    topic = before.cycle.topic if before.cycle else message.topic
    writes.insert(
        DiagnosticResultRow(
            **own,
            message_id=meta.id,
            session_id=state.session_id,
            topic=topic,
            prerequisite_gaps=as_json(gaps),
            learner_level=level,
            recommendations=as_json(advice),
            timestamp=now,
        )
    )


def _rounds(writes: Writes, before: Cycle | None, after: Cycle | None, session: UUID, own: Own, now: datetime) -> None:
    """A row for each round of the learning cycle: when it begins, when its quiz is known, when it is over."""
    same = before is not None and after is not None and _round(before) == _round(after)
    if before is not None and before.number and not _over(before) and (not same or (after and _over(after))):
        achieved = same and after is not None and after.phase == "MASTERED"
        writes.change(
            RoundChanged(
                cycle_id=_round(before),
                quiz_id=before.quiz_id,
                quiz_score=before.score,
                mastery_achieved=achieved,
                completed_at=now,
            )
        )
    if after is None or not after.number:
        return
    if not same:
        writes.insert(
            LearningCycleRow(
                **own,
                cycle_id=_round(after),
                session_id=session,
                topic=after.topic,
                cycle_number=after.number,
                started_at=now,
            )
        )
    elif before is not None and before.quiz_id != after.quiz_id:
        writes.change(
            RoundChanged(
                cycle_id=_round(after),
                quiz_id=after.quiz_id,
                quiz_score=None,
                mastery_achieved=None,
                completed_at=None,
            )
        )


def _round(cycle: Cycle) -> UUID:
    return uuid5(cycle.id, f"round:{cycle.number}")


def _over(cycle: Cycle) -> bool:
    return cycle.phase in ("MASTERED", None)


def _newest(state: State, attempt: UUID | None) -> bool:
    """What an older attempt is graded again to, its own rows say; the agents' keys are of the newest."""
    return not state.attempts or attempt in (None, state.attempts[-1])


def _data(phrase: Phrase | None) -> dict[str, Any] | None:
    return phrase.model_dump(mode="json") if phrase else None


def _plain(values: Sequence[Fields]) -> list[dict[str, Any]]:
    return [value.model_dump(mode="json", exclude_none=True) for value in values]
