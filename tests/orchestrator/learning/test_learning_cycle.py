"""The learning cycle through the shell and its rows: explained, quizzed, analysed, mastered or remedied."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from contracts.agents import WRITER
from contracts.documents import place_said
from contracts.grading import Answer, Evaluation, QuizResults
from contracts.items import written
from contracts.learning import Explain, LearningRequested, Mistaken, PathRequested, PlanPath
from contracts.mastery import KnowledgeGap
from contracts.problems import Code, problem
from contracts.session import StepFailed
from services.coach.path.rules import planned_of
from services.orchestrator.batch.replay import replay
from services.orchestrator.database.rows import Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.learning import agent_state
from services.orchestrator.learning.lookup import PLACES
from tests.standins.messages import Hall, all_answers, answer, command_of, said
from tests.standins.workers import services

TOPIC = "term10"


async def learning(hall: Hall, session: UUID) -> dict[str, Any]:
    """What a learner may see of the cycle."""
    found: dict[str, Any] = (await hall.row(session))["learning"]
    return found


async def questions(hall: Hall, quiz: str) -> list[dict[str, Any]]:
    return await hall.rows(
        "select * from question_view where quiz_id = %s and accepted and state in ('live', 'approved')"
        " order by ordinal, item_id",
        quiz,
    )


async def answered(hall: Hall, session: UUID, *, right: bool) -> list[dict[str, Any]]:
    """Answers the quiz that waits, all rightly or all wrongly; its questions."""
    quiz = (await learning(hall, session))["cycle_quiz"]
    asked = await questions(hall, quiz)
    given = [
        Answer(item_id=each["item_id"], answer=written(each["body"]["answer"]) if right else "no") for each in asked
    ]
    await hall.walk(said(QuizResults(quiz_id=UUID(quiz), attempt_id=uuid4(), answers=given), session))
    return asked


async def states(hall: Hall, session: UUID) -> dict[str, Any]:
    rows = await hall.rows("select key, agent, value from agent_state where session_id = %s", session)
    assert all({**WRITER, **agent_state.BESIDE}[row["key"]] == row["agent"] for row in rows)
    return {row["key"]: row["value"] for row in rows}


async def settled(hall: Hall, session: UUID) -> None:
    """All is done, and a replay finds the same."""
    assert (await hall.row(session))["status"] == "ready"
    done = await replay(hall.connection, session)
    assert done
    assert done.differs == ""


async def test_a_topic_is_learnt_to_mastery(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    quizzes = []
    for number in range(1, 4):
        now = await learning(hall, session)
        assert (now["phase"], now["learning_cycle_count"], now["topic"]) == ("QUIZ_ACTIVE", number, TOPIC)
        quizzes.append(await answered(hall, session, right=True))
        if (await learning(hall, session))["phase"] == "MASTERED":
            break
    last = await learning(hall, session)
    assert (last["phase"], last["cycle_quiz"], last["routing"]) == ("MASTERED", None, "AWAITING_INPUT")
    assert all(1 <= len(asked) <= 10 for asked in quizzes)
    assert {each["body"]["concept"] for asked in quizzes for each in asked} == {TOPIC}, "nothing is padded with others"
    [stands] = await hall.rows("select * from concept_mastery where concept = %s", TOPIC)
    assert stands["decided"]
    assert stands["mastered"]
    assert stands["answers"] >= 5
    rounds = await hall.rows("select * from learning_cycles order by cycle_number")
    assert [row["cycle_number"] for row in rounds] == list(range(1, len(quizzes) + 1))
    assert [row["mastery_achieved"] for row in rounds] == [False] * (len(quizzes) - 1) + [True]
    assert all(row["quiz_score"] == 1 and row["completed_at"] and row["quiz_id"] for row in rounds)
    told = await states(hall, session)
    assert TOPIC not in told["learning_path"]
    assert told["explanation"] == told["explanation_phrase"]["values"]["0"]
    assert told["quiz_score"] == 1
    assert len(told["quiz_questions"]) == len(quizzes[-1])
    assert told["feedback_text"] == "Well done."
    lines = await hall.rows("select agent, text, phrase from messages order by seq, timestamp")
    assert told["explanation_phrase"] in [line["phrase"] for line in lines if line["text"] == told["explanation"]]
    assert {line["agent"] for line in lines} == {"tutor", "quiz", "coordinator", "pathplanner"}
    await settled(hall, session)


async def test_without_mastery_the_last_round_ends_in_remediation(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic=TOPIC, max_cycles=2), session))
    await answered(hall, session, right=False)
    now = await learning(hall, session)
    assert (now["phase"], now["learning_cycle_count"]) == ("QUIZ_ACTIVE", 2)
    await answered(hall, session, right=False)
    last = await learning(hall, session)
    assert (last["phase"], last["cycle_quiz"], last["learning_cycle_count"]) == (None, None, 2)
    told = await states(hall, session)
    assert told["remediation"] == ["Read it again."]
    assert told["next_topic"]
    rounds = await hall.rows("select mastery_achieved, completed_at from learning_cycles order by cycle_number")
    assert [row["mastery_achieved"] for row in rounds] == [False, False]
    reasons = [row["reason"] for row in await hall.rows("select reason from agent_transitions order by id")]
    assert sum("LOOP_AGAIN" in reason for reason in reasons) == 1
    assert sum("no mastery after 2 rounds" in reason for reason in reasons) == 1
    await settled(hall, session)


async def wrong_round(hall: Hall, session: UUID, taken: str) -> Explain | None:
    """The round's quiz is answered wrongly, with something taken for the topic; what is explained next."""
    quiz = (await learning(hall, session))["cycle_quiz"]
    given = [Answer(item_id=each["item_id"], answer="no") for each in await questions(hall, quiz)]
    handed_in = said(QuizResults(quiz_id=UUID(quiz), attempt_id=uuid4(), answers=given), session)
    [to_grade] = await hall.walk(handed_in, until="grade_quiz")
    [graded] = [each for each in services.answers(command_of(to_grade)) if isinstance(each, Evaluation)]
    gap = KnowledgeGap(concept=TOPIC, description="One for the other.", severity="High", mistaken_for=taken)
    explaining = await hall.walk(answer(to_grade, graded.model_copy(update={"knowledge_gaps": [gap]})), until="explain")
    explains = [command_of(each) for each in explaining]
    for each in explaining:
        await hall.walk(*all_answers(each))
    return next((each for each in explains if isinstance(each, Explain)), None)


