"""What the tutor may ask: nothing that a quiz still asks, and nothing that was taken back."""

from uuid import UUID

from contracts.editing import ItemRetracted
from contracts.learning import LearningRequested
from tests.orchestrator.learning.test_learning_cycle import TOPIC, learning, questions, settled
from tests.orchestrator.tutor.test_talking import lines, practised, write
from tests.standins.messages import Hall, said


async def test_the_tutor_asks_nothing_that_a_quiz_still_asks(hall: Hall) -> None:
    session = await hall.ready()
    assert [line["agent"] for line in await write(hall, session, f"What is {TOPIC}?")] == ["", "tutor"]
    assert (await learning(hall, session))["pending_question"] is None
    await hall.walk(said(await hall.answers(session), session))
    await write(hall, session, f"What is {TOPIC}?")
    pending = (await learning(hall, session))["pending_question"]["item_id"]
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    asked = await questions(hall, (await learning(hall, session))["cycle_quiz"])
    assert asked
    assert pending not in [str(each["item_id"]) for each in asked], "the tutor tells its answer in the end"
    await settled(hall, session)


async def test_a_question_of_the_tutors_that_is_taken_back_waits_for_nothing(hall: Hall) -> None:
    session = await practised(hall)
    await write(hall, session, f"What is {TOPIC}?")
    pending = (await learning(hall, session))["pending_question"]["item_id"]
    await hall.walk(said(ItemRetracted(item_id=UUID(pending)), session))
    assert (await learning(hall, session))["pending_question"] is None
    assert (await lines(hall))[-1]["text"].startswith("My last question was taken back")
    await settled(hall, session)
