"""The Coach's handlers: a command each, under its agent's name."""

from contracts.agents import STATE_KEYS
from services.coach.app import handlers
from services.coach.settings import CoachSettings


def test_each_command_has_one_handler_under_its_agents_name() -> None:
    agents = {handler.command.type_name: handler.agent for handler in handlers(None, CoachSettings(), 60)}
    assert agents == {
        "pensum.coach.write_material.v1": "quiz",
        "pensum.coach.write_notes.v1": "feedback",
        "pensum.coach.explain.v1": "tutor",
        "pensum.coach.plan_path.v1": "pathplanner",
    }
    assert set(agents.values()) <= set(STATE_KEYS)


def test_nothing_but_material_is_kept_without_a_model() -> None:
    dear = [handler.command.type_name for handler in handlers(None, CoachSettings(), 60) if handler.dear]
    assert dear == ["pensum.coach.write_material.v1"]
