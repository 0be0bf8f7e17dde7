"""What is written, judged and asked leaves in rows: quizzes, their items and cards, and how far they are answered."""

from datetime import datetime
from uuid import UUID

from contracts.coaching import StudyMaterial
from contracts.grading import QuizProgressSaved
from contracts.quizzes import ItemsValidated
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Json, Own, dump, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.quizzes.changes import CardJudged, ItemJudged, ProgressKept, QuizShort
from services.orchestrator.quizzes.tables import FlashcardRow, ItemRow, Quiz, QuizItem
from services.orchestrator.workflow.params import RewriteParams, WriteParams
from services.orchestrator.workflow.stages import BEGINNING
from services.orchestrator.workflow.state import Decision, State

_ROUND, _PART = 100_000, 1000
"""Ordinals: rounds and parts stand in their order, whatever the order in which they come; a beginning before them."""


class _Ids(Own):
    """What a quiz, its items and its cards have in common."""

    quiz_id: UUID
    session_id: UUID
    course_id: UUID


def begun(writes: Writes, before: State, state: State, own: Own, now: datetime) -> None:
    """The rows of quizzes that are whole as they begin: those of which nothing was ordered."""
    for quiz, facts in state.quizzes.items():
        if quiz not in before.quizzes and facts.complete and facts.purpose == "quiz" and not facts.asked:
            assert state.course_id is not None
            writes.insert(
                Quiz(
                    **own,
                    quiz_id=quiz,
                    session_id=state.session_id,
                    course_id=state.course_id,
                    number=facts.number,
                    ready=True,
                    shortfall=Json("[]"),
                    created_at=now,
                    purpose=facts.purpose,
                    exam=facts.exam,
                )
            )


def written(
    writes: Writes, arrival: Arrival, message: StudyMaterial, before: State, after: State, own: Own, now: datetime
) -> None:
    """A part of the material as the next batch of its quiz; of an item written anew the one, and no more."""
    quiz, step = message.quiz_id, arrival.step(before)
    batch = after.quizzes[quiz].batches
    if step is None or batch == before.quizzes[quiz].batches:
        return
    assert after.course_id is not None
    ids: _Ids = {**own, "quiz_id": quiz, "session_id": after.session_id, "course_id": after.course_id}
    entries, cards = message.quiz, message.flashcards
    asked = step.params
    if isinstance(asked, RewriteParams):
        entries, cards = ([], cards[:1]) if asked.card else (entries[:1], [])
    facts = after.quizzes[quiz]
    writes.insert(
        Quiz(**ids, number=facts.number, shortfall=Json("[]"), created_at=now, purpose=facts.purpose, exam=facts.exam)
    )
    begins = step.journey == BEGINNING
    if message.shortfall and isinstance(asked, WriteParams) and not asked.tries and not begins:
        writes.change(QuizShort(quiz_id=quiz, shortfall=dump_all(message.shortfall)))
    part = message.part.number if message.part else 1
    start = (asked.tries if isinstance(asked, WriteParams) else 0) * _ROUND + (part - 1) * _PART
    if begins:
        start -= _ROUND
    for order, entry in enumerate(entries, start):
        item = entry.item
        id, words = item.item_id, item.answer_text
        writes.insert(ItemRow(**ids, item_id=id, ordinal=order, body=dump(item), batch=batch, answer_text=words))
        writes.insert(QuizItem(**own, quiz_id=quiz, item_id=id, session_id=after.session_id, ordinal=order))
    for order, card in enumerate(cards, start):
        writes.insert(FlashcardRow(**ids, card_id=card.card_id, ordinal=order, body=dump(card), batch=batch))


def judged(writes: Writes, arrival: Arrival, message: ItemsValidated, before: State) -> None:
    """Verdicts on items as they were written. One on an edit is about its text alone, and stands in the history."""
    step = arrival.step(before)
    if step is None or step.kind == "check":
        return
    for verdict in message.verdicts:
        for kind in (ItemJudged, CardJudged):
            id, accepted, reasons = verdict.item_id, verdict.accepted, dump_all(verdict.reasons)
            writes.change(kind(quiz_id=message.quiz_id, id=id, accepted=accepted, reasons=reasons))


def asked(writes: Writes, decision: Decision, own: Own, now: datetime) -> None:
    """Which items of the bank a quiz asks; the quiz's row with them."""
    state = decision.state
    for one in decision.placed:
        facts = state.quizzes[one.quiz_id]
        assert state.course_id is not None
        quiz, session, course = one.quiz_id, state.session_id, state.course_id
        writes.insert(
            Quiz(
                **own,
                quiz_id=quiz,
                session_id=session,
                course_id=course,
                number=facts.number,
                shortfall=Json("[]"),
                created_at=now,
                purpose=facts.purpose,
                exam=facts.exam,
            )
        )
        item, n = one.item_id, one.ordinal
        asks = QuizItem(**own, quiz_id=quiz, item_id=item, session_id=session, ordinal=n, repeat=one.repeat)
        writes.insert(asks)


def progress(writes: Writes, arrival: Arrival, message: QuizProgressSaved, state: State, own: Own) -> None:
    """How far a quiz is answered."""
    writes.change(
        ProgressKept(
            **own,
            quiz_id=message.quiz_id,
            session_id=state.session_id,
            answers=dump_all(message.answers),
            question_index=message.question_index,
            paused=message.paused,
            saved_at=arrival.envelope.time,
            message_id=arrival.envelope.id,
        )
    )
