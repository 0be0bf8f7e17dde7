"""A house with a language model, at a stand-in that answers well, badly, late or not at all."""

import json
from collections import Counter
from decimal import Decimal
from itertools import pairwise

import pytest

from contracts.coaching import WriteMaterial
from contracts.digest import DigestDocument
from contracts.reading import ReadDocument, ReaderOutput
from tests.e2e.school import Class
from tests.standins.proofs import assert_cards_proved, assert_items_proved
from tests.standins.tables import assert_nothing_doubled, select
from tests.standins.topics import messages

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]


@pytest.mark.parametrize("word", ["Goodwell", "Fencer", "Thinker"])
def test_what_a_model_writes_is_proved_from_the_text_whatever_it_wraps_it_in(word: str, school: Class) -> None:
    me, session = school.me, school.sessions[word]
    assert me.settle(session)["status"] == "ready"
    items, blocks = me.items(session), me.blocks(session)
    assert len(items) >= 5
    assert {(item["origin"]["author"], item["origin"]["name"]) for item in items} == {("model", "small-stand-in")}
    assert_items_proved(items, blocks)
    assert_cards_proved(me.cards(session), blocks)
    (run,) = select(
        school.up.house.database, "select * from agent_runs where session_id = %s and agent = 'quiz'", session
    )
    assert run["tokens_used"] > 0


@pytest.mark.parametrize(
    ("word", "status", "code"),
    [
        ("Cutoff", 502, "model_truncated"),
        ("Refusing", 502, "model_refused"),
        ("Wayward", 502, "model_unreadable"),
        ("Liar", 502, "model_unreadable"),
        ("Failing", 502, "model_unavailable"),
        ("Silent", 504, "model_timed_out"),
    ],
)
def test_a_model_that_fails_is_a_failed_session_and_never_a_silent_downgrade(
    word: str, status: int, code: str, school: Class
) -> None:
    me, session = school.me, school.sessions[word]
    state = me.settle(session)
    assert (state["status"], state["error"]["code"], state["error"]["status"]) == ("failed", code, status)
    assert state["quiz_items"] == []
    for path in ("quiz", "flashcards"):
        answer = me.http.get(f"/sessions/{session}/{path}")
        assert answer.status_code == status
        assert answer.json()["trace_id"] == session.replace("-", "")
        assert answer.json()["action"]
    assert select(school.up.house.database, "select from items where session_id = %s", session) == []


@pytest.mark.parametrize(("word", "exits"), [("Failing", 4), ("Silent", 5)])
def test_the_command_ends_with_the_status_of_the_failure_and_one_object(word: str, exits: int, school: Class) -> None:
    said, told = school.studies[word].communicate(timeout=180)
    assert school.studies[word].returncode == exits
    assert json.loads(said)["status"] == "failed"
    assert len(json.loads(said)["error"]["trace_id"]) == 32
    assert "pensum retry" in told


@pytest.mark.parametrize(
    ("word", "roles"),
    [
        ("Goodwell", {"coach", "evaluator", "reviewer"}),
        ("Cutoff", {"coach"}),
        ("Wayward", {"coach"}),
        ("Failing", set()),
    ],
)
def test_what_the_model_cost_is_told_in_every_place_also_of_a_session_that_failed(
    word: str, roles: set[str], school: Class
) -> None:
    me, session = school.me, school.sessions[word]
    me.settle(session)
    told = me.http.get(f"/sessions/{session}").json()["spending"]
    tokens_in, tokens_out = told["tokens_in"], told["tokens_out"]
    assert Decimal(told["cost"]) == (tokens_in * Decimal("0.15") + tokens_out * Decimal("0.6")) / 1_000_000
    assert (tokens_in > 0, tokens_out > 0) == (bool(roles),) * 2, "what was answered is counted, right or wrong"
    logs = me.http.get(f"/sessions/{session}/logs/summary").json()
    assert (logs["spending"], logs["tokens_used"]) == (told, tokens_in + tokens_out)
    runs = me.http.get(f"/sessions/{session}/logs?limit=500").json()["logs"]
    by_run = [each for run in runs for each in run["spending"]]
    assert sum(Decimal(each["cost"]) for each in by_run) == Decimal(told["cost"])
    assert {each["role"] for each in by_run} == roles


def test_retries_wait_1_3_and_5_seconds(school: Class) -> None:
    school.me.settle(school.sessions["Failing"])
    at = [call.at for call in school.model.server.calls if "The Failing plates" in str(call.body)]
    assert len(at) == 4
    waits = [later - earlier for earlier, later in pairwise(at)]
    assert waits == sorted(waits)
    for waited, told in zip(waits, (1, 3, 5), strict=True):
        assert told - 0.1 <= waited < told + 3, waits  # A busy machine may be late, and is never early.


@pytest.mark.parametrize("word", ["Failing", "Silent"])
def test_a_retry_goes_on_where_it_stopped_and_reads_nothing_again(word: str, school: Class) -> None:
    me, session, house = school.me, school.sessions[word], school.up.house
    failed = me.settle(session)
    assert failed["status"] == "failed"
    school.model.well.add(word)
    me.retry(session)
    assert me.settle(session, after=failed["version"])["status"] == "ready"
    assert {item["origin"]["author"] for item in me.items(session)} == {"model"}
    said = messages(house.kafka, session)
    seen = Counter(type(each.message) for each in said)
    assert (seen[ReadDocument], seen[ReaderOutput], seen[DigestDocument]) == (1, 1, 1)
    orders = [each.envelope for each in said if isinstance(each.message, WriteMaterial)]
    assert [order.attempt for order in orders] == [1, 2]
    assert len({order.id for order in orders}) == 1
    assert_nothing_doubled(house.database, session)


def test_a_retry_is_for_the_failure_that_was_seen(school: Class) -> None:
    session = school.sessions["Cutoff"]
    version = school.me.settle(session)["version"]
    answer = school.me.http.post(f"/sessions/{session}/retry", json={"version": version - 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


def test_a_models_notes_rest_on_results(school: Class) -> None:
    me, session = school.me, school.sessions["Goodwell"]
    me.settle(session)
    quiz = me.quiz(session)
    taken = me.answer(session, quiz, wrong={quiz["questions"][0]["item_id"]})
    results = {each["result_id"] for each in me.results(session, taken["attempt_id"])["results"]}
    (note,) = me.notes(session)
    assert note["made_by"] == "model:small-stand-in"
    assert set(note["result_ids"]) <= results
