"""Trivial workers: each answers a command at once with small valid messages, where a real service is not at test.

`answers(command, envelope)` gives the messages that a worker would publish, in order.
"""

from uuid import UUID, uuid5

from contracts.coaching import CoachNotes, Evidence, WriteMaterial, WriteNotes
from contracts.digest import Context, DigestDocument, DocumentDigested, KeyConcept, Section, Term
from contracts.documents import Block, DocMeta, Document, PageQuality, Pages, Part, Recognition
from contracts.grading import ConceptScore, Evaluation, GradedAnswer, GradeQuiz
from contracts.mastery import Observation
from contracts.message import Message
from contracts.problems import Code, problem
from contracts.quizzes import ValidateItems
from contracts.reading import (
    READER,
    GatherDocument,
    PagesRead,
    ReadDocument,
    ReaderOutput,
    ReadingHeld,
    ReadingPlanned,
    ReadPages,
)
from tests.standins.workers.assisting import assisted
from tests.standins.workers.lessons import lesson_told
from tests.standins.workers.teaching import taught
from tests.standins.workers.writing import AT_LENGTH, SHA, material, verdicts

KNOWS, KNOWS_NOT = Observation(if_known=0.9, if_unknown=0.1), Observation(if_known=0.1, if_unknown=0.9)
META = DocMeta(title="On tides", language="en", pages=2)
BEGUN = " begun"
LONG_META = META.model_copy(update={"title": f"{META.title}, {AT_LENGTH}"})


def blocks(part: int, count: int = 2, size: int = 0, sha256: str = SHA) -> list[Block]:
    """Blocks of one part, padded with words to about `size` bytes each; those of `SHA` bear no mark of it."""
    padding, mark = " and so on" * (size // 10), "" if sha256 == SHA else f"-{sha256[:6]}"
    return [
        Block(
            block_id=f"p{part}b{n}{mark}",
            text=f"The term{part}{n}{mark[1:]} is fact {n} of part {part}.{padding}",
            source_page=part,
            document_sha256=sha256 if mark else None,
        )
        for n in range(count)
    ]


def reading(
    document: Document, parts: int, size: int = 0, recognition: Recognition | None = None, of: str = ""
) -> list[Message]:
    """The blocks of a document, in parts. `of`: what of it was read, in the reading's name."""
    name = f"{'stand-in' if document.sha256 == SHA else document.sha256}{of}"
    return [
        ReaderOutput(
            extracted_blocks=blocks(n, size=size, sha256=document.sha256),
            doc_meta=LONG_META if "long" in document.filename else META,
            part=Part(number=n, of=parts),
            reading=f"readings/{name}.json",
            reader=f"{READER} stand-in",
            document_sha256=document.sha256,
            recognition=recognition if n == 1 else None,
        )
        for n in range(1, parts + 1)
    ]


def planned(document: Document) -> ReadingPlanned:
    """A plan of 18 ranges of two pages, or of three for a document that will be held. A book can be begun."""
    count = 3 if "bad" in document.filename else 18
    ranges = [Pages(first=2 * n + 1, last=2 * n + 2) for n in range(count)]
    return ReadingPlanned(
        document_sha256=document.sha256,
        plan=f"plans/{document.sha256[:40]}",
        ranges=ranges,
        pages_total=2 * count,
        first=Pages(first=1, last=2) if "book" in document.filename else None,
    )


def gathered(command: GatherDocument, parts: int) -> list[Message]:
    """A document with "bad" in its name is held until a person approves it."""
    document = command.document
    low = PageQuality(page=1, route="ocr", verdict="low", confidence=40, coverage=0.2, reason="Too faint.")
    passed = command.approved or "bad" not in document.filename
    seen = Recognition(
        passed=passed, least_confidence=75, least_coverage=0.4, approved=command.approved, pages=[] if passed else [low]
    )
    if passed:
        return reading(document, parts, recognition=seen.model_copy(update={"pages": [low]}))
    why = problem(Code.LOW_CONFIDENCE, "1 of 6 pages cannot be read.", pages=1)
    name = f"readings/{document.sha256}-held.json"
    return [ReadingHeld(document_sha256=document.sha256, problem=why, recognition=seen, doc_meta=META, reading=name)]


def answers(command: Message, parts: int = 2, size: int = 0) -> list[Message]:
    """What a worker would answer."""
    match command:
        case ReadDocument(document=document, pages=Pages()):
            return reading(document, 1, size, of=BEGUN)
        case ReadDocument(document=document):
            return [planned(document)] if "long" in document.filename else reading(document, parts, size)
        case ReadPages():
            return [PagesRead(document_sha256=command.document.sha256, number=command.number, pages=command.pages)]
        case GatherDocument():
            return gathered(command, parts)
        case DigestDocument():
            return [_digest(parts, [command.reading, *command.more])]
        case WriteMaterial():
            return list(material(command))
        case ValidateItems():
            return [verdicts(command)]
        case GradeQuiz():
            return [_grade(command)]
        case WriteNotes():
            evidence = Evidence(result_ids=[a.result_id for a in command.evaluation.answers], made_by="rule:stand-in")
            return [
                CoachNotes(notes=["Well done."], evidence=[evidence], attempt_id=command.evaluation.attempt_id),
            ]
    if (told := taught(command) or lesson_told(command) or assisted(command)) is not None:
        return told
    raise TypeError(command.type_name)


def _digest(parts: int, readings: list[str]) -> DocumentDigested:
    parts = 1 if BEGUN in readings[0] else parts
    named = [name.removeprefix("readings/").removesuffix(".json").removesuffix(BEGUN) for name in readings]
    hashes = [name if len(name) == 64 else SHA for name in named]
    all_blocks = [block for sha in hashes for part in range(1, parts + 1) for block in blocks(part, sha256=sha)]
    terms = [
        Term(term=b.text.split()[1], definition=b.text, relevance="High", block_id=b.block_id, start=4, end=10)
        for b in all_blocks
    ]
    context = Context(
        full_summary="Tides, in short.",
        key_concepts=[KeyConcept(term=t.term, definition=t.definition, relevance="High") for t in terms[:10]],
        main_sections=[Section(section_title="All", section_summary="All of it.", content_ref="pages 1-2")],
    )
    return DocumentDigested(context=context, terms=terms, blocks=[b.block_id for b in all_blocks])


def _grade(command: GradeQuiz) -> Evaluation:
    attempt = command.results.attempt_id or UUID(int=0)
    given = {answer.item_id: answer for answer in command.results.answers}
    graded = [
        GradedAnswer(
            result_id=uuid5(attempt, str(item.item_id)),
            item_id=item.item_id,
            concept=item.concept,
            difficulty=item.difficulty,
            answer=given[item.item_id].answer,
            is_correct=given[item.item_id].answer == item.answer,
            credit=float(given[item.item_id].answer == item.answer),
            latency_sec=given[item.item_id].latency_sec,
            observation=KNOWS if given[item.item_id].answer == item.answer else KNOWS_NOT,
        )
        for item in command.items
    ]
    return Evaluation(
        quiz_id=command.results.quiz_id,
        attempt_id=attempt,
        score=sum(answer.credit for answer in graded) / len(graded),
        answers=graded,
        concepts=[ConceptScore(concept=a.concept, asked=1, correct=int(a.is_correct)) for a in graded],
        weak_concepts=[a.concept for a in graded if not a.is_correct],
    )
