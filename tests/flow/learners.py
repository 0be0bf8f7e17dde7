"""Who takes part in a walk: two orchestrators, two workers, a gateway, a bag broker, and learners who ask."""

import hashlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from contracts.documents import Document
from contracts.grading import Answer, QuizResults
from contracts.reading import DocumentReplaced, PageCorrected, ReviewDecided
from contracts.session import DocumentSubmitted, QuizRequested
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.database import Connection
from services.gateway.access.bearer import Who
from services.gateway.database import Rows
from services.orchestrator.batch.fold import Decide
from services.orchestrator.batch.handle import Shell
from services.orchestrator.decide.events import EVENTS, Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.workflow.state import Decision, Meta, State
from tests.flow.actors import WHO, Crash, Gateway, Orchestrator, now
from tests.flow.owners import Wish, wishes
from tests.flow.verdict import row
from tests.standins.bag_broker import BagBroker
from tests.standins.workers.services import answers
from tests.standins.workers.worker import Answering, Reply, Store, Worker, by_attempt

FAULTS = ("crash", "wipe", "dup", "early", "fail", "zombie", "slow", "retry", "forget", "strange")
UPLOADS = (
    *([("a.pdf",)] * 5),
    ("long.pdf",),
    ("long book.pdf",),
    ("long book.pdf",),
    ("long bad.pdf",),
    ("long bad.pdf",),
    ("a.pdf", "long bad.pdf"),
    ("long.pdf", "a.pdf", "long.pdf"),
)
"""What learners send: short documents, long ones that are read in ranges, and bad scans among them."""
CLEAN = 10
"""Messages of a clean upload with a reading in two parts: 1 input, 4 commands, 5 answers; wake-ups are not counted."""


@dataclass(frozen=True)
class Parts:
    """What a walk is made of; a mutant replaces one."""

    shell: type[Shell] = Shell
    early_commit: bool = False
    reply: Reply = by_attempt
    gateway: type[Gateway] = Gateway
    decide: Decide = decide
    answering: Answering = answers


@dataclass
class Upload:
    """A session of the walk, as its learner knows it."""

    session: UUID
    course: UUID
    documents: list[Document] = field(default_factory=list)
    quizzes: int = 1
    attempts: int = 0
    who: Who = WHO
    forgotten: bool = False
    rejected: bool = False
    corrections: dict[str, str] = field(default_factory=dict)
    wishes: list[Wish] = field(default_factory=list)

    @property
    def plain(self) -> bool:
        """One short document."""
        return [document.filename for document in self.documents] == ["a.pdf"]


