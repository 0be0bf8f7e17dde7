"""Who reads: what `Accept-Language` asks for, and that answers vary with it."""

import httpx
import pytest

from services.gateway.http.language import wished
from tests.gateway.learnt import mastery, read
from tests.gateway.shelf import Kept, Shelf


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("nb-NO,nb;q=0.9,no;q=0.8,nn;q=0.7,en-US;q=0.6,en;q=0.5", "no"),
        ("nn", "no"),
        ("de-AT", "de"),
        ("en-GB, en", "en"),
        ("fr-FR, fr;q=0.9, de;q=0.4, en;q=0.5", "en"),
        ("en;q=0.1, de ; q=0.8", "de"),
        ("en;q=0, fr", None),
        ("fr", None),
        ("*", None),
        ("", None),
        ("de;q=oft, ;;, 日本", None),
    ],
)
def test_the_language_is_the_one_wished_most_that_has_words(header: str, language: str | None) -> None:
    assert wished(header) == language


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return read(shelf, shelf.quiz(shelf.session(tenant, "ann")))


async def test_what_is_missing_is_said_in_the_readers_language_else_in_the_documents(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    mastery(shelf, kept, "leaf", 0.6, 2, needed=1)
    told = {
        None: "“leaf”: one more right answer (repeated questions may count less), and it is mastered.",
        "fr": "“leaf”: one more right answer (repeated questions may count less), and it is mastered.",
        "nb-NO, en;q=0.5": "«leaf»: enda ett riktig svar (gjentatte spørsmål kan telle mindre), så er det mestret.",
        "de": "„leaf“: noch eine richtige Antwort (wiederholte Fragen können weniger zählen), dann ist es beherrscht.",
    }
    for languages, sentence in told.items():
        headers = {"Accept-Language": languages} if languages else {}
        answer = await ann.get(f"/v1/sessions/{kept.session}/learner", headers=headers)
        [leaf] = [one for one in answer.json()["concepts"] if one["concept"] == "leaf"]
        assert leaf["missing"] == sentence
        assert "Accept-Language" in answer.headers["Vary"].split(", ")


async def test_a_tag_of_one_language_is_none_of_another(ann: httpx.AsyncClient, kept: Kept) -> None:
    for address in (f"/v1/sessions/{kept.session}", f"/v1/sessions/{kept.session}/learner"):
        first = await ann.get(address, headers={"Accept-Language": "en"})
        same = {"If-None-Match": first.headers["ETag"]}
        again = await ann.get(address, headers={**same, "Accept-Language": "en-US"})
        assert (again.status_code, again.headers["Vary"]) == (304, "Accept-Language")
        assert (await ann.get(address, headers={**same, "Accept-Language": "nb"})).status_code == 200
        assert (await ann.get(address, headers=same)).status_code == 200


async def test_the_document_says_which_answers_vary(ann: httpx.AsyncClient) -> None:
    paths = (await ann.get("/v1/openapi.json")).json()["paths"]
    asked = [one["name"] for one in paths["/v1/sessions/{session_id}/learner"]["get"]["parameters"]]
    assert "Accept-Language" in asked
