"""What a learner writes: routed to the specialists, answered with quotes, replied to; and what goes wrong then."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from contracts.documents import UnsurePlace
from contracts.learning import (
    AimsSet,
    ClassifyIntent,
    ConceptMarked,
    Explain,
    Explained,
    JudgeReply,
    LearningRequested,
    MessageSent,
    PathRequested,
    PlanPath,
)
from contracts.message import Phrase
from contracts.problems import Code, problem
from contracts.proof import Origin
from contracts.session import MessageParked, QuizRequested, RetryRequested, StepFailed
from services.orchestrator.tutor.commands import explain
from services.orchestrator.workflow.params import ExplainParams
from services.orchestrator.workflow.state import State
from services.text.catalogue.phrases import rendered
from tests.orchestrator.learning.test_learning_cycle import TOPIC, answered, learning, questions, settled, states
from tests.standins.messages import Hall, all_answers, answer, command_of, said

LOST = problem(Code.MODEL_FAILED, "The model answered nothing.")
AWAY = problem(Code.UNAVAILABLE, "A store was away.")


async def lines(hall: Hall) -> list[dict[str, Any]]:
    return await hall.rows("select role, agent, text, quotes from messages order by seq, timestamp")


async def write(hall: Hall, session: UUID, text: str) -> list[dict[str, Any]]:
    """A message and all that follows; the whole conversation."""
    await hall.walk(said(MessageSent(text=text), session))
    return await lines(hall)


async def practised(hall: Hall) -> UUID:
    """A session whose first quiz is handed in, so that the tutor may ask what it asks."""
    session = await hall.ready()
    await hall.walk(said(await hall.answers(session), session))
    return session


async def test_quick_messages_are_answered_in_their_order_and_no_question_comes_between(hall: Hall) -> None:
    session = await practised(hall)
    asked = ["What is term20?", "What is term11?", f"What is {TOPIC}?"]
    commands = await hall.tell(*(said(MessageSent(text=text), session) for text in asked))
    answered_to: list[str] = []
    while commands:
        [command] = commands  # One message at a time, whatever came meanwhile.
        told = command_of(command)
        if isinstance(told, Explain):
            answered_to.append(told.question)
        commands = await hall.tell(*all_answers(command))
    assert answered_to == asked
    roles = [line["role"] for line in await lines(hall)]
    assert roles == ["learner"] * 3 + ["tutor"] * 4  # The tutor asks one back behind the last answer alone.
    assert not (await hall.row(session))["state"].get("waiting")


async def test_a_question_that_is_its_statement_is_said_once(hall: Hall) -> None:
    session = await practised(hall)
    await hall.rows(
        "update items set body = jsonb_set(body::jsonb, '{statement}', body::jsonb -> 'question') where session_id = %s"
        " returning item_id",
        session,
    )
    await hall.walk(said(MessageSent(text=f"What is {TOPIC}?"), session))
    asked = (await lines(hall))[-1]["text"]
    question = asked.splitlines()[0]
    assert asked.count(question) == 1
    told = (await write(hall, session, "why was that wrong?"))[-1]["text"]
    [item] = await hall.rows("select body from items where strpos(%s, body ->> 'question') > 0", told)
    assert told.count(item["body"]["question"]) == 1


async def test_each_answer_names_the_message_that_it_answers(hall: Hall) -> None:
    session = await practised(hall)
    texts = ["What is term20?", "hello", f"What is {TOPIC}?"]
    commands = await hall.tell(*(said(MessageSent(text=text), session) for text in texts))
    while commands:
        commands = await hall.tell(*(reply for command in commands for reply in all_answers(command)))
    rows = await hall.rows("select message_id, role, text, in_reply_to from messages order by seq, timestamp")
    asked = {row["message_id"]: row["text"] for row in rows if row["role"] == "learner"}
    answers = [asked.get(row["in_reply_to"]) for row in rows if row["role"] == "tutor"]
    assert answers == [*texts, None]  # What the tutor asks back answers nothing.
    assert all(row["in_reply_to"] is None for row in rows if row["role"] == "learner")


async def test_what_was_said_before_goes_with_a_question(hall: Hall) -> None:
    session = await hall.ready()
    await write(hall, session, f"What is {TOPIC}?")
    before = await lines(hall)
    [command] = await hall.walk(said(MessageSent(text="What is term11?"), session), until="explain")
    told = command_of(command)
    assert isinstance(told, Explain)
    assert [(line.role, line.text) for line in told.conversation] == [(line["role"], line["text"]) for line in before]
    await hall.tell(*all_answers(command))
    for number in range(6):
        await write(hall, session, f"What is term1{number % 2}?")
    [command] = await hall.walk(said(MessageSent(text="What is term11?"), session), until="explain")
    told = command_of(command)
    assert isinstance(told, Explain)
    assert len(told.conversation) == 10


async def test_what_was_not_read_surely_goes_with_a_question_apart_and_its_place_is_kept_with_the_answer(
    hall: Hall,
) -> None:
    session = await hall.ready()
    await hall.connection.execute(
        """update blocks set terms = null,
             body = (body::jsonb || '{"material": false, "aside": "low_confidence"}')::json where block_id = 'p2b1'"""
    )
    [command] = await hall.walk(said(MessageSent(text="What are facts of part 2?"), session), until="explain")
    told = command_of(command)
    assert isinstance(told, Explain)
    assert "p2b1" not in [block.block_id for block in told.blocks]
    assert "p2b1" in [block.block_id for block in told.unsure]
    place = UnsurePlace(document_sha256="ab" * 32, block_id="p2b1", source_page=2)
    answered = Explained(
        concepts=[],
        explanation="Look there.",
        found=False,
        unsure=[place],
        origin=Origin(author="x", name="x", version="1"),
    )
    await hall.tell(answer(command, answered))
    [kept] = await hall.rows("select unsure from messages where text = 'Look there.'")
    assert [UnsurePlace.model_validate(each) for each in kept["unsure"]] == [place]


async def test_what_a_question_leans_on_is_known_by_its_place_and_definition(hall: Hall) -> None:
    session = await hall.ready()
    await write(hall, session, "What is term20?")
    for text, known in (("Explain it simpler.", ["term20"]), ("Is it term11?", ["term11", "term20"])):
        [command] = await hall.walk(said(MessageSent(text=text), session), until="explain")
        told = command_of(command)
        assert isinstance(told, Explain)
        assert sorted(place.concept for place in told.places) == known
        await hall.tell(*all_answers(command))


async def test_what_the_tutor_spoke_of_last_can_be_told_to_who_does_not_understand_it(hall: Hall) -> None:
    session = await hall.ready()
    await write(hall, session, "What is term20?")
    await hall.connection.execute("update messages set text = 'It is a kind of term11.' where role = 'tutor'")
    for text, spoken in (
        ("I do not get it", True),
        ("Who was the first of all keepers that ever wrote of it here", False),
    ):
        [command] = await hall.walk(said(MessageSent(text=text), session), until="explain")
        told = command_of(command)
        assert isinstance(told, Explain)
        assert ("term11" in {place.concept for place in told.places}) is spoken
        await hall.tell(*all_answers(command))
        await hall.connection.execute("update messages set text = 'It is a kind of term11.' where role = 'tutor'")


async def test_whether_the_tutor_has_just_answered_goes_with_a_message(hall: Hall) -> None:
    session = await practised(hall)
    answered = []
    for text in ("Tell me more.", f"What is {TOPIC}?", "Tell me more.", "greeting", "Tell me more."):
        [command] = await hall.tell(said(MessageSent(text=text), session))
        told = command_of(command)
        assert isinstance(told, ClassifyIntent)
        answered.append(told.answered)
        while commands := await hall.tell(*all_answers(command)):
            [command] = commands
    assert answered == [False, True, True, True, False]


@pytest.mark.parametrize(("kind", "told"), [("section", {"p1b0": "", "p1b1": "Of parts"}), ("page", {})])
async def test_blocks_of_a_document_without_pages_come_with_their_headings(
    hall: Hall, kind: str, told: dict[str, str]
) -> None:
    session = await hall.ready()
    await hall.connection.execute(
        """insert into blocks select (jsonb_populate_record(null::blocks, to_jsonb(b) || jsonb_build_object(
             'block_id', 'over', 'ordinal', b.ordinal + 1, 'terms', null,
             'body', b.body::jsonb || '{"block_id": "over", "text": "Of parts", "kind": "heading"}'))).*
           from blocks b where block_id = 'p1b0'"""
    )
    await hall.connection.execute("update blocks set ordinal = ordinal + 2 where block_id = 'p1b1'")
    stored = (await hall.row(session))["state"]
    stored["papers"][0]["doc_meta"]["page_kind"] = kind
    command = await explain(
        hall.connection, State.model_validate(stored), ExplainParams(concepts=["term10", "term11"], times=0)
    )
    assert command
    asked = Explain.model_validate_json(command)
    assert {block: asked.headings[block] for block in told} == told
    assert bool(asked.headings) == bool(told)


async def test_a_message_that_fails_lets_the_next_one_through(hall: Hall) -> None:
    session = await practised(hall)
    [first] = await hall.tell(*(said(MessageSent(text=text), session) for text in ("What is it?", "What is term11?")))
    [second] = await hall.tell(answer(first, StepFailed(problem=LOST, final=True)))
    told = command_of(second)
    assert isinstance(told, ClassifyIntent)
    assert told.text == "What is term11?"


async def test_a_question_is_answered_with_quotes_and_the_tutor_asks_one_back(hall: Hall) -> None:
    session = await practised(hall)
    [classify] = await hall.tell(said(MessageSent(text=f"What is {TOPIC}?"), session))
    told = command_of(classify)
    assert isinstance(told, ClassifyIntent)
    assert (told.text, told.awaiting) == (f"What is {TOPIC}?", "")
    assert told.concepts == ["term10", "term11", "term20", "term21"]
    assert (await learning(hall, session))["routing"] == "CLASSIFY_INTENT"
    [explain] = await hall.tell(*all_answers(classify))
    assert (await learning(hall, session))["routing"] == "LEARN"
    asked = command_of(explain)
    assert isinstance(asked, Explain)
    assert (asked.question, asked.concepts) == (f"What is {TOPIC}?", [TOPIC])
    assert asked.blocks[0].text.startswith(f"The {TOPIC} is")
    assert await hall.tell(*all_answers(explain)) == []
    learner, tutor, question = await lines(hall)
    assert (learner["role"], learner["agent"], learner["text"]) == ("learner", "", f"What is {TOPIC}?")
    assert (tutor["role"], tutor["agent"]) == ("tutor", "tutor")
    assert tutor["quotes"]
    assert question["text"].startswith("The ____ is fact")
    now = await learning(hall, session)
    assert now["routing"] == "AWAITING_INPUT"
    assert (now["pending_question"]["phase"], now["pending_question"]["wrong_attempts"]) == ("asked", 0)
    await settled(hall, session)


async def test_the_tutors_question_goes_from_asked_over_probe_and_hint_to_explained(hall: Hall) -> None:
    session = await practised(hall)
    await write(hall, session, f"What is {TOPIC}?")
    item = (await learning(hall, session))["pending_question"]["item_id"]
    phases = []
    for wrong in range(3):
        await write(hall, session, f"answer {wrong}")
        pending = (await learning(hall, session))["pending_question"]
        phases.append(pending and (pending["phase"], pending["wrong_attempts"]))
    assert phases == [("probe", 1), ("hint", 2), None]
    judged = [command_of(each) for each in hall.out if isinstance(command_of(each), JudgeReply)]
    assert [(each.wrong_attempts, each.previous) for each in judged] == [
        (0, []),
        (1, ["answer 0"]),
        (2, ["answer 0", "answer 1"]),
    ]
    assert (await lines(hall))[-1]["quotes"]
    assert (await hall.row(session))["state"]["shown"] == [item]
    await settled(hall, session)


async def test_a_right_reply_clears_the_question_and_the_item_is_a_repeat_from_then_on(hall: Hall) -> None:
    session = await practised(hall)
    await write(hall, session, f"What is {TOPIC}?")
    item = (await learning(hall, session))["pending_question"]["item_id"]
    conversation = await write(hall, session, f"answer {TOPIC}")
    assert conversation[-1]["text"] == "So: cleared."
    assert (await learning(hall, session))["pending_question"] is None
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    asked = await questions(hall, (await learning(hall, session))["cycle_quiz"])
    assert [each["repeat"] for each in asked if str(each["item_id"]) == item] in ([], [True])
    await settled(hall, session)


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("answer nothing", "No question waits"),
        ("unclear", "I did not understand"),
        ("rude", "That is not for this house."),
    ],
)
async def test_what_cannot_be_routed_is_answered_by_the_coordinator(hall: Hall, text: str, beginning: str) -> None:
    session = await hall.ready()
    conversation = await write(hall, session, text)
    assert conversation[-1]["agent"] == "coordinator"
    assert conversation[-1]["text"].startswith(beginning)
    await settled(hall, session)


async def test_stop_ends_what_is_under_way_and_leaves_what_was_answered(hall: Hall) -> None:
    session = await practised(hall)
    await write(hall, session, f"What is {TOPIC}?")
    assert (await learning(hall, session))["pending_question"]
    stands = (await learning(hall, session))["mastery_score"]
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    assert (await write(hall, session, "stop"))[-1]["text"].startswith("We stop here. What you have answered counts")
    now = await learning(hall, session)
    assert (now["phase"], now["pending_question"], now["mastery_score"]) == (None, None, stands)
    assert (await write(hall, session, "stop"))[-1]["text"].startswith("Nothing is under way")
    await settled(hall, session)


async def test_learn_diagnose_and_plan_go_to_their_specialists(hall: Hall) -> None:
    session = await hall.ready()
    await write(hall, session, f"learn {TOPIC}")
    assert (await learning(hall, session))["phase"] == "QUIZ_ACTIVE"
    waits = (await write(hall, session, "plan"))[-1]
    assert (await states(hall, session))["next_topic"]
    assert waits["text"].startswith("A quiz is waiting for you already."), "who goes on amid a round is led to its quiz"
    await write(hall, session, "diagnose")
    now = await learning(hall, session)
    assert (now["phase"], now["learning_cycle_count"]) == (None, 0)
    await answered(hall, session, right=False)
    conversation = await lines(hall)
    assert conversation[-1]["text"] == "Because: diagnosed."
    assert (await learning(hall, session))["cycle_quiz"] is None
    reached = {row["to_agent"] for row in await hall.rows("select to_agent from agent_transitions")}
    assert {"coordinator", "tutor", "quiz", "feedback", "diagnostic", "pathplanner"} <= reached
    await settled(hall, session)


async def test_the_first_100_characters_of_a_message_stand_with_the_transition(hall: Hall) -> None:
    session = await hall.ready()
    long = "Please tell me " * 20
    await write(hall, session, long)
    excerpts = {row["message_excerpt"] for row in await hall.rows("select message_excerpt from agent_transitions")}
    assert long[:100] in excerpts


async def test_before_the_document_is_read_a_message_is_told_so(hall: Hall) -> None:
    from tests.standins.messages import submitted

    session = uuid4()
    await hall.tell(submitted(session))
    assert await hall.tell(said(MessageSent(text="What is it?"), session), said(PathRequested(), session)) == []
    assert [line["text"][:28] for line in await lines(hall)] == [
        "What is it?",
        "The document is not read yet",
        "The document is not read yet",
    ]


async def test_a_failure_in_the_conversation_harms_no_quiz(hall: Hall) -> None:
    session = await hall.ready()
    [classify] = await hall.tell(said(MessageSent(text="What is it?"), session))
    await hall.tell(answer(classify, StepFailed(problem=LOST, final=True)))
    last = (await lines(hall))[-1]
    assert last["agent"] == "coordinator"
    assert "finding out what you want: The model answered nothing. (model_failed, trace " in last["text"]
    assert (await hall.row(session))["error"] is None
    await settled(hall, session)


async def test_a_failure_that_a_cycle_waits_for_can_be_tried_again(hall: Hall) -> None:
    session = await hall.ready()
    [explain] = await hall.tell(said(LearningRequested(topic=TOPIC), session))
    await hall.tell(answer(explain, StepFailed(problem=AWAY, final=True)))
    failed = await hall.row(session)
    assert (failed["status"], failed["learning"]["phase"]) == ("failed", "TUTOR_EXPLAINING")
    assert "explaining it" in (await lines(hall))[-1]["text"]
    await hall.walk(said(RetryRequested(version=failed["version"]), session))
    assert (await learning(hall, session))["phase"] == "QUIZ_ACTIVE"
    await settled(hall, session)


async def test_a_cycle_that_cannot_be_explained_ends_with_a_sentence(hall: Hall) -> None:
    session = await hall.ready()
    [explain] = await hall.tell(said(LearningRequested(topic=TOPIC), session))
    refused = problem(Code.NOTHING_TO_ASK, "The passages are empty.")
    await hall.tell(answer(explain, StepFailed(problem=refused, final=True)))
    assert (await learning(hall, session))["phase"] is None
    assert "The passages are empty." in (await lines(hall))[-1]["text"]
    await settled(hall, session)


async def test_mistakes_are_practised_and_nothing_is_written_for_it(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(QuizRequested(practice="mistakes"), session))
    assert (await lines(hall))[-1]["text"].startswith("Nothing was answered wrongly")
    results = await hall.answers(session)  # the first of them wrong
    await hall.walk(said(results, session))
    assert await hall.tell(said(QuizRequested(practice="mistakes"), session)) == []
    [quiz] = await hall.rows("select * from quizzes where purpose = 'mistakes'")
    assert (quiz["ready"], quiz["complete"]) == (True, True)
    [asked] = await questions(hall, quiz["quiz_id"])
    assert (asked["item_id"], asked["repeat"]) == (results.answers[0].item_id, True)
    await settled(hall, session)


async def test_aims_and_marks_are_the_learners_and_change_no_score(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(await hall.answers(session), session))
    await hall.walk(said(AimsSet(goals=["Tides"], current_topic="term20", mastery_threshold=0.6), session))
    told = await states(hall, session)
    assert (told["goals"], told["current_topic"]) == (["Tides"], "term20")
    assert (await learning(hall, session))["mastery_threshold"] == 0.6
    before = await hall.rows("select concept, score from concept_mastery order by concept")
    await hall.walk(said(ConceptMarked(concept="TERM10", mark="known"), session))
    await hall.walk(said(ConceptMarked(concept="football", mark="known"), session))
    after = await hall.rows("select concept, score, mark from concept_mastery order by concept")
    assert [(row["concept"], row["score"]) for row in after] == [(row["concept"], row["score"]) for row in before]
    assert [row["mark"] for row in after] == ["known", "none", "none", "none"]
    await hall.walk(said(ConceptMarked(concept="term10", mark="none"), session))
    assert await hall.rows("select concept, score from concept_mastery order by concept") == before
    [plan] = await hall.tell(said(PathRequested(), session))
    command = command_of(plan)
    assert isinstance(command, PlanPath)
    assert (command.goals, command.reason) == (["Tides"], "asked")
    assert [place.concept for place in command.places] == ["term10", "term11", "term20", "term21"]
    assert [found.concept for found in command.standings] == ["term10", "term11", "term20", "term21"]


async def test_a_message_that_was_put_aside_is_told_in_the_conversation(hall: Hall) -> None:
    session = await hall.ready()
    parked = MessageParked(message_type=MessageSent.type_name, topic="session.inputs", reason="a bug")
    state = await hall.row(session)
    from services.orchestrator.decide.routing import decide
    from services.orchestrator.workflow.state import Meta, State

    meta = Meta(id=uuid4(), seq=state["version"] + 1, time="2026-01-01T00:00:00+00:00")
    decision = decide(State.model_validate(state["state"]), parked, meta)
    assert [line.code for line in decision.lines] == ["put_aside"]
    assert decision.state.problem is None


async def test_why_an_answer_was_wrong_is_told_with_question_answer_key_and_place(hall: Hall) -> None:
    session = await hall.ready()
    assert (await write(hall, session, "why was that wrong?"))[-1]["text"] == (
        "None of your graded answers is wrong, so there is no mistake to explain."
    )
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    [*_, asked] = await answered(hall, session, right=False)
    await hall.connection.execute("update items set answer_text = answer_text || '.'")
    told = (await write(hall, session, "why was that wrong?"))[-1]
    question, key = asked["body"]["question"], asked["body"]["answer"]
    assert (told["agent"], told["quotes"]) == ("feedback", [asked["body"]["proof"]])
    assert told["text"] == f"The question was: “{question}” You answered “no”; right is “{key}”."
    [kept] = await hall.rows("select phrase from messages where agent = 'feedback' order by seq desc limit 1")
    assert kept["phrase"]["code"] == "conversation.mistake"
    assert rendered(Phrase.model_validate(kept["phrase"]), "en") == told["text"]
    assert f"riktig er «{key}»" in rendered(Phrase.model_validate(kept["phrase"]), "no")
    await settled(hall, session)
