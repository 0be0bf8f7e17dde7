"""What a session's learning leaves in its rows once a batch: mastery, the coordinator's keys, and what may be shown."""

from datetime import datetime
from typing import Any

from services.orchestrator.database.rows import Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.learning.agent_state import put
from services.orchestrator.learning.changes import MasteryGone, MasterySet
from services.orchestrator.learning.mastery import lowest
from services.orchestrator.workflow.state import State, routing


def learning(state: State) -> dict[str, Any]:
    """What of the state a learner may see. `cycle_quiz`: the one that waits for its answers; None: none does.

    `phase` None: no round is under way. `pending_question`: the tutor's, with how often it was answered wrongly.
    """
    cycle, pending = state.cycle, state.pending
    waits = cycle is not None and cycle.attempt_id is None
    return {
        "mastery_threshold": state.mastery_threshold,
        "max_cycles": state.max_cycles,
        "learning_cycle_count": cycle.number if cycle else 0,
        "mastery_score": _mastery(state),
        "routing": routing(state),
        "phase": cycle.phase if cycle else None,
        "topic": cycle.topic if cycle else state.current_topic,
        "cycle_quiz": str(cycle.quiz_id) if cycle and cycle.quiz_id and waits else None,
        "pending_question": pending
        and {"item_id": str(pending.item_id), "phase": pending.phase, "wrong_attempts": len(pending.wrong)},
    }


def _mastery(state: State) -> float:
    """The lowest score over the topic's concepts, so that it reaches the threshold when all of them are mastered; where
    no topic is learnt, over what was asked."""
    if state.cycle is None or not state.cycle.concepts:
        return lowest(state.standings)
    found = [state.standings.get(concept) for concept in state.cycle.concepts]
    return min(each.score if each and each.answers else 0.0 for each in found)


def save_learning(writes: Writes, before: State, state: State, own: Own, now: datetime) -> None:
    """Standings that changed, and where the coordinator routed last."""
    session = state.session_id
    for concept, found in state.standings.items():
        if found != before.standings.get(concept):
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
                    updated_at=now,
                )
            )
    for concept in before.standings.keys() - state.standings.keys():
        writes.change(MasteryGone(session_id=session, concept=concept))
    routed = {"last_routed_to": state.last_routed_to, "routing_reason": state.routing_reason}
    if routed != {name: getattr(before, name) for name in routed}:
        put(writes, session, own, "coordinator", now, **routed)
