"""A quiz, how it goes, or a greeting, asked for by message: each ends in a line, which leads to what was made."""

from typing import Any
from uuid import UUID

import pytest

from contracts.learning import LearningRequested, MessageSent
from contracts.message import Phrase
from contracts.problems import Code, problem
from contracts.session import StepFailed
from services.orchestrator.tutor.words import WORDS, sentence
from services.text.catalogue.phrases import rendered
from services.text.scores import more, percent
from tests.orchestrator.learning.test_learning_cycle import TOPIC, answered, learning, questions, settled
from tests.standins.messages import Hall, answer, envelope_of, said

LOST = problem(Code.MODEL_FAILED, "The model answered nothing.")


async def lines(hall: Hall) -> list[dict[str, Any]]:
    found = "select agent, text, phrase, opens, quiz_id from messages where role = 'tutor' order by seq, timestamp"
    return await hall.rows(found)


async def ask(hall: Hall, session: UUID, text: str) -> dict[str, Any]:
    """The last line after a message and all that follows."""
    await hall.walk(said(MessageSent(text=text), session))
    return (await lines(hall))[-1]


async def test_a_quiz_in_a_fresh_course_is_a_diagnosis_that_the_conversation_leads_to(hall: Hall) -> None:
    session = await hall.ready()
    line = await ask(hall, session, "quiz")
    assert (line["agent"], line["opens"]) == ("diagnostic", "quiz")
    [quiz] = await hall.rows("select purpose, ready, complete from quizzes where quiz_id = %s", line["quiz_id"])
    assert quiz == {"purpose": "diagnostic", "ready": True, "complete": True}
    asked = len(await questions(hall, line["quiz_id"]))
    assert line["text"].startswith(f"A first test is ready, {asked} questions")
    again = await ask(hall, session, "quiz")
    assert (again["quiz_id"], again["text"][:24]) == (line["quiz_id"], "A quiz is waiting for yo")
    assert await hall.count("quizzes", session) == 2
    await settled(hall, session)


async def test_where_something_is_known_it_is_a_quiz_about_what_is_weakest(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(await hall.answers(session), session))
    line = await ask(hall, session, "quiz")
    assert (line["agent"], line["opens"]) == ("quiz", "quiz")
    [quiz] = await hall.rows("select purpose, complete from quizzes where quiz_id = %s", line["quiz_id"])
    assert quiz == {"purpose": "asked", "complete": True}
    assert 3 <= len(await questions(hall, line["quiz_id"])) <= 10
    assert (await hall.row(session))["error"] is None
    await settled(hall, session)


async def test_a_quiz_about_a_concept_asks_about_it_at_once(hall: Hall) -> None:
    session = await hall.ready()
    line = await ask(hall, session, f"quiz {TOPIC}")
    about = [one["body"]["concept"] for one in await questions(hall, line["quiz_id"])]
    assert about[0] == TOPIC
    assert about.count(TOPIC) >= 1
    assert (await learning(hall, session))["cycle_quiz"] is None


async def test_a_topic_without_a_question_is_said_to_have_none_before_it_is_explained(hall: Hall) -> None:
    session = await hall.ready()
    undefined = r"""regexp_replace(digest::text, '"definition": ?"([^"\\]|\\.)*"', '"definition": ""', 'g')::json"""
    await hall.rows(f"update readings set digest = {undefined} returning reading_id")
    await hall.walk(said(LearningRequested(topic=TOPIC), session), until="explain")
    assert await lines(hall) == []
    of_topic = "state = 'deleted' where lower(body ->> 'concept') = lower(%s)"
    await hall.rows(f"update items set {of_topic} returning item_id", TOPIC)
    await hall.walk(said(LearningRequested(topic=TOPIC), session), until="explain")
    [warned] = await lines(hall)
    assert warned["text"].startswith(f"There is no question about “{TOPIC}” yet; I will look for one. There are")
    assert warned["phrase"]["code"] == "conversation.no_question_yet_but"
    [others] = await hall.rows("select count(distinct body ->> 'concept') as n from items where state <> 'deleted'")
    assert warned["text"].count("“") == 1 + min(3, others["n"])


async def test_what_the_document_does_not_have_is_said_with_what_is_near(hall: Hall) -> None:
    session = await hall.ready()
    line = await ask(hall, session, "quiz volcanoes")
    assert line["text"] == (
        "The document has no concept and no section called “volcanoes”. Nearest to it are “term10” or “term11”: you "
        "can ask for a quiz on one of these."
    )
    assert await hall.count("quizzes", session) == 1
    journal = await hall.rows("select message::text as told from journal where session_id = %s", session)
    assert not any("volcanoes" in row["told"] for row in journal)


