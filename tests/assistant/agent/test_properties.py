"""Properties of any sequence of messages: nobody else's task changes, nothing is deleted without a yes, no call is half
done or done twice."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid5

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contracts.assistant import ConversationMetadata, ReplyStatus
from services.assistant.agent.answer import answer
from services.assistant.agent.ports import Answered, Mind, Turn
from services.assistant.minds.model import ModelMind
from services.assistant.minds.offline import OfflineMind
from tests.assistant.agent.speaking import STRANGER, USER, utterances
from tests.assistant.agent.standings import COURSE, NOW, THREE, task
from tests.standins.model.task_chooser import Scripted, chooses
from tests.standins.task_tools import Kept, Killed, Shelf

_TEXTS = sorted({row["text"] for row in utterances("tuned") + utterances("held_out")})
_OFTEN = (
    "yes", "ja", "no", "2", "the first one", "show my tasks", "delete task 1", "delete everything", "delete call john",
    "complete all tasks", "yes, delete task 2", "buy milk", "on friday", "delete task 900", "slett oppgave 2",
)  # fmt: skip
MESSAGES = st.sampled_from(_TEXTS) | st.sampled_from(_OFTEN) | st.text(max_size=40)
_IDS = st.sampled_from([42, 43, 44, 900, 901, 5, -1])
_CALLS = st.builds(
    lambda tool, number, title, every: {"tool": tool, "task_id": number, "title": title, "every": every},
    st.sampled_from(["add_task", "list_tasks", "update_task", "complete_task", "delete_task", "drop_table"]),
    _IDS,
    st.sampled_from(["milk", "", "x" * 300]),
    st.booleans(),
)
_INTENTS = st.sampled_from(
    ["create", "list", "update", "complete", "delete", "confirm", "decline", "choose", "help", "other"]
)
CHOICES = st.builds(
    lambda intent, calls, sure: chooses(intent, *calls, confidence=sure),
    _INTENTS,
    st.lists(_CALLS, max_size=4),
    st.sampled_from([0.2, 0.7, 1.0]),
)
YESES = ("yes", "ja", "ok", "sure", "yep", "go", "yeah", "do")
QUIET = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def shelf() -> Shelf:
    made = Shelf()
    made.give(STRANGER, task(900, "Call John secretly"), task(901, "Buy groceries for Jonas", done=True))
    made.give(USER, *THREE)
    return made


def said(place: int, text: str, metadata: ConversationMetadata) -> Turn:
    number = uuid5(UUID(int=7), f"{place} {text}")
    return Turn(UUID(int=7), number, text, NOW, metadata=metadata, course=COURSE)


def asked_to_delete(metadata: ConversationMetadata) -> list[dict[str, Any]]:
    """The deletions that wait for a yes."""
    pending = metadata.agent_context.pending
    if pending is None or pending.kind != "confirmation":
        return []
    return [each.parameters for each in pending.calls if each.tool_name == "delete_task"]


async def hold(messages: Sequence[str], minds: Sequence[Mind]) -> None:
    """Says the messages, each to its mind, and looks at all that happened after each."""
    tasks, metadata = shelf(), ConversationMetadata()
    theirs = tasks.of(STRANGER)
    for place, (text, mind) in enumerate(zip(messages, minds, strict=True)):
        before, waited = len(tasks.made), asked_to_delete(metadata)
        answered = await answer(said(place, text, metadata), mind, tasks.tools(USER), Kept())
        assert tasks.of(STRANGER) == theirs
        assert "secretly" not in answered.response.response
        made = tasks.made[before:]
        deleted = [each.parameters for each in made if each.name == "delete_task"]
        assert all(each in waited for each in deleted), (text, deleted, waited)
        if deleted:
            assert text.strip().casefold().startswith(YESES), text
        assert {each.user for each in made} <= {USER}
        told(answered, [each.call_id for each in made])
        metadata = ConversationMetadata.model_validate_json(answered.metadata.model_dump_json())


def told(answered: Answered, made: Sequence[UUID]) -> None:
    """Every call stands in the answer with what came of it, and the answer's status fits what it asks."""
    response, context = answered.response, answered.metadata.agent_context
    assert all(each.result is not None for each in response.tool_calls)
    assert set(made) <= {each.call_id for each in response.tool_calls}
    asks: dict[str, ReplyStatus] = {"clarification": "clarification_needed", "confirmation": "confirmation_required"}
    waits = None if context.pending is None else asks[context.pending.kind]
    assert waits is None or response.status in ("error", "confirmation_required", waits)
    assert waits is not None or response.status != "confirmation_required"
    assert len(context.confidence_history) <= 3
    assert response.response
    assert response.reasoning_trace


@QUIET
@given(st.lists(MESSAGES, min_size=1, max_size=7))
async def test_no_sequence_of_messages_touches_anothers_task_or_deletes_without_a_yes(messages: list[str]) -> None:
    await hold(messages, [OfflineMind()] * len(messages))


@QUIET
@given(st.lists(st.tuples(MESSAGES, CHOICES), min_size=1, max_size=6))
async def test_nor_does_any_sequence_of_choices_of_a_model(steps: list[tuple[str, Any]]) -> None:
    await hold([text for text, _ in steps], [ModelMind(Scripted(choice)) for _, choice in steps])


async def replayed(messages: Sequence[str], cut: int, before: bool) -> None:
    """Says the messages; the last is killed at a step and answered again: as if nothing had happened."""
    calm, shaken = shelf(), shelf()
    metadata = ConversationMetadata()
    for place, text in enumerate(messages[:-1]):
        turn = said(place, text, metadata)
        await answer(turn, OfflineMind(), shaken.tools(USER), Kept())
        metadata = (await answer(turn, OfflineMind(), calm.tools(USER), Kept())).metadata
    last = said(len(messages), messages[-1], metadata)
    straight = await answer(last, OfflineMind(), calm.tools(USER), Kept())
    journal = Kept(kill_at=cut, before=before)
    with suppress(Killed):
        await answer(last, OfflineMind(), shaken.tools(USER), journal)
    again = await answer(last, OfflineMind(), shaken.tools(USER), journal.again())
    assert again == straight
    assert shaken.made == calm.made
    assert shaken.tasks == calm.tasks
    once_more = await answer(last, OfflineMind(), shaken.tools(USER), journal.again())
    assert once_more == straight
    assert shaken.made == calm.made


@QUIET
@given(st.lists(MESSAGES, min_size=1, max_size=4), st.integers(0, 6), st.booleans())
async def test_a_message_killed_at_any_step_makes_no_call_twice_and_ends_in_the_same_answer(
    messages: list[str], cut: int, before: bool
) -> None:
    await replayed(messages, cut, before)


async def test_every_step_of_messages_that_make_several_calls_can_be_the_last() -> None:
    """The same without chance: each step of what makes most calls, before and behind the call."""
    for messages in (
        ["make tasks of my due reviews"],
        ["plan my learning path as tasks"],
        ["show my tasks", "mark 1, 2 and 3 as done"],
        ["delete everything", "yes"],
        ["show my tasks", "complete task 1, and add buy bread, and show my tasks"],
    ):
        for cut in range(7):
            for before in (True, False):
                await replayed(messages, cut, before)
