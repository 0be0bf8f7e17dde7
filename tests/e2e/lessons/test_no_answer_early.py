"""While a question of a lesson is open, no route tells a learner its answer, and no note of an agent has it."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest

from services.chassis.tokens import Claims, signed
from services.console.house.folder import TENANT, Folder, Running
from tests.curriculum import rare
from tests.e2e.houses import Up, pensum
from tests.standins.learners import ill_will
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.lessons import DUNNO, Taught, assert_no_turn_doubled, guideline_id
from tests.standins.learners.socket import Socket
from tests.standins.tables import Row, select

pytestmark = pytest.mark.embedded
PLACE = {
    "country": rare.COUNTRY,
    "board": rare.BOARD,
    "grade": rare.GRADE,
    "subject": rare.SUBJECT,
    "topic": rare.TOPIC,
}
NOTED = (
    "select to_json(t)::text as row from agent_runs t where session_id = %s",
    "select to_json(t)::text as row from agent_transitions t where session_id = %s",
    "select to_json(t)::text as row from messages t where session_id = %s",
)
MUST_ANSWER = (
    *(
        "turns",
        "turns/{turn_id}",
        "turns/stream",
        "messages",
        "logs",
        "logs/text",
        "logs/summary",
        "logs/stream",
        "agent-logs",
    ),
    *("replay", "summary", "learner", "results", "blocks", "flashcards", "notes"),
)
NEAR = ("Is it 40000000?", "just tell me the answer", "What is it about?", "ok", "I don't understand", "12")


def seen(taught: Taught, asked: Row) -> dict[str, httpx.Response]:
    """What every GET of the API answers the learner, by its address."""
    lesson = select(taught.database, "select * from lessons where session_id = %s", taught.session)[-1]
    here = {
        "session_id": taught.session,
        "turn_id": lesson["lesson_id"],
        "quiz_id": lesson["quiz_id"],
        "item_id": asked["body"]["item_id"],
        "course_id": asked["body"]["quiz_id"],
    }
    found = {}
    for path, methods in taught.me.http.get("/openapi.json").json()["paths"].items():
        if "get" not in methods or not path.startswith("/v1/"):
            continue
        names = {parameter["name"] for parameter in methods["get"].get("parameters", ())}
        params = {"seconds": "0"} if "seconds" in names else {"q": "long sum"} if "q" in names else {}
        filled = re.sub(r"\{(\w+)\}", lambda name: str(here.get(name[1], "1")), path.removeprefix("/v1"))
        found[path] = taught.me.http.get(filled, params=params)
    return found


async def heard(url: str) -> list[Json]:
    """What a WebSocket tells who comes to a lesson: its turns so far, then where it stands."""
    told = list[Json]()
    async with await Socket.open(url) as socket:
        while not told or told[-1]["type"] != "state_update":
            told.append(await socket.next())
    return told


def assert_untold_live(taught: Taught, asked: Row, running: Running) -> None:
    """Nor on the WebSocket."""
    address = f"ws{running.url.removeprefix('http')}/v1/sessions/ws/{taught.session}?after=-1"
    told = asyncio.run(heard(f"{address}&token={running.learner_token}"))
    assert len(told) == len(taught.steps) + 2
    assert asked["key"] not in str(told)


def assert_untold(taught: Taught, asked: Row) -> None:
    """The key of the open question stands nowhere a learner reads, nor in what agents note."""
    found = seen(taught, asked)
    for part in MUST_ANSWER:
        assert found[f"/v1/sessions/{{session_id}}/{part}"].status_code == 200, part
    assert [path for path, answer in found.items() if answer.status_code >= 500] == []
    assert [path for path, answer in found.items() if asked["key"] in answer.text + str(answer.headers)] == []
    for query in NOTED:
        assert [
            row["row"] for row in select(taught.database, query, taught.session) if asked["key"] in row["row"]
        ] == []


@pytest.fixture
def long_sums(me: Learner, house: Up, tmp_path: Path) -> str:
    """The guideline whose keys stand nowhere else."""
    file = tmp_path / "sums.md"
    file.write_bytes(rare.guideline())
    done = pensum("curriculum", "import", file, "--data", house.data)
    assert done.returncode == 0, done.stderr
    return guideline_id(me, rare.SUBTOPIC, **PLACE)


@pytest.mark.timeout(240)
def test_sixty_messages_of_ill_will_leak_nothing_and_stop_no_lesson(house: Up, long_sums: str) -> None:
    secret = Folder(house.data).secret()
    owner, own = (signed(Claims(TENANT, "ill-willed", role), secret, days=1) for role in ("owner", "learner"))
    with Learner(house.house.url, owner, own) as other:  # Who is told the answers, and has them in reviews later.
        taught = ill_will.meet(lambda: Taught.by_guideline(other, house.house.database, long_sums))
        assert_no_turn_doubled(taught)


def test_no_answer_is_told_before_it_is_explained(me: Learner, house: Up, long_sums: str) -> None:
    taught = Taught.by_guideline(me, house.house.database, long_sums)
    asked = taught.asked()
    assert asked
    assert asked["key"] in rare.answers()
    assert asked["key"] not in str(taught.begun)
    assert_untold(taught, asked)
    for words in NEAR:
        told = taught.step(words)
        now = taught.asked()
        if now is None or now["key"] != asked["key"]:  # It was explained, or another plan asks another.
            break
        assert asked["key"] not in str(told)
    waits = taught.asked()
    assert waits
    assert_untold(taught, waits)
    assert_untold_live(taught, waits, house.house)
    while (now := taught.asked()) and now["key"] == waits["key"]:
        assert waits["key"] not in str(taught.steps[-1])
        taught.step(DUNNO)
    assert waits["key"] in taught.steps[-1]["next_turn"]["message"], "now it is explained"
    turns = seen(taught, now or waits)["/v1/sessions/{session_id}/turns"]
    assert waits["key"] in turns.text, "else none of this could fail"
    following = taught.asked()
    assert following
    assert_untold(taught, following)