async def test_the_next_explanation_is_told_what_was_taken_for_what_and_only_once(hall: Hall) -> None:
    session = await hall.ready()
    [first] = await hall.walk(said(LearningRequested(topic=TOPIC, max_cycles=4), session), until="explain")
    assert command_of(first).mistaken == [], "nothing was answered yet"
    await hall.walk(*all_answers(first))
    second = await wrong_round(hall, session, "term11")
    assert second is not None
    assert second.mistaken == [Mistaken(concept=TOPIC, taken="term11")]
    assert any("term11" in block.text for block in second.blocks), "the text of what was taken comes along"
    assert "term11" in {place.concept for place in second.places}
    third = await wrong_round(hall, session, "")
    assert third is not None
    assert third.mistaken == [], "it was told in the round before"
    assert [place.concept for place in command_of(first).places] == [TOPIC]
    others = [place.concept for place in third.places if place.concept != TOPIC]
    assert len(others) == 3, "what stands near by, to be told from it where the text says no more"
    assert all(any(other in block.text for block in third.blocks) for other in others)
    fourth = await wrong_round(hall, session, "term20")
    assert fourth is not None
    assert [each.taken for each in fourth.mistaken] == ["term20"]


async def test_the_next_explanation_is_told_what_the_learner_has_read_since(hall: Hall) -> None:
    """What the tutor told, and what was shown as the proof of an answer and as why."""
    session = await hall.ready()
    [first] = await hall.walk(said(LearningRequested(topic=TOPIC, max_cycles=3), session), until="explain")
    assert command_of(first).shown == [], "nothing was read yet"
    await hall.walk(*all_answers(first))
    [told] = await hall.rows("select quotes from messages where agent = 'tutor'")
    quiz = (await learning(hall, session))["cycle_quiz"]
    asked = await questions(hall, quiz)
    given = [Answer(item_id=each["item_id"], answer="no") for each in asked]
    handed_in = said(QuizResults(quiz_id=UUID(quiz), attempt_id=uuid4(), answers=given), session)
    [second] = await hall.walk(handed_in, until="explain")
    command = command_of(second)
    read = {(each["block_id"], each["start"]) for each in told["quotes"]}
    for each in asked:
        whys = [why["proof"] for why in each["body"].get("explanations", ()) if why.get("proof")]
        read |= {(proof["block_id"], proof["start"]) for proof in [each["body"]["proof"], *whys]}
    there = {block.block_id for block in command.blocks}
    assert {(each.block_id, each.start) for each in command.shown} == {each for each in read if each[0] in there}
    assert command.shown


