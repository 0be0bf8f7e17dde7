"""Seed 002, row by row, as far as it is the agent's: its fields, rules, flows and examples."""

import ast
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError

import services.assistant.agent
from contracts.assistant import (
    AgentContext,
    AgentResponse,
    ConversationMessage,
    ConversationMetadata,
    IntentResult,
    ToolCall,
    ToolSelectionResult,
)
from services.assistant.agent.answer import answer
from services.assistant.agent.references import place_of, resolved
from services.assistant.minds.model import ModelMind
from services.assistant.minds.offline import OfflineMind
from tests.assistant.agent.speaking import STRANGER, USER, follow, say, shelf_of, turn, waiting
from tests.assistant.agent.standings import NOW, STANDINGS, THREE, Standing, task
from tests.standins.model.task_chooser import Scripted, chooses
from tests.standins.task_tools import Kept

REFERENCES = {"1": 42, "2": 43, "3": 44}
KNOWN = ConversationMetadata(task_references=REFERENCES, referenced_at=NOW)
SEEDS_OWN: dict[str, Any] = {
    "task_references": REFERENCES,
    "referenced_at": "2026-01-23T10:30:00Z",
    "last_tool_used": "list_tasks",
    "last_tool_parameters": {"status": "pending"},
    "agent_context": {
        "application_domain": "task_management",
        "confidence_history": [0.92, 0.85, 0.78],
        "clarification_count": 0,
    },
}


# The metadata of a conversation


def test_the_seeds_metadata_are_read_as_they_stand() -> None:
    known = ConversationMetadata.model_validate(SEEDS_OWN)
    written = known.model_dump(mode="json")
    assert {name: written[name] for name in SEEDS_OWN if name != "agent_context"} == {
        name: value for name, value in SEEDS_OWN.items() if name != "agent_context"
    }
    assert SEEDS_OWN["agent_context"].items() <= written["agent_context"].items()


async def test_task_references_map_the_place_in_the_list_to_the_tasks_id() -> None:
    said = await say("show my tasks", "three")
    assert said.answered.metadata.task_references == REFERENCES


async def test_task_references_last_until_the_next_list() -> None:
    said = await follow(["show my tasks", "add buy bread", "hi", "show completed tasks"], "three")
    assert [each.answered.metadata.task_references for each in said] == [REFERENCES, REFERENCES, REFERENCES, {}]


async def test_referenced_at_is_when_the_list_was_shown() -> None:
    standing = STANDINGS["shown"]
    said = await say("add buy bread", standing, now=NOW + timedelta(minutes=3))
    assert said.answered.metadata.referenced_at == standing.metadata.referenced_at
    said = await say("show my tasks", standing, now=NOW + timedelta(minutes=3))
    assert said.answered.metadata.referenced_at == NOW + timedelta(minutes=3)


@pytest.mark.parametrize(
    ("text", "tool", "parameters"),
    [
        ("show my tasks", "list_tasks", {"status": "pending"}),
        ("complete task 2", "complete_task", {"task_id": 43}),
        ("add buy bread", "add_task", {"title": "buy bread"}),
        ("rename task 1 to Buy bread", "update_task", {"task_id": 42, "title": "Buy bread"}),
    ],
)
async def test_last_tool_used_and_its_parameters_are_kept(text: str, tool: str, parameters: dict[str, Any]) -> None:
    said = await follow([text, "hi"], "shown")
    for each in said:
        known = each.answered.metadata
        assert (known.last_tool_used, known.last_tool_parameters) == (tool, parameters)


def test_application_domain_is_task_management() -> None:
    assert ConversationMetadata().agent_context.application_domain == "task_management"


async def test_confidence_history_has_the_last_three() -> None:
    answers = [chooses("help", confidence=sure) for sure in (0.5, 0.92, 0.85, 0.78)]
    standing = STANDINGS["empty"]
    for each in answers:
        said = await say("hm", standing, mind=ModelMind(Scripted(each)))
        standing = standing.model_copy(update={"metadata": said.answered.metadata})
    assert standing.metadata.agent_context.confidence_history == [0.92, 0.85, 0.78]
    with pytest.raises(ValidationError):
        AgentContext(confidence_history=[0.1] * 4)


async def test_clarification_count_counts_what_was_asked() -> None:
    said = await follow(["update the meeting task", "help", "add a task"], "meetings")
    assert [each.answered.metadata.agent_context.clarification_count for each in said] == [1, 1, 2]


