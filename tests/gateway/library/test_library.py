"""The library: names and tags are the learner's own, what is alike is told apart, and all texts are searched."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from contracts.documents import Block
from contracts.learning import AimsSet
from contracts.session import Status
from contracts.views.library import Library, LibraryHits
from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE
from services.gateway.library.queries import MOST_LOOKED_AT
from tests.gateway.conftest import As, Sent
from tests.gateway.crowd import counted
from tests.gateway.learnt import mastery, read, state
from tests.gateway.shelf import Kept, Shelf


async def shelf_of(client: httpx.AsyncClient, **asked: Any) -> Library:
    answer = await client.get("/v1/library", params=asked)
    assert answer.status_code == 200, answer.text
    return Library.model_validate(answer.json())


async def test_a_name_and_tags_are_written_as_an_aim_of_the_learner(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    at = f"/v1/sessions/{shelf.session(tenant, 'ann', status=Status.READING).session}"
    for body in ({"name": "  My   leaves ", "tags": ["Bio ", "bio", "", "Year 1"]}, {"name": " "}):
        assert (await ann.patch(at, json=body)).status_code == 202
    named, unnamed = (AimsSet.read(message.value) for message in sent.messages)
    assert named == AimsSet(name="My leaves", tags=["bio", "Year 1"])
    assert unnamed == AimsSet(name="")


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "name"), ({"name": "x" * 201}, "name"), ({"tags": ["x" * 41]}, "tags.0"), ({"tags": ["x"] * 21}, "tags")],
)
async def test_a_label_that_is_none_is_refused_by_its_field(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str, body: dict[str, Any], field: str
) -> None:
    answer = await ann.patch(f"/v1/sessions/{shelf.session(tenant, 'ann').session}", json=body)
    assert (answer.status_code, answer.json()["fields"], sent.messages) == (400, [field], [])


async def test_what_a_learner_calls_a_session_stands_wherever_it_is_listed(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.session(tenant, "ann")
    state(shelf, kept, name="My leaves", tags=["bio", "Year 1"])
    for path in ("/v1/sessions", "/v1/library", "/v1/sessions/history", "/v1/sessions/logs"):
        (line,) = (await ann.get(path)).json()["sessions"]
        assert line["title"] == "My leaves", path
    whole = (await ann.get(f"/v1/sessions/{kept.session}")).json()
    assert (whole["name"], whole["tags"], whole["doc_meta"]["title"]) == ("My leaves", ["bio", "Year 1"], "Leaves")
    state(shelf, other := shelf.session(tenant, "ann", age=9), name="")
    lines = {line["session_id"]: line for line in (await ann.get("/v1/sessions")).json()["sessions"]}
    assert (lines[str(other.session)]["title"], lines[str(kept.session)]["tags"]) == ("Leaves", ["bio", "Year 1"])


async def test_the_library_tells_what_is_alike_apart_and_how_far_each_has_come(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    old = read(shelf, shelf.quiz(shelf.session(tenant, "ann", age=60)))
    shelf.attempt(old, many=1)
    mastery(shelf, old, "leaf", 0.9, 6, mastered=True)
    shelf.ask("update sessions set learning = '{\"mastery_score\": 0.9}' where session_id = %(s)s", s=old.session)
    new = shelf.session(tenant, "ann")
    state(shelf, new, tags=["bio"])
    state(shelf, old, tags=["Bio", "old"])
    shelf.session(tenant, "bob")
    told = await shelf_of(ann)
    assert told.total == 2
    assert [(one.tag, one.sessions) for one in told.tags] == [("Bio", 2), ("old", 1)]
    assert [(one.session_id, one.nth, one.alike) for one in told.sessions] == [(new.session, 2, 2), (old.session, 1, 2)]
    mine = told.sessions[1]
    assert (mine.questions, mine.answered, mine.concepts, mine.mastered, mine.mastery_score) == (2, 1, 3, 1, 0.9)
    assert (told.sessions[0].questions, told.sessions[0].mastery_score, mine.documents) == (0, None, 1)
    first = await shelf_of(ann, limit=1)
    assert ([one.session_id for one in first.sessions], first.total) == ([new.session], 2)
    assert [one.session_id for one in (await shelf_of(ann, cursor=first.next)).sessions] == [old.session]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "LEAVES"}, 2),
        ({"q": "leaves.pdf old"}, 1),
        ({"q": "moss"}, 0),
        ({"tag": "OLD"}, 1),
        ({"tag": "ol"}, 0),
        ({"q": "leaves", "tag": "old"}, 1),
    ],
)
async def test_the_library_is_narrowed_by_words_and_by_a_tag(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, asked: dict[str, str], found: int
) -> None:
    state(shelf, shelf.session(tenant, "ann", age=60), tags=["old"])
    shelf.session(tenant, "ann")
    told = await shelf_of(ann, **asked)
    assert (len(told.sessions), told.total) == (found, found)


def text(shelf: Shelf, kept: Kept, *sentences: str) -> Kept:
    shelf.ask("delete from blocks where reading_id = %(r)s", r=kept.reading)
    shelf.blocks(kept, [Block(block_id=f"b{number}", text=words) for number, words in enumerate(sentences)])
    return kept


async def test_all_texts_of_the_person_are_searched_and_nobody_elses(as_user: As, shelf: Shelf, tenant: str) -> None:
    both = text(shelf, shelf.session(tenant, "ann", age=60), "The moon pulls the sea.", "So the tide comes in.")
    one = text(shelf, shelf.session(tenant, "ann"), "A full moon is bright.")
    text(shelf, shelf.session(tenant, "ann", status=Status.PENDING_REVIEW), "The moon pulls the sea.")
    text(shelf, shelf.session(tenant, "bob"), "The moon pulls the sea.")
    text(shelf, shelf.session(tenant, "ann"), "Bees make honey.")
    answer = await as_user("ann").get("/v1/search", params={"q": "which seas does the moon pull?"})
    told = LibraryHits.model_validate(answer.json())
    assert [hit.session_id for hit in told.hits] == [both.session, one.session]
    assert told.hits[0].passages[0].quote == "The moon pulls the sea."
    assert (told.hits[0].title, told.hits[0].passages[0].words) == ("Leaves", ["seas", "moon", "pull"])
    assert (await as_user("ann").get("/v1/search", params={"q": "the volcano"})).json() == {"hits": []}
    assert (await as_user("ann").get("/v1/search", params={"q": " "})).status_code == 400


async def test_texts_are_found_counted_or_not_and_as_they_are_now(
    as_user: As, shelf: Shelf, tenant: str, postgres: Postgres
) -> None:
    async def found(words: str) -> list[UUID]:
        answer = await as_user("ann").get("/v1/search", params={"q": words})
        return [hit.session_id for hit in LibraryHits.model_validate(answer.json()).hits]

    async def settled() -> None:
        await counted(postgres.url("pensum_orchestrator", DATABASE), tenant)

    moon = text(shelf, shelf.session(tenant, "ann", age=60), "The moon pulls the sea.", "So the tide comes in.")
    bees = text(shelf, shelf.session(tenant, "ann"), "Bees make honey under the moon.")
    held = text(shelf, shelf.session(tenant, "ann", status=Status.PENDING_REVIEW), "The moon pulls the sea.")
    asked = {"which sea does the moon pull": [moon.session, bees.session], "honey": [bees.session], "volcano": []}
    assert [await found(words) for words in asked] == list(asked.values())
    await settled()
    assert [await found(words) for words in asked] == list(asked.values())
    again = text(shelf, shelf.session(tenant, "ann", age=90), "The volcano sleeps.")
    assert await found("volcano") == [again.session]
    shelf.ask("update courses set reading_id = %(r)s where course_id = %(c)s", r=again.reading, c=bees.course)
    shelf.ask("update sessions set status = 'ready', uncounted = true where session_id = %(s)s", s=held.session)
    shelf.ask("update sessions set uncounted = true where session_id = %(s)s", s=bees.session)
    after = {"which sea does the moon pull": [held.session, moon.session], "honey": [], "volcano": [bees.session]}
    assert [await found(words) for words in after] == list(after.values())
    await settled()
    assert [await found(words) for words in after] == list(after.values())
    shelf.ask("update sessions set forgotten_at = now(), uncounted = true where session_id = %(s)s", s=bees.session)
    assert await found("volcano") == [again.session]
    await settled()
    assert await found("volcano") == [again.session]
    assert not shelf.ask("select from session_filters where session_id = %(s)s", s=bees.session)


async def test_of_many_texts_those_that_hold_most_of_a_question_are_looked_at(
    as_user: As, shelf: Shelf, tenant: str, postgres: Postgres
) -> None:
    best = text(shelf, shelf.session(tenant, "ann", age=99), "A heron stands in the reeds.")
    for age in range(MOST_LOOKED_AT + 5):
        text(shelf, shelf.session(tenant, "ann", age=age), "A heron flies.")
    await counted(postgres.url("pensum_orchestrator", DATABASE), tenant)
    answer = await as_user("ann").get("/v1/search", params={"q": "where does the heron stand in reeds", "limit": 3})
    hits = LibraryHits.model_validate(answer.json()).hits
    assert (len(hits), hits[0].session_id) == (3, best.session)
