"""Sentences that are data come in the reader's language, on every route and in every problem; others as they stand."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from contracts.message import Phrase
from contracts.problems import Code, problem
from services.chassis.problems import failed
from services.text.catalogue.phrases import rendered
from tests.gateway.conftest import As
from tests.gateway.learnt import PATTERN, message, own, state
from tests.gateway.shelf import Kept, Shelf

WORDS = "stored words"
"""What stands in the rows as the sentence, so that it is seen wherever it is still shown."""


def phrase(name: str) -> Phrase:
    """A phrase that quotes its own name, to be found by it."""
    return Phrase.of("path.goal_reached", goal=name)


def data(name: str) -> dict[str, Any]:
    return phrase(name).model_dump(mode="json")


NAMES = (
    "note", "shortfall", "refusal", "wish", "pattern", "remedy", "gap", "path", "remediation", "recommendation",
    "explanation", "line", "notice",
)  # fmt: skip
PLACES = (
    "", "/learner", "/quiz", "/quizzes/{quiz}", "/notes", "/messages", "/replay", "/items", "/items/{item}/history",
    "/summary",
)  # fmt: skip


@pytest.fixture
def owner(as_user: As) -> httpx.AsyncClient:
    return as_user("ann", "owner")


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    """A session with a sentence of each kind."""
    kept = shelf.quiz(shelf.session(tenant, "ann"))
    attempt = shelf.attempt(kept)
    shelf.note(kept, WORDS, phrase=data("note"))
    short = {"of": "quiz", "asked": 3, "made": 2, "code": "too_few_terms", "sentence": WORDS}
    set_json(shelf, "quizzes", "shortfall", [{**short, "phrase": data("shortfall")}], kept)
    why = {"code": "gap_mismatch", "sentence": WORDS}
    set_json(shelf, "items", "reasons", [{**why, "phrase": data("refusal")}], kept)
    wish = [{**why, "phrase": data("wish")}]
    shelf.done(kept, uuid4(), kept.items[0].item_id, "edited", "refused", reasons=wish)
    said = {"description": WORDS, "suggested_remediation": WORDS}
    pattern = {**PATTERN, **said, "phrase": data("pattern"), "remediation_phrase": data("remedy")}
    shelf.insert("error_patterns", attempt_id=attempt, ordinal=0, timestamp="2026-03-01T12:00Z", **pattern, **own(kept))
    gap = {"concept": "leaf", "description": WORDS, "severity": "High", "item_ids": [], "mistaken_for": ""}
    shelf.insert(
        "knowledge_gaps", attempt_id=attempt, timestamp="2026-03-01T12:00Z", **gap, phrase=data("gap"), **own(kept)
    )
    state(
        shelf,
        kept,
        feedback_text=WORDS,
        explanation=WORDS,
        explanation_phrase=data("explanation"),
        error_patterns=[pattern],
        path_reasoning=WORDS,
        path_reasoning_phrase=data("path"),
        remediation=[WORDS],
        remediation_phrases=[data("remediation")],
        recommendations=[WORDS],
        recommendation_phrases=[data("recommendation")],
    )
    message(shelf, kept, 1, "tutor", WORDS, agent="tutor", phrase=data("line"))
    notice = {"code": "pages_left_out", "sentence": WORDS, "phrase": data("notice"), "pages": [2]}
    shelf.ask("update readings set notices = %(n)s::json where reading_id = %(r)s", n=json.dumps([notice]),
              r=kept.reading)  # fmt: skip
    return kept


def set_json(shelf: Shelf, table: str, column: str, value: Any, kept: Kept) -> None:
    shelf.ask(
        f"update {table} set {column} = %(v)s::json where session_id = %(s)s", v=json.dumps(value), s=kept.session
    )


def strings(value: Any) -> Iterator[str]:
    """All that is shown; a phrase beside its sentence is not."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if not name.endswith("phrase"):
                yield from strings(each)


