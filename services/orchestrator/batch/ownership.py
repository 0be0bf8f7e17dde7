"""Whether what a message answers and names is its session's: what nobody asked for, and ids of other sessions, are not.

They are put aside with the reason, and use up nothing: neither a place in the journal nor the id of the true answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from contracts.coaching import StudyMaterial
from contracts.envelope import answer_id, timeout_id
from contracts.grading import AnswerGiven, Evaluation, QuizResults
from contracts.session import DocumentSubmitted
from contracts.topics import COMMANDS, answers_of
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.decide.answering import misfit
from services.orchestrator.outbox.commands import OF_KIND
from services.orchestrator.workflow.state import State, Step

# Ids that others have already. What is inserted leaves a row as it is that has the same id, whosever it is.
_ITEMS = """select distinct w.message from unnest(%s::uuid[], %s::uuid[], %s::uuid[]) as w(message, quiz, id)
            where exists (select from items i where i.item_id = w.id and i.quiz_id <> w.quiz)
               or exists (select from flashcards f where f.card_id = w.id and f.quiz_id <> w.quiz)"""
_RESULTS = """select distinct w.message from unnest(%s::uuid[], %s::uuid[], %s::uuid[]) as w(message, attempt, id)
              join results r on r.result_id = w.id where r.attempt_id <> w.attempt"""
_ATTEMPTS = """select distinct w.message from unnest(%s::uuid[], %s::uuid[], %s::uuid[]) as w(message, session, id)
               join attempts a on a.attempt_id = w.id where a.session_id <> w.session"""
_COURSES = """select w.message from unnest(%s::uuid[], %s::uuid[], %s::text[], %s::text[])
                as w(message, course, tenant, learner)
              join courses c on c.course_id = w.course where (c.tenant_id, c.user_id) <> (w.tenant, w.learner)"""
_DERIVED = 5
"""The version of UUIDs that derive from a name. One of another version can be no other message's."""


def not_asked(arrival: Arrival, command: UUID, state: State, asked: int) -> str | None:
    """Why this is no answer, or no deadline, of what the session asked. `asked`: the last attempt at the command, 0 for
    one that the session does not know.

    What comes late, for a command that is closed or at an attempt that is over, is in order and changes nothing.
    """
    envelope = arrival.envelope
    if not asked:
        return "ce_causeid: the session has asked no such command"
    derived = answer_id(command, envelope.type, envelope.attempt, envelope.ordinal)
    if arrival.is_timeout:
        derived = timeout_id(command, envelope.attempt)
    if envelope.id.version == _DERIVED and envelope.id != derived:
        return "ce_id: it does not derive from ce_causeid, ce_type, ce_attempt and ce_ordinal"
    step = state.open.get(command) or state.unfinished.get(command)
    if envelope.attempt > max(asked, step.attempt if step else 0):
        return "ce_attempt: the command was not sent so often yet"
    if step is None or arrival.is_timeout:
        return None
    if arrival.record.topic != _topic(step):
        return f"{arrival.record.topic} brings no answers to a {step.kind} command"
    return misfit(arrival.message, step)


def _topic(step: Step) -> str:
    return answers_of(COMMANDS[OF_KIND[step.kind]].split(".")[0])


@dataclass
class ForeignIds:
    """Of this batch: the messages that name what is somebody else's, and what that is."""

    found: dict[UUID, str] = field(default_factory=dict)

    async def load(self, connection: Connection, arrivals: Sequence[Arrival]) -> None:
        """Looks up the ids that these messages bring, and nothing where they bring none."""
        made, graded, handed, begun = [], [], [], []
        for one in arrivals:
            match one.message:
                case StudyMaterial(quiz_id=quiz) as message:
                    ids = [entry.item.item_id for entry in message.quiz] + [card.card_id for card in message.flashcards]
                    made += [(one.envelope.id, quiz, id) for id in ids]
                case Evaluation(attempt_id=attempt) as message:
                    graded += [(one.envelope.id, attempt, answer.result_id) for answer in message.answers]
                case QuizResults(attempt_id=UUID() as attempt) | AnswerGiven(attempt_id=attempt):
                    handed.append((one.envelope.id, one.session, attempt))
                case DocumentSubmitted() as message:
                    begun.append((one.envelope.id, message.course_id, message.tenant_id, message.user_id))
        for statement, rows, what in (
            (_ITEMS, made, "an item or a card that another quiz has"),
            (_RESULTS, graded, "a result that another attempt has"),
            (_ATTEMPTS, handed, "an attempt that another session has"),
            (_COURSES, begun, "a course that somebody else has"),
        ):
            if rows:
                columns = tuple(map(list, zip(*rows, strict=True)))
                for row in await (await connection.execute(statement.encode(), columns)).fetchall():
                    self.found[row["message"]] = f"it names {what}"

    def of(self, arrival: Arrival) -> str | None:
        """What a message names that is not its session's."""
        return self.found.get(arrival.envelope.id)
