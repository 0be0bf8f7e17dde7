"""The Coach's handlers: a command each, under its agent's name."""

from contracts.agents import STATE_KEYS
from contracts.topics import consumed_by
from services.coach.app import embedding, handlers
from services.coach.embedding.handler import Embedder
from services.coach.settings import CoachSettings


def test_each_command_has_one_handler_under_its_agents_name() -> None:
    agents = {handler.command.type_name: handler.agent for handler in handlers(None, CoachSettings(), 60)}
    assert agents == {
        "pensum.coach.write_material.v1": "quiz",
        "pensum.coach.write_notes.v1": "feedback",
        "pensum.coach.explain.v1": "tutor",
        "pensum.coach.plan_path.v1": "pathplanner",
        "pensum.coach.plan_lesson.v1": "planner",
        "pensum.coach.teach_turn.v1": "executor",
    }
    assert set(agents.values()) <= {*STATE_KEYS, "planner", "executor"}


def test_nothing_but_material_is_kept_without_a_model() -> None:
    dear = [handler.command.type_name for handler in handlers(None, CoachSettings(), 60) if handler.dear]
    assert dear == ["pensum.coach.write_material.v1"]


def test_what_the_coach_hears_it_has_a_handler_for() -> None:
    every = [*handlers(None, CoachSettings(), 60), *embedding(Embedder(None, None), 60)]
    assert {message for topic in consumed_by("coach") for message in topic.messages} == {one.command for one in every}
    assert len(every) == 8


async def test_a_question_waits_behind_no_passages() -> None:
    lanes = [
        await each.lane(each.command.model_construct()) for each in embedding(Embedder(None, None), 60) if each.lane
    ]
    assert len(set(lanes)) == 2