async def test_a_line_of_the_house_is_kept_as_data_beside_its_words(hall: Hall) -> None:
    session = await hall.ready()
    line = await ask(hall, session, "quiz volcanoes")
    phrase = Phrase.model_validate(line["phrase"])
    assert (rendered(phrase, "en"), phrase.values["topic"]) == (line["text"], "volcanoes")
    assert rendered(phrase, "no").startswith("Dokumentet har verken et begrep eller et avsnitt som heter «volcanoes».")


async def test_how_it_goes_is_told_from_the_evidence(hall: Hall) -> None:
    session = await hall.ready()
    assert (await ask(hall, session, "feedback"))["text"].startswith("No answer of yours is graded yet")
    await hall.walk(said(await hall.answers(session), session))  # The first of them wrong.
    stand = await hall.rows("select * from concept_mastery order by score, concept")
    given, right = (sum(row[name] for row in stand) for name in ("answers", "correct"))
    line = await ask(hall, session, "feedback")
    assert (line["agent"], line["opens"]) == ("feedback", "mastery")
    assert line["text"] == (
        f"Of {given} answers about {len(stand)} concepts graded so far, {right} right; mastered: 0. "
        f"You know “{stand[0]['concept']}” least ({percent(stand[0]['score'])} %): {more(stand[0]['needed'], 'en')}, "
        "and it is mastered."
    )
    about = await ask(hall, session, f"feedback {stand[0]['concept']}")
    assert about["text"].startswith(f"“{stand[0]['concept']}”: of {stand[0]['answers']} answer")
    assert (await hall.row(session))["state"]["last_routed_to"] == "feedback"


async def test_of_a_single_concept_it_is_not_said_that_it_is_known_least(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic=TOPIC, max_cycles=1), session))
    await answered(hall, session, right=False)
    told = (await ask(hall, session, "feedback"))["text"]
    assert told.startswith(f"“{TOPIC}”: of ")
    assert "least" not in told


async def test_a_greeting_is_answered_with_what_can_be_done(hall: Hall) -> None:
    session = await hall.ready()
    assert (await ask(hall, session, "greeting"))["text"].startswith("I am here to help you with this document.")
    await settled(hall, session)


async def emptied_bank(hall: Hall, session: UUID) -> None:
    """All that can be asked about the topic was answered, so that a quiz about it must be written."""
    await hall.walk(said(LearningRequested(topic=TOPIC, max_cycles=1), session))
    await answered(hall, session, right=False)


@pytest.mark.parametrize("kind", ["asked", "diagnosis"])
async def test_a_quiz_that_cannot_be_written_is_told_with_code_and_trace(hall: Hall, kind: str) -> None:
    session = await hall.ready()
    await hall.rows("update items set state = 'deleted' where session_id = %s returning item_id", session)
    text = f"quiz {TOPIC}" if kind == "asked" else "diagnose"
    [write] = await hall.walk(said(MessageSent(text=text), session), until="write_material")
    assert "write_material" in envelope_of(write).type
    await hall.tell(answer(write, StepFailed(problem=LOST, final=True)))
    line = (await lines(hall))[-1]
    assert "The model answered nothing. (model_failed, trace " in line["text"]
    row = await hall.row(session)
    if kind == "asked":  # No quiz of the session waits for it: nothing is to be tried again.
        assert (row["status"], row["error"]) == ("ready", None)
        await settled(hall, session)
    else:
        assert row["status"] == "failed"


async def test_while_a_quiz_is_being_made_another_wish_for_one_is_answered(hall: Hall) -> None:
    session = await hall.ready()
    await hall.rows("update items set state = 'deleted' where session_id = %s returning item_id", session)
    [write] = await hall.walk(said(MessageSent(text=f"quiz {TOPIC}"), session), until="write_material")
    line = await ask(hall, session, "quiz")
    assert line["text"].startswith("Your quiz is being made.")
    assert (await ask(hall, session, "greeting"))["text"].startswith("I am here")
    assert write


def test_every_sentence_stands_in_every_language() -> None:
    assert all(set(words) == set(WORDS["en"]) for words in WORDS.values())
    told = {"topic": "x", "near": ["a", "b", "c"], "questions": 1, "answers": 2, "correct": 1, "mastered": 1}
    told |= {
        "concepts": 1,
        "weakest": "x",
        "percent": 7,
        "needed": 2,
        "rounds": 1,
        "kind": "write",
        "detail": "d",
        "code": "c",
        "question": "q",
        "answer": "a",
        "key": "k",
        "why": "",
        "named": "n",
    }
    for language in WORDS:
        for code in WORDS[language]:
            if not code.startswith(("several", "quoted")):
                assert "{" not in sentence(code, language, {**told, "trace": "t"})
    assert "„a“, „b“ oder „c“" in sentence("stranger", "de-AT", told)
