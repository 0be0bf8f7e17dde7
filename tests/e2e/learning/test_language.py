"""An English document in the hands of a Norwegian and of a German reader: all but its own words is in theirs."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from contracts.message import Phrase
from services.text.catalogue.phrases import rendered
from services.text.guessing import group_of, group_said
from tests.console.samples.make_samples import lesson
from tests.e2e.houses import Up
from tests.standins.learners.learner import NONSENSE, Json, Learner, mistaken
from tests.standins.learners.pupil import begin, ends_in_remediation

COURSE = {"numQuizQuestions": 6, "numFlashcards": 4, "focusAreas": ["volcanoes"]}
VIEWS = (
    "", "/learner", "/quiz", "/notes", "/messages?limit=500", "/replay", "/summary", "/items?limit=500", "/disputes",
    "/search?q=Hva+er+et+hjerte+og+hvordan+er+det+med+blodet",
)  # fmt: skip
# The document's own words, what was made of them, ids, and what agents write into their log.
MATERIAL = frozenset({
    "question", "answer", "answer_text", "correct_answer", "options", "prompts", "key", "explanations", "statement",
    "quote", "quotes", "proof", "question_text", "source_context", "expected_answer", "learner_answer",
    "examples_provided", "explanation_quotes", "title", "filename", "context", "extracted_blocks", "quiz_items",
    "results", "concept", "concepts", "topic", "topics", "section", "heading", "before", "after", "words",
    "key_points", "item", "flashcard", "reason", "routing_reason", "message_excerpt", "transitions", "phrase",
    "remediation_phrase",
})  # fmt: skip
QUOTED = re.compile(r"«[^»]*»|„[^“]*“|“[^”]*”")


class Reader:
    """Who walked through the document and reads everything in their language."""

    def __init__(self, me: Learner, session: str, language: str) -> None:
        self.language = language
        self._me, self._session, self._asks = me, session, {"Accept-Language": language}

    def views(self) -> Iterator[tuple[str, Any]]:
        first = self._me.session(self._session)["quizzes"][0]
        for place in (*VIEWS, f"/quizzes/{first}"):
            client = self._me.owner if place.startswith("/items") else self._me.http
            yield place, client.get(f"/sessions/{self._session}{place}", headers=self._asks).raise_for_status().json()

    def refused(self) -> Json:
        """What is said to an edit that does not hold."""
        item = next(each for each in self._me.items(self._session) if each["type"] == "multiple_choice")
        path, headers = f"/sessions/{self._session}/items/{item['item_id']}", {**self._asks, "Prefer": "wait=30"}
        answer = self._me.owner.patch(path, json={"question": "?!"}, headers=headers)
        assert answer.status_code == 422, answer.text
        found: Json = answer.json()
        return found


def said(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """All sentences that are the house's, with where they stand."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for each in value:
            yield from said(each, place)
    elif isinstance(value, dict):
        # A learner's own line, and a line that asks an item's question.
        if value.get("role") == "learner" or ("role" in value and not value["phrase"]):
            return
        for name, each in value.items():
            if name not in MATERIAL:
                yield from said(each, f"{place}.{name}")


def as_data(value: Any) -> Iterator[tuple[Json, Json]]:
    """Each object that has a phrase beside what it says."""
    for each in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        if isinstance(each, dict) and isinstance(each.get("phrase"), dict):
            yield each, each["phrase"]
        yield from as_data(each)


@pytest.fixture(scope="module")
def walked(house: Up) -> Iterator[tuple[Learner, str]]:
    """A document that was diagnosed, answered wrongly until the rounds were over, and talked about."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        session = me.study(lesson("human-body.en"), **COURSE)["session_id"]
        ends_in_remediation(me, session, cycles=2)
        version = me.session(session)["version"]
        view = begin(me, session, diagnostic=True)
        quiz = me.quiz(session, view["cycle_quiz"])
        by_id = {item["item_id"]: item for item in me.items(session)}
        asked = [by_id[each["item_id"]] for each in quiz["questions"]]
        wrong = [NONSENSE if item["type"] == "short_answer" else mistaken(item) for item in asked]
        given = [asked[0]["answer"], *wrong[1:]]
        answers = [
            {"item_id": item["item_id"], "answer": answer, "latency_sec": 1.5}
            for item, answer in zip(asked, given, strict=True)
        ]
        me.hand_in(session, {"quiz_id": quiz["quiz_id"], "answers": answers})
        version = me.settle(session, version + 1)["version"]
        for text in (
            "how am I doing?",
            "teach me volcanoes",
            "what should I learn next?",
            f"What is {concept(me, session)}?",
        ):
            me.post(f"/sessions/{session}/messages", {"text": text})
            version = me.settle(session, version)["version"]
        yield me, session


def concept(me: Learner, session: str) -> str:
    learner: Json = me.http.get(f"/sessions/{session}/learner").json()
    return str(learner["concepts"][0]["concept"])


@pytest.mark.embedded
@pytest.mark.parametrize("language", ["nb", "de"])
def test_every_sentence_that_is_no_quote_is_in_the_readers_language(walked: tuple[Learner, str], language: str) -> None:
    reader = Reader(*walked, language)
    shown = dict(reader.views()) | {"refused": reader.refused()}
    told = [each for view, value in shown.items() for each in said(value, view)]
    sentences = {sentence for _, sentence in told}
    in_english = [each for each in told if group_said(QUOTED.sub(" ", each[1])) not in (None, group_of(language))]
    assert in_english == []
    assert len([each for each in sentences if group_said(QUOTED.sub(" ", each)) == group_of(language)]) > 20
    for part in (
        "notes",
        "remediation",
        "recommendations",
        "path_reasoning",
        "shortfall",
        "error_patterns",
        "knowledge_gaps",
        "feedback_text",
        "suggestions",
        "misconceptions_seen",
        "text",
        "detail",
        "notice",
    ):
        assert any(part in place and sentence for place, sentence in told), part  # fmt: skip


@pytest.mark.embedded
@pytest.mark.parametrize("language", ["nb", "de"])
def test_every_phrase_says_its_sentence(walked: tuple[Learner, str], language: str) -> None:
    counted = 0
    for view, value in Reader(*walked, language).views():
        for told, phrase in as_data(value):
            said_by = rendered(Phrase.model_validate(phrase), language)
            assert said_by in told.values(), (view, said_by)
            counted += 1
    assert counted > 20


@pytest.mark.embedded
def test_quotes_stay_as_the_document_has_them(walked: tuple[Learner, str]) -> None:
    me, session = walked
    texts = " ".join(block["text"] for block in me.blocks(session).values())
    lines: list[Json] = dict(Reader(me, session, "nb").views())["/messages?limit=500"]["messages"]
    quotes = [quote["quote"] for line in lines for quote in line["quotes"] if line["agent"] == "tutor"]
    assert quotes
    assert all(quote in texts for quote in quotes)
    shown = "\n".join(line["text"] for line in lines)
    assert any(f"«{quote}»" in shown or f"«{quote.rstrip('.')}" in shown for quote in quotes)


@pytest.mark.embedded
def test_who_names_no_language_reads_the_documents(walked: tuple[Learner, str]) -> None:
    me, session = walked
    plain: httpx.Response = me.http.get(f"/sessions/{session}/notes")
    english = me.http.get(f"/sessions/{session}/notes", headers={"Accept-Language": "en"})
    assert plain.json() == english.json()
    assert {group_said(QUOTED.sub(" ", each["note"])) for each in plain.json()["notes"]} <= {"en", None}