async def test_what_was_mistaken_and_then_known_is_not_told(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic=TOPIC, max_cycles=1), session))
    assert await wrong_round(hall, session, "term11") is None
    [again] = await hall.walk(said(LearningRequested(topic=TOPIC, max_cycles=1), session), until="explain")
    assert [each.taken for each in command_of(again).mistaken] == ["term11"]
    await hall.walk(*all_answers(again))
    await answered(hall, session, right=True)
    [later] = await hall.walk(said(LearningRequested(topic=""), session), until="explain")
    assert command_of(later).mistaken == []


async def test_a_concept_without_a_question_is_left_out_of_its_topic_and_told(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(), session))
    concepts = [row["concept"] for row in await hall.rows("select distinct body ->> 'concept' as concept from items")]
    await unasked_of(hall, silent := min(concepts))
    [quiz] = [(await learning(hall, session))["cycle_quiz"]]
    asked = await questions(hall, quiz)
    assert "another" in {each["body"]["concept"] for each in asked}
    await answered(hall, session, right=True)
    lines = await hall.rows("select text from messages order by seq, timestamp")
    said_of_it = f"No question was found for now about “{silent}”: your mastery here does not wait for that."
    assert said_of_it in [line["text"] for line in lines]
    assert silent not in (await hall.row(session))["state"]["cycle"]["concepts"]
    assert (await hall.row(session))["state"]["unasked"] == [silent]
    await settled(hall, session)


async def test_who_goes_on_without_a_topic_learns_what_the_path_named_next(hall: Hall) -> None:
    session = await hall.ready()
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    await hall.walk(*all_answers(planning))
    following = (await states(hall, session))["next_topic"]
    assert following
    [explaining] = await hall.walk(said(LearningRequested(), session), until="explain")
    command = command_of(explaining)
    assert isinstance(command, Explain)
    assert command.concepts == [following]
    assert (await learning(hall, session))["topic"] == following


async def test_of_more_concepts_than_are_chosen_from_the_one_that_the_path_named_next_is_learnt(hall: Hall) -> None:
    session = await hall.ready()
    digest = (await hall.rows("select digest from readings where digest is not null limit 1"))[0]["digest"]
    [term, *_] = digest["terms"]
    more = [{**term, "term": f"other{n}", "definition": "", "relevance": "High"} for n in range(PLACES)]
    least = {**term, "term": "quay", "definition": "", "relevance": "Low"}
    told = json.dumps({**digest, "terms": [least, *more]})
    await hall.connection.execute("update readings set digest = %s::json where digest is not null", (told,))
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    await hall.walk(*all_answers(planning))
    assert (await states(hall, session))["next_topic"] == "quay"
    await hall.walk(said(LearningRequested(), session), until="explain")
    assert (await learning(hall, session))["topic"] == "quay"


async def test_who_asks_for_the_path_once_more_is_told_the_same(hall: Hall) -> None:
    session = await hall.ready()
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    command = command_of(planning)
    assert isinstance(command, PlanPath)
    assert command.topic == ""
    await hall.walk(*all_answers(planning))
    following = (await states(hall, session))["next_topic"]
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    command = command_of(planning)
    assert isinstance(command, PlanPath)
    assert following
    assert (command.reason, command.topic) == ("asked", following)


@pytest.mark.parametrize("kind", ["page", "section", "slide"])
async def test_a_path_is_told_what_the_document_counts_by(hall: Hall, kind: str) -> None:
    session = await hall.ready()
    await hall.connection.execute(
        "update readings set doc_meta = (doc_meta::jsonb || jsonb_build_object('page_kind', %s::text))::json", (kind,)
    )
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    command = command_of(planning)
    assert isinstance(command, PlanPath)
    assert {place.page_kind for place in command.places} == {kind}


