"""What a topic holds and what a course's bank has: looked up before a message of the learning cycle is decided.

Of each item of the bank: whether it is given away, by what was explained just now or by the topic, and which others'
questions or options tell its answer.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from pydantic import TypeAdapter

from contracts.coaching import CoachNotes
from contracts.items import Item
from contracts.learning import ConceptMarked, Explained, IntentClassified, LearningRequested
from contracts.lessons import LessonPlanned, LessonRequested, TurnAssessed
from contracts.proof import Option, Proof
from contracts.quizzes import ItemsValidated
from contracts.session import QuizRequested
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.learning.topics import chosen, mastered, never_asked, nothing_yet
from services.orchestrator.workflow.learning import Banked, Place
from services.orchestrator.workflow.params import ExplainParams, ValidateParams, WriteParams
from services.orchestrator.workflow.state import State
from services.text.telling import Told
from services.text.words import fold, inflected, stems_of, without_article

PLACES, EACH, SPARE, PRACTISED = 40, 12, 2, 20
"""At most so many concepts of a topic, items about a concept, items about others, and those to practise."""
_IN_WORDS = ("cloze", "multiple_choice", "short_answer")
_SIGNS = re.compile(r"[+#*/^=<>]")
"""Types whose answer, once told, answers whatever else has it."""
OFFERED = 3
"""At most so many other concepts are named where a topic has no question."""
_HEAD = 2
"""Words before a concept with which a sentence about it may begin."""

# "" is the whole document, what the path named next and the most relevant first; the order is the document's again in
# the end.
_PLACES: LiteralString = """
select concept, relevance, section, defined from (
  select concept, relevance, section, definition <> '' as defined, ordinal from concept_place_view
  where session_id = %(session)s
    and (%(topic)s = '' or lower(concept) = lower(%(topic)s) or lower(section) = lower(%(topic)s))
  order by lower(concept) = lower(%(following)s) desc, array_position(array['High', 'Medium', 'Low'], relevance),
    ordinal limit %(most)s) p