# Task reference resolution


@pytest.mark.parametrize(
    ("said", "number"),
    [("task 2", 43), ("the first one", 42), ("#3", 44), ("2", 43), ("#2", 43), ("complete task 2", 43)],
)
def test_a_reference_is_resolved_as_in_the_seeds_examples(said: str, number: int) -> None:
    assert resolved(KNOWN, said) == number


@pytest.mark.parametrize("said", ["task 2", "first", "last", ""])
def test_without_a_list_a_reference_is_nothing(said: str) -> None:
    assert resolved(ConversationMetadata(), said) is None


@pytest.mark.parametrize("said", ["task 7", "the tenth", "0", "groceries"])
def test_what_is_not_in_the_list_is_nothing(said: str) -> None:
    assert resolved(KNOWN, said) is None


ORDINALS = (
    ("first", "første"), ("second", "andre"), ("third", "tredje"), ("fourth", "fjerde"), ("fifth", "femte"),
    ("sixth", "sjette"), ("seventh", "sjuende", "syvende"), ("eighth", "åttende"), ("ninth", "niende"),
    ("tenth", "tiende"),
)  # fmt: skip


@pytest.mark.parametrize(("place", "words"), [*enumerate(ORDINALS, 1)])
def test_ordinals_go_from_first_to_tenth_in_both_languages(place: int, words: tuple[str, ...]) -> None:
    for word in words:
        assert place_of(f"the {word} one", 12) == place_of(f"den {word}", 12) == place_of(f"{word} task", 12) == place


@pytest.mark.parametrize("count", [1, 3, 12])
def test_last_is_by_the_lists_length(count: int) -> None:
    assert place_of("the last one", count) == place_of("den siste", count) == count


@pytest.mark.parametrize(
    "said", ["the first one, number 2", "number 2, the last", "2nd... no, task 2", "oppgave 2, ikke den første"]
)
def test_a_number_wins_over_an_ordinal(said: str) -> None:
    assert resolved(KNOWN, said) == 43


# What an answer is


def test_agent_response_has_the_seeds_fields() -> None:
    assert {
        "conversation_id",
        "response",
        "status",
        "tool_calls",
        "reasoning_trace",
    } <= AgentResponse.model_fields.keys()
    response = AgentResponse(conversation_id=UUID(int=1), response="Done.", status="success")
    assert (response.tool_calls, response.reasoning_trace) == ([], None)


async def test_status_success_is_done() -> None:
    said = await say("complete task 2", "shown")
    assert said.answered.response.status == "success"


async def test_status_clarification_needed_has_its_question_and_options() -> None:
    said = await say("complete the meeting", "meetings")
    response = said.answered.response
    assert response.status == "clarification_needed"
    assert response.clarification is not None
    assert response.clarification.question == "I found 3 tasks about meeting. Which one did you mean?"
    assert [(each.label, each.task_id) for each in response.clarification.options] == [
        ("Prepare the meeting with Anna", 51),
        ("Write up meeting notes", 52),
        ("Book a room for the meeting", 53),
    ]
    assert said.shelf.made == []


async def test_status_confirmation_required_waits_for_an_explicit_yes() -> None:
    said = await say("delete task 2", "shown")
    assert said.answered.response.status == "confirmation_required"
    assert said.text == "Shall I delete 'Call John'? It can't be undone. Say yes or no."
    assert said.shelf.made == []


async def test_status_error_is_told_in_a_users_words() -> None:
    said = await say(f"add {'x' * 300}", "empty")
    assert said.answered.response.status == "error"
    assert said.text == "A task's title has 1 to 255 characters. Try it in fewer words."


async def test_status_is_one_of_four() -> None:
    with pytest.raises(ValidationError):
        AgentResponse.model_validate({"conversation_id": str(UUID(int=1)), "response": "x", "status": "maybe"})


async def test_tool_call_has_the_seeds_fields_and_is_kept_with_the_message() -> None:
    assert {"tool_name", "parameters", "result", "error", "invoked_at"} <= ToolCall.model_fields.keys()
    assert "tool_calls" in ConversationMessage.model_fields
    call = (await say("complete task 2", "shown")).answered.response.tool_calls[-1]
    assert (call.tool_name, call.parameters, call.error, call.invoked_at) == (
        "complete_task",
        {"task_id": 43},
        None,
        NOW,
    )
    assert call.result is not None
    assert call.result["data"]["status"] == "completed"