@pytest.mark.parametrize("defined", [True, False])
async def test_what_nothing_defines_is_read_of_where_most_is_asked_about_it_and_not_where_it_is_first_named(
    hall: Hall, *, defined: bool
) -> None:
    session = await hall.ready()
    (*_, last) = await hall.rows("select block_id from concept_place_view where concept <> %s order by ordinal", TOPIC)
    await hall.connection.execute("update blocks set source_page = 9 where block_id = %s", (last["block_id"],))
    await hall.connection.execute(
        """update items set body = jsonb_set(body::jsonb, '{proof,block_id}', to_jsonb(%s::text))::json
           where body ->> 'concept' = %s""",
        (last["block_id"], TOPIC),
    )
    if not defined:
        await hall.connection.execute(
            """update readings set digest = jsonb_set(digest::jsonb, '{terms}', (
                 select jsonb_agg(t || '{"definition": ""}') from jsonb_array_elements(digest::jsonb -> 'terms') t))"""
        )
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    command = command_of(planning)
    assert isinstance(command, PlanPath)
    (place,) = (place for place in command.places if place.concept == TOPIC)
    assert (place.page == 9) is not defined
    assert place.source_page != 9
    assert place.read_at == (place.at if defined else place_said("page", 9, ""))
    assert (f"“{TOPIC}” (page 9)" in planned_of(command).reasoning) is not defined


@pytest.mark.parametrize("defined", [True, False])
async def test_a_concept_builds_on_what_its_definition_names_and_not_on_what_stands_beside_it(
    hall: Hall, *, defined: bool
) -> None:
    session = await hall.ready()
    (first, *_, last) = await hall.rows("select concept, text from concept_place_view order by ordinal")
    await hall.connection.execute(
        """update blocks set body = jsonb_set(body::jsonb, '{text}', to_jsonb(body ->> 'text' || ' Beside it: ' || %s))
           where body ->> 'text' = %s""",
        (first["concept"], last["text"]),
    )
    await hall.connection.execute(
        """update readings set digest = jsonb_set(digest::jsonb, '{terms}', (
             select jsonb_agg(t || jsonb_build_object('definition',
               case when %s and t ->> 'term' = %s then 'what ' || %s || 's make' else '' end))
             from jsonb_array_elements(digest::jsonb -> 'terms') t))""",
        (defined, last["concept"], first["concept"]),
    )
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    command = command_of(planning)
    assert isinstance(command, PlanPath)
    told = {place.concept: place.prerequisites for place in command.places}
    assert told[last["concept"]] == ([first["concept"]] if defined else [])
    rows = await hall.rows("select concept, prerequisite from concept_relationships")
    assert [dict(row) for row in rows] == (
        [{"concept": last["concept"], "prerequisite": first["concept"]}] if defined else []
    )


async def unasked_of(hall: Hall, concept: str) -> None:
    """Takes the questions about a concept from it."""
    await hall.rows(
        "update items set body = jsonb_set(body::jsonb, '{concept}', '\"another\"')::json"
        " where body ->> 'concept' = %s returning item_id",
        concept,
    )


async def test_no_path_leads_to_a_topic_that_turned_out_to_have_no_question_until_it_has_one(hall: Hall) -> None:
    session = await hall.ready()
    await unasked_of(hall, TOPIC)
    [writing] = await hall.walk(said(LearningRequested(topic=TOPIC), session), until="write_material")
    nothing = StepFailed(problem=problem(Code.NOTHING_TO_ASK, "There is nothing."), final=True)
    [planning] = await hall.walk(answer(writing, nothing), until="plan_path")
    command = command_of(planning)
    assert isinstance(command, PlanPath)
    assert (command.reason, command.topic, command.left_out) == ("remediation", TOPIC, [TOPIC])
    planned = planned_of(command)
    assert planned.next_topic not in ("", TOPIC)
    assert TOPIC not in planned.path
    await hall.walk(*all_answers(planning))
    lines = [row["text"] for row in await hall.rows("select text from messages order by seq, timestamp")]
    assert any(line.startswith(f"No question to ask about “{TOPIC}” was found for now. Ask me") for line in lines)
    await settled(hall, session)
    await hall.rows(
        "update items set body = jsonb_set(body::jsonb, '{concept}', %s::jsonb)::json"
        " where body ->> 'concept' = 'another' returning item_id",
        f'"{TOPIC}"',
    )
    [again] = await hall.walk(said(PathRequested(), session), until="plan_path")
    assert command_of(again).left_out == []


async def test_the_path_is_told_of_which_concepts_the_document_may_tell_nothing(hall: Hall) -> None:
    session = await hall.ready()
    await unasked_of(hall, TOPIC)
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    command = command_of(planning)
    assert isinstance(command, PlanPath)
    assert (command.left_out, command.untold) == ([], []), "it has a definition"
    await hall.walk(*all_answers(planning))
    await hall.rows(
        'update readings set digest = regexp_replace(digest::text, \'"definition": *"[^"]*"\', \'"definition": ""\','
        " 'g')::json returning reading_id"
    )
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    assert (command_of(planning).left_out, command_of(planning).untold) == ([], [TOPIC])