order by ordinal"""
_ANSWERED: LiteralString = """
with answered as (
  select distinct on (r.item_id) r.item_id, a.submitted_at, r.attempt_id, r.ordinal
  from results r join attempts a using (attempt_id) where r.session_id = %(session)s and not r.void
  order by r.item_id, a.submitted_at desc, r.attempt_id desc, r.ordinal desc
), latest as (
  select item_id from answered order by submitted_at desc, attempt_id desc, ordinal desc limit 1
), not_handed_in as (
  select z.item_id, bool_or(q.exam) as exam from quiz_items z join quizzes q using (quiz_id)
  where z.session_id = %(session)s and not exists (
    select from attempts a where a.quiz_id = z.quiz_id and a.session_id = z.session_id and not a.open)
  group by 1
), items_there as (
  select i.item_id, i.body ->> 'type' as type, i.body ->> 'concept' as about, q.number, i.batch, i.ordinal as place,
         a.item_id is not null or i.item_id = any(%(shown)s) as answered, a.submitted_at, a.ordinal,
         i.body,
         exists (
           select from unnest(%(blocks)s::text[], %(starts)s::int[], %(ends)s::int[]) as e(block, "from", until)
           where e.block = i.body #>> '{proof,block_id}' and e."from" < (i.body #>> '{proof,end}')::int
             and (i.body #>> '{proof,start}')::int < e.until) as explained,
         strpos(i.body ->> 'question', '____') > 0 or i.body ->> 'type' = 'true_false' as repeats_it,
         i.item_id in (select item_id from latest) as latest,
         i.item_id in (select item_id from not_handed_in) as asked,
         i.item_id in (select item_id from not_handed_in where exam) as in_exam
  from items i left join quizzes q using (quiz_id) left join answered a using (item_id)
  where i.course_id = %(course)s and i.accepted and i.state in ('live', 'approved')
)"""
_BANK: LiteralString = (
    _ANSWERED
    + """, defined as (
  select lower(t.value ->> 'term') as term, min(t.value ->> 'definition') as definition
  from courses c join readings r using (reading_id) cross join lateral json_array_elements(r.digest -> 'terms') t
  where c.course_id = %(course)s group by 1
), matched as (
  select t.*, w.concept as wanted, row_number() over (
    partition by coalesce(w.concept, '') order by answered, submitted_at, ordinal, number, batch, place, item_id) as n
  from items_there t left join unnest(%(concepts)s::text[]) as w(concept) on lower(w.concept) = lower(t.about)
)
select item_id, coalesce(wanted, about) as concept, type, body ->> 'difficulty' as difficulty, answered, latest, asked,
  in_exam, explained, body, coalesce(definition, '') as definition,
  explained and repeats_it as given_away
from matched left join defined on defined.term = lower(coalesce(wanted, about))
where n <= case when wanted is null then %(spare)s else %(each)s end
order by wanted is null, array_position(%(concepts)s::text[], wanted), n"""
)
# What a quiz has and what may fill it up. `new`: what is being accepted with this very message.
_OF_QUIZ: LiteralString = """
select i.item_id, i.body ->> 'concept' as concept, i.body ->> 'type' as type, i.body from items i
where i.course_id = %(course)s and (
  i.item_id = any(%(reserve)s) or (i.quiz_id = %(quiz)s and (i.accepted or i.item_id = any(%(new)s)))
  or i.item_id in (select item_id from quiz_items where quiz_id = %(quiz)s))"""
_MISTAKES: LiteralString = (
    _ANSWERED
    + """
select t.item_id, t.about as concept, t.type, t.answered, t.latest, t.body
from items_there t join missed_view m on m.session_id = %(session)s and m.item_id = t.item_id
order by m.submitted_at, m.ordinal, t.item_id limit %(most)s"""
)
_DUE: LiteralString = (
    _ANSWERED
    + """
select t.item_id, t.about as concept, t.type, t.answered, t.latest, t.body
from items_there t join due_view d on d.session_id = %(session)s and d.item_id = t.item_id
where not d.asked and d.due <= %(at)s order by d.due, t.item_id limit %(most)s"""
)


_UNASKED: LiteralString = """
select w.concept from unnest(%(concepts)s::text[]) as w(concept)
left join (
  select distinct lower(i.body ->> 'concept') as concept from items i
  where i.course_id = %(course)s and i.accepted and i.state in ('live', 'approved')) about
on about.concept = lower(w.concept) where about.concept is null"""

_OFFERED: LiteralString = """
select concept from concept_place_view p
where session_id = %(session)s and exists (
  select from items i where i.course_id = %(course)s and i.accepted and i.state in ('live', 'approved')
    and lower(i.body ->> 'concept') = lower(p.concept))
order by array_position(array['High', 'Medium', 'Low'], relevance), ordinal"""

_ITEM: TypeAdapter[Item] = TypeAdapter(Item)


@dataclass
class Stock:
    """Places and bank, and concepts without a question, by session and message."""

    places: dict[tuple[UUID, UUID], list[Place]] = field(default_factory=dict)
    bank: dict[tuple[UUID, UUID], list[Banked]] = field(default_factory=dict)
    unasked: dict[tuple[UUID, UUID], list[str]] = field(default_factory=dict)
    offered: dict[tuple[UUID, UUID], list[str]] = field(default_factory=dict)

    async def load(self, connection: Connection, arrivals: Sequence[Arrival], states: Mapping[UUID, State]) -> None:
        """Looks up what each message of the learning cycle needs; nothing for any other."""
        for arrival in arrivals:
            state = states.get(arrival.session)
            if state is None or state.course_id is None:
                continue
            key = (arrival.session, arrival.envelope.id)
            topic = _topic(arrival)
            if topic is not None:
                self.places[key] = await _places(connection, state, topic)
            if practice := _practice(arrival):
                self.bank[key] = await _practised(connection, state, practice, arrival.envelope.time)
            elif quiz := _refilled(arrival, state):
                self.bank[key] = await _of_quiz(connection, state, quiz, arrival)
            elif concepts := _concepts(arrival, state, self.places.get(key, [])):
                quotes = arrival.message.quotes if isinstance(arrival.message, Explained) else []
                self.bank[key] = await _bank(connection, state, concepts, quotes)
            if isinstance(arrival.message, CoachNotes) and state.cycle is not None and state.cycle.quiz_id is not None:
                self.unasked[key] = await unasked(connection, state, never_asked(state, state.cycle.concepts))
            if topic and _is_to_be_asked(arrival):
                concepts = chosen(state, self.places[key], topic)
                self.unasked[key] = await unasked(connection, state, never_asked(state, concepts))
                if nothing_yet(self.places[key], concepts, self.unasked[key]):
                    self.offered[key] = await _offered(connection, state)

    def of(self, arrival: Arrival) -> dict[str, Any]:
        """The facts of a message, as `Meta` has them."""
        key = (arrival.session, arrival.envelope.id)
        return {
            "places": self.places.get(key, []),
            "bank": self.bank.get(key, []),
            "unasked": self.unasked.get(key, []),
            "offered": self.offered.get(key, []),
        }


def _refilled(arrival: Arrival, state: State) -> UUID | None:
    """The quiz that a message may end the writing of, if repeats would then fill it up."""
    step = arrival.step(state)
    if step is None or not isinstance(step.params, WriteParams | ValidateParams):
        return None
    facts = state.quizzes.get(step.params.quiz_id)
    return step.params.quiz_id if facts is not None and facts.reserve else None


def _topic(arrival: Arrival) -> str | None:
    """The topic whose concepts a message is about; None: it needs none."""
    match arrival.message:
        case LearningRequested() as message:
            return message.topic
        case LessonRequested(begins=None) as wish:
            return wish.goal.topic
        case IntentClassified(intent="learn" | "diagnose" | "quiz") as message:
            return message.topic
        case IntentClassified(intent="question") as message:
            return message.topic or None
        case ConceptMarked() as message:
            return message.concept
    return None


def _concepts(arrival: Arrival, state: State, places: Sequence[Place]) -> list[str]:
    """The concepts that a message may lead to questions about."""
    match arrival.message:
        case (
            LearningRequested(diagnostic=True, topic=topic) | IntentClassified(intent="diagnose" | "quiz", topic=topic)
        ):
            return chosen(state, places, topic)
        case Explained() as message:
            step = arrival.step(state)
            if step is None or not isinstance(step.params, ExplainParams):
                return []
            return message.concepts if step.params.about is None else step.params.about
        case LessonRequested(begins=None) as wish:
            return chosen(state, places, wish.goal.topic)
        case LessonPlanned() as planned:
            return list(dict.fromkeys(name for each in planned.todo_list for name in each.concepts))
        case TurnAssessed() if state.lesson is not None:
            return list(dict.fromkeys(name for each in state.lesson.steps for name in each.concepts))
    return []


async def unasked(connection: Connection, state: State, concepts: Sequence[str]) -> list[str]:
    """Those of these concepts about which the course has no question."""
    if not concepts:
        return []
    values = {"course": state.course_id, "concepts": list(concepts)}
    rows = await (await connection.execute(_UNASKED, values)).fetchall()
    return [row["concept"] for row in rows]


async def _offered(connection: Connection, state: State) -> list[str]:
    """The most relevant concepts that are asked about and not mastered yet."""
    values = {"session": state.session_id, "course": state.course_id}
    rows = await (await connection.execute(_OFFERED, values)).fetchall()
    return [one for one in dict.fromkeys(row["concept"] for row in rows) if not mastered(state, one)][:OFFERED]


def _is_to_be_asked(arrival: Arrival) -> bool:
    """Whether a message begins what asks about its topic."""
    match arrival.message:
        case LearningRequested() | IntentClassified(intent="learn" | "diagnose" | "quiz"):
            return True
    return False


def _practice(arrival: Arrival) -> str | None:
    return arrival.message.practice if isinstance(arrival.message, QuizRequested) else None


async def _places(connection: Connection, state: State, topic: str) -> list[Place]:
    values = {"session": state.session_id, "topic": topic, "following": state.next_topic, "most": PLACES}
    rows = await (await connection.execute(_PLACES, values)).fetchall()
    return [Place.model_validate(row) for row in rows]


async def _bank(
    connection: Connection, state: State, concepts: Sequence[str], explained: Sequence[Proof]
) -> list[Banked]:
    topic = concepts[0] if len(concepts) == 1 else ""
    values = {**_whose(state, explained), "concepts": list(concepts), "each": EACH, "spare": SPARE}
    rows = await (await connection.execute(_BANK, values)).fetchall()
    return beside(rows, state.language, topic)


async def _of_quiz(connection: Connection, state: State, quiz: UUID, arrival: Arrival) -> list[Banked]:
    judged = arrival.message.verdicts if isinstance(arrival.message, ItemsValidated) else []
    values = {
        "course": state.course_id,
        "quiz": quiz,
        "reserve": [one.item_id for one in state.quizzes[quiz].reserve],
        "new": [verdict.item_id for verdict in judged if verdict.accepted],
    }
    return beside(await (await connection.execute(_OF_QUIZ, values)).fetchall(), state.language)


def beside(rows: Sequence[dict[str, Any]], language: str, topic: str = "") -> list[Banked]:
    """The items, each with those whose question or options tell its answer. `topic`: what all are about, which in any
    form is no answer to be asked for."""
    items = {row["item_id"]: _ITEM.validate_python(row["body"], extra="ignore") for row in rows}
    told = {id: _told(item, language) for id, item in items.items()}
    cores = {id: _core(item.answer_text, language) for id, item in items.items() if item.type in _IN_WORDS}
    about = _core(topic, language)
    answers, quotes = ({id: _over(text(item), language) for id, item in items.items()} for text in (_answer, _quote))
    return [
        Banked.model_validate(
            {
                **_plain(row),
                "given_away": row.get("given_away", False)
                or (topic != "" and about != () and _core(item.answer_text, language) == about),
                "named": _named(item, language),
                "defines": _defines(item, row.get("definition", ""), own, language),
                "aside": _is_aside(item, language),
                "told_by": [other for other, each in told.items() if each.says(own) and each is not own],
                "given_by": [
                    other
                    for other, each in told.items()
                    if each is not own and _gives(each, own, named=_named(item, language))
                ],
                "alike": [
                    other
                    for other, core in cores.items()
                    if other != row["item_id"] and core and core == cores.get(row["item_id"])
                ],
                "shown_by": [other for other, each in told.items() if each.shows(own) and each is not own],
                "told_after": [
                    other
                    for other in items
                    if other != row["item_id"]
                    and (answers[other].says(own) or (not _named(item, language) and quotes[other].says(own)))
                ],
            }
        )
        for row in rows
        for own, item in [(told[row["item_id"]], items[row["item_id"]])]
    ]


def _told(item: Item, language: str) -> Told:
    prompts: list[Option] = getattr(item, "prompts", [])
    asks = [item.question, getattr(item, "statement", ""), *(prompt.text for prompt in prompts)]
    options: list[Option] = getattr(item, "options", [])
    shown = [option.text for option in options]
    return Told.of(asks, shown, item.key_parts, typed=item.by == "words", language=language)


def _gives(one: Told, other: Told, *, named: bool) -> bool:
    """Whether nobody need know the answer of another who sees this one beside it. `named`: the answer is the name of
    the concept, which stands in many a question: it is given where the rest of the other's words stand beside it."""
    return one.says(other) if not named else (one.says(other) or one.shows(other)) and one.repeats(other)


def _over(text: str, language: str) -> Told:
    """What is said of a question that is over."""
    return Told.of([text], [], [], typed=False, language=language)


def _answer(item: Item) -> str:
    """Of a false statement also what should be there."""
    right: str = getattr(item, "right", "")
    return f"{item.answer_text} {right}".strip()


def _quote(item: Item) -> str:
    return item.proof.quote


def _named(item: Item, language: str) -> bool:
    """Whether its answer is the name of its concept, in any form, which stands in many a sentence; or what should be
    there in the place of another's."""
    answer, right, concept = (
        _core(text, language) for text in (item.answer_text, getattr(item, "right", ""), item.concept)
    )
    return concept in (answer, right)


def _core(text: str, language: str) -> tuple[str, ...]:
    """The stems of its words, and the signs that tell names apart ("C++" is not "C"), without an article."""
    return (*stems_of(without_article(text), language), *_SIGNS.findall(text))


def _defines(item: Item, definition: str, own: Told, language: str) -> bool:
    """Whether it rests on the sentence that says what its concept is, or that tells its answer: then the learner cannot
    be told what the concept is before it."""
    said = fold(definition).rstrip(".")
    return bool(said) and (said in fold(item.proof.quote) or _over(definition, language).says(own))


def _is_aside(item: Item, language: str) -> bool:
    """Whether what it rests on does not begin with its concept, and so is about something else; who writes a task for a
    concept knows what it is about."""
    if item.origin.author != "offline":
        return False
    head = " ".join(item.proof.quote.split()[: _HEAD + len(item.concept.split())])
    return not inflected(item.concept, head, language)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in Banked.model_fields if name in row}


async def _practised(connection: Connection, state: State, what: str, at: datetime) -> list[Banked]:
    values = {**_whose(state), "most": PRACTISED, "at": at}
    rows = await (await connection.execute(_DUE if what == "due" else _MISTAKES, values)).fetchall()
    return beside(rows, state.language)


def _whose(state: State, explained: Sequence[Proof] = ()) -> dict[str, Any]:
    spans = [(each.block_id, each.start, each.end) for each in explained]
    blocks, starts, ends = map(list, zip(*spans, strict=True)) if spans else ([], [], [])
    whose = {"session": state.session_id, "course": state.course_id, "shown": state.shown}
    return {**whose, "blocks": blocks, "starts": starts, "ends": ends}