async def shown(client: httpx.AsyncClient, kept: Kept, language: str | None) -> list[str]:
    """Every string of every place."""
    headers = {"Accept-Language": language} if language else {}
    found = list[str]()
    for place in (f"/v1/sessions/{{session}}{each}" for each in PLACES):
        where = place.format(session=kept.session, quiz=kept.quiz, item=kept.items[0].item_id)
        answer = await client.get(where, headers=headers)
        assert answer.status_code == 200, (where, answer.text)
        assert "Accept-Language" in answer.headers["Vary"].split(", "), where
        found += strings(answer.json())
    scores = (await client.get(f"/v1/sessions/scorecard?session_id={kept.session}", headers=headers)).json()
    return [*found, *strings(scores)]


@pytest.mark.parametrize("language", ["en", "nb", "de"])
async def test_every_sentence_comes_in_the_readers_language_wherever_it_is_shown(
    owner: httpx.AsyncClient, kept: Kept, language: str
) -> None:
    told = await shown(owner, kept, language)
    assert [each for each in told if WORDS in each] == []
    assert [name for name in NAMES if rendered(phrase(name), language) not in told] == []


async def test_that_all_was_asked_already_is_said_in_the_readers_language_whole(
    owner: httpx.AsyncClient, kept: Kept, shelf: Shelf
) -> None:
    """Its title and what helps are others than those of a text that gives nothing."""
    had = Phrase.of("nothing_to_ask.asked", had=Phrase.of("counted.questions", 4))
    asked = problem(Code.NOTHING_TO_ASK, rendered(had, "en"), phrase=had)
    left = asked.model_copy(update={"title": "Nothing is left to ask", "action": "Practise what was asked."})
    shelf.ask("update sessions set status = 'failed', error = %(e)s::json where session_id = %(s)s",
              e=left.model_dump_json(), s=kept.session)  # fmt: skip
    told = await owner.get(f"/v1/sessions/{kept.session}", headers={"Accept-Language": "no"})
    error = told.json()["error"]
    assert error["title"] == "Ingenting er igjen å spørre om"
    assert error["action"].startswith("Øv på det du er spurt om")


async def test_a_reader_who_names_no_language_reads_what_was_written(owner: httpx.AsyncClient, kept: Kept) -> None:
    told = await shown(owner, kept, None)
    assert not {rendered(phrase(name), language) for name in NAMES for language in ("en", "nb", "de")} & set(told)
    assert told.count(WORDS) >= len(NAMES)


async def test_a_sentence_without_its_phrase_is_shown_as_it_is(
    owner: httpx.AsyncClient, kept: Kept, shelf: Shelf
) -> None:
    """Of a row that was kept before there were phrases, of a model, of a foreign Coach: the words alone."""
    shelf.ask("update notes set phrase = null where session_id = %(s)s", s=kept.session)
    shelf.note(kept, "written by a model", ordinal=1)
    shelf.note(kept, "of a later house", ordinal=2, phrase={"code": "notes.not_there_yet", "values": {}, "new": 1})
    words = [WORDS, "written by a model", "of a later house"]
    state(shelf, kept, next_topic="leaf")
    shelf.ask("update agent_state set value = %(v)s::json where session_id = %(s)s and key = 'feedback_text'",
              v=json.dumps("\n\n".join(words)), s=kept.session)  # fmt: skip
    shelf.ask("delete from agent_state where session_id = %(s)s and key like '%%phrase%%'", s=kept.session)
    german = {"Accept-Language": "de"}
    notes = (await owner.get(f"/v1/sessions/{kept.session}/notes", headers=german)).json()["notes"]
    assert [one["note"] for one in notes] == words
    session = (await owner.get(f"/v1/sessions/{kept.session}", headers=german)).json()
    assert session["notes"] == words
    learner = (await owner.get(f"/v1/sessions/{kept.session}/learner", headers=german)).json()
    assert learner["feedback_text"] == "\n\n".join(words)
    assert (learner["path_reasoning"], learner["remediation"], learner["recommendations"]) == (WORDS, [WORDS], [WORDS])


