"""What a learner calls a session, and its tags: kept beside the aims, whatever the session is at."""

from contracts.learning import AimsSet
from contracts.session import ForgetRequested
from tests.orchestrator.learning.test_learning_cycle import learning, states
from tests.standins.messages import Hall, said


async def test_name_and_tags_are_kept_each_by_itself_and_change_nothing_else(hall: Hall) -> None:
    session = await hall.ready()
    before = await learning(hall, session)
    await hall.walk(said(AimsSet(name="My tides", tags=["sea"]), session))
    await hall.walk(said(AimsSet(tags=["sea", "moon"]), session))
    await hall.walk(said(AimsSet(goals=["To know."]), session))
    told = await states(hall, session)
    assert (told["name"], told["tags"], told["goals"]) == ("My tides", ["sea", "moon"], ["To know."])
    assert await learning(hall, session) == before
    await hall.walk(said(AimsSet(name=""), session))
    assert (await states(hall, session))["name"] == ""
    await hall.walk(said(ForgetRequested(), session))
    assert await states(hall, session) == {}