async def test_a_tool_call_that_failed_has_its_error() -> None:
    call = (await say(f"add {'x' * 300}", "empty")).answered.response.tool_calls[-1]
    assert call.error is not None
    assert call.error.startswith("VALIDATION_ERROR: ")


async def test_intent_result_has_type_confidence_entities_alternatives_and_reasoning() -> None:
    assert {"intent_type", "confidence", "entities", "alternatives", "reasoning"} == IntentResult.model_fields.keys()
    intent = (await say("remind me to buy groceries", "empty")).answered.response.intent
    assert intent is not None
    assert (intent.intent_type, intent.entities, intent.reasoning) == ("create", {"title": "buy groceries"}, "rules")


@pytest.mark.parametrize("confidence", [-0.1, 1.1])
def test_a_confidence_is_from_0_to_1(confidence: float) -> None:
    with pytest.raises(ValidationError):
        IntentResult(intent_type="create", confidence=confidence)
    with pytest.raises(ValidationError):
        ToolSelectionResult(tool_name="add_task", confidence=confidence, parameters={}, requires_confirmation=False)


@pytest.mark.parametrize(
    ("text", "asks"),
    [("delete task 1", True), ("delete everything", True), ("complete all tasks", True), ("complete task 1", False)],
)
async def test_tool_selection_requires_confirmation_for_destructive_operations(text: str, asks: bool) -> None:
    assert {"tool_name", "confidence", "parameters", "requires_confirmation", "alternatives"} == (
        ToolSelectionResult.model_fields.keys()
    )
    trace = (await say(text, "shown")).answered.response.reasoning_trace
    assert trace is not None
    assert ("asks first" in trace) is asks


async def test_the_reasoning_trace_is_always_filled() -> None:
    for text in ("hi", "", "complete task 2", "delete task 1", "yes", "help", "?!"):
        assert (await say(text, "shown")).answered.response.reasoning_trace


# Flows


async def test_flow_1_a_task_is_created() -> None:
    said = await say("remind me to buy groceries", "empty")
    assert said.calls == [{"tool": "add_task", "title": "buy groceries"}]
    assert said.text == "I've added 'buy groceries' to your tasks. You got this!"
    assert [each.status for each in said.shelf.of(USER)] == ["pending"]


async def test_flow_2_a_task_of_the_list_is_completed_by_its_place() -> None:
    said = await follow(["show my tasks", "complete task 2"], "three")
    assert said[0].text == "Here are your tasks:\n1. Buy groceries\n2. Call John\n3. Review docs"
    assert said[0].answered.metadata.task_references == REFERENCES
    assert said[1].calls == [{"tool": "complete_task", "task_id": 43}]
    assert said[1].text == "Great! I've marked 'Call John' as completed ✓"


async def test_flow_3_of_several_tasks_the_first_one_is_chosen() -> None:
    said = await follow(["update the meeting task", "the first one", "Prepare the talk"], "meetings")
    assert said[0].answered.response.status == "clarification_needed"
    assert said[0].text.startswith("I found 3 tasks about meeting. Which one did you mean?")
    assert said[2].calls == [{"tool": "update_task", "task_id": 51, "title": "Prepare the talk"}]
    said = await follow(["move the meeting to friday", "the first one"], "meetings")
    assert said[1].calls == [{"tool": "update_task", "task_id": 51, "due_at": "2026-11-27T23:59:00+01:00"}]


# Validation rules


@pytest.mark.parametrize("key", ["one", "1.5", "-1", "", "٣", "1 "])
def test_a_key_of_task_references_is_a_numeric_string(key: str) -> None:
    with pytest.raises(ValidationError):
        ConversationMetadata.model_validate({"task_references": {key: 42}, "referenced_at": NOW})


@pytest.mark.parametrize("value", ["42", 4.2, None, True, 0])
def test_a_value_of_task_references_is_an_integer(value: Any) -> None:
    with pytest.raises(ValidationError):
        ConversationMetadata.model_validate({"task_references": {"1": value}, "referenced_at": NOW})


def test_referenced_at_is_required_with_task_references() -> None:
    with pytest.raises(ValidationError, match="referenced_at: required with task_references"):
        ConversationMetadata(task_references={"1": 42})
    assert ConversationMetadata(task_references=None).referenced_at is None
    with pytest.raises(ValidationError):
        ConversationMetadata.model_validate({"referenced_at": "2026-01-23T10:30:00"})  # without a zone