async def test_a_problem_says_what_it_is_and_what_helps_in_the_readers_language(owner: httpx.AsyncClient) -> None:
    nothing = f"/v1/sessions/{uuid4()}"
    told = {
        language: (await owner.get(nothing, headers={"Accept-Language": language})).json()
        for language in ("en", "nb", "de", "fr")
    }
    assert {language: each["title"] for language, each in told.items()} == {
        "en": "No such thing",
        "nb": "Det finnes ikke",
        "de": "So etwas gibt es nicht",
        "fr": "No such thing",
    }
    assert told["de"]["action"] == "Prüfe die Adresse; was nicht dir gehört, wird nicht gezeigt."


async def test_a_refusal_is_said_in_the_documents_language_where_the_reader_names_none(
    owner: httpx.AsyncClient, kept: Kept, shelf: Shelf
) -> None:
    """The sentences that are stored come so too (`docs/api.md`)."""
    shelf.ask("""update readings set doc_meta = '{"language": "no"}' where reading_id = %(r)s""", r=kept.reading)
    quizzes, learning = (f"/v1/sessions/{kept.session}/{each}" for each in ("quizzes", "learning"))
    due, wrong = {"practice": "due"}, {"topic": 7}
    refused = await owner.post(quizzes, json=due)
    assert (refused.status_code, refused.json()["title"]) == (409, "Ingenting skal repeteres")
    assert refused.json()["detail"].startswith("Ingen spørsmål skal gjentas nå")
    assert (await owner.post(learning, json=wrong)).json()["title"] == "Forespørselen bryter kontrakten"
    german = {"Accept-Language": "de"}
    assert (await owner.post(quizzes, json=due, headers=german)).json()["title"] == "Nichts ist fällig"
    shelf.ask("""update readings set doc_meta = '{"language": "fr"}' where reading_id = %(r)s""", r=kept.reading)
    assert (await owner.post(quizzes, json=due)).json()["title"] == "Nothing is due"


async def test_why_a_session_failed_is_said_in_the_readers_language(
    owner: httpx.AsyncClient, kept: Kept, shelf: Shelf
) -> None:
    short = failed(Code.TEXT_TOO_SHORT, "too_short", 12, 20).problem
    shelf.ask("update sessions set status = 'failed', error = %(e)s::json where session_id = %(s)s",
              e=short.model_dump_json(), s=kept.session)  # fmt: skip
    asked = {"Accept-Language": "nn-NO"}
    shown = (await owner.get(f"/v1/sessions/{kept.session}", headers=asked)).json()["error"]
    assert shown["title"] == "Dokumentet har for lite tekst"
    assert shown["detail"] == "Dokumentet har 12 ord å lære av; det trengs minst 20."
    assert shown["action"] == "Send et lengre dokument."
    plain = (await owner.get(f"/v1/sessions/{kept.session}")).json()["error"]
    assert (plain["title"], plain["detail"]) == (short.title, short.detail)


async def test_each_route_that_shows_sentences_takes_the_readers_language(owner: httpx.AsyncClient) -> None:
    document = (await owner.get("/v1/openapi.json")).json()
    schemas = document["components"]["schemas"]

    def says(schema: Any, seen: frozenset[str] = frozenset()) -> bool:
        if isinstance(schema, list):
            return any(says(each, seen) for each in schema)
        if not isinstance(schema, dict):
            return False
        name = str(schema.get("$ref", "")).rsplit("/", 1)[-1]
        if name and name not in seen:
            return name == "Phrase" or says(schemas[name], seen | {name})
        return any(says(each, seen) for each in schema.values())

    silent = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            takes = {one["name"] for one in operation.get("parameters", ())}
            if says(answers) and "Accept-Language" not in takes:
                silent.append(f"{method} {path}")
    assert silent == []
