"""Scans on Apache Kafka: the fallback path through OCR, and low confidence to review."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from contracts.reading import PageCorrected, PagesRead, ReaderOutput, ReadingHeld, ReadingPlanned, ReviewDecided
from contracts.session import SessionUpdated
from tests.standins.composed import Composed
from tests.standins.documents.handouts import short_pages
from tests.standins.documents.scans import character_error_rate, scan, text_pdf
from tests.standins.installed import needs_tesseract
from tests.standins.learners.learner import Learner
from tests.standins.otlp_receiver import OtlpReceiver
from tests.standins.proofs import assert_cards_proved, assert_items_proved, plain
from tests.standins.tables import replayed, select
from tests.standins.topics import messages

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(240),
    needs_tesseract,
]
Json = dict[str, Any]
CONFIDENCE = "pensum.ocr_confidence"


def log_lines(log: Path) -> list[Json]:
    """Every line of a service's log."""
    return [json.loads(line) for line in log.read_text().splitlines()]


def confidences(traces: OtlpReceiver, session: str) -> list[float]:
    """What the spans of a session tell of OCR."""
    found = [span.span.attributes for span in traces.of(session.replace("-", ""))]
    return [each.value.double_value for attributes in found for each in attributes if each.key == CONFIDENCE]


def test_fallback_path(kafka_house: Composed, traces: OtlpReceiver) -> None:
    """A clean scan -> OCRmyPDF -> Reader -> Orchestrator -> Coach -> quiz and flashcards."""
    truth = short_pages(2, seed=2, lines=28)
    document = scan(text_pdf(truth), "clean300")
    kafka = kafka_house.ground.kafka
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner"), patience=120) as me:
        state = me.study(document, name="lecture-scan.pdf")
        assert state["status"] == "ready"
        session = state["session_id"]
        quiz, items, cards, blocks = me.quiz(session), me.items(session), me.cards(session), me.blocks(session)
    # Quiz and flashcards are generated.
    assert len(quiz["questions"]) >= 5
    assert len(cards) >= 5
    # Accurate and relevant, allowing for minor OCR imperfections.
    assert_items_proved(items, blocks)
    assert_cards_proved(cards, blocks)
    read = "\n".join(block["text"] for block in blocks.values())
    assert character_error_rate("\n".join(truth), read) < 0.05
    words = set(plain("\n".join(truth)).split())
    keys = [plain(item["concept"]).split() for item in items]
    assert sum(set(key) <= words for key in keys) >= 0.8 * len(keys)
    # OCR confidence is in the messages, in the state, logged, and above the threshold.
    found = [each.message for each in messages(kafka, session)]
    (planned,) = [message for message in found if isinstance(message, ReadingPlanned)]
    assert (planned.pages_total, planned.recognised) == (2, 2)
    assert sum(message.recognised for message in found if isinstance(message, PagesRead)) == 2
    first = next(message for message in found if isinstance(message, ReaderOutput) and message.recognition)
    assert first.recognition is not None
    assert first.recognition.passed
    confidence = first.recognition.confidence
    assert confidence is not None
    assert confidence >= first.recognition.least_confidence == 75
    assert [page.verdict for page in first.recognition.pages] == ["ok", "ok"]
    assert all(len(block.word_confidences) == len(block.text.split()) for block in first.extracted_blocks)
    assert state["documents"][0]["ocr_confidence"] == pytest.approx(confidence, abs=0.1)
    logged = [
        line["ocr_confidence"]
        for line in log_lines(kafka_house.log("reader"))
        if line.get("trace_id") == session.replace("-", "") and "ocr_confidence" in line
    ]
    assert len(logged) >= 2, "of the range and of the document"
    assert all(each >= 75 for each in logged)
    deadline = time.monotonic() + 60
    while not (spanned := confidences(traces, session)):
        assert time.monotonic() < deadline, "no span tells the confidence"
        time.sleep(0.1)
    assert all(each >= 75 for each in spanned)
    assert replayed(kafka_house.ground.postgres, session).differs == ""


def test_low_confidence(kafka_house: Composed) -> None:
    """A scan that is too bad is flagged for manual review; corrected and approved, it goes on as if read."""
    truth = short_pages(1, seed=1, lines=10)
    document = scan(text_pdf(truth), "copied_fat")
    database = kafka_house.ground.postgres
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner"), patience=120) as me:
        # 422 with a clear message, in the same request.
        answer = me.upload(document, name="bad-scan.pdf", prefer="wait=60")
        assert answer.status_code == 422, answer.text
        problem = answer.json()
        assert problem["code"] == "low_confidence"
        assert "page 1" in problem["detail"].casefold()
        numbers = problem["numbers"]
        assert (numbers["low_pages"], numbers["pages"], numbers["least_confidence"]) == (1, 1, 75)
        assert numbers["confidence"] < 75
        assert f"{numbers['confidence']:.0f} %" in problem["detail"]
        assert "75 %" in problem["detail"]
        assert "review" in problem["action"].casefold()
        session = answer.headers["location"].rsplit("/", 1)[-1]
        assert problem["trace_id"] == session.replace("-", "")
        # The session says that a review is pending.
        state = me.session(session)
        assert (state["status"], state["error"]["code"]) == ("pending_review", "low_confidence")
        assert [line["session_id"] for line in me.http.get("/reviews").json()["reviews"]].count(session) == 1
        # No quiz, no flashcards, no summary, no text.
        for part in ("quiz", "flashcards"):
            assert me.http.get(f"/sessions/{session}/{part}").status_code == 422
        assert not state["context"]
        assert (state["quiz_items"], state["extracted_blocks"]) == ([], [])
        for table in (
            "blocks b join readings r using (reading_id) join courses c using (reading_id) join sessions s "
            "using (course_id)",
            "quizzes",
            "items",
            "flashcards",
        ):
            where = "s.session_id" if " " in table else "session_id"
            assert select(database, f"select 1 as one from {table} where {where} = %s", session) == []

        # A person sets the text right and approves.
        page = me.http.get(f"/sessions/{session}/review/pages/1").json()
        assert page["quality"]["verdict"] == "low"
        assert page["quality"]["confidence"] == pytest.approx(numbers["confidence"], abs=0.1)
        assert sum(word["confidence"] for word in page["words"]) / len(page["words"]) < 75
        assert me.http.get(page["picture"].removeprefix("/v1")).headers["content-type"] == "image/png"
        me.post(f"/sessions/{session}/review/pages/1", {"text": truth[0]})
        me.post(f"/sessions/{session}/review/approve", {})
        state = me.settle(session, after=state["version"] + 1)
        assert (state["status"], state["error"]) == ("ready", None)
        items, cards, blocks = me.items(session), me.cards(session), me.blocks(session)
        assert items
        assert cards
        assert_items_proved(items, blocks)
        assert_cards_proved(cards, blocks)
        assert plain(" ".join(block["text"] for block in blocks.values())) == plain(truth[0])
        assert state["context"]["fullSummary"]
        assert session not in me.http.get("/reviews").text
        history = [entry["action"] for entry in me.http.get(f"/sessions/{session}/review").json()["history"]]
        assert history == ["held", "corrected", "approved"]
    found = [type(each.message) for each in messages(kafka_house.ground.kafka, session)]
    for message in (ReadingHeld, PageCorrected, ReviewDecided, SessionUpdated):
        assert message in found, message.__name__
    assert replayed(database, session).differs == ""
