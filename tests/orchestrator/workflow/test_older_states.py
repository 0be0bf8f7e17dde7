"""States and journals that version 0.2.0 wrote are read, and lead where they led; what is written of them is stable.

`older/` was recorded from it, before steps and journeys were typed: states at 19 places, and a session's journal.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from services.orchestrator.batch.replay import refold
from services.orchestrator.decide.events import EVENTS
from services.orchestrator.decide.routing import decide
from services.orchestrator.workflow.params import Order, Params, read
from services.orchestrator.workflow.stages import STAGE, Journey
from services.orchestrator.workflow.state import Ask, Meta, State, Step
from tests.orchestrator.decide.positions import SESSION
from tests.orchestrator.decide.positions import positions as plain
from tests.orchestrator.learning.positions import positions

OLDER = Path(__file__).parent / "older"
STATES: dict[str, dict[str, Any]] = json.loads((OLDER / "states.json").read_text())
JOURNAL: dict[str, Any] = json.loads((OLDER / "journal.json").read_text())
NOW = {**plain(), **positions()}


def steps(state: State) -> list[Step]:
    return [*state.open.values(), *state.unfinished.values()]


@pytest.mark.parametrize("at", STATES)
def test_an_older_state_is_the_one_that_a_session_reaches_now(at: str) -> None:
    state = State.model_validate(STATES[at])
    assert state == NOW[at]
    assert State.model_validate_json(json.dumps(STATES[at])) == state


@pytest.mark.parametrize("at", STATES)
def test_what_is_written_of_it_is_stable(at: str) -> None:
    written = State.model_validate(STATES[at]).model_dump_json(exclude_defaults=True)
    assert State.model_validate_json(written).model_dump_json(exclude_defaults=True) == written
    now = [json.loads(written)[name].values() for name in ("open", "unfinished") if name in json.loads(written)]
    old = [STATES[at][name].values() for name in ("open", "unfinished") if name in STATES[at]]
    for one, other in zip(now, old, strict=True):
        assert [(step["kind"], step["journey"]) for step in one] == [(step["kind"], step["journey"]) for step in other]


def test_every_kind_of_step_is_among_them() -> None:
    recorded = {step.kind for stored in STATES.values() for step in steps(State.model_validate(stored))}
    asked = {ask["kind"] for row in JOURNAL["rows"] for ask in row["commands"]}
    newer = {"begin", "lesson_plan", "moderate", "assess", "teach", "assist"}  # No older rules had any.
    assert recorded | asked == set(STAGE) - newer


def test_an_older_journal_leads_to_the_same_commands_and_state() -> None:
    state = State(session_id=SESSION)
    for row in JOURNAL["rows"]:
        decision = decide(state, EVENTS[row["type"]].model_validate(row["message"]), Meta.model_validate(row["meta"]))
        assert decision.asks == [Ask.model_validate(ask) for ask in row["commands"]], row["seq"]
        state = decision.state
    assert state == State.model_validate(JOURNAL["state"])
    assert refold(SESSION, JOURNAL["rows"]) == (state, len(JOURNAL["rows"]), "")


def test_what_the_first_rules_kept_of_a_digest_and_a_part_is_read() -> None:
    digest = read("digest", {"reading": "readings/a", "doc_meta": {"title": "T", "language": "en"}})
    assert digest.model_dump(exclude_defaults=True, mode="json") == {
        "readings": ["readings/a"],
        "doc_meta": {"title": "T", "language": "en"},
    }
    part = read("validate", {"quiz_id": str(SESSION), "reading_id": str(SESSION)})
    assert part.model_dump() == {"quiz_id": SESSION, "reading_id": SESSION, "batch": 1, "before": 0, "again": False}


def test_a_step_is_about_what_its_kind_is_about() -> None:
    for state in NOW.values():
        for step in steps(state):
            assert isinstance(step.params, Params)
            assert step.params.kind == step.kind
        assert all(isinstance(facts.order, Order | None) for facts in state.quizzes.values())


def test_a_journey_is_one_string_in_json_and_none_that_there_is_not() -> None:
    for journey in (Journey("attempt", SESSION), Journey("document")):
        assert Journey.read(str(journey)) == journey
    with pytest.raises(ValueError, match="no journey"):
        Journey.read("atempt:1")