# State


async def test_agent_instances_are_stateless() -> None:
    """Two minds and two shelves: a message by a new agent is answered as by the old one."""
    shelf = shelf_of(STANDINGS["three"])
    first = await say("show my tasks", "three", shelf=shelf)
    known = ConversationMetadata.model_validate_json(first.answered.metadata.model_dump_json())
    second = await say("complete the last one", Standing(tasks=THREE, metadata=known), shelf=shelf)
    assert second.calls == [{"tool": "complete_task", "task_id": 44}]


async def test_references_are_of_their_conversation_alone() -> None:
    first = await say("show my tasks", "three")
    assert first.answered.metadata.task_references == REFERENCES
    other = await say("complete task 2", "three")
    assert other.shelf.made == []
    assert other.text.startswith("I haven't shown you a list yet")


def test_the_agent_keeps_nothing_in_its_modules() -> None:
    """No name of a module of the agent is bound anew or filled while it runs."""
    for file in Path(services.assistant.agent.__file__).parent.glob("*.py"):
        tree = ast.parse(file.read_text())
        assert not [each for each in ast.walk(tree) if isinstance(each, ast.Global | ast.Nonlocal)], file.name


def test_the_agent_reaches_tasks_by_its_tools_alone() -> None:
    """import-linter holds it for what is imported; here it is that no module names another way."""
    for file in Path(services.assistant.agent.__file__).parent.glob("*.py"):
        source = file.read_text()
        assert "psycopg" not in source, file.name
        assert "services.tasks" not in source, file.name


async def test_another_users_task_is_neither_seen_nor_changed() -> None:
    shelf = shelf_of(STANDINGS["three"])
    known = ConversationMetadata(task_references={"1": 900}, referenced_at=NOW)
    said = await say("complete task 1", Standing(tasks=THREE, metadata=known), shelf=shelf)
    assert said.text.startswith("I couldn't find task 1.")
    assert [each.status for each in shelf.of(STRANGER)] == ["pending"]


# Staleness and examples


async def test_a_task_is_looked_up_before_its_place_is_used() -> None:
    said = await say("complete task 2", "shown")
    assert [each.tool_name for each in said.answered.response.tool_calls] == ["list_tasks", "complete_task"]


@pytest.mark.parametrize("text", ["update task 1", "complete task 1", "delete task 1", "rename the first one to Bread"])
async def test_example_3_a_stale_reference_gives_the_seeds_sentence(text: str) -> None:
    shelf = shelf_of(STANDINGS["shown"])
    del shelf.tasks[42]
    said = await say(text, "shown", shelf=shelf)
    assert said.text == ("I couldn't find task 1. It may have been deleted. Try 'show my tasks' to see what's current.")
    assert said.answered.response.status == "error"
    assert shelf.made == []
    assert waiting(said) == []


async def test_example_3_also_where_it_is_deleted_between_look_up_and_call() -> None:
    shelf = shelf_of(STANDINGS["shown"])
    tools = shelf.tools(USER)
    call = tools.call

    class Late:
        """Deletes the task once it was looked up."""

        async def listed(self) -> Any:
            return await tools.listed()

        async def call(self, call_id: UUID, name: Any, parameters: dict[str, Any]) -> Any:
            result = await call(call_id, name, parameters)
            shelf.tasks.pop(42, None)
            return result

    answered = await answer(turn("complete task 1", STANDINGS["shown"]), OfflineMind(), Late(), Kept())
    assert answered.response.response.startswith("I couldn't find task 1. It may have been deleted.")
    assert answered.response.status == "error"


async def test_example_1_the_list_and_its_metadata_are_kept() -> None:
    tasks = [*THREE, task(45, "Done long ago", done=True)]
    said = await say("show my tasks", Standing(tasks=tasks))
    known = said.answered.metadata.model_dump(mode="json", exclude={"agent_context"})
    assert known == {
        "task_references": REFERENCES,
        "referenced_at": NOW.isoformat(),
        "last_tool_used": "list_tasks",
        "last_tool_parameters": {"status": "pending"},
    }


async def test_example_2_complete_task_2_is_called_with_its_id() -> None:
    said = await say("complete task 2", "shown")
    assert said.calls == [{"tool": "complete_task", "task_id": 43}]
    assert said.shelf.tasks[43].status == "completed"
