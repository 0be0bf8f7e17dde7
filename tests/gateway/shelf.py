"""Rows as the orchestrator writes them: a session with text, quiz, cards, answers and notes, to read by the gateway."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg

from contracts.assistant import OpenConversation
from contracts.digest import Context, KeyConcept
from contracts.documents import Block
from contracts.items import Flashcard, Item
from contracts.problems import Code, problem
from contracts.session import Progress, Status
from services.search.stored import searchable
from tests.gateway.kinds import ORIGIN, SHA, items, proof

SENTENCE = "Chlorophyll is the pigment that absorbs light in a leaf."
START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Kept:
    """The ids of a session's rows."""

    session: UUID
    tenant: str
    user: str
    course: UUID
    reading: UUID
    quiz: UUID = field(default_factory=uuid4)
    items: list[Item] = field(default_factory=list)
    card: UUID = field(default_factory=uuid4)
    attempt: UUID = field(default_factory=uuid4)
    result: UUID = field(default_factory=uuid4)
    dispute: UUID = field(default_factory=uuid4)
    conversation: UUID = field(default_factory=uuid4)


class Shelf:
    """Writes rows as the orchestrator's login."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url, autocommit=True)

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is written within is seen all at one moment, as what the orchestrator writes."""
        with self._connection.transaction():
            yield

    def ask(self, sql: str, **values: Any) -> list[tuple[Any, ...]]:
        """Rows of any query."""
        return found.fetchall() if (found := self._connection.execute(sql.encode(), values)).description else []

    def insert(self, table: str, **values: Any) -> None:
        """One row; dicts and lists become JSON."""
        plain = {k: json.dumps(v) if isinstance(v, dict | list) else v for k, v in values.items()}
        names, places = ", ".join(plain), ", ".join(f"%({name})s" for name in plain)
        self.ask(f"insert into {table} ({names}) values ({places})", **plain)

    def conversation(self, kept: Kept) -> Kept:
        """A conversation of the session's user that was accepted, and not taken yet."""
        about = {"message_id": uuid4(), "session_id": kept.conversation, "tenant_id": kept.tenant, "user_id": kept.user}
        asked = {"method": "POST", "path": "/v1/conversations", "body_sha256": "", "answer": {}, "tries": 0}
        message = {"type": OpenConversation.type_name, "message": {"tenant_id": kept.tenant, "user_id": kept.user}}
        self.insert("intake", **about, **asked, **message, accepted_at=START, due_at=START, settled=True)
        return kept

    def session(
        self,
        tenant: str,
        user: str,
        *,
        status: Status = Status.READY,
        version: int = 7,
        error: Code | None = None,
        age: int = 0,
        blocks: int = 3,
        forgotten: bool = False,
    ) -> Kept:
        """A session whose document is read."""
        kept = Kept(uuid4(), tenant, user, uuid4(), uuid4())
        own = {"tenant_id": tenant, "user_id": user}
        at = START - timedelta(seconds=age)
        running = status not in (Status.READY, Status.FAILED, Status.PENDING_REVIEW, Status.FORGOTTEN)
        wrong = problem(error, "It went wrong.").model_dump(mode="json") if error else None
        progress = Progress(step=status, steps_done=1, steps_total=4).model_dump(mode="json") if running else None
        self.insert("courses", course_id=kept.course, title="Leaves", reading_id=kept.reading, created_at=at, **own)
        self.insert(
            "documents",
            course_id=kept.course,
            sha256=SHA,
            filename="leaves.pdf",
            media_type="application/pdf",
            bytes=10,
            blob=f"documents/{SHA}",
            uploaded_at=at,
            reading_id=kept.reading,
            **own,
        )
        concept = KeyConcept(term="chlorophyll", definition=SENTENCE, relevance="High")
        context = Context(full_summary="About leaves.", key_concepts=[concept], main_sections=[])
        self.insert(
            "readings",
            reading_id=kept.reading,
            document_sha256=SHA,
            doc_meta={"title": "Leaves", "language": "en", "pages": 2},
            digest={"context": context.model_dump(mode="json"), "terms": []},
            complete=True,
            created_at=at,
            **own,
        )
        self.insert("reading_members", set_id=kept.reading, reading_id=kept.reading, ordinal=0, **own)
        self.blocks(
            kept,
            [Block(block_id=f"p{number}", text=SENTENCE, source_page=1 + number // 2) for number in range(blocks)],
        )
        self.insert(
            "sessions",
            session_id=kept.session,
            course_id=kept.course,
            status=status,
            version=version,
            state={},
            progress=progress,
            error=wrong,
            created_at=at,
            updated_at=at,
            forgotten_at=at if forgotten else None,
            **own,
        )
        return kept

    def blocks(self, kept: Kept, blocks: Sequence[Block], language: str = "en", reading: UUID | None = None) -> None:
        """Blocks of the session's reading, or of another."""
        found_by = searchable(blocks, language)
        for number, (block, terms) in enumerate(zip(blocks, found_by, strict=True)):
            self.insert(
                "blocks",
                reading_id=reading or kept.reading,
                block_id=block.block_id,
                part=1,
                ordinal=number,
                source_page=block.source_page,
                body=block.model_dump(mode="json"),
                terms=terms,
                tenant_id=kept.tenant,
                user_id=kept.user,
            )

    def quiz(
        self,
        kept: Kept,
        *,
        number: int = 1,
        ready: bool = True,
        complete: bool | None = None,
        mark: str = "chlorophyll",
        made: Callable[[UUID, str], list[Item]] = items,
    ) -> Kept:
        """Accepted items (but for one that says it is refused), and two cards, one refused; `mark` as in kinds.py."""
        own = {"tenant_id": kept.tenant, "user_id": kept.user, "session_id": kept.session}
        kept.quiz = uuid4()
        kept.items = made(kept.quiz, mark)
        about = {"course_id": kept.course, "quiz_id": kept.quiz}
        self.insert(
            "quizzes",
            number=number,
            ready=ready,
            complete=ready if complete is None else complete,
            shortfall=[{"of": "quiz", "asked": 3, "made": 2, "code": "too_few_terms", "sentence": "Too few terms."}],
            refused={"gap_mismatch": 1},
            created_at=START,
            **about,
            **own,
        )
        reason = [{"code": "gap_mismatch", "sentence": "There is no gap."}]
        for ordinal, item in enumerate(kept.items):
            good = not item.question.startswith("refused")
            verdict = {"accepted": good, "reasons": [] if good else reason} if ready else {}
            body = item.model_dump(mode="json")
            self.insert("items", item_id=item.item_id, ordinal=ordinal, body=body, **verdict, **about, **own)
            self.insert("quiz_items", quiz_id=kept.quiz, item_id=item.item_id, ordinal=ordinal, **own)
        kept.card = uuid4()
        for ordinal in range(2):
            card = Flashcard(
                card_id=kept.card if ordinal == 0 else uuid4(),
                question=f"What absorbs light ({ordinal})?",
                answer="the pigment",
                concept="leaf",
                proof=proof("the pigment", "c"),
                origin=ORIGIN,
            )
            body = card.model_dump(mode="json")
            self.insert(
                "flashcards", card_id=card.card_id, ordinal=ordinal, body=body, accepted=ordinal == 0, **about, **own
            )
        return kept

    def attempt(self, kept: Kept, *, graded: bool = True, many: int = 2) -> UUID:
        """Answers to the quiz: the first right, the others skipped."""
        own = {"tenant_id": kept.tenant, "user_id": kept.user, "session_id": kept.session}
        kept.attempt = uuid4()
        self.insert(
            "attempts",
            attempt_id=kept.attempt,
            quiz_id=kept.quiz,
            answers=[],
            graded_by="evaluator",
            score=0.5 if graded else None,
            submitted_at=datetime.now(UTC),
            **own,
        )
        for ordinal, item in enumerate(kept.items[:many] if graded else []):
            self.insert(
                "results",
                result_id=self._result(kept, ordinal),
                attempt_id=kept.attempt,
                quiz_id=kept.quiz,
                item_id=item.item_id,
                ordinal=ordinal,
                concept=item.concept,
                difficulty=item.difficulty,
                answer=str(item.answer) if ordinal == 0 else None,
                is_correct=ordinal == 0,
                credit=int(ordinal == 0),
                latency_sec=3,
                graded_by="evaluator",
                timestamp=START,
                **own,
            )
        return kept.attempt

    @staticmethod
    def _result(kept: Kept, ordinal: int) -> UUID:
        """A new id; the first answer's is remembered."""
        new = uuid4()
        kept.result = new if ordinal == 0 else kept.result
        return new

    def state(self, item: UUID, state: str, table: str = "items") -> None:
        """An item or a card is removed or approved."""
        id = "item_id" if table == "items" else "card_id"
        self.ask(f"update {table} set state = %(state)s where {id} = %(item)s", state=state, item=item)

    def done(self, kept: Kept, message: UUID, item: UUID, action: str, outcome: str | None, **more: Any) -> None:
        """A row of an item's history."""
        own = {"tenant_id": kept.tenant, "user_id": kept.user, "session_id": kept.session}
        row = {"reason": "", "timestamp": datetime.now(UTC), **more}
        self.insert("item_history", message_id=message, item_id=item, action=action, outcome=outcome, **row, **own)

    def note(self, kept: Kept, said: str, ordinal: int = 0, phrase: dict[str, Any] | None = None) -> None:
        """A note about the attempt."""
        self.insert(
            "notes",
            session_id=kept.session,
            tenant_id=kept.tenant,
            user_id=kept.user,
            attempt_id=kept.attempt,
            ordinal=ordinal,
            note=said,
            evidence={"result_ids": [], "made_by": "rules/1"},
            timestamp=START,
            **({"phrase": phrase} if phrase else {}),
        )