@dataclass
class Learners:
    """The actors of a walk, its faults, and what learners ask. `messages` counts what was published, wake-ups apart."""

    seed: int
    connections: Sequence[Connection]
    rows: Rows
    parts: Parts = Parts()
    faults: Counter[str] | None = None
    spent: Counter[str] = field(default_factory=Counter)
    uploads: list[Upload] = field(default_factory=list)
    poison: str = ""
    papers: Sequence[str] | None = None

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        if self.faults is None:
            self.faults = Counter(self.rng.choices(FAULTS, k=self.rng.choice((0, 1, 1, 2, 2, 3, 4, 6))))
            if self.rng.random() < 0.1:
                self.poison = self.rng.choice(sorted(EVENTS))
        self.chatty = self.rng.random() < 0.5 and bool(sum(self.faults.values()))
        self.broker, self.store = BagBroker(), Store()
        first, second, self.looking = self.connections
        made = self.parts
        self.shells = [
            Orchestrator(self.broker, each, self._decide, made.shell, made.early_commit) for each in (first, second)
        ]
        self.workers = [Worker(self.broker, self.store, made.reply, made.answering) for _ in range(2)]
        self.gateway = made.gateway.on(self.rows, self._gateway_says)
        self._gateway_dies = False

    def _decide(self, state: State, event: Event, meta: Meta) -> Decision:
        if self.poison and isinstance(event, EVENTS[self.poison]):
            raise RuntimeError("poison")
        return self.parts.decide(state, event, meta)

    @property
    def messages(self) -> int:
        """Published so far, wake-ups and heartbeats apart."""
        said = sum(count for topic, count in self.broker.published.items() if topic != "session.updates")
        return said - sum(worker.beats for worker in self.workers)

    async def _upload(self) -> None:
        upload = Upload(uuid4(), uuid4())
        names = self.rng.choice(UPLOADS) if self.papers is None else self.papers
        upload.documents = [_document(name, upload, number) for number, name in enumerate(names)]
        first, *more = upload.documents
        message = DocumentSubmitted(
            tenant_id="tenant",
            user_id="learner",
            course_id=upload.course,
            document=first,
            uploaded_at=now(),
            more=more,
        )
        self.uploads.append(upload)
        await self._ask(message, upload)

    async def _review(self, upload: Upload, drain: Callable[[], Awaitable[None]]) -> None:
        """What is held is set right and approved, or rejected, or a better scan is sent."""
        for number, document in enumerate(upload.documents):
            if "bad" not in document.filename:
                continue
            what = self.rng.choice(("approve", "approve", "approve", "reject", "replace"))
            if what == "replace":
                better = _document("long.pdf", upload, number + 10)
                upload.documents[number] = better
                await self._ask(DocumentReplaced(replaces=document.sha256, document=better), upload)
                continue
            if what == "approve":
                upload.corrections = {"2": f"corrections/{upload.session}/2"}
                page = {"page": 2, "text": upload.corrections["2"], "characters": 9}
                await self._ask(PageCorrected.model_validate({"document_sha256": document.sha256, **page}), upload)
                await drain()
            upload.rejected = what == "reject"
            await self._ask(
                ReviewDecided.model_validate({"document_sha256": document.sha256, "decision": what}), upload
            )

    async def _study(self, upload: Upload) -> None:
        found = await row(self.looking, upload.session)
        if not found or found["status"] != "ready":
            return
        cursor = await self.looking.execute(
            """select item_id, quiz_id, body from items
               where quiz_id = (select quiz_id from quizzes where session_id = %s
               order by number limit 1) and accepted and state in ('live', 'approved') order by ordinal""",
            (upload.session,),
        )
        items = await cursor.fetchall()
        given = [
            Answer(item_id=item["item_id"], answer=item["body"]["answer"] if number else "no")
            for number, item in enumerate(items)
        ]
        results = QuizResults(quiz_id=items[0]["quiz_id"], attempt_id=uuid4(), answers=given)
        upload.attempts += 1
        await self._ask(results, upload)
        if self.rng.random() < 0.5:
            upload.quizzes += 1
            await self._ask(QuizRequested(), upload)

    async def _own(self, upload: Upload) -> None:
        found = await row(self.looking, upload.session)
        if not found or found["status"] != "ready":
            return
        for wish in await wishes(self.looking, upload.session, self.rng):
            upload.wishes.append(wish)
            await self._ask(wish.message, upload)

    async def _ask(self, message: Any, upload: Upload) -> None:
        crash = self.rng.random() < 0.3 and self._pay("crash")
        self._gateway_dies = crash
        await self.gateway.take(message, upload.session, "published" if crash else "", upload.who)
        self._gateway_dies = False

    async def _gateway_says(self, messages: Sequence[Outgoing]) -> None:
        if self._gateway_dies:
            raise Crash
        await self.broker.publish(messages)

    def _pay(self, fault: str) -> bool:
        assert self.faults is not None
        if self.faults[fault] <= 0:
            return False
        self.faults[fault] -= 1
        self.spent[fault] += 1
        return True

    def _left(self, fault: str) -> bool:
        return self.faults is not None and self.faults[fault] > 0


def _document(name: str, upload: Upload, number: int) -> Document:
    sha = hashlib.sha256(f"{upload.session}{number}".encode()).hexdigest()
    return Document(sha256=sha, filename=name, media_type="application/pdf", bytes=10, blob=f"documents/{sha}")
