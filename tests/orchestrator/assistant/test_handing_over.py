"""A course's chat hands over to the assistant what is about study tasks, and takes back what it answers."""

from typing import Any
from uuid import UUID

from contracts.assistant import AskAssistant
from contracts.learning import ClassifyIntent, IntentClassified, MessageSent
from contracts.problems import Code, problem
from contracts.session import ForgetRequested, StepFailed
from tests.standins.messages import Hall, all_answers, answer, command_of, envelope_of, said


async def lines(hall: Hall) -> list[tuple[str, str, str]]:
    """Who said what."""
    rows = await hall.rows("select role, agent, text from messages order by seq, timestamp")
    return [(row["role"], row["agent"], row["text"]) for row in rows]


async def write(hall: Hall, session: UUID, text: str, **more: Any) -> list[Any]:
    """A message and all that follows; the commands that it led to."""
    given: list[Any] = []
    commands = await hall.tell(said(MessageSent(text=text, **more), session))
    while commands:
        given += [command_of(command) for command in commands]
        commands = await hall.tell(*(reply for command in commands for reply in all_answers(command)))
    return given


async def test_what_is_about_tasks_is_handed_over_with_the_course_and_answered_in_the_chat(hall: Hall) -> None:
    session = await hall.ready()
    await write(hall, session, "What is term10?")
    classified, handed = await write(hall, session, "task about this", time_zone="Europe/Oslo")
    assert isinstance(classified, ClassifyIntent)
    assert isinstance(handed, AskAssistant)
    assert (handed.text, handed.time_zone, handed.offered) == ("task about this", "Europe/Oslo", False)
    assert (handed.tenant_id, handed.user_id) == ("t", "u")
    assert (handed.course.session_id, handed.course.topic) == (session, "term10")  # What was spoken of last.
    assert "term20" in [concept.name for concept in handed.course.concepts]
    assert handed.history[0].role == "user"
    assert (await lines(hall))[-2:] == [("learner", "", "task about this"), ("tutor", "assistant", "Done: term10.")]
    moved = await hall.rows("select to_agent from agent_transitions order by id")
    assert [row["to_agent"] for row in moved][-3:] == ["coordinator", "assistant", "coordinator"]


async def test_what_the_assistant_asks_back_is_answered_there_first(hall: Hall) -> None:
    session = await hall.ready()
    await write(hall, session, "task ask")
    [handed] = await write(hall, session, "task yes")
    assert isinstance(handed, AskAssistant)
    assert handed.offered
    assert handed.metadata.agent_context.clarification_count == 1  # It was remembered.
    classified, _ = await write(hall, session, "task about this")
    assert isinstance(classified, ClassifyIntent)  # It has asked nothing this time.


async def test_what_is_no_answer_to_it_is_found_out_like_any_message(hall: Hall) -> None:
    session = await hall.ready()
    await write(hall, session, "task ask")
    handed, classified, *_ = await write(hall, session, "greeting")
    assert isinstance(handed, AskAssistant)
    assert isinstance(classified, ClassifyIntent)
    assert (await lines(hall))[-1][1] == "coordinator"
    state = (await hall.row(session))["state"]
    assert not state.get("assistant_waits", False)


async def test_what_only_the_rules_took_for_a_task_is_not_handed_to_and_fro(hall: Hall) -> None:
    session = await hall.ready()
    commands = await hall.tell(said(MessageSent(text="task"), session))
    [command] = await hall.tell(*all_answers(commands[0]))
    told = command_of(command)
    [refused] = all_answers(command)
    body = refused.value.replace(b'"handled":true', b'"handled":false')
    assert isinstance(told, AskAssistant)
    assert await hall.tell(type(refused)(refused.topic, refused.key, body, refused.headers)) == []
    assert (await lines(hall))[-1][1] == "coordinator"


async def test_quick_messages_to_the_assistant_are_answered_in_their_order(hall: Hall) -> None:
    session = await hall.ready()
    commands = await hall.tell(
        *(said(MessageSent(text=text), session) for text in ("task ask", "task yes", "greeting"))
    )
    while commands:
        assert len(commands) == 1
        commands = await hall.tell(*all_answers(commands[0]))
    assert [agent for role, agent, _ in await lines(hall) if role == "tutor"] == [
        "assistant",
        "assistant",
        "coordinator",
    ]


async def test_an_assistant_that_fails_ends_in_a_sentence_with_code_and_trace(hall: Hall) -> None:
    session = await hall.ready()
    commands = await hall.tell(said(MessageSent(text="task"), session))
    [command] = await hall.tell(*all_answers(commands[0]))
    why = problem(Code.MODEL_FAILED, "The model answered nothing.")
    assert await hall.tell(answer(command, StepFailed(problem=why, final=True))) == []
    _, agent, text = (await lines(hall))[-1]
    assert agent == "coordinator"
    assert "model_failed" in text
    assert envelope_of(command).subject == session
    assert (await hall.row(session))["status"] == "ready"


async def test_what_is_remembered_for_the_assistant_is_forgotten_with_the_session(hall: Hall) -> None:
    session = await hall.ready()
    await write(hall, session, "task ask")
    assert len(await hall.rows("select from assistant_states")) == 1
    await hall.tell(said(ForgetRequested(), session))
    assert await hall.rows("select from assistant_states") == []


async def test_who_writes_in_a_language_that_nobody_reads_is_told_which_are_understood(hall: Hall) -> None:
    session = await hall.ready()
    [command] = await hall.tell(said(MessageSent(text="Montre-moi mes tâches"), session))
    told = IntentClassified(intent="unclear", reason="It is not clear.", foreign=True)
    assert await hall.tell(answer(command, told)) == []
    _, agent, text = (await lines(hall))[-1]
    assert agent == "coordinator"
    assert "I understand English, Norwegian and German" in text
