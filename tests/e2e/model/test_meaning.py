"""Search by meaning in a whole house: a Norwegian question finds its English passage, once the model has vectors; while
it has none the session is whole, and the answer says what is wanting."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.houses import Up
from tests.e2e.school import ModelServer
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Json, Learner
from tests.standins.model import model_behaviours as does
from tests.standins.tables import every_row, replayed, select

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]
QUESTION = "Hva er det som skjer når kontinenter kolliderer?"
ANSWER = "When two continents collide, neither sinks, and the crust folds and thickens."
FEW = {"numQuizQuestions": "3", "numFlashcards": "3"}


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def search(me: Learner, session: str) -> Json:
    found: Json = me.http.get(f"/sessions/{session}/search", params={"q": QUESTION, "limit": 3}).json()
    return found


def test_a_question_in_another_language_finds_its_passage_once_the_model_has_vectors(
    data: Path, model: ModelServer
) -> None:
    env = {
        "PENSUM_MODEL_BASE_URL": model.server.base_url,
        "PENSUM_MODEL": "small",
        "PENSUM_MODEL_EMBED": "directions",
        "PENSUM_MODEL_PRICES": "directions=0.02/0",
    }
    model.server.embedding_otherwise(does.status(404))
    with Up(data, env=env) as up, Learner(up.house.url, up.house.owner_token, up.house.learner_token) as me:
        without = me.study(lesson("Goodwell has no vectors"), **FEW)
        assert without["status"] == "ready"
        wanting = str(without["session_id"])
        unmade = "Søk etter mening kunne ikke gjøres klart"
        me.until(lambda: unmade in search(me, wanting)["notice"], lambda: search(me, wanting)["notice"])
        told = search(me, wanting)
        assert "Teksten er på engelsk" in told["notice"]
        assert ANSWER not in [one["quote"] for one in told["passages"]]
        assert me.session(wanting)["status"] == "ready"

        model.server.embeddings.clear()
        model.server.embedding_otherwise(does.embeds())
        session = str(me.study(lesson("Goodwell has some"), **FEW)["session_id"])
        me.until(lambda: search(me, session)["notice"] == "", lambda: search(me, session)["notice"])
        first = search(me, session)["passages"][0]
        assert ANSWER in (first["before"], first["quote"], first["after"])
        assert first["likeness"] > 0.2
        roles = {line["role"]: line for line in me.session(session)["spending"]["models"]}
        assert roles["search"]["model"] == "directions"
        assert float(roles["search"]["cost"]) > 0
        assert replayed(up.house.database, session).differs == ""

        again = str(me.study(lesson("Goodwell has some"), **FEW)["session_id"])
        me.until(lambda: search(me, again)["notice"] == "", lambda: search(me, again)["notice"])
        assert search(me, again)["passages"][0]["quote"] == first["quote"]
        passages = [text for call in model.server.embeddings for text in call.body["input"] if text != QUESTION]
        assert len(passages) == len(set(passages)) > 5

        reading = select(up.house.database, "select distinct reading_id from block_vectors")[0]["reading_id"]
        me.forget(session)
        assert select(up.house.database, "select 1 from block_vectors") != []
        me.forget(again)
        me.until(lambda: select(up.house.database, "select 1 from block_vectors") == [])
        assert not any(str(reading) in row for row in every_row(up.house.database))
