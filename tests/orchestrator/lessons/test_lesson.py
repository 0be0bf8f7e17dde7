"""Lessons turn by turn: what each message leads to, what becomes of the plan, and what is left in rows."""

from datetime import UTC, datetime
from typing import LiteralString
from uuid import UUID, uuid4

import pytest

from contracts.agents import Spent
from contracts.documents import AgentRun
from contracts.learning import LearningRequested, MessageSent
from contracts.lessons import LessonGoal, LessonRequested, TeachTurn, TurnTaught
from contracts.problems import Code, problem
from contracts.session import ForgetRequested, RetryRequested, StepFailed
from services.curriculum.reading import read
from services.orchestrator.batch.replay import replay
from services.orchestrator.curriculum.rows import store
from services.orchestrator.lessons.commands import teach
from services.orchestrator.lessons.questions import VARIED
from services.orchestrator.workflow.params import TeachParams
from services.orchestrator.workflow.state import State
from tests.curriculum.made import guideline
from tests.orchestrator.learning.test_learning_cycle import TOPIC
from tests.orchestrator.lessons.taught import Taught
from tests.standins.messages import Hall, all_answers, answer, command_of, envelope_of, said
from tests.standins.workers.lessons import lesson_told

NOW = datetime(2026, 1, 2, tzinfo=UTC)
_ANOTHER: LiteralString = """
insert into items select (jsonb_populate_record(i, jsonb_build_object('item_id', n.id, 'ordinal', i.ordinal + 10,
  'body', jsonb_set(i.body::jsonb, '{item_id}', to_jsonb(n.id))))).* from items i, (select gen_random_uuid() as id) n
where i.body ->> 'concept' = %s limit 1 returning item_id"""
AWAY = problem(Code.UNAVAILABLE, "A store was away.")


