"""All that a batch looks up before it decides, after locking what it is about; kept up as the batch goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from contracts.editing import ItemReinstated, ItemRetracted
from contracts.grading import Evaluation
from contracts.lessons import TurnAssessed
from contracts.quizzes import ItemsValidated
from contracts.reading import DocumentReplaced
from contracts.session import CourseJoined, DocumentSubmitted, ForgetRequested
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.batch.locked import LockedSession, States
from services.orchestrator.batch.ownership import ForeignIds, not_asked
from services.orchestrator.batch.sessions import Sessions, begin_sessions
from services.orchestrator.classes.courses import Courses
from services.orchestrator.decide.events import Event, event_of
from services.orchestrator.disputes.lookup import Practice
from services.orchestrator.documents.library import Library, Owned, owned_by
from services.orchestrator.grading.events import Graded
from services.orchestrator.grading.lookup import Evidences, attempt_of, wanted
from services.orchestrator.learning.lookup import Stock
from services.orchestrator.lessons.lookup import Guidelines
from services.orchestrator.quizzes.events import MaterialJudged
from services.orchestrator.workflow.evidence import Evidence
from services.orchestrator.workflow.params import CheckParams
from services.orchestrator.workflow.state import Decision, Meta, State, Step


@dataclass
class Lookup:
    """The facts of a batch, each kind in its own file. `locked`: the sessions, with their states."""

    locked: dict[UUID, LockedSession] = field(default_factory=dict)
    sessions: Sessions = field(default_factory=Sessions)
    foreign: ForeignIds = field(default_factory=ForeignIds)
    library: Library = field(default_factory=Library)
    courses: Courses = field(default_factory=Courses)
    practice: Practice = field(default_factory=Practice)
    evidences: Evidences = field(default_factory=Evidences)
    stock: Stock = field(default_factory=Stock)
    guidelines: Guidelines = field(default_factory=Guidelines)

    async def load(self, connection: Connection, arrivals: Sequence[Arrival], now: datetime, known: States) -> None:
        """Locks courses, then sessions, each in key order, and looks up what is known."""
        await self.courses.load(connection, arrivals, now)
        await self.guidelines.load(connection, arrivals)
        await begin_sessions(connection, arrivals, now)
        await self.sessions.load(connection, arrivals, self.courses, known)
        for row in self.sessions.rows:
            id = row["session_id"]
            state = known.of(id) if row["known"] else State.model_validate(row["state"] or {"session_id": id})
            owner = (row["tenant_id"], row["user_id"])
            self.locked[id] = LockedSession(state, row["version"], state, *owner)
        states = {id: one.state for id, one in self.locked.items()}
        await self.sessions.load_asked(connection, arrivals, states)
        await self.foreign.load(connection, arrivals)
        forgotten = [arrival.session for arrival in arrivals if isinstance(arrival.message, ForgetRequested)]
        touched = await owned_by(connection, forgotten) if forgotten else []
        uploads = [owned for arrival in arrivals if (owned := _documents(arrival, self.locked))]
        await self.library.load(connection, touched, uploads)
        emptied = await self.practice.load(connection, arrivals, self.courses, states)
        await self.evidences.load(connection, wanted(arrivals, states), states, emptied)
        await self.stock.load(connection, arrivals, states)

    def misfit(self, arrival: Arrival) -> str | None:
        """Why a message is not about what its session has asked for, or names what is not its session's."""
        command = arrival.command
        if command is not None:
            state = self.locked[arrival.session].state
            asked = self.sessions.asked.get((arrival.session, command), 0)
            if reason := not_asked(arrival, command, state, asked):
                return reason
        return self.foreign.of(arrival)

    def event(self, arrival: Arrival) -> Event:
        """The message as `decide` sees it."""
        if isinstance(arrival.message, ItemsValidated):
            return MaterialJudged.from_message(arrival.message, self.sessions.cards, self.sessions.offline)
        return event_of(arrival.message)

    def meta(self, arrival: Arrival, seq: int) -> Meta:
        """Its envelope, its place in the journal, and what is known around it."""
        envelope = arrival.envelope
        readings, whole = self.library.of(_documents(arrival, self.locked))
        return Meta(
            id=envelope.id,
            seq=seq,
            time=envelope.time.isoformat(),
            command=envelope.cause,
            attempt=envelope.attempt,
            readings=readings,
            whole=whole,
            item=self.sessions.item(arrival),
            evidence=self._evidence(arrival),
            practice=self.practice.of(arrival, self.evidences),
            course=self.courses.joined.get(arrival.session) if isinstance(arrival.message, CourseJoined) else None,
            guideline=self.guidelines.of(arrival),
            **self.stock.of(arrival),
        )

    def taken(self, arrival: Arrival, event: Event, decision: Decision, step: Step | None) -> None:
        """What a message changed counts for those of the batch that come after it. `step`: the one it answers."""
        checked = step.params if step is not None else None
        if isinstance(checked, CheckParams) and any(each.outcome == "done" for each in decision.settled):
            self.sessions.edited(arrival.session, checked.item_id)
        if not decision.kept:
            return
        if isinstance(event, Graded):
            self.evidences.graded(arrival.session, event.attempt_id, event.answers)
        for attempt in decision.emptied:
            self.evidences.graded(arrival.session, attempt, [])
            self.practice.emptied(attempt)
        self.practice.kept(arrival)
        if isinstance(arrival.message, ItemRetracted):
            self.practice.retracted(arrival.message.item_id)
            self.sessions.recalled(arrival.message.item_id, retracted=True)
        if isinstance(arrival.message, ItemReinstated):
            self.practice.reinstated(arrival.message.item_id)
            self.sessions.recalled(arrival.message.item_id, retracted=False)

    def _evidence(self, arrival: Arrival) -> Evidence | None:
        """What is known around the attempt that a message grades."""
        if isinstance(arrival.message, TurnAssessed):
            attempt = attempt_of(arrival, self.locked[arrival.session].state)
            graded = arrival.message.graded
            return self.evidences.of(arrival.session, attempt, [graded.concept]) if attempt and graded else None
        if not isinstance(arrival.message, Evaluation):
            return None
        concepts = {answer.concept for answer in arrival.message.answers}
        return self.evidences.of(arrival.session, arrival.message.attempt_id, concepts)


def _documents(arrival: Arrival, locked: Mapping[UUID, LockedSession]) -> list[Owned]:
    """The documents that a message brings, with their owner."""
    match arrival.message:
        case DocumentSubmitted() as message:
            documents = (message.document, *message.more)
            return [(message.tenant_id, message.user_id, document.sha256) for document in documents]
        case DocumentReplaced(document=document) if (owner := locked.get(arrival.session)) is not None:
            return [(owner.tenant, owner.user, document.sha256)]
    return []