async def test_a_diagnosis_comes_first_where_it_is_asked_for_and_nothing_is_known(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(diagnostic=True), session))
    now = await learning(hall, session)
    assert (now["phase"], now["learning_cycle_count"]) == (None, 0)
    [quiz] = await hall.rows("select purpose, complete, ready from quizzes where quiz_id = %s", now["cycle_quiz"])
    assert quiz == {"purpose": "diagnostic", "complete": True, "ready": True}
    asked = await answered(hall, session, right=False)
    concepts = [each["body"]["concept"] for each in asked]
    assert list(dict.fromkeys(concepts)) == ["term10", "term11", "term20", "term21"]
    assert max(map(concepts.count, concepts)) <= 2
    [row] = await hall.rows("select * from diagnostic_results")
    assert (row["learner_level"], row["prerequisite_gaps"]) == ("beginner", ["term10"])
    told = await states(hall, session)
    assert told["diagnostic_complete"] is True
    assert (await learning(hall, session))["phase"] == "QUIZ_ACTIVE"
    await settled(hall, session)


async def test_an_unknown_topic_is_told_and_begins_nothing(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic="football"), session))
    [line] = await hall.rows("select * from messages")
    assert "“football”" in line["text"]
    assert line["agent"] == "coordinator"
    assert (await learning(hall, session))["cycle_quiz"] is None
    await settled(hall, session)


async def test_an_item_comes_back_marked_and_after_another_one(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    first = await answered(hall, session, right=False)
    quizzes = [first]
    for _ in range(3):
        quizzes.append(await answered(hall, session, right=False))
    seen: set[UUID] = set()
    last = None
    for asked in quizzes:
        for each in asked:
            assert each["repeat"] == (each["item_id"] in seen)
            assert each["item_id"] != last
            last = each["item_id"]
            seen.add(last)
    assert any(each["repeat"] for asked in quizzes for each in asked)
    for asked in quizzes:
        concepts = [each["body"]["concept"] for each in asked]
        assert max(map(concepts.count, concepts)) <= 3


def test_no_agent_writes_the_key_of_another() -> None:
    from datetime import UTC, datetime

    for agent in ("coordinator", "tutor", "learner"):
        with pytest.raises(PermissionError, match="does not write next_topic"):
            agent_state.put(
                Writes(), uuid4(), Own(tenant_id="t", user_id="u"), agent, datetime.now(UTC), next_topic="x"
            )


async def test_what_was_asked_by_a_name_that_the_text_does_not_have_is_counted_planned_and_learnt(hall: Hall) -> None:
    """As of the beginning of a long document, whose own digest names a concept otherwise than the whole's."""
    session = await hall.ready()
    older = "a name of the beginning"
    await hall.rows(
        "update items set body = jsonb_set(body::jsonb, '{concept}', %s::jsonb)::json returning item_id", f'"{older}"'
    )
    await hall.walk(said(await hall.answers(session), session))
    [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
    command = command_of(planning)
    assert isinstance(command, PlanPath)
    there = await hall.rows("select concept, introduced from concept_view where session_id = %s", session)
    assert [row["concept"] for row in there if not row["introduced"]] == [older]
    assert {place.concept for place in command.places} == {row["concept"] for row in there}
    assert f" of {len(there)} concepts" in planned_of(command).reasoning
    assert not await hall.rows("select from extracted_concepts where concept = %s", older)
    await hall.walk(*all_answers(planning))
    [explaining] = await hall.walk(said(LearningRequested(topic=older), session), until="explain")
    told = command_of(explaining)
    assert isinstance(told, Explain)
    assert told.concepts == [older]
    assert [place.concept for place in told.places] == [older]


async def test_a_path_is_told_whether_something_learnt_before_is_due(hall: Hall) -> None:
    session = await hall.ready()
    assert await hall.rows("select from flashcards"), "new cards are due at once, and nothing to begin with"
    await hall.walk(said(await hall.answers(session), session))
    for days, due in ((0, False), (30, True)):
        await hall.rows(
            "update schedules set due = due - make_interval(days => %s) where session_id = %s returning card_id",
            days,
            session,
        )
        [planning] = await hall.walk(said(PathRequested(), session), until="plan_path")
        command = command_of(planning)
        assert isinstance(command, PlanPath)
        assert command.due is due
        assert ("is due for review" in planned_of(command).reasoning) is due
        await hall.walk(*all_answers(planning))