async def test_a_lesson_begins_with_a_plan_and_a_first_turn_that_asks(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    [turn] = await lesson.turns()
    assert turn["message"].startswith("open.")
    assert (turn["step_idx"], turn["current_step"], turn["mastery_score"], turn["is_complete"]) == (0, 1, 0.5, False)
    assert (turn["routing"], turn["pacing"], turn["hints"]) == ("Advance", "first_turn", [{"text": "Look again."}])
    assert turn["question"] in turn["message"]
    assert await lesson.statuses() == ["in_progress", "pending", "pending"]
    [line] = await lesson.lines()
    assert (line["role"], line["agent"], line["in_reply_to"]) == ("tutor", "executor", None)
    assert (await hall.row(lesson.session))["status"] == "ready"


async def test_right_answers_complete_the_steps_and_the_last_one_the_lesson(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    first = await lesson.say("right")
    assert (first["routing"], first["step_idx"], first["current_step"], first["score"]) == ("Advance", 1, 2, 1.0)
    assert first["mastery_score"] > 0.5
    assert await lesson.statuses() == ["completed", "in_progress", "pending"]
    last = await lesson.say("right", "right")
    assert (last["routing"], last["is_complete"], last["current_step"]) == ("End", True, 4)
    assert await lesson.statuses() == ["completed"] * 3
    assert [turn["mastery_score"] for turn in await lesson.turns()] == sorted(
        turn["mastery_score"] for turn in await lesson.turns()
    )


async def test_a_question_goes_on_from_probe_to_hint_to_explain_and_counts_once_it_is_over(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    for phase, wrong in (("probe", 1), ("hint", 2)):
        turn = await lesson.say("wrong")
        assert (turn["routing"], turn["message"].startswith(f"So: {phase}.")) == ("Continue", True)
        question = (await lesson.lesson()).question
        assert question is not None
        assert (question.phase, len(question.wrong)) == (phase, wrong)
        assert await hall.count("results", lesson.session) == 0  # What is graded shows the key.
    told = await lesson.say("wrong")
    assert "It is " in told["message"]
    [result] = await hall.rows("select * from results where session_id = %s", lesson.session)
    assert (result["is_correct"], result["credit"]) == (False, 0.0)
    assert await hall.count("attempts", lesson.session) == 1


async def test_what_is_right_after_a_probe_counts_as_what_came_last(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("wrong", "right")
    [result] = await hall.rows("select * from results where session_id = %s", lesson.session)
    assert result["is_correct"]
    state = await lesson.state()
    [standing] = [found for found in state.standings.values() if found.answers]
    assert (standing.answers, standing.correct) == (1, 1)


async def test_three_failures_block_the_step_and_bring_another_plan(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    turn = await lesson.say("wrong", "wrong", "wrong")
    assert turn["routing"] == "Replan"
    now = await lesson.lesson()
    assert (now.version, now.replans) == (2, 1)
    plans = await hall.rows("select plan_version, reason from lesson_plans order by plan_version")
    assert [(plan["plan_version"], plan["reason"]) for plan in plans] == [(1, ""), (2, "failures")]


async def test_the_fourth_replan_is_none_but_ends_the_lesson_for_a_person(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    for replans in (1, 2, 3):
        await lesson.say("wrong", "wrong", "wrong")
        assert (await lesson.lesson()).replans == replans
    turn = await lesson.say("wrong", "wrong", "wrong")
    assert (turn["routing"], turn["is_complete"]) == ("End", True)
    assert turn["message"].startswith("So: explain.")
    assert ((await lesson.lesson()).ended, (await lesson.lesson()).replans) == ("intervention", 3)


async def test_where_failures_want_a_fourth_plan_a_person_looks_though_no_other_was_to_be_had(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, style="fixed long")
    for _ in range(3):
        assert (await lesson.say("wrong", "wrong", "wrong"))["routing"] != "End"
    turn = await lesson.say("wrong", "wrong", "wrong")
    now = await lesson.lesson()
    assert (turn["routing"], now.ended, now.version, now.replans) == ("End", "intervention", 1, 0)
    assert (await lesson.statuses())[-1] == "pending", "else there was nothing left anyhow"


async def test_single_mistakes_and_off_topic_words_bring_no_other_plan(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("wrong replan", "weather", "weather", "weather", "weather")
    now = await lesson.lesson()
    assert (now.version, now.off_topic) == (1, 4)
    turn = (await lesson.turns())[-1]
    assert (turn["routing"], turn["intent"]) == ("Redirect", "off_topic")
    assert turn["message"].startswith("That is another story. repeat.")  # Then the question once more.
    assert now.question is not None


async def test_a_missing_prerequisite_and_an_approach_that_does_not_work_bring_another_plan(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("wrong replan", "wrong replan")
    assert (await lesson.lesson()).version == 1
    await lesson.say("wrong replan")
    assert [row["reason"] for row in await hall.rows("select reason from lesson_plans order by plan_version")] == [
        "",
        "missing_prerequisite",
    ]
    other = await Taught.by_document(hall)
    await other.say("huh")
    assert (await other.lesson()).version == 1
    turn = await other.say("huh")
    assert ((await other.lesson()).version, turn["routing"]) == (2, "Replan")


async def test_who_understands_nothing_comes_to_a_person_though_no_other_plan_is_to_be_had(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, style="fixed")
    await lesson.say(*["huh"] * 7)
    now = await lesson.lesson()
    assert (now.version, now.ended) == (1, None)
    assert (await lesson.say("huh"))["routing"] == "End"
    assert (await lesson.lesson()).ended == "intervention"


async def test_who_answers_in_between_is_not_lost(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, style="fixed")
    await lesson.say("huh", "huh", "huh", "right", *["huh"] * 5)
    assert (await lesson.lesson()).ended is None


async def test_who_is_right_at_once_three_times_skips_ahead(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("wrong", "wrong", "wrong")  # The second plan asks for two right answers a step.
    await lesson.say("right", "right", "right")
    reasons = [row["reason"] for row in await hall.rows("select reason from lesson_plans order by plan_version")]
    assert reasons == ["", "failures", "excelling"]


async def test_advance_to_step_completes_the_steps_before_it(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("leap")
    assert await lesson.statuses() == ["completed", "completed", "in_progress"]


async def test_the_end_counts_on_the_last_step_alone_whatever_a_worker_wishes(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, style="hasty")
    for place in range(3):
        [*_, row] = await hall.rows(
            "select output from lesson_turns where session_id = %s order by seq", lesson.session
        )
        assert (row["output"]["session_complete"], (await lesson.lesson()).ended) == (False, None)
        assert await lesson.statuses() == [*["completed"] * place, "in_progress", *["pending"] * (2 - place)]
        await lesson.say("right")
    [*_, row] = await hall.rows("select output from lesson_turns where session_id = %s order by seq", lesson.session)
    assert (row["output"]["session_complete"], (await lesson.lesson()).ended) == (True, "complete")


async def test_no_worker_skips_what_is_not_done(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("skip")  # A wrong answer advances nothing.
    assert await lesson.statuses() == ["in_progress", "pending", "pending"]
    turn = await lesson.say("beyond")  # Past the last step there is nothing, and statuses are the orchestrator's.
    assert await lesson.statuses() == ["completed", "in_progress", "pending"]
    assert ((await lesson.lesson()).ended, turn["is_complete"]) == (None, False)


async def test_a_plan_that_would_have_too_many_steps_is_refused_and_the_lesson_goes_on(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, style="crowded")
    await lesson.say("right", "wrong", "wrong", "wrong")
    now = await lesson.lesson()
    assert (now.version, now.replans, await lesson.statuses()) == (1, 0, ["completed", "blocked", "in_progress"])
    assert await hall.count("lesson_plans", lesson.session) == 1
    turn = await lesson.say("right")
    assert (turn["routing"], (await lesson.lesson()).ended) == ("End", "intervention")


async def test_what_a_worker_says_of_mastery_is_logged_and_never_written(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("right")
    state = await lesson.state()
    assert "everything" not in state.standings
    assert all(found.score < 1 for found in state.standings.values())


async def test_a_question_of_the_learner_is_answered_and_the_tutors_stays(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    before = (await lesson.lesson()).question
    turn = await lesson.say("what is that?")
    assert (turn["routing"], turn["intent"], turn["directive"]) == ("Continue", "question", "answer")
    assert (await lesson.lesson()).question == before


async def test_what_is_unsafe_reaches_no_agent_also_not_later(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    turn = await lesson.say("rude words")
    assert (turn["routing"], turn["message"]) == ("Guide", "Let us stay friendly.")
    now = await lesson.lesson()
    assert (now.warnings, now.flags) == (1, ["insult"])
    [asked] = await hall.walk(said(MessageSent(text="right"), lesson.session), until="assess_turn")
    assert "rude" not in " ".join(line.text for line in command_of(asked).conversation)


async def test_agents_are_told_ten_lines_and_a_line_for_each_turn_while_all_of_it_is_kept(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say(*["what is that?"] * 8)
    [assess] = await hall.walk(said(MessageSent(text="what is it?"), lesson.session), until="assess_turn")
    [teach] = await hall.walk(*all_answers(assess), until="teach_turn")
    for command in (command_of(assess), command_of(teach)):
        assert len(command.conversation) == 10
        assert len(command.timeline) == 9
    assert len(await lesson.lines()) == 18


async def test_a_turn_that_leaks_is_asked_once_more_and_then_replaced(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, "leaky")
    [turn] = await lesson.turns()
    assert turn["message"].startswith("open.")
    assert (await lesson.lesson()).leaks == 1
    other = await Taught.by_document(hall, "leakier")
    [turn] = await other.turns()
    assert "Assessment" not in turn["message"]
    assert (await other.lesson()).leaks == 2
    assert not any("Assessment" in line["text"] for line in await other.lines())


async def test_who_stops_ends_the_lesson_and_talks_with_the_coordinator_again(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    turn = await lesson.say("stop")
    assert (turn["routing"], turn["intent"]) == ("End", "stop")
    assert (await lesson.lesson()).ended == "stopped"
    await lesson.say("greeting")
    assert len(await lesson.turns()) == 2
    assert (await lesson.lines())[-1]["agent"] == "coordinator"


async def test_who_has_aced_the_plan_goes_on_to_harder_ground_until_ten_turns_beyond_it(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, goal=LessonGoal(topic=TOPIC))
    assert (await lesson.say("right", "right", "right"))["routing"] == "End"
    turn = await lesson.say("ok")
    assert (turn["routing"], turn["pacing"], turn["directive"]) == ("Extend", "extend", "extend")
    assert (await lesson.say("right"))["routing"] == "Extend"
    for _ in range(20):
        await lesson.say("right")
    now = await lesson.lesson()
    assert (now.ended, now.turns) == ("complete", 2 * len(now.steps) + 11)
    assert (await lesson.lines())[-1]["agent"] != "executor"


async def test_who_may_not_go_beyond_the_plan_is_done_with_it(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, goal=LessonGoal(topic=TOPIC), allow_extension=False)
    last = await lesson.say("right", "right", "right")
    assert (await lesson.say("greeting"))["turn_id"] == last["turn_id"]


async def test_questions_of_an_open_quiz_are_asked_but_none_of_an_exam(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    question = (await lesson.lesson()).question
    assert question is not None
    [row] = await hall.rows("select quiz_id from items where item_id = %s", question.item_id)
    await hall.rows("update quizzes set exam = true where quiz_id = %s returning 1", row["quiz_id"])
    other = Taught(hall, lesson.session)
    await hall.walk(said(LessonRequested(), lesson.session))
    asked = (await other.lesson()).question
    assert asked is not None
    [other_row] = await hall.rows("select quiz_id from items where item_id = %s", asked.item_id)
    assert other_row["quiz_id"] != row["quiz_id"]


async def test_quick_messages_are_taken_one_at_a_time_and_in_their_order(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    texts = ["weather 1", "weather 2", "weather 3"]
    await hall.walk(*(said(MessageSent(text=text), lesson.session) for text in texts))
    lines = await lesson.lines()
    asked = {line["message_id"]: line["text"] for line in lines if line["role"] == "learner"}
    answered = [asked[line["in_reply_to"]] for line in lines if line["in_reply_to"]]
    assert answered == texts


async def test_a_turn_that_fails_keeps_the_message_and_goes_on_after_a_retry(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    [command] = await hall.walk(said(MessageSent(text="right"), lesson.session), until="teach_turn")
    for attempt in (1, 2, 3):
        said_again = await hall.tell(answer(command, StepFailed(problem=AWAY, final=False), attempt=attempt))
        command = said_again[0] if said_again else command
    row = await hall.row(lesson.session)
    assert (row["status"], row["error"]["code"]) == ("failed", "unavailable")
    assert any(line["text"] == "right" for line in await lesson.lines())
    await hall.walk(said(RetryRequested(version=row["version"]), lesson.session))
    turn = (await lesson.turns())[-1]
    assert (turn["routing"], turn["score"]) == ("Advance", 1.0)
    assert (await hall.row(lesson.session))["status"] == "ready"


async def test_each_message_and_answer_twice_makes_no_second_turn(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    message = said(MessageSent(text="right"), lesson.session)
    batch = [message]
    while batch:
        out = await hall.tell(*batch, *batch)
        batch = [each for command in out if command.topic.endswith(".commands") for each in all_answers(command)]
    assert len(await lesson.turns()) == 2
    assert await hall.count("results", lesson.session) == 1


async def test_a_lesson_replays_to_the_same_state(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("right", "wrong", "what is it?", "rude", "wrong", "wrong", "huh", "stop")
    replayed = await replay(hall.connection, lesson.session)
    assert replayed is not None
    assert replayed.differs == ""


async def test_a_cycle_takes_a_lessons_place_and_the_other_way_round(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await hall.walk(said(LearningRequested(), lesson.session))
    state = await lesson.state()
    assert state.cycle is not None
    assert state.lesson is not None
    assert state.lesson.ended == "stopped"


async def guided(hall: Hall) -> UUID:
    one = read(guideline())
    await store(hall.connection, [one], NOW, shipped=False)
    return one.guideline_id


async def test_a_guideline_is_taught_in_a_session_of_its_own_from_its_text_and_tasks(hall: Hall) -> None:
    lesson = await Taught.by_guideline(hall, await guided(hall))
    row = await hall.row(lesson.session)
    assert (row["status"], row["error"], row["tenant_id"], row["user_id"]) == ("ready", None, "t", "u")
    [turn] = await lesson.turns()
    assert turn["quotes"]
    assert (await lesson.lesson()).concepts == ["ebb"]
    await lesson.say("right")
    [result] = await hall.rows("select * from results where session_id = %s", lesson.session)
    assert result["concept"] == "ebb"


async def test_lessons_by_one_guideline_share_its_course_and_are_forgotten_apart(hall: Hall) -> None:
    known = await guided(hall)
    one, other = await Taught.by_guideline(hall, known), await Taught.by_guideline(hall, known, user="v")
    assert await hall.count("courses") == 1
    await hall.walk(said(ForgetRequested(), one.session))
    for table in ("lessons", "lesson_wishes", "lesson_plans", "lesson_turns", "messages"):
        assert await hall.count(table, one.session) == 0, table
        assert await hall.count(table, other.session) > 0, table
    assert (await other.say("right"))["score"] == 1.0
    await hall.walk(said(ForgetRequested(), other.session))
    assert await hall.count("courses") == 0
    third = await Taught.by_guideline(hall, known, user="w")
    assert (await third.say("right"))["score"] == 1.0


async def test_a_guideline_that_there_is_not_is_a_sentence(hall: Hall) -> None:
    lesson = await Taught.by_guideline(hall, uuid4())
    row = await hall.row(lesson.session)
    assert (row["status"], row["error"]["code"]) == ("failed", "not_found")


async def test_no_passage_is_given_to_the_executor_as_new_that_was_told(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    [command] = await hall.walk(said(MessageSent(text="right"), lesson.session), until="teach_turn")
    asked = command_of(command)
    assert isinstance(asked, TeachTurn)
    quoted = [(quote["block_id"], quote["start"]) for turn in await lesson.turns() for quote in turn["quotes"]]
    assert [(span.block_id, span.start) for span in asked.told] == quoted
    assert quoted
    assert envelope_of(command).subject == lesson.session


async def test_answers_that_nobody_can_judge_do_not_keep_a_lesson_at_its_first_step_for_ever(hall: Hall) -> None:
    """Two questions to be answered in one's own words came in turns, 90 times."""
    lesson = await Taught.by_document(hall)
    waits = (await lesson.lesson()).question
    assert waits is not None
    await hall.connection.execute(
        """update items set state = 'retracted' where item_id not in (
             select item_id from items where accepted order by item_id <> %s limit 2)""",
        (waits.item_id,),
    )
    for _ in range(9):
        await lesson.say("vague")
    assert (await lesson.statuses())[0] == "completed", "two questions, and one of them once more"
    for _ in range(30):
        if (await lesson.lesson()).ended:
            break
        await lesson.say("vague")
    assert (await lesson.lesson()).ended == "complete"


@pytest.mark.parametrize("kind", ["section", "page"])
async def test_passages_of_a_document_without_pages_come_with_their_headings(hall: Hall, kind: str) -> None:
    lesson = await Taught.by_document(hall)
    stored = (await hall.row(lesson.session))["state"]
    stored["papers"][0]["doc_meta"]["page_kind"] = kind
    state = State.model_validate(stored)
    assert state.lesson is not None
    params = TeachParams(lesson=state.lesson.id, directive="explain", step_id=state.lesson.steps[0].step_id)
    command = await teach(hall.connection, state, params)
    assert command
    asked = TeachTurn.model_validate_json(command)
    assert asked.blocks
    assert set(asked.headings) == ({block.block_id for block in asked.blocks} if kind == "section" else set())


async def test_a_guidelines_misconceptions_come_with_the_answers_that_show_them(hall: Hall) -> None:
    lesson = await Taught.by_guideline(hall, await guided(hall))
    [command] = await hall.walk(said(MessageSent(text="right"), lesson.session), until="assess_turn")
    asked = command_of(command)
    assert asked.item is not None
    known = {each.id: each.answers for each in asked.misconceptions}
    [guided_by] = await hall.rows("select misconceptions, material from teaching_guidelines")
    question = asked.item.question
    [task] = [each["item_id"] for each in guided_by["material"]["items"] if each["question"] == question]
    shown = {
        each["id"]: [one["answer"] for one in each["shown_by"] if one["item_id"] == task]
        for each in guided_by["misconceptions"]
    }
    assert known == shown
    assert any(shown.values())


TURN = (
    "response",
    "intent",
    "answer_correct",
    "misconceptions_detected",
    "mastery_signal",
    "advance_to_step",
    "mastery_updates",
    "question_asked",
    "expected_answer",
    "question_concept",
    "session_complete",
    "turn_summary",
    "reasoning",
)


async def test_a_turn_is_kept_as_seed_004_has_it_field_by_field(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("right")
    [_, row] = await hall.rows("select output from lesson_turns where session_id = %s order by seq", lesson.session)
    output = row["output"]
    assert tuple(output) == TURN
    assert output["response"].startswith("So: cleared.")
    assert (output["intent"], output["answer_correct"], output["mastery_signal"]) == ("answer", True, "strong")
    assert (output["advance_to_step"], output["session_complete"]) == (2, False)
    assert output["question_asked"] in output["response"]
    assert output["expected_answer"]
    assert output["question_concept"]
    assert (output["turn_summary"], output["reasoning"]) == ("ask with steady", "It is its turn.")
    moved = {each["concept"]: each["score"] for each in output["mastery_updates"]}
    assert "everything" not in moved
    assert sorted(moved.values())[-1] > 0.5
    shown = (await lesson.turns())[-1]
    assert "expected_answer" not in shown
    assert "reasoning" not in shown


async def test_a_turn_keeps_a_dated_note_of_what_was_assessed(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await lesson.say("wrong", "right")
    rows = await hall.rows("select assessment from lesson_turns where assessment is not null order by seq")
    notes = [row["assessment"]["assessment_note"] for row in rows]
    assert [note.split(" - ")[1] for note in notes] == ["It was wrong.", "It was right."]
    assert all(datetime.strptime(note.split(" - ")[0], "%Y-%m-%d %H:%M") for note in notes)
    assert len(await lesson.lines()) == 5  # Nothing that was said goes away.


async def test_what_a_turn_took_of_a_model_is_kept_with_it(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    [command] = await hall.walk(said(MessageSent(text="right"), lesson.session), until="teach_turn")
    [turn] = lesson_told(command_of(command)) or []
    assert isinstance(turn, TurnTaught)
    spent = Spent(role="coach", model="m", tokens_in=70, tokens_out=7, cost="0.01", currency="USD")
    run = AgentRun(
        timestamp=NOW, agent="executor", duration_ms=5, input_hash="0" * 64, output_hash="1" * 64, spending=[spent]
    )
    await hall.walk(answer(command, turn.model_copy(update={"run": run})))
    [row] = await hall.rows("select * from turn_spending_view")
    [runs] = await hall.rows("select runs from turn_run_view where turn_id = %s", row["turn_id"])
    assert runs["runs"] == 1  # The stand-ins of the others tell no run.
    [_, told] = await lesson.turns()
    assert (row["turn_id"], row["tokens_in"], row["tokens_out"], str(row["cost"])) == (told["turn_id"], 70, 7, "0.01")


async def failed_turn(hall: Hall, lesson: Taught) -> None:
    """A right answer whose turn fails for good."""
    [command] = await hall.walk(said(MessageSent(text="right"), lesson.session), until="teach_turn")
    for attempt in (1, 2, 3):
        said_again = await hall.tell(answer(command, StepFailed(problem=AWAY, final=False), attempt=attempt))
        command = said_again[0] if said_again else command
    assert (await hall.row(lesson.session))["status"] == "failed"


async def test_the_next_message_tries_the_failed_turn_again_and_is_taken_after_it(hall: Hall) -> None:
    lesson = await Taught.by_document(hall)
    await failed_turn(hall, lesson)
    await lesson.say("what is that?")
    assert [turn["directive"] for turn in await lesson.turns()] == ["open", "ask", "answer"]
    assert (await hall.row(lesson.session))["status"] == "ready"
    lines = await lesson.lines()
    texts = {line["message_id"]: line["text"] for line in lines}
    assert [texts[line["in_reply_to"]] for line in lines if line["agent"] == "executor" and line["in_reply_to"]] == [
        "right",
        "what is that?",
    ]


async def test_a_lesson_that_could_not_be_planned_is_planned_when_its_learner_writes(hall: Hall) -> None:
    lesson = Taught(hall, await hall.ready())
    [command] = await hall.walk(said(LessonRequested(), lesson.session), until="plan_lesson")
    for attempt in (1, 2, 3):
        said_again = await hall.tell(answer(command, StepFailed(problem=AWAY, final=False), attempt=attempt))
        command = said_again[0] if said_again else command
    assert (await hall.row(lesson.session))["status"] == "failed"
    await lesson.say("hello?")
    turns = await lesson.turns()
    assert [turn["directive"] for turn in turns][:1] == ["open"]
    assert len(turns) == 2


async def test_who_writes_on_after_the_end_hears_how_it_ended(hall: Hall) -> None:
    lesson = await Taught.by_document(hall, allow_extension=False)
    await lesson.say("right", "right", "right", "greeting")
    assert (await lesson.lines())[-1]["text"].startswith("The lesson is done, and you did it.")
    other = await Taught.by_document(hall)
    await other.say("stop", "unclear words")
    assert (await other.lines())[-1]["text"].startswith("The lesson has ended.")
    await hall.walk(said(LearningRequested(), other.session))
    await other.say("greeting")
    assert not (await other.lines())[-1]["text"].startswith("The lesson")


async def test_a_documents_lesson_has_questions_written_where_there_are_few_and_is_planned_then(hall: Hall) -> None:
    lesson = Taught(hall, await hall.ready())
    before = await hall.count("items", lesson.session)
    [command] = await hall.walk(said(LessonRequested(goal=LessonGoal(topic=TOPIC)), lesson.session), until="write")
    order = command_of(command)
    assert order.handover.instructions_for_coach.constraints.num_quiz_questions == 5 - await asked_about(hall, TOPIC)
    assert (await lesson.lesson()).version == 0
    await hall.walk(said(MessageSent(text="right"), lesson.session))  # Too early: it is taken after the first turn.
    await hall.walk(*all_answers(command))
    assert await hall.count("items", lesson.session) > before
    assert [turn["directive"] for turn in await lesson.turns()] == ["open", "ask"]


async def test_a_documents_lesson_is_taught_though_no_question_could_be_written(hall: Hall) -> None:
    lesson = Taught(hall, await hall.ready())
    [command] = await hall.walk(said(LessonRequested(goal=LessonGoal(topic=TOPIC)), lesson.session), until="write")
    nothing = problem(Code.NOTHING_TO_ASK, "There is nothing to ask.")
    await hall.walk(answer(command, StepFailed(problem=nothing, final=True)))
    assert [turn["directive"] for turn in await lesson.turns()] == ["open"]
    assert (await hall.row(lesson.session))["status"] == "ready"


async def test_a_documents_lesson_goes_on_until_what_it_asks_about_is_mastered(hall: Hall) -> None:
    lesson = Taught(hall, await hall.ready())
    [command] = await hall.walk(said(LessonRequested(goal=LessonGoal(topic=TOPIC)), lesson.session), until="write")
    await hall.walk(*all_answers(command))
    while await asked_about(hall, TOPIC) < VARIED:
        await hall.rows(_ANOTHER, TOPIC)
    last = await lesson.say("right", "right", "right")
    assert not last["is_complete"]  # As many as the plan took; the concept stands below its threshold.
    while not last["is_complete"]:
        assert not (await lesson.state()).standings[TOPIC].mastered
        last = await lesson.say("right")
    assert (await lesson.state()).standings[TOPIC].mastered
    assert last["routing"] == "End"
    assert await lesson.statuses() == ["completed"] * 3


async def test_a_question_that_comes_again_says_less(hall: Hall) -> None:
    lesson = Taught(hall, await hall.ready())
    [command] = await hall.walk(said(LessonRequested(goal=LessonGoal(topic=TOPIC)), lesson.session), until="write")
    await hall.walk(answer(command, StepFailed(problem=problem(Code.NOTHING_TO_ASK, "No."), final=True)))
    repeats = []
    for _ in range(3):
        [asked] = await hall.walk(said(MessageSent(text="right"), lesson.session), until="assess_turn")
        repeats.append(command_of(asked).repeat)
        await hall.walk(*all_answers(asked))
    assert repeats == [False, True, True]
    assert len((await lesson.lesson()).asked) < len(repeats)


async def asked_about(hall: Hall, concept: str) -> int:
    """How many questions there are about a concept."""
    [row] = await hall.rows("select count(*) as n from items where body ->> 'concept' = %s and accepted", concept)
    return int(row["n"])
